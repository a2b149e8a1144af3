package main

import (
	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/endgame"
	"damalab/selfplay"
)

// The tables of a run stay open until the program ends.

// openNamed opens the endgame tables that a spec file names. If a flag changes
// which tables or which rules count, it only remembers the name: overrideEndgames
// then opens what counts.
func (j *selfplayJob) openNamed(c *cli.Context) func(string, dama.Ruleset) (selfplay.Endgames, error) {
	return func(name string, rules dama.Ruleset) (selfplay.Endgames, error) {
		if c.IsSet("endgame") || c.IsSet("ruleset") {
			j.named = name
			return nil, nil
		}
		return findEndgames(c, name, rules)
	}
}

// findEndgames is [endgame.Find] for games that depend on the tables.
func findEndgames(c *cli.Context, name string, rules dama.Ruleset) (selfplay.Endgames, error) {
	if err := beside(c, name); err != nil {
		return nil, err
	}
	t, err := endgame.Find(name, rules.Facts)
	if err != nil {
		return nil, err // not an interface around a nil pointer
	}
	return t, nil
}

// overrideEndgames applies --endgame, and opens the tables of the spec file for the
// rules of --ruleset.
func (j *selfplayJob) overrideEndgames(c *cli.Context) error {
	var tables selfplay.Endgames
	var err error
	switch {
	case c.IsSet("endgame"):
		tables, err = playedEndgames(c, "endgame", j.material.Rules)
	case j.named != "":
		tables, err = findEndgames(c, j.named, j.material.Rules)
	default:
		return nil
	}
	if err != nil {
		return err
	}
	j.material.Endgames, j.spec.Adjudication.Endgames = tables, tables.Digest()
	return nil
}
