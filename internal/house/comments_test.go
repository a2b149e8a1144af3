package house

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"sort"
	"strings"
	"testing"
)

// emptyNames say nothing of what is inside a package.
var emptyNames = []string{"util", "utils", "common", "misc", "helper", "helpers"}

// checkComments reports exported names and packages without a doc comment, and
// packages whose name is no name.
func checkComments(t *tree) []string {
	var problems []string
	first := map[string]*source{} // by package directory, of files outside tests
	documented := map[string]bool{}
	for _, src := range t.files {
		if name := strings.TrimSuffix(src.file.Name.Name, "_test"); slices.Contains(emptyNames, name) || slices.Contains(emptyNames, path.Base(src.dir)) {
			problems = append(problems, t.at(src.file.Package, "package %s in %s is named for nothing: name it for its one job", name, src.dir))
		}
		if src.test {
			continue
		}
		if first[src.dir] == nil {
			first[src.dir] = src
		}
		documented[src.dir] = documented[src.dir] || says(src.file.Doc)
		for _, decl := range src.file.Decls {
			for _, name := range uncommented(decl) {
				problems = append(problems, t.at(name.Pos(), "%s is exported and has no doc comment", name.Name))
			}
		}
	}
	for dir, src := range first {
		if !documented[dir] {
			problems = append(problems, t.at(src.file.Package, "package %s has no package comment in any of its files", dir))
		}
	}
	sort.Strings(problems)
	return problems
}

// uncommented lists the exported names of a declaration that lack a comment.
func uncommented(decl ast.Decl) []*ast.Ident {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		recv := receiver(d)
		if !says(d.Doc) && d.Name.IsExported() && (recv == "" || ast.IsExported(recv)) {
			return []*ast.Ident{d.Name}
		}
	case *ast.GenDecl:
		return uncommentedSpecs(d)
	}
	return nil
}

// uncommentedSpecs is uncommented for types, constants and variables. One
// comment over a group is enough for constants and variables, which are often
// one list; types are each worth their own.
func uncommentedSpecs(d *ast.GenDecl) []*ast.Ident {
	var names []*ast.Ident
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() && !says(s.Doc) && (d.Lparen != token.NoPos || !says(d.Doc)) {
				names = append(names, s.Name)
			}
		case *ast.ValueSpec:
			if says(d.Doc) || says(s.Doc) || says(s.Comment) {
				continue
			}
			for _, name := range s.Names {
				if name.IsExported() {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// says reports whether a comment has words in it, not only directives.
func says(doc *ast.CommentGroup) bool {
	return strings.TrimSpace(doc.Text()) != ""
}

func TestComments(t *testing.T) {
	none(t, checkComments(realTree(t)))
}

func TestCommentCheckCanFail(t *testing.T) {
	bare := `package a

func F() {}
func f() {}
type T struct{ Field int }
func (T) M() {}
func (*T) m() {}
type t struct{}
func (t) M() {}
const C = 1
var (
	V, w = 1, 2
	X = 3 // X has one.
)
//go:noinline
func G() {}
type (
	U int
)
`
	full := `// Package b is documented.
package b

// F has one.
func F() {}

// T has one.
type T[K any] struct{}

// M has one.
func (*T[K]) M() {}

// Both of these.
const (
	C = iota
	D
)
`
	got := checkComments(madeUpTree(t, map[string]string{
		"a/a.go":            bare,
		"a/a_test.go":       "// Package a has one in a test, which nobody reads.\npackage a\n\nfunc TestX() {}\n",
		"b/b.go":            full,
		"b/c.go":            "package b\n",
		"misc/b.go":         "// Package b hides in a drawer.\npackage b\n",
		"c/helpers_test.go": "package util_test\n",
	}))
	exactly(t, got,
		"a/a.go:1: package a has no package comment",
		"a/a.go:3: F is exported", "a/a.go:5: T is exported", "a/a.go:6: M is exported", "a/a.go:10: C is exported",
		"a/a.go:12: V is exported", "a/a.go:16: G is exported", "a/a.go:18: U is exported",
		"misc/b.go:2: package b in misc is named for nothing",
		"c/helpers_test.go:1: package util in c is named for nothing",
	)
}
