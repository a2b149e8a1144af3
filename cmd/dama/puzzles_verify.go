package main

import (
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
	"damalab/puzzles"
)

// puzzlesVerifyView is the result for programs, after a line for each failure.
type puzzlesVerifyView struct {
	Held   int                                        `json:"held"`
	Failed int                                        `json:"failed"`
	Kinds  map[datasets.PuzzleKind]puzzles.KindReport `json:"kinds"`
}

// failureView is one failure for programs.
type failureView struct {
	ID     string `json:"puzzle_id"`
	Reason string `json:"reason"`
}

func puzzlesVerifyCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "verify", Usage: "prove every puzzle again with the second implementation of the rules",
		Description: "Every row is worked out again from its position, its question and its certificate.\n" +
			"Exit code 3 says that a puzzle does not hold, or that a file is not the one it was.",
		Flags: []cli.Flag{
			inFlag("a dataset with puzzles; nothing in it is changed"),
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "how many puzzles are checked at a time"},
			formatFlag(),
		},
		Action: func(c *cli.Context) error { return verifyPuzzles(c, e) },
	}
}

func verifyPuzzles(c *cli.Context, e *env) error {
	inJSON, err := asJSON(c)
	if err != nil {
		return err
	}
	o := puzzles.VerifyOptions{}
	if o.Workers, err = workersOf(c); err != nil {
		return err
	}
	data, err := puzzlesInput(c)
	if err != nil {
		return err
	}
	o.Ruleset = data.Manifest.RulesetFor
	if o.Rated, err = puzzles.Rated(data); errors.Is(err, datasets.ErrDamaged) {
		return differenceError{fmt.Errorf("%s: %w", data.Dir, err)}
	}
	if err != nil {
		return err
	}
	total := rowsOf(data, datasets.Puzzles)
	show := newProgress(e)
	show.stage("verify", fmt.Sprintf("%d puzzles of %s", total, data.Dir))
	o.Progress = func(done int) { show.step(done, total) }
	report, err := puzzles.VerifyAll(c.Context, data.Puzzles(), o)
	show.close()
	if errors.Is(err, datasets.ErrDamaged) {
		return differenceError{err}
	}
	if err != nil {
		return stopped(err, "not all puzzles were checked")
	}
	if err := e.printVerified(report, inJSON); err != nil {
		return err
	}
	if n := len(report.Failed); n > 0 {
		return differenceError{fmt.Errorf("%d of %d puzzles in %s do not hold", n, n+report.Held, data.Dir)}
	}
	return nil
}

// printVerified prints the failures and then the numbers.
func (e *env) printVerified(report puzzles.Report, inJSON bool) error {
	for _, f := range report.Failed {
		if inJSON {
			if err := e.printJSON(failureView{f.ID, f.Reason}); err != nil {
				return err
			}
			continue
		}
		e.printf("failed %s: %s\n", f.ID, f.Reason)
	}
	if inJSON {
		return e.printJSON(puzzlesVerifyView{report.Held, len(report.Failed), report.Kinds})
	}
	for _, kind := range slices.Sorted(maps.Keys(report.Kinds)) {
		n := report.Kinds[kind]
		e.printf("%-9s %d hold, %d fail\n", kind, n.Held, n.Failed)
	}
	e.printf("all       %d hold, %d fail\n", report.Held, len(report.Failed))
	return nil
}
