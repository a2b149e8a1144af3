package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/eval"
	"damalab/search"
	"damalab/search/hub"
	"damalab/search/plain"
	"damalab/selfplay"
	"damalab/selfplay/match"
)

// sidesOf reads what says who plays.
func sidesOf(c *cli.Context, rules dama.Ruleset) (a, b match.Side, err error) {
	tables, err := matchEndgames(c, rules)
	if err != nil {
		return a, b, err
	}
	if a, err = sideOf(c, "a", rules, tables[0]); err != nil {
		return a, b, err
	}
	b, err = sideOf(c, "b", rules, tables[1])
	return a, b, err
}

// matchEndgames opens the tables of either side, which stay open until the program
// ends. They are for the search of our own engine.
func matchEndgames(c *cli.Context, rules dama.Ruleset) (tables [2]selfplay.Endgames, err error) {
	if c.IsSet("endgame") {
		switch {
		case c.IsSet("endgame-a") || c.IsSet("endgame-b"):
			return tables, badUsage("--endgame is for both sides; leave it away, or leave --endgame-a and --endgame-b away")
		case !weightsSide(c.String("a")) && !weightsSide(c.String("b")):
			return tables, badUsage("--endgame is for sides with weights, and there is none; give an external engine tables of its own")
		}
		tables[0], err = playedEndgames(c, "endgame", rules)
		return [2]selfplay.Endgames{tables[0], tables[0]}, err
	}
	for i, side := range []string{"a", "b"} {
		flag := "endgame-" + side
		if c.IsSet(flag) && !weightsSide(c.String(side)) {
			return tables, badUsage("--%s is for a side with weights; --%s is %q", flag, side, c.String(side))
		}
		if tables[i], err = playedEndgames(c, flag, rules); err != nil {
			return tables, err
		}
	}
	return tables, nil
}

// givePositions reads --positions.
func givePositions(c *cli.Context, o *match.Openings, rules dama.Ruleset) error {
	if !c.IsSet("positions") {
		return nil
	}
	path := c.String("positions")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	positions, err := selfplay.ParsePositions(rules.Facts, text)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	o.Give(positions)
	return nil
}

// weightsSide tells whether a side is our engine with weights.
func weightsSide(name string) bool { return name == "default" || filepath.Ext(name) == ".json" }

// sideOf reads --a or --b.
func sideOf(c *cli.Context, flag string, rules dama.Ruleset, tables selfplay.Endgames) (match.Side, error) {
	name := c.String(flag)
	if !weightsSide(name) && (c.IsSet("set-"+flag) || c.IsSet("drop-"+flag)) {
		return match.Side{}, badUsage("--set-%s and --drop-%s are for weights; --%s is %q", flag, flag, flag, name)
	}
	command, external := strings.CutPrefix(name, "hub:")
	switch {
	case name == "":
		return match.Side{}, badUsage("--%s is missing: a weights file, default, plain or hub:COMMAND", flag)
	case external:
		return hubSide(flag, command, rules)
	case name == "default":
		return changedSide(c, flag, eval.Default(), tables)
	case name == "plain":
		return match.MoverSide("plain", func(s *match.Spec) selfplay.Mover {
			return &plain.Engine{Nodes: s.Nodes, Time: s.MoveTime}
		}), nil
	case filepath.Ext(name) != ".json":
		return match.Side{}, badUsage("--%s: %q is neither a file ending in .json nor default, plain or hub:COMMAND", flag, name)
	}
	w, err := weightsOf(c, flag, rules)
	if err != nil {
		return match.Side{}, err
	}
	return changedSide(c, flag, w, tables)
}

// changedSide is a side with weights, less what --drop and --set take away.
func changedSide(c *cli.Context, flag string, w *eval.Weights, tables selfplay.Endgames) (match.Side, error) {
	for _, name := range c.StringSlice("drop-" + flag) {
		if err := w.Drop(name); err != nil {
			return match.Side{}, badFlag("drop-"+flag, err)
		}
	}
	var changes []match.Change
	for _, text := range c.StringSlice("set-" + flag) {
		name, value, _ := strings.Cut(text, "=")
		params := search.DefaultParams()
		if err := params.Set(name, value); err != nil {
			return match.Side{}, badFlag("set-"+flag, err)
		}
		changes = append(changes, match.Change{Name: name, Value: value})
	}
	return match.ChangedSide(w, changes, tables), nil
}

func hubSide(flag, command string, rules dama.Ruleset) (match.Side, error) {
	argv := strings.Fields(command)
	if len(argv) == 0 {
		return match.Side{}, badUsage("--%s: hub: needs a command to start", flag)
	}
	return match.Side{Name: "hub:" + command, New: func(ctx context.Context, s *match.Spec, _ dama.Ruleset) (match.Player, error) {
		client, err := hub.Start(ctx, argv, hub.Options{Ruleset: rules.Name, Nodes: s.Nodes, MoveTime: s.MoveTime})
		if err != nil {
			return nil, err
		}
		return client, nil
	}}, nil
}
