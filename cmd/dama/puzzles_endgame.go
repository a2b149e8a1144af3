package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/datasets"
	"damalab/endgame"
	"damalab/puzzles"
)

// openTables are tables that a command has opened for itself.
type openTables []*endgame.Tables

// close closes the tables, which nobody may be asking any more.
func (list openTables) close() {
	for _, t := range list {
		_ = t.Close() // they were only read
	}
}

// minedEndgamesFlag names tables for puzzles of the kind endgame.
func minedEndgamesFlag() cli.Flag {
	return &cli.StringSliceFlag{
		Name: "endgame", DefaultText: endgame.BuiltinName,
		Usage: fmt.Sprintf("tables for the kind endgame: a folder made by 'dama endgame build', or '%s' for those of up to %d pieces; "+
			"repeated with tables of other rules, which tell what an endgame is under these", endgame.BuiltinName, endgame.BuiltinPieces),
	}
}

// checkedEndgamesFlag names tables that confirm values.
func checkedEndgamesFlag() cli.Flag {
	return &cli.StringSliceFlag{
		Name:  "endgame",
		Usage: "tables besides the built-in ones that confirm the values of endgames: a folder made by 'dama endgame build'; may be repeated",
	}
}

// minedEndgames reads --endgame for mining. Without the kind endgame it is refused;
// with it there must be some tables.
func minedEndgames(c *cli.Context, o *puzzles.Options) (openTables, error) {
	wanted := slices.Contains(o.Kinds, datasets.EndgamePuzzle)
	if c.IsSet("endgame") && !wanted {
		return nil, badUsage("--endgame: it is for the kind endgame, and --kinds does not name that")
	}
	if builtin, ok := endgame.Builtin(o.Ruleset.Facts); ok {
		_ = builtin.Close()
	} else if wanted && !c.IsSet("endgame") && !c.IsSet("kinds") {
		o.Kinds = slices.DeleteFunc(o.Kinds, func(k datasets.PuzzleKind) bool { return k == datasets.EndgamePuzzle })
	} else if wanted && !c.IsSet("endgame") {
		return nil, badUsage("--kinds endgame: there are no built-in tables for the facts of %q; "+
			"make some with 'dama endgame build' and name their folder with --endgame", o.Ruleset.Name)
	}
	return examinedEndgames(c, o)
}

// examinedEndgames reads --endgame. The built-in tables are asked in any case.
func examinedEndgames(c *cli.Context, o *puzzles.Options) (openTables, error) {
	list, own, err := openEndgames(c, c.StringSlice("endgame"), []dama.Ruleset{o.Ruleset})
	if err != nil {
		return nil, err
	}
	for i, t := range list {
		if own[i] {
			o.Endgames = t
		} else {
			o.Elsewhere = append(o.Elsewhere, t)
		}
	}
	return list, nil
}

// openEndgames opens the named tables besides the built-in ones: one set of each rules
// at most, and not only of other rules than those of the given rulesets. The tables of
// one of these are own.
func openEndgames(c *cli.Context, names []string, rulesets []dama.Ruleset) (list openTables, own []bool, err error) {
	defer func() {
		if err != nil {
			list.close()
		}
	}()
	of := map[endgame.Rules]string{}
	var others error // why the first of other rules is of other rules
	reached := len(names) == 0
	for _, name := range names {
		t, isOwn, err := openEndgame(c, name, rulesets)
		switch {
		case errors.Is(err, endgame.ErrOtherRules) && t != nil:
			if others == nil {
				others = err
			}
		case err != nil:
			return list, nil, err
		}
		reached = reached || isOwn
		if name == endgame.BuiltinName {
			_ = t.Close()
			continue
		}
		list, own = append(list, t), append(own, isOwn)
		if before, twice := of[t.Rules()]; twice {
			return list, nil, badUsage("--endgame: %s and %s are tables of the same rules; name one of them", before, name)
		}
		of[t.Rules()] = name
	}
	if !reached {
		return list, nil, others
	}
	return list, own, nil
}

// openEndgame opens the tables of a name. Those of other rules than the rulesets' are
// opened with an error that says so.
func openEndgame(c *cli.Context, name string, rulesets []dama.Ruleset) (t *endgame.Tables, own bool, err error) {
	var first error
	for _, r := range rulesets {
		t, err := namedEndgames(c, "endgame", name, r)
		if err == nil {
			return t, true, nil
		}
		if !errors.Is(err, endgame.ErrOtherRules) {
			return nil, false, err
		}
		if first == nil {
			first = err
		}
	}
	if t, err = endgame.OpenAny(name); err == nil {
		err = first
	}
	return t, false, err
}

// checkedEndgames reads --endgame of a dataset whose rulesets may be several. The
// built-in tables are asked in any case.
func checkedEndgames(c *cli.Context, data *datasets.Dataset) (openTables, error) {
	names := slices.DeleteFunc(slices.Clone(c.StringSlice("endgame")), func(name string) bool { return name == endgame.BuiltinName })
	list, _, err := openEndgames(c, names, data.Manifest.AllRulesets())
	return list, err
}

// kindsWithSolution are the kinds that a position on its own can be.
func kindsWithSolution() []datasets.PuzzleKind {
	return slices.DeleteFunc(puzzles.Kinds(), func(k datasets.PuzzleKind) bool { return k == datasets.DrillPuzzle })
}
