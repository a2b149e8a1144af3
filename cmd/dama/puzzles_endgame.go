package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
	"damalab/endgame"
	"damalab/puzzles"
)

// openTables are tables that a command has opened for itself, if any.
type openTables struct{ *endgame.Tables }

// close closes the tables, which nobody may be asking any more.
func (t openTables) close() {
	if t.Tables != nil {
		_ = t.Close() // they were only read
	}
}

// minedEndgamesFlag names tables for puzzles of the kind endgame.
func minedEndgamesFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "endgame", DefaultText: endgame.BuiltinName,
		Usage: fmt.Sprintf("tables for the kind endgame: a folder made by 'dama endgame build', or '%s' for those of up to %d pieces",
			endgame.BuiltinName, endgame.BuiltinPieces),
	}
}

// checkedEndgamesFlag names tables that confirm values.
func checkedEndgamesFlag() cli.Flag {
	return &cli.StringFlag{
		Name:  "endgame",
		Usage: "tables besides the built-in ones that confirm the values of endgames: a folder made by 'dama endgame build'",
	}
}

// minedEndgames reads --endgame for mining. Without the kind endgame it is refused;
// with it there must be some tables.
func minedEndgames(c *cli.Context, o *puzzles.Options) (openTables, error) {
	wanted := slices.Contains(o.Kinds, datasets.EndgamePuzzle)
	if c.IsSet("endgame") && !wanted {
		return openTables{}, badUsage("--endgame: it is for the kind endgame, and --kinds does not name that")
	}
	if builtin, ok := endgame.Builtin(o.Ruleset.Facts); ok {
		openTables{builtin}.close()
	} else if wanted && !c.IsSet("endgame") && !c.IsSet("kinds") {
		o.Kinds = slices.DeleteFunc(o.Kinds, func(k datasets.PuzzleKind) bool { return k == datasets.EndgamePuzzle })
	} else if wanted && !c.IsSet("endgame") {
		return openTables{}, badUsage("--kinds endgame: there are no built-in tables for the facts of %q; "+
			"make some with 'dama endgame build' and name their folder with --endgame", o.Ruleset.Name)
	}
	return examinedEndgames(c, o)
}

// examinedEndgames reads --endgame. The built-in tables are asked in any case.
func examinedEndgames(c *cli.Context, o *puzzles.Options) (openTables, error) {
	t, err := endgamesOf(c, "endgame", o.Ruleset)
	if t == nil || err != nil {
		return openTables{}, err
	}
	if c.String("endgame") != endgame.BuiltinName {
		o.Endgames = t
	}
	return openTables{t}, nil
}

// checkedEndgames reads --endgame of a dataset whose rulesets may be several: the
// tables must be those of one of them.
func checkedEndgames(c *cli.Context, data *datasets.Dataset) (openTables, error) {
	if c.String("endgame") == endgame.BuiltinName {
		return openTables{}, nil // they are asked in any case
	}
	var errs []error
	for _, r := range data.Manifest.AllRulesets() {
		t, err := endgamesOf(c, "endgame", r)
		if err == nil {
			if t == nil {
				return openTables{}, nil
			}
			return openTables{t}, nil
		}
		if !errors.Is(err, endgame.ErrOtherRules) {
			return openTables{}, err
		}
		errs = append(errs, err)
	}
	return openTables{}, errors.Join(errs[:min(1, len(errs))]...)
}

// kindsWithSolution are the kinds that a position on its own can be.
func kindsWithSolution() []datasets.PuzzleKind {
	return slices.DeleteFunc(puzzles.Kinds(), func(k datasets.PuzzleKind) bool { return k == datasets.DrillPuzzle })
}
