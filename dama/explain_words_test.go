package dama

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var inBraces = regexp.MustCompile(`\{[^}]*\}`)

// TestExplainWords holds the two languages against each other: no sentence is
// missing, and both name the same details, which all exist.
func TestExplainWords(t *testing.T) {
	for name := range sentenceNames(t) {
		w := sentences[name]
		if w.english == "" || w.turkish == "" {
			t.Errorf("%q lacks a language: %+v", name, w)
		}
		for _, text := range []string{w.english, w.turkish} {
			if !strings.HasSuffix(text, ".") || strings.Count(text, ".") != 1 {
				t.Errorf("%q is not one sentence: %q", name, text)
			}
		}
		if en, tr := names(w.english), names(w.turkish); !slices.Equal(en, tr) {
			t.Errorf("%q names %v in English, %v in Turkish", name, en, tr)
		}
		for _, l := range []Language{English, Turkish} {
			if got := (Explanation{}).fill(l, name); strings.ContainsAny(got, "{}") {
				t.Errorf("%q is filled to %q", name, got)
			}
		}
	}
}

// names returns the names in braces, sorted.
func names(text string) []string {
	return slices.Sorted(slices.Values(inBraces.FindAllString(text, -1)))
}

// TestExplainTurkishEndings: no square, move or side takes an ending, which would
// depend on how it is pronounced.
func TestExplainTurkishEndings(t *testing.T) {
	ending := regexp.MustCompile(`\}['’\p{L}]`)
	for name, w := range sentences {
		if ending.MatchString(w.turkish) {
			t.Errorf("%q: %q", name, w.turkish)
		}
	}
}

// sentenceNames reads the constants of type sentence from the source, so that one
// without words is found.
func sentenceNames(t *testing.T) map[sentence]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "explain_words.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[sentence]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if ok && len(spec.Values) == 1 {
			if typ, ok := spec.Type.(*ast.Ident); ok && typ.Name == "sentence" {
				value := spec.Values[0].(*ast.BasicLit).Value
				found[sentence(strings.Trim(value, `"`))] = true
			}
		}
		return true
	})
	if len(found) != len(sentences) {
		t.Errorf("%d sentences are named, %d have words", len(found), len(sentences))
	}
	return found
}
