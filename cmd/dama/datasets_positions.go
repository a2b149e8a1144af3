package main

import (
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
)

func datasetsPositionsCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "positions", Usage: "expand games to positions, a row a ply, as a dataset of their own",
		Description: "The positions of all games are written, or those that every flag lets through.\n" +
			"Scores are White's. The output folder must be new or empty.",
		Flags: append([]cli.Flag{
			inFlag("a dataset with games"),
			outFolderFlag(),
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "how many files are written at a time"},
			formatFlag(),
		}, positionFlags()...),
		Action: func(c *cli.Context) error { return writePositions(c, e) },
	}
}

func writePositions(c *cli.Context, e *env) error {
	in, out, inJSON, err := inAndOut(c)
	if err != nil {
		return err
	}
	o := datasets.PositionsOptions{}
	if o.Workers, err = workersOf(c); err != nil {
		return err
	}
	if o.Filter, err = positionFilterOf(c); err != nil {
		return err
	}
	data, err := datasets.Open(in)
	if err != nil {
		return err
	}
	show := newProgress(e)
	show.stage("expand", fmt.Sprintf("the games of %s", data.Dir))
	o.Progress = show.step
	sum, err := datasets.WritePositions(c.Context, data, out, o)
	show.close()
	if err != nil {
		return stopped(err, nothingKept)
	}
	if inJSON {
		return e.printJSON(sum)
	}
	e.printf("games      %s with %s\n", thousands(sum.Games), counted(sum.Plies, "position"))
	e.printf("rows       %s in %s\n", thousands(sum.Rows), counted(sum.Shards, "file"))
	for _, t := range sum.Turned {
		e.printf("left out   %s by --%s\n", thousands(t.Rows), filterFlag(t.Filter))
	}
	if sum.Rows > 0 {
		e.printf("bytes      %s, %.2f a row\n", thousands(sum.Bytes), float64(sum.Bytes)/float64(sum.Rows))
	}
	return nil
}

// filterFlag is the flag of a filter; those with bounds have two.
func filterFlag(filter string) string {
	switch filter {
	case "ply", "pieces", "score":
		return fmt.Sprintf("min-%s and --max-%s", filter, filter)
	}
	return filter
}
