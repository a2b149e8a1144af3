package main

import (
	"github.com/urfave/cli/v2"

	"damalab/datasets"
)

func datasetsDedupCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "dedup", Usage: "write each position once, mirrors and exchanged colors being the same",
		Description: "Of rows with the same position the first is kept as it is; scores and results\n" +
			"of the others are not averaged into it. Without positions those of the games are taken.",
		Flags: []cli.Flag{
			inFlag("a dataset with positions or games"),
			outFolderFlag(),
			formatFlag(),
		},
		Action: func(c *cli.Context) error { return dedupDataset(c, e) },
	}
}

func dedupDataset(c *cli.Context, e *env) error {
	in, out, json, err := inAndOut(c)
	if err != nil {
		return err
	}
	show := newProgress(e)
	report, err := datasets.Dedup(c.Context, out, in, datasets.Watch{Stage: show.stage, Step: show.step})
	show.close()
	if err != nil {
		return stopped(err, nothingKept)
	}
	if json {
		return e.printJSON(report)
	}
	e.printf("rows      %s, from %s\n", thousands(report.Rows), report.From)
	e.printf("exact     %s of a position\n", counted(report.Exact, "repeat"))
	e.printf("mirrored  %s in a mirror or with the colors exchanged\n", counted(report.Mirrored, "repeat"))
	e.printf("kept      %s\n", thousands(report.Kept))
	return nil
}
