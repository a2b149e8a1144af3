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
	"damalab/puzzles/proof"
)

// puzzlesVerifyView is the result for programs, after a line for each failure.
type puzzlesVerifyView struct {
	Held      int `json:"held"`
	Failed    int `json:"failed"`
	Unchecked int `json:"unchecked,omitempty"`
	// Exceeded is there where a deep search could not tell of some.
	Exceeded int                                        `json:"exceeded,omitempty"`
	Kinds    map[datasets.PuzzleKind]puzzles.KindReport `json:"kinds"`
}

// failureView is one failure for programs.
type failureView struct {
	ID     string `json:"puzzle_id"`
	Reason string `json:"reason"`
}

// uncheckedView is a puzzle that was not checked, for programs.
type uncheckedView struct {
	ID     string `json:"puzzle_id"`
	Reason string `json:"unchecked"`
}

// uncheckedText goes behind the numbers of those that were checked.
func uncheckedText(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d not checked: needs --endgame", n)
}

func puzzlesVerifyCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "verify", Usage: "prove every puzzle again with the second implementation of the rules",
		Description: "Every row is worked out again from its position, its question and its certificate.\n" +
			"Exit code 3 says that a puzzle does not hold, or that a file is not the one it was.\n" +
			"The values of endgames are looked up in tables. A puzzle whose positions no table at hand\n" +
			"knows is named and does not count as one that holds; the exit code is then 1.\n" +
			"With --deep every line of a choice or a shot is searched again besides, full width, without\n" +
			"its certificate.",
		Flags: []cli.Flag{
			inFlag("a dataset with puzzles; nothing in it is changed"),
			checkedEndgamesFlag(),
			&cli.BoolFlag{Name: "deep", Usage: "search for second solutions, beyond the horizon of the certificates"},
			&cli.IntFlag{Name: "deep-plies", Value: proof.DefaultDeep().Plies, Usage: "how many quiet plies --deep looks at behind each move"},
			&cli.IntFlag{Name: "deep-nodes", Value: proof.DefaultDeep().Nodes, Usage: "positions that --deep may look at for one puzzle; what takes more is counted apart"},
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
	if o.Deep, err = deepOptions(c); err != nil {
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
	tables, err := checkedEndgames(c, data)
	if err != nil {
		return err
	}
	defer tables.close()
	for _, t := range tables {
		o.Endgames = append(o.Endgames, t)
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
		return differenceError{fmt.Errorf("%d of %d puzzles in %s do not hold", n, total, data.Dir)}
	}
	if n := len(report.Unchecked); n > 0 {
		return fmt.Errorf("%d of %d puzzles in %s were not checked: name tables that know their positions with --endgame",
			n, total, data.Dir)
	}
	return nil
}

// deepOptions reads --deep and its limit; nil without.
func deepOptions(c *cli.Context) (*proof.DeepOptions, error) {
	var deep proof.DeepOptions
	for name, value := range map[string]*int{"deep-plies": &deep.Plies, "deep-nodes": &deep.Nodes} {
		n, err := positive(c, name)
		if err != nil {
			return nil, err
		}
		if *value = n; c.IsSet(name) && !c.Bool("deep") {
			return nil, badUsage("--%s is a limit of --deep, which is missing", name)
		}
	}
	switch {
	case deep.Plies > proof.MaxDeepPlies:
		return nil, badUsage("--deep-plies: %d is not possible; it is at most %d", deep.Plies, proof.MaxDeepPlies)
	case !c.Bool("deep"):
		return nil, nil
	}
	return &deep, nil
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
	for _, u := range report.Unchecked {
		if inJSON {
			if err := e.printJSON(uncheckedView{u.ID, u.Reason}); err != nil {
				return err
			}
			continue
		}
		e.printf("%s: needs --endgame (%s)\n", u.ID, u.Reason)
	}
	if inJSON {
		return e.printJSON(puzzlesVerifyView{report.Held, len(report.Failed), len(report.Unchecked), report.Exceeded, report.Kinds})
	}
	for _, kind := range slices.Sorted(maps.Keys(report.Kinds)) {
		n := report.Kinds[kind]
		e.printf("%-9s %d hold, %d fail%s%s\n", kind, n.Held, n.Failed, uncheckedText(n.Unchecked), exceededText(n.Exceeded))
	}
	e.printf("all       %d hold, %d fail%s%s\n", report.Held, len(report.Failed), uncheckedText(len(report.Unchecked)), exceededText(report.Exceeded))
	return nil
}

// exceededText says how many took more positions than a deep search may see.
func exceededText(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d took more positions than the limit", n)
}
