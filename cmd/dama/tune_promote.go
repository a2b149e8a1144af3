package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"damalab/internal/pipeline"
	"damalab/tuner"
)

func tunePromoteCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "promote", Usage: "build weights in that have passed their match against the built-in ones",
		Description: "Replaces eval/default.json in a checkout of the source and adds a line to its ledger.\n" +
			"Build the program again afterwards.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "in", Usage: "the folder of a fit with its match"},
			&cli.StringFlag{Name: "to", Value: ".", Usage: "the checkout of the source"},
			&cli.StringFlag{Name: "ledger", Usage: "the ledger to add to (default: " + pipeline.DefaultLedger + " in the checkout)"},
			formatFlag(),
		},
		Action: func(c *cli.Context) error { return promote(c, e) },
	}
}

func promote(c *cli.Context, e *env) error {
	in, inJSON, err := inAndFormat(c)
	if err != nil {
		return err
	}
	p, done, err := pipeline.Promote(pipeline.PromoteConfig{In: in, To: c.String("to"), Ledger: c.String("ledger")})
	if errors.Is(err, pipeline.ErrNotWon) {
		return fmt.Errorf("%s: %w; play it with 'dama tune --in DATA --out %s --match', DATA and options as the fit had them", in, err, in)
	}
	if err != nil {
		return err
	}
	if done {
		e.note("promote: these weights are built in already")
	}
	if inJSON {
		return e.printJSON(p)
	}
	target := filepath.Join(c.String("to"), filepath.FromSlash(pipeline.DefaultWeights))
	e.printf("weights  %s is now %.12s; it was %.12s\n", target, p.Installed, p.Replaced)
	e.printf("match    %+.1f Elo (95 %%: %+.1f to %+.1f) in %d pairs at %d nodes\n", p.Match.Elo, p.Match.Low, p.Match.High, p.Match.Pairs, p.Match.Nodes)
	e.printf("ledger   entry %d\n", p.Entry)
	return nil
}

func tuneLedgerCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "ledger", Usage: "check a ledger of promotions line by line, and show it",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "in", Usage: "the ledger's file, such as " + pipeline.DefaultLedger},
			formatFlag(),
		},
		Action: func(c *cli.Context) error { return showLedger(c, e) },
	}
}

func showLedger(c *cli.Context, e *env) error {
	in, inJSON, err := inAndFormat(c)
	if err != nil {
		return err
	}
	if _, err := os.Stat(in); err != nil {
		return err // a ledger without lines may be missing, but not one that is named
	}
	entries, err := tuner.ReadLedger(in)
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return err
	}
	if err != nil {
		return differenceError{err}
	}
	for i, p := range entries {
		if err := pipeline.CheckPromotion(p); err != nil {
			return differenceError{fmt.Errorf("%s, line %d: %w", in, i+1, err)}
		}
		if inJSON {
			if err := e.printJSON(p); err != nil {
				return err
			}
			continue
		}
		note := ""
		if i > 0 && p.Replaced != entries[i-1].Installed {
			note = "; the weights it replaced are not those of the entry before"
		}
		e.printf("%-4d %.12s for %.12s, %+.1f Elo (%+.1f to %+.1f) in %d pairs at %d nodes, data %.12s%s\n",
			p.Entry, p.Installed, p.Replaced, p.Match.Elo, p.Match.Low, p.Match.High, p.Match.Pairs, p.Match.Nodes, p.Data, note)
	}
	if !inJSON {
		e.printf("chain    whole: %s\n", countedAs(len(entries), "entry", "entries"))
	}
	return nil
}
