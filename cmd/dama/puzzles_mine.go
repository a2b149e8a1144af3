package main

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles"
)

func puzzlesMineCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "mine", Usage: "find puzzles in the games of a dataset",
		Description: "The games may be our own or imported. The result is a dataset of puzzles alone, the same\n" +
			"for any number of workers. What was turned away is counted by its reason.",
		Flags: []cli.Flag{
			inFlag("a dataset with games; nothing in it is changed"),
			outFolderFlag(),
			&cli.StringFlag{Name: "kinds", Value: string(datasets.MaximumPuzzle), Usage: "kinds of puzzle, with commas between them: " + kindNames(puzzles.Kinds())},
			&cli.StringFlag{Name: "ruleset", Usage: "the ruleset whose games are mined; needed where the dataset has several"},
			&cli.StringFlag{Name: "rejected", Usage: "a file of puzzles that are not wanted: an id, a tab and the reason a line"},
			&cli.BoolFlag{Name: "rate", Usage: "let a ladder of solvers try every puzzle, and rate the puzzles by that"},
			&cli.BoolFlag{Name: "skip-illegal", Usage: "leave games with an illegal move out instead of stopping at the first"},
			&cli.BoolFlag{Name: "criteria", Usage: "print what a puzzle must offer, with units and reasons, and do nothing else"},
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "how many games are mined at a time"},
			formatFlag(),
		},
		Action: func(c *cli.Context) error { return minePuzzles(c, e) },
	}
}

func minePuzzles(c *cli.Context, e *env) error {
	if c.Bool("criteria") {
		inJSON, err := asJSON(c)
		if err != nil {
			return err
		}
		return e.printCriteria(puzzles.DefaultCriteria().List(), inJSON)
	}
	in, out, inJSON, err := inAndOut(c)
	if err != nil {
		return err
	}
	o := puzzles.Options{Criteria: puzzles.DefaultCriteria(), SkipIllegal: c.Bool("skip-illegal")}
	if o.Workers, err = workersOf(c); err != nil {
		return err
	}
	if o.Kinds, err = kindsOf(c); err != nil {
		return err
	}
	if o.Rejected, err = rejectedOf(c); err != nil {
		return err
	}
	data, err := datasets.Open(in)
	if err != nil {
		return err
	}
	if len(data.Shards(datasets.Games)) == 0 {
		return fmt.Errorf("%s has no games, and puzzles are mined from games", data.Dir)
	}
	if o.Ruleset, err = minedRuleset(c, data); err != nil {
		return err
	}
	return e.mine(c, data, out, o, inJSON)
}

// rejectedOf reads --rejected.
func rejectedOf(c *cli.Context) (puzzles.Rejected, error) {
	path := c.String("rejected")
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := puzzles.ReadRejected(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return list, nil
}

// mine does the work and prints the funnel.
func (e *env) mine(c *cli.Context, data *datasets.Dataset, out string, o puzzles.Options, inJSON bool) error {
	total := rowsOf(data, datasets.Games)
	show := newProgress(e)
	show.stage("mine", fmt.Sprintf("%s from %d games of %s", kindNames(o.Kinds), total, data.Dir))
	games := gamesUnder(o.Ruleset.Name, data, func(done int) { show.step(done, total) })
	funnel, err := puzzles.MineTo(c.Context, out, data.Manifest.SpecDigest, games, o, data.Dir)
	show.close()
	if errors.Is(err, puzzles.ErrIllegalGame) {
		return fmt.Errorf("%s: %w; --skip-illegal leaves such games out", data.Dir, err)
	}
	if err != nil {
		return stopped(err, nothingKept)
	}
	if inJSON {
		err = e.printJSON(funnel)
	} else {
		e.printf("%v", funnel)
	}
	if err == nil && c.Bool("rate") && funnel.Found > 0 {
		err = e.rate(c, out, o.Workers, inJSON)
	}
	if err != nil || inJSON {
		return err
	}
	if reason := funnel.Main(); funnel.Found == 0 && reason != "" {
		e.printf("no puzzles, mostly for %s: %s\n", reason, reason.Text(dama.English))
	} else if funnel.Found == 0 {
		e.printf("no puzzles: there is no position to judge\n")
	}
	return nil
}

// rate rates a mined set and prints how well the ratings predict.
func (e *env) rate(c *cli.Context, out string, workers int, inJSON bool) error {
	m, err := datasets.LoadManifest(out)
	if err != nil {
		return err
	}
	show := newProgress(e)
	show.stage("rate", "the puzzles of "+out)
	report, err := puzzles.RateInto(c.Context, out, m, puzzles.RateOptions{Workers: workers, Progress: func(done int) { show.step(done, rowsOf(&datasets.Dataset{Manifest: m}, datasets.Puzzles)) }})
	show.close()
	if err != nil {
		return stopped(err, "the puzzles are there, rated by their positions alone")
	}
	if inJSON {
		return e.printJSON(report)
	}
	e.printf("%v", report)
	return nil
}

// gamesUnder yields the dataset's games of one ruleset and counts all of them.
func gamesUnder(ruleset string, data *datasets.Dataset, count func(done int)) iter.Seq2[datasets.Game, error] {
	return func(yield func(datasets.Game, error) bool) {
		done := 0
		for g, err := range data.Games() {
			if err == nil {
				done++
				count(done)
				if g.Ruleset != ruleset && data.Manifest.Mixed() {
					continue
				}
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// minedRuleset is the dataset's ruleset, or the one of several that --ruleset names.
func minedRuleset(c *cli.Context, data *datasets.Dataset) (dama.Ruleset, error) {
	name := c.String("ruleset")
	if name == "" {
		r, err := data.Manifest.OneRuleset()
		if err != nil {
			err = badUsage("%s: %w, or name one with --ruleset", data.Dir, err)
		}
		return r, err
	}
	if r, ok := data.Manifest.RulesetFor(name); ok {
		return r, nil
	}
	var names []string
	for _, r := range data.Manifest.AllRulesets() {
		names = append(names, r.Name)
	}
	return dama.Ruleset{}, badUsage("--ruleset: no game of %s was played under %q, but under %s; puzzles hold under the rules of their games",
		data.Dir, name, strings.Join(names, ", "))
}

// kindsOf reads --kinds of what can be mined.
func kindsOf(c *cli.Context) (kinds []datasets.PuzzleKind, err error) {
	for name := range strings.SplitSeq(c.String("kinds"), ",") {
		kind := datasets.PuzzleKind(name)
		switch {
		case !slices.Contains(puzzles.Kinds(), kind):
			return nil, badUsage("--kinds: %q can't be mined; what can is %s", name, kindNames(puzzles.Kinds()))
		case slices.Contains(kinds, kind):
			return nil, badUsage("--kinds: %q is there twice", name)
		}
		kinds = append(kinds, kind)
	}
	return kinds, nil
}

func kindNames(kinds []datasets.PuzzleKind) string {
	names := make([]string, len(kinds))
	for i, kind := range kinds {
		names[i] = string(kind)
	}
	return strings.Join(names, ",")
}

// printCriteria prints one criterion a line.
func (e *env) printCriteria(list []puzzles.Criterion, inJSON bool) error {
	for _, x := range list {
		if inJSON {
			if err := e.printJSON(x); err != nil {
				return err
			}
			continue
		}
		e.printf("%-13s %-20s %7v %s\n%42s %s\n", kindNames(x.Kinds), x.Name, x.Value, x.Unit, "", x.Reason)
	}
	return nil
}
