package main

import (
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/endgame"
)

func endgameCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "endgame", Usage: "exact endgame tables: make them, check them, ask them",
		Description: "The tables of up to " + strconv.Itoa(endgame.BuiltinPieces) + " pieces are built in:\n" +
			"   dama endgame probe --fen W:WKa2,Kb8:BKb1\n" +
			"   dama endgame info --material KKvK\n" +
			"More pieces are made once, and named with --in:\n" +
			"   dama endgame build --pieces 4 --out tables\n" +
			"   dama endgame probe --in tables --fen W:WKa1,Kb3:BKh8,h6",
		Subcommands: []*cli.Command{
			endgameBuildCommand(e), endgameVerifyCommand(e), endgameInfoCommand(e), endgameProbeCommand(e), endgameExportCommand(e),
		},
	}
}

// tablesFlags are the flags that say which tables are meant.
func tablesFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "in", Usage: fmt.Sprintf("the folder of a set of tables (default: the built-in ones of up to %d pieces)", endgame.BuiltinPieces)},
		rulesetFlag(),
	}
}

// tablesOf opens the tables that the flags name. Without --in they are the
// built-in ones of the ruleset; with it, --ruleset is a check if it is given.
func tablesOf(c *cli.Context) (*endgame.Tables, error) {
	rules, err := rulesetOf(c)
	if err != nil {
		return nil, err
	}
	if !c.IsSet("in") {
		if t, ok := endgame.Builtin(rules.Facts); ok {
			return t, nil
		}
		return nil, badUsage("--ruleset: there are no built-in tables for the facts of %q; "+
			"make some with 'dama endgame build' and name their folder with --in", rules.Name)
	}
	dir := c.String("in")
	if dir == "" {
		return nil, badUsage("--in: the name of the folder is empty")
	}
	if c.IsSet("ruleset") {
		return endgame.Open(dir, rules.Facts)
	}
	return endgame.OpenAny(dir)
}

// rulesText says in words what tables answer for.
func rulesText(r endgame.Rules) string {
	return fmt.Sprintf("promotion %s, reversal %s, one piece each: %s, king versus man: %s",
		r.Promotion, r.Reversal, r.OnePieceEach, r.KingVersusMan)
}

// rulesNames lists the built-in rulesets that a set of rules answers for.
func rulesNames(r endgame.Rules) []string {
	names := []string{}
	for _, set := range dama.Rulesets() {
		if endgame.RulesOf(set.Facts) == r {
			names = append(names, set.Name)
		}
	}
	return names
}
