package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"testing/fstest"
)

// module is the path that every import of our own packages starts with.
const module = "damalab"

// source is one parsed Go file of the main module.
type source struct {
	path string // from the module root, with forward slashes
	dir  string // directory of path: the package, as the rooms table names it
	test bool   // a _test.go file
	size int    // lines
	file *ast.File
}

// tree is every Go file of the main module, in path order.
type tree struct {
	fset  *token.FileSet
	files []*source
}

// at makes a problem of a message: "path:line: message".
func (t *tree) at(pos token.Pos, format string, args ...any) string {
	p := t.fset.Position(pos)
	return fmt.Sprintf("%s:%d: ", p.Filename, p.Line) + fmt.Sprintf(format, args...)
}

// parseTree reads every Go file below fsys that belongs to the main module.
func parseTree(fsys fs.FS) (*tree, error) {
	t := &tree{fset: token.NewFileSet()}
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && outside(fsys, name):
			return fs.SkipDir
		case entry.IsDir() || path.Ext(name) != ".go" || hidden(path.Base(name)):
			return nil
		}
		return t.add(fsys, name)
	})
	return t, err
}

func (t *tree) add(fsys fs.FS, name string) error {
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(t.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	t.files = append(t.files, &source{
		path: name,
		dir:  path.Dir(name),
		test: strings.HasSuffix(name, "_test.go"),
		size: strings.Count(strings.TrimSuffix(string(text), "\n"), "\n") + 1,
		file: file,
	})
	return nil
}

// outside reports whether a directory is no part of the main module: the go
// command ignores it, or it is a module of its own.
func outside(fsys fs.FS, dir string) bool {
	if dir == "." {
		return false
	}
	base := path.Base(dir)
	if hidden(base) || base == "testdata" || base == "vendor" || dir == "tools" {
		return true
	}
	_, err := fs.Stat(fsys, path.Join(dir, "go.mod"))
	return err == nil
}

// hidden reports whether the go command passes over a name.
func hidden(base string) bool {
	return base != "." && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_"))
}

// repoRoot is the directory of the main module's go.mod.
func repoRoot(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil || !strings.HasPrefix(string(mod), "module "+module+"\n") {
		t.Fatalf("%s is not the root of module %s (%v): these tests expect to stand in internal/house", root, module, err)
	}
	return root
}

// realTree is the main module as it is on disk.
func realTree(t *testing.T) *tree {
	t.Helper()
	parsed, err := parseTree(os.DirFS(repoRoot(t)))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// madeUp is a file tree written in a test: path to content.
func madeUp(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// madeUpTree parses a file tree written in a test.
func madeUpTree(t *testing.T, files map[string]string) *tree {
	t.Helper()
	parsed, err := parseTree(madeUp(files))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// none fails the test once for every problem found in the project.
func none(t *testing.T, problems []string) {
	t.Helper()
	for _, p := range problems {
		t.Error(p)
	}
}

// exactly fails unless the problems found in a made-up tree are the wanted
// ones, each given by its beginning; their order does not matter.
func exactly(t *testing.T, got []string, want ...string) {
	t.Helper()
	sort.Strings(got)
	sort.Strings(want)
	for len(got) > 0 || len(want) > 0 {
		switch {
		case len(want) == 0 || len(got) > 0 && got[0] < want[0]:
			t.Errorf("unexpected problem: %s", got[0])
			got = got[1:]
		case len(got) == 0 || !strings.HasPrefix(got[0], want[0]):
			t.Errorf("not reported: %s", want[0])
			want = want[1:]
		default:
			got, want = got[1:], want[1:]
		}
	}
}

func TestTreeSkipsWhatIsNotOurs(t *testing.T) {
	parsed := madeUpTree(t, map[string]string{
		"go.mod":                "module damalab\n",
		"eval/eval.go":          "package eval\n",
		"eval/testdata/x.go":    "not Go at all",
		"eval/_old.go":          "not Go at all",
		"tools/x.go":            "not Go at all",
		".cache/x.go":           "not Go at all",
		"docs/viewer/go.mod":    "module viewer\n",
		"docs/viewer/viewer.go": "not Go at all",
	})
	if len(parsed.files) != 1 || parsed.files[0].path != "eval/eval.go" || parsed.files[0].size != 1 {
		t.Fatalf("want eval/eval.go of one line alone, got %d files", len(parsed.files))
	}
}
