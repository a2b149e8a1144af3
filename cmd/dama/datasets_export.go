package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
)

func datasetsExportCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "export", Usage: "write games, positions or puzzles for other programs",
		Description: "csv and jsonl hold any of them, pdn games, npz (for numpy) positions. Positions are\n" +
			"those in the dataset's positions folder, or without one those of its games.",
		Flags: append([]cli.Flag{
			inFlag("a dataset"),
			&cli.StringFlag{Name: "out", Usage: "the file to write, or - for the standard output"},
			&cli.StringFlag{Name: "format", Usage: "csv, jsonl, pdn or npz"},
			&cli.StringFlag{Name: "what", Usage: "games, positions or puzzles (default: games, or positions for npz)"},
			&cli.BoolFlag{Name: "force", Usage: "replace the file if there is one"},
		}, positionFlags()...),
		Action: func(c *cli.Context) error { return export(c, e) },
	}
}

func export(c *cli.Context, e *env) error {
	in, err := needed(c, "in")
	if err != nil {
		return err
	}
	out, err := needed(c, "out")
	if err != nil {
		return err
	}
	o, err := exportOptions(c)
	if err != nil {
		return err
	}
	if out == "-" && o.Format == datasets.NPZ {
		return badUsage("--out: npz needs a file, not the standard output")
	}
	data, err := datasets.Open(in)
	if err != nil {
		return err
	}
	show := newProgress(e)
	show.stage("export", fmt.Sprintf("the %s of %s as %s", o.Kind, data.Dir, o.Format))
	o.Progress = show.step
	var rows int64
	if out == "-" {
		lines := bufio.NewWriter(e.stdout)
		rows, err = datasets.Export(c.Context, data, lines, o)
		err = errors.Join(err, lines.Flush())
	} else {
		rows, err = datasets.ExportFile(c.Context, data, out, c.Bool("force"), o)
	}
	show.close()
	switch {
	case errors.Is(err, datasets.ErrExists):
		return fmt.Errorf("%w; --force replaces it", err)
	case err != nil && out == "-":
		return stopped(err, "the output is not complete")
	case err != nil:
		return stopped(err, "nothing was written")
	}
	e.note("export: %d %s written to %s", rows, o.Kind, out)
	return nil
}

// exportOptions reads --format, --what and the flags that choose positions.
func exportOptions(c *cli.Context) (o datasets.ExportOptions, err error) {
	o.Format = datasets.ExportFormat(c.String("format"))
	kinds := o.Format.Kinds()
	switch {
	case o.Format == "":
		return o, badUsage("--format is missing: one of %v", datasets.ExportFormats())
	case kinds == nil:
		return o, badUsage("--format: %q is none of %v", o.Format, datasets.ExportFormats())
	}
	o.Kind = kinds[0]
	if c.IsSet("what") {
		o.Kind = datasets.Kind(c.String("what"))
	}
	if all := datasets.CSV.Kinds(); !slices.Contains(all, o.Kind) {
		return o, badUsage("--what: %q is none of %v", o.Kind, all)
	}
	if !slices.Contains(kinds, o.Kind) {
		return o, badUsage("--format: %s is for %v, not for %s", o.Format, kinds, o.Kind)
	}
	if given := givenPositionFlags(c); given != "" && o.Kind != datasets.Positions {
		return o, badUsage("%s: only for --what positions", given)
	}
	o.Filter, err = positionFilterOf(c)
	return o, err
}

func exportFormats() (names []string) {
	for _, f := range datasets.ExportFormats() {
		names = append(names, string(f))
	}
	return names
}
