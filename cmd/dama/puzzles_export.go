package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
	"damalab/internal/atomicfile"
	"damalab/puzzles"
)

// puzzleFormats are the values of --format.
var puzzleFormats = [...]string{"csv", "jsonl", "pdn", "parquet"}

func puzzlesExportCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "export", Usage: "write puzzles for other programs",
		Description: "csv and jsonl have the columns that puzzle tools know, pdn the solution as a game and the rest\n" +
			"as tags; parquet is a file of rows as they are stored, with their certificates.",
		Flags: []cli.Flag{
			inFlag("a dataset with puzzles"),
			&cli.StringFlag{Name: "out", Usage: "the file to write, or - for the standard output"},
			&cli.StringFlag{Name: "format", Usage: strings.Join(puzzleFormats[:], ", ")},
			&cli.StringSliceFlag{Name: "kind", Usage: "puzzles of this kind only; repeated for several"},
			&cli.StringSliceFlag{Name: "theme", Usage: "puzzles with this theme only; repeated, one of them is enough"},
			&cli.IntFlag{Name: "min-rating", Usage: "the least rating"},
			&cli.IntFlag{Name: "max-rating", Usage: "the greatest rating"},
			&cli.StringFlag{Name: "ruleset", Usage: "puzzles from games under this ruleset only"},
			&cli.IntFlag{Name: "number", Usage: "at most so many, the first of those that fit"},
			&cli.BoolFlag{Name: "force", Usage: "replace the file if there is one"},
		},
		Action: func(c *cli.Context) error { return exportPuzzles(c, e) },
	}
}

func exportPuzzles(c *cli.Context, e *env) error {
	out, format := c.String("out"), c.String("format")
	switch {
	case out == "":
		return badUsage("--out is missing: the file to write, or -")
	case format == "":
		return badUsage("--format is missing: %s", strings.Join(puzzleFormats[:], ", "))
	case !slices.Contains(puzzleFormats[:], format):
		return badUsage("--format: %q is none of %s", format, strings.Join(puzzleFormats[:], ", "))
	case out == "-" && format == "parquet":
		return badUsage("--out: parquet needs a file, not the standard output")
	}
	filter, err := puzzleFilterOf(c)
	if err != nil {
		return err
	}
	data, err := puzzlesInput(c)
	if err != nil {
		return err
	}
	if _, ok := data.Manifest.RulesetFor(filter.Ruleset); filter.Ruleset != "" && !ok {
		return badUsage("--ruleset: %s has no puzzles under %q", data.Dir, filter.Ruleset)
	}
	rows := filter.Apply(untilStopped(c.Context, data.Puzzles()))
	n, err := writePuzzles(data, rows, out, format, c, e)
	if errors.Is(err, datasets.ErrExists) {
		return fmt.Errorf("%w; --force replaces it", err)
	}
	if err != nil {
		return stopped(err, "nothing was written")
	}
	e.note("%d puzzles written", n)
	return nil
}

// writePuzzles writes to a file, whole or not at all, or to the standard output.
func writePuzzles(data *datasets.Dataset, rows iter.Seq2[datasets.Puzzle, error], out, format string, c *cli.Context, e *env) (n int, err error) {
	fill := func(w io.Writer) error {
		switch format {
		case "csv":
			n, err = puzzles.ExportCSV(w, rows)
		case "jsonl":
			n, err = puzzles.ExportJSONL(w, rows)
		default:
			n, err = puzzles.ExportPDN(w, rows, data.Manifest.RulesetFor)
		}
		return err
	}
	if out == "-" {
		lines := bufio.NewWriter(e.stdout)
		err := fill(lines)
		return n, errors.Join(err, lines.Flush())
	}
	if err := datasets.CheckOutputFile(out, data.Dir, c.Bool("force")); err != nil {
		return 0, err
	}
	if format != "parquet" {
		err := atomicfile.Write(out, 0o666, fill)
		return n, err
	}
	rules, ok := data.Manifest.RulesetFor(c.String("ruleset"))
	if !ok {
		if rules, err = data.Manifest.OneRuleset(); err != nil {
			return 0, badUsage("%s: %w, or name one with --ruleset", data.Dir, err)
		}
	}
	info, err := datasets.Write(out, data.Manifest.MetaFor(rules), rows)
	return int(info.Rows), err
}

// puzzleFilterOf reads the flags that choose puzzles.
func puzzleFilterOf(c *cli.Context) (f puzzles.Filter, err error) {
	for _, kind := range c.StringSlice("kind") {
		f.Kinds = append(f.Kinds, datasets.PuzzleKind(kind))
	}
	f.Themes, f.Ruleset = c.StringSlice("theme"), c.String("ruleset")
	for name, bound := range map[string]**int{"min-rating": &f.MinRating, "max-rating": &f.MaxRating} {
		if c.IsSet(name) {
			n := c.Int(name)
			*bound = &n
		}
	}
	if c.IsSet("number") {
		if f.Number, err = positive(c, "number"); err != nil {
			return f, err
		}
	}
	if err := f.Validate(); err != nil {
		return f, usageError{err}
	}
	return f, nil
}
