package dama_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"damalab/dama"
)

// FuzzPDN reads anything: reading must end, without a panic, and every game that
// is read must be written and read back the same.
func FuzzPDN(f *testing.F) {
	files, err := filepath.Glob("testdata/pdn/*.pdn")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds: ", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	for _, c := range brokenPDN {
		if len(c.text) < 1000 {
			f.Add("[Event \"b\"]\n" + c.text + "\n\n[Event \"c\"]\n1. c3-c4 0-1\n")
		}
	}
	gen := federationMoves(f)
	f.Fuzz(func(t *testing.T, text string) {
		r := dama.NewPDNReader(strings.NewReader(text), "", gen)
		for turns := 0; ; turns++ {
			g, err := r.Next()
			var broken *dama.PDNError
			switch {
			case errors.Is(err, io.EOF):
				return
			case errors.As(err, &broken):
				checkPDNError(t, broken)
			case err != nil:
				t.Fatal(err)
			default:
				checkPDNGame(t, g, gen)
			}
			if turns > len(text) {
				t.Fatalf("more games than bytes")
			}
		}
	})
}

func checkPDNError(t *testing.T, e *dama.PDNError) {
	if e.Game < 1 || e.Line < 1 || e.Column < 1 || strings.ContainsAny(e.Error(), "\r\n") || len(e.Error()) > 2000 {
		t.Fatalf("error %q: %+v", e.Error(), e)
	}
}

func checkPDNGame(t *testing.T, g dama.PDNGame, gen dama.Generator) {
	var first, second strings.Builder
	if err := dama.WritePDN(&first, g, gen); err != nil {
		t.Fatalf("%v: %+v", err, g)
	}
	r := dama.NewPDNReader(strings.NewReader(first.String()), "", gen)
	back, err := r.Next()
	if err == nil {
		err = samePDN(g, back)
	}
	if err == nil {
		err = dama.WritePDN(&second, back, gen)
	}
	if err != nil || first.String() != second.String() {
		t.Fatalf("%v:\n%s\nand again:\n%s", err, first.String(), second.String())
	}
	if g, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Fatalf("one game was read back as two: %+v, %v, of:\n%s", g, err, first.String())
	}
}
