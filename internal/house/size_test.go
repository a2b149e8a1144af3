package house

import (
	"fmt"
	"go/ast"
	"strings"
	"testing"
)

// Ceilings for files and functions outside tests. The aim is well below:
// files of 80 to 200 lines, functions of about 10.
const (
	maxFileLines = 400
	maxFuncLines = 60
)

// sizeExceptions are the files and functions that may be longer, each with the
// reason why cutting it would make it harder to read. The key is a file
// ("eval/walk.go"), a function ("eval/walk.go:walk") or a method
// ("eval/walk.go:Board.Walk"). An exception that is no longer needed fails too.
var sizeExceptions = map[string]string{}

// checkSizes reports what is over the ceilings, and exceptions without a use.
func checkSizes(t *tree, exceptions map[string]string) []string {
	var problems []string
	used := map[string]bool{}
	judge := func(key string, node ast.Node, lines, ceiling int) {
		if lines <= ceiling {
			return
		}
		used[key] = true
		if exceptions[key] == "" {
			problems = append(problems, t.at(node.Pos(),
				"%s has %d lines, the ceiling is %d: cut it where a reader would want a name, or give %q a reason in sizeExceptions (internal/house/size_test.go)",
				key[strings.LastIndexAny(key, "/:")+1:], lines, ceiling, key))
		}
	}
	for _, src := range t.files {
		if src.test {
			continue
		}
		judge(src.path, src.file, src.size, maxFileLines)
		for _, decl := range src.file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				lines := t.fset.Position(fn.End()).Line - t.fset.Position(fn.Type.Pos()).Line + 1
				judge(src.path+":"+funcName(fn), fn, lines, maxFuncLines)
			}
		}
	}
	for key := range exceptions {
		if !used[key] {
			problems = append(problems, fmt.Sprintf("%s: this exception in sizeExceptions is not needed (any more): take it out", key))
		}
	}
	return problems
}

// funcName is "Name", or "Type.Name" for a method.
func funcName(fn *ast.FuncDecl) string {
	if recv := receiver(fn); recv != "" {
		return recv + "." + fn.Name.Name
	}
	return fn.Name.Name
}

// receiver is the name of a method's type, or "" for a function.
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return ""
	}
	for expr := fn.Recv.List[0].Type; ; {
		switch e := expr.(type) {
		case *ast.StarExpr:
			expr = e.X
		case *ast.ParenExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.IndexListExpr:
			expr = e.X
		case *ast.Ident:
			return e.Name
		default:
			return ""
		}
	}
}

func TestSizes(t *testing.T) {
	none(t, checkSizes(realTree(t), sizeExceptions))
}

func TestSizeCheckCanFail(t *testing.T) {
	long := "func long() {\n" + strings.Repeat("\n", maxFuncLines-1) + "}\n"
	fits := "func fits() {\n" + strings.Repeat("\n", maxFuncLines-2) + "}\n"
	method := strings.Replace(long, "long", "(s *Set[K]) long", 1)
	full := "package a\n" + strings.Repeat("\n", maxFileLines-1)
	parsed := madeUpTree(t, map[string]string{
		"a/funcs.go":     "package a\n\n" + long + fits + method,
		"a/full.go":      full,
		"a/over.go":      full + "\n",
		"a/over_test.go": full + "\n" + long,
	})
	exactly(t, checkSizes(parsed, nil),
		"a/funcs.go:3: long has 61 lines, the ceiling is 60",
		"a/funcs.go:124: Set.long has 61 lines",
		"a/over.go:1: over.go has 401 lines, the ceiling is 400",
	)
	exactly(t, checkSizes(parsed, map[string]string{
		"a/funcs.go:long":     "a table",
		"a/funcs.go:Set.long": "a table",
		"a/over.go":           "",
		"a/full.go":           "no longer needed",
		"a/gone.go:gone":      "no longer there",
	}),
		"a/over.go:1: over.go has 401 lines",
		"a/full.go: this exception in sizeExceptions is not needed",
		"a/gone.go:gone: this exception in sizeExceptions is not needed",
	)
}
