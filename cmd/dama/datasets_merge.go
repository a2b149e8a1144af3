package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
)

func datasetsMergeCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "merge", Usage: "join datasets into one: each game and puzzle once",
		Description: "Parts of one run become that run. The order of the inputs does not matter.\n" +
			"Positions are left out: they are made from the games. So are exact results: rescore the result.",
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "in", Usage: "the folder of a dataset; repeated for each one"},
			outFolderFlag(),
			formatFlag(),
		},
		Action: func(c *cli.Context) error { return mergeDatasets(c, e) },
	}
}

func mergeDatasets(c *cli.Context, e *env) error {
	inputs, err := neededList(c, "in")
	if err != nil {
		return err
	}
	out, err := needed(c, "out")
	if err != nil {
		return err
	}
	json, err := asJSON(c)
	if err != nil {
		return err
	}
	show := newProgress(e)
	report, err := datasets.Merge(c.Context, out, inputs, datasets.Watch{Stage: show.stage, Step: show.step})
	show.close()
	if err != nil {
		return e.mergeFailed(err)
	}
	if report.PositionsLeft > 0 {
		e.note("note: %s left out; make them again with 'dama datasets positions --in %s'", countedAs(report.PositionsLeft, "position is", "positions are"), out)
	}
	if report.RescoredLeft > 0 {
		e.note("note: %s left out; make them again with 'dama datasets rescore --in %s'", countedAs(report.RescoredLeft, "exact result is", "exact results are"), out)
	}
	if json {
		return e.printJSON(report)
	}
	e.printf("games    %s of %s (%s there more than once)\n", thousands(report.Games), counted(report.Runs, "run"), countedAs(report.RepeatedGames, "was", "were"))
	if len(report.Indexes) > 0 {
		e.printf("         %s\n", indexesText(report.Indexes))
	}
	if missing := missingIndexes(report.Indexes); len(missing) > 0 {
		e.printf("missing  %s\n", indexesText(missing))
	}
	e.printf("puzzles  %s (%s found more than once)\n", thousands(report.Puzzles), countedAs(report.RepeatedPuzzles, "was", "were"))
	for _, name := range report.Rulesets {
		e.printf("ruleset  %s\n", name)
	}
	e.printf("spec     %s\n", report.SpecDigest)
	return nil
}

// missingIndexes are the gaps in a run, from its first game on.
func missingIndexes(list []datasets.IndexRange) (gaps []datasets.IndexRange) {
	next := int64(0)
	for _, r := range list {
		if r.From > next {
			gaps = append(gaps, datasets.IndexRange{From: next, To: r.From - 1})
		}
		next = r.To + 1
	}
	return gaps
}

// mergeFailed names the conflicts before it says that there are some.
func (e *env) mergeFailed(err error) error {
	var conflicts *datasets.ConflictError
	if !errors.As(err, &conflicts) {
		return stopped(err, nothingKept)
	}
	for _, c := range conflicts.List {
		e.note("conflict: %v", c)
	}
	if more := conflicts.Total - len(conflicts.List); more > 0 {
		e.note("conflict: and %s more", thousands(more))
	}
	return differenceError{fmt.Errorf("the inputs contradict each other in %s, and nothing is written; find out which of them is right", counted(conflicts.Total, "row"))}
}

// nothingKept is what Ctrl-C means for a command that makes its output whole or
// not at all.
const nothingKept = "nothing is kept of the output; the same command makes it from the beginning"
