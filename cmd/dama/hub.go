package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/search"
	"damalab/search/hub"
)

func hubCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "hub", Usage: "the engine behind the Hub protocol, for programs with a board",
		Description: "Reads commands from standard input and answers on standard output: Hub protocol, version 2.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "weights", Usage: "a weights file (default: the built-in weights)"},
			endgameFlag(), rulesetFlag(),
		},
		Action: func(c *cli.Context) error { return serveHub(c, e) },
	}
}

func serveHub(c *cli.Context, e *env) error {
	rules, err := rulesetOf(c)
	if err != nil {
		return err
	}
	weights, err := weightsOf(c, "weights", rules)
	if err != nil {
		return err
	}
	flag := helpersFlag{c: c, e: e}
	tables, err := flag.open(rules) // what is wrong with them is better said at once
	if err != nil {
		return err
	}
	defer func() { tables.close() }()
	name, version, _ := strings.Cut(datasets.ToolVersion, " ")
	return hub.Serve(c.Context, e.stdin, e.stdout, hub.Config{
		Name: name, Version: version, Author: "the Dama Lab authors", Ruleset: rules,
		New: func(rules dama.Ruleset, hashMB int) (hub.Engine, error) {
			// The other side may have asked for a ruleset other than --ruleset.
			if c.IsSet("weights") && weights.Ruleset != eval.AnyRuleset && weights.Ruleset != rules.Name {
				return nil, fmt.Errorf("%s: these weights are for the ruleset %q, not %q", c.String("weights"), weights.Ruleset, rules.Name)
			}
			tables.close()
			if tables, err = flag.open(rules); err != nil {
				return nil, err
			}
			params := search.DefaultParams()
			params.TableEntries = hashMB << 20 / search.EntryBytes
			engine := search.New(rules.Facts, eval.New(weights), params)
			tables.help(engine)
			return helpedEngine{engine, tables, e}, nil
		},
	})
}
