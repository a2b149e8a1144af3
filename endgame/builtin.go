package endgame

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"damalab/dama"
)

// builtin holds a folder of tables for each of the rules that the six rulesets
// come to. "make endgames" makes them again.
//
//go:embed builtin
var builtin embed.FS

// BuiltinPieces is the number of pieces up to which the tables that come with the
// program know every position.
const BuiltinPieces = 3

// BuiltinName stands for the built-in tables where a folder is named otherwise.
const BuiltinName = "builtin"

// ErrNoBuiltin is wrapped by the error about rules without built-in tables.
var ErrNoBuiltin = errors.New("there are no built-in tables for these rules")

// Find opens the tables that a person names: those in a folder, as [Open] does, or
// for [BuiltinName] the built-in ones; a folder of that name is "./builtin".
func Find(name string, f dama.Facts) (*Tables, error) {
	if name != BuiltinName {
		return Open(name, f)
	}
	t, ok := Builtin(f)
	if !ok {
		return nil, fmt.Errorf("%q: %w", name, ErrNoBuiltin)
	}
	return t, nil
}

// Builtin returns the tables that come with the program for the given facts. The
// rules of all built-in rulesets have some; house rules have them where their
// facts come to the same. Each call opens them anew, with a cache of its own.
func Builtin(f dama.Facts) (*Tables, bool) {
	r := RulesOf(f)
	folders, err := fs.ReadDir(builtin, "builtin")
	if err != nil {
		return nil, false
	}
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		sub, err := fs.Sub(builtin, "builtin/"+folder.Name())
		if err != nil {
			continue
		}
		m, err := readManifest(sub, folder.Name())
		if err != nil || m.Rules != r {
			continue
		}
		t, err := openFS(sub, "built-in tables of "+folder.Name(), DefaultCache)
		return t, err == nil
	}
	return nil, false
}
