package main

import (
	"bufio"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
)

func datasetsExportCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "export", Usage: "write games, positions or puzzles for other programs",
		Description: "csv and jsonl hold any of them, pdn games, npz (for numpy) and fen positions. Positions are\n" +
			"those in the dataset's positions folder, or without one those of its games; the flags from\n" +
			"--quiet on choose among them and are for positions alone.",
		Flags: append([]cli.Flag{
			inFlag("a dataset"),
			&cli.StringFlag{Name: "out", Usage: "the file to write, or - for the standard output"},
			&cli.StringFlag{Name: "format", Usage: "csv, jsonl, pdn, npz or fen (default: the ending of --out)"},
			&cli.StringFlag{Name: "what", Usage: "games, positions or puzzles (default: the only kind that the\ndataset has, else games, or positions for npz and fen)"},
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
	o, err := exportOptions(c, out)
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
	if o.Kind == "" {
		o.Kind = usualKind(data, o.Format)
	}
	if given := givenPositionFlags(c); given != "" && o.Kind != datasets.Positions {
		return badUsage("%s: only for --what positions", given)
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
	if out == "-" {
		out = "standard output"
	}
	e.note("export: %s written to %s", countedAs(rows, strings.TrimSuffix(string(o.Kind), "s"), string(o.Kind)), out)
	return nil
}

// usualKind is what is exported where --what does not say: the one kind that the
// dataset has, if the format holds it, or the format's usual one.
func usualKind(data *datasets.Dataset, format datasets.ExportFormat) datasets.Kind {
	var stored []datasets.Kind
	for _, kind := range datasets.CSV.Kinds() {
		if len(data.Shards(kind)) > 0 {
			stored = append(stored, kind)
		}
	}
	if len(stored) == 1 && slices.Contains(format.Kinds(), stored[0]) {
		return stored[0]
	}
	return format.Kinds()[0]
}

// exportOptions reads --format, --what and the flags that choose positions. Without
// --format the ending of the output's name decides; without --what the kind is empty.
func exportOptions(c *cli.Context, out string) (o datasets.ExportOptions, err error) {
	o.Format = datasets.ExportFormat(c.String("format"))
	if ending := datasets.ExportFormat(strings.TrimPrefix(filepath.Ext(out), ".")); o.Format == "" && ending.Kinds() != nil {
		o.Format = ending
	}
	kinds := o.Format.Kinds()
	switch {
	case o.Format == "":
		return o, badUsage("--format is missing, and the ending of %s is none of them: one of %v", out, datasets.ExportFormats())
	case kinds == nil:
		return o, badUsage("--format: %q is none of %v", o.Format, datasets.ExportFormats())
	}
	if c.IsSet("what") {
		o.Kind = datasets.Kind(c.String("what"))
		if all := datasets.CSV.Kinds(); !slices.Contains(all, o.Kind) {
			return o, badUsage("--what: %q is none of %v", o.Kind, all)
		}
		if !slices.Contains(kinds, o.Kind) {
			return o, badUsage("--format: %s is for %v, not for %s", o.Format, kinds, o.Kind)
		}
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
