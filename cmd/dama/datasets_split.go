package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
)

func datasetsSplitCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "split", Usage: "divide the games into train, validation and test without a shared position",
		Description: "Games that share a position from the end of their opening on, or a mirror of it,\n" +
			"form a group and go into one part. The three shares are percentages and together 100; what\n" +
			"the groups allow is reached. split.json certifies that no such position is in two parts.",
		Flags: []cli.Flag{
			inFlag("a dataset with games"),
			outFolderFlag(),
			&cli.IntFlag{Name: "train", Value: 80, Usage: "percentage of the games for training"},
			&cli.IntFlag{Name: "validation", Value: 10, Usage: "percentage of the games for validation"},
			&cli.IntFlag{Name: "test", Value: 10, Usage: "percentage of the games for the test"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "draws the order in which games go to the parts"},
			&cli.IntFlag{Name: "from-ply", Usage: "compare positions from this ply on (default: the end of each game's opening)"},
			&cli.BoolFlag{Name: "leave-out", Usage: "leave games of validation and test that share a later position with another part out,\n" +
				"instead of putting them where it is"},
			formatFlag(),
		},
		Action: func(c *cli.Context) error { return splitDataset(c, e) },
	}
}

func splitDataset(c *cli.Context, e *env) error {
	in, out, json, err := inAndOut(c)
	if err != nil {
		return err
	}
	options := datasets.SplitOptions{
		Shares: [3]int{c.Int("train"), c.Int("validation"), c.Int("test")},
		Seed:   c.Uint64("seed"), LeaveOut: c.Bool("leave-out"),
	}
	if c.IsSet("from-ply") {
		options.FromPly = new(c.Int("from-ply"))
	}
	if err := options.Validate(); err != nil {
		return usageError{err}
	}
	show := newProgress(e)
	certificate, err := datasets.Split(c.Context, out, in, options, datasets.Watch{Stage: show.stage, Step: show.step})
	show.close()
	if err != nil {
		return stopped(err, nothingKept)
	}
	if json {
		return e.printJSON(certificate)
	}
	after := "after the openings"
	if options.FromPly != nil {
		after = fmt.Sprintf("from ply %d on", *options.FromPly)
	}
	for _, p := range certificate.Parts {
		e.printf("%-11s %s (%.2f %%, asked %d %%), %s %s\n", p.Part, counted(p.Games, "game"), p.Reached, p.Asked, counted(p.Positions, "different position"), after)
	}
	e.printf("groups      %s of games that share positions, directly or through others; the largest has %s\n",
		thousands(certificate.Groups), counted(certificate.LargestGroup, "game"))
	e.printf("left out    %s\n", counted(len(certificate.LeftOut), "game"))
	e.printf("shared      %s %s in more than one part\n", counted(certificate.Shared, "position"), after)
	return nil
}
