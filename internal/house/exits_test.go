package house

import (
	"go/ast"
	"path"
	"sort"
	"strings"
	"testing"
)

// checkExits reports every use of a function that ends the process. Only a
// program's main may do so, in main.go: everything else returns its error, so
// that a caller can clean up, add what it knows, or be tested.
func checkExits(ty *typed) []string {
	var problems []string
	for _, c := range ty.byDir {
		for _, src := range c.files {
			for _, decl := range src.file.Decls {
				if !mayExit(src, decl) {
					problems = append(problems, exitsIn(ty, c, decl)...)
				}
			}
		}
	}
	sort.Strings(problems)
	return problems
}

// mayExit reports whether a declaration is the main function of a program.
func mayExit(src *source, decl ast.Decl) bool {
	fn, ok := decl.(*ast.FuncDecl)
	return ok && funcName(fn) == "main" && path.Base(src.path) == "main.go" && strings.HasPrefix(src.path, "cmd/")
}

func exitsIn(ty *typed, c *checked, decl ast.Decl) []string {
	var problems []string
	ast.Inspect(decl, func(node ast.Node) bool {
		sel, ok := node.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		from, name := c.imported(sel.X), sel.Sel.Name
		if name == "Exit" && (from == "os" || from == "syscall") || from == "log" && strings.HasPrefix(name, "Fatal") {
			problems = append(problems, ty.tree.at(sel.Pos(),
				"%s.%s ends the process: return an error, and let func main in a main.go below cmd choose the exit code", from, name))
		}
		return true
	})
	return problems
}

func TestExits(t *testing.T) {
	none(t, checkExits(typeTree(realTree(t))))
}

func TestExitCheckCanFail(t *testing.T) {
	got := checkExits(typeTree(madeUpTree(t, map[string]string{
		"eval/a.go": `package eval
import ("log"; sys "os"; "syscall")
func a() { sys.Exit(1) }
func b() { log.Fatalf("x") }
var quit = syscall.Exit
func c() { log.Printf("x"); os := quitter{}; os.Exit(1) }
func main() { log.Fatal("x") }
`,
		"eval/a_test.go":    "package eval\nimport \"os\"\nfunc d() { os.Exit(1) }\n",
		"cmd/dama/main.go":  "package main\nimport \"os\"\nfunc main() { os.Exit(1) }\nfunc e() { os.Exit(2) }\n",
		"cmd/dama/other.go": "package main\nimport \"os\"\nfunc f() { os.Exit(2) }\n",
	})))
	exactly(t, got,
		"eval/a.go:3: os.Exit ends", "eval/a.go:4: log.Fatalf ends", "eval/a.go:5: syscall.Exit ends", "eval/a.go:7: log.Fatal ends",
		"cmd/dama/main.go:4: os.Exit ends", "cmd/dama/other.go:3: os.Exit ends",
	)
}
