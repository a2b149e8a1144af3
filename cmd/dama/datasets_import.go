package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
	"damalab/internal/atomicfile"
)

func datasetsImportCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "import", Usage: "games of people or other programs, from PDN files into a dataset",
		Description: "Each game is replayed under the ruleset and taken whole or not at all; the others are\n" +
			"listed with the reason. A game is skipped if a move can't be read or is not legal, if moves\n" +
			"follow where the rules have ended it, or if its result contradicts them.",
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "in", Usage: "a PDN file, or - for standard input; may be repeated"},
			outFolderFlag(),
			&cli.StringFlag{Name: "report", Usage: "a new file for all that was skipped or odd, one JSON object a line"},
			&cli.BoolFlag{Name: "strict", Usage: "write nothing if any game has to be skipped"},
			&cli.BoolFlag{Name: "trust-rules", Usage: "where the rules end a game with another result than the file says, keep the rules' instead of skipping the game"},
			&cli.BoolFlag{Name: "drop-duplicates", Usage: "skip a game with the start, moves and players of an earlier one"},
			rulesetFlag(), formatFlag(),
		},
		Action: func(c *cli.Context) error { return importGames(c, e) },
	}
}

// importJob is an import as its flags ask for it.
type importJob struct {
	sources []datasets.ImportSource
	options datasets.ImportOptions
	out     string
	report  string
	inJSON  bool
}

// importView is an import as programs get it.
type importView struct {
	Out     string `json:"out"`
	Ruleset string `json:"ruleset"`
	datasets.ImportSummary
}

func importGames(c *cli.Context, e *env) error {
	j, total, err := readImport(c, e)
	if err != nil {
		return err
	}
	show := newProgress(e)
	show.stage("import", fmt.Sprintf("%s under the ruleset %s", counted(len(j.sources), "file"), j.options.Ruleset.Name))
	countBytes(j.sources, total, show.step)
	list := &importList{e: e}
	var summary datasets.ImportSummary
	run := func(entry func(datasets.ImportEntry) error) error {
		j.options.Entry = entry
		var err error
		summary, err = datasets.Import(c.Context, j.out, j.sources, j.options)
		return err
	}
	err = j.reported(list, run)
	show.close()
	list.print()
	if err != nil {
		list.printCounts() // which standard output does not say then
		return stopped(err, nothingKept)
	}
	return j.print(e, summary)
}

// reported runs the import with its entries going to the list and to the report. The
// report of an import that was refused as a whole is kept: it says why.
func (j *importJob) reported(list *importList, run func(func(datasets.ImportEntry) error) error) error {
	if j.report == "" {
		return run(list.add)
	}
	var refused error
	err := atomicfile.Write(j.report, 0o666, func(w io.Writer) error {
		lines := &env{stdout: w}
		err := run(func(entry datasets.ImportEntry) error {
			return errors.Join(list.add(entry), lines.printJSON(entry))
		})
		if errors.Is(err, datasets.ErrNothingImported) || errors.Is(err, datasets.ErrSkipped) {
			refused, err = err, nil
		}
		return err
	})
	return errors.Join(refused, err)
}

func (j *importJob) print(e *env, s datasets.ImportSummary) error {
	if j.inJSON {
		return e.printJSON(importView{Out: j.out, Ruleset: j.options.Ruleset.Name, ImportSummary: s})
	}
	e.printf("files       %s\n", thousands(s.Files))
	e.printf("games       %s\n", thousands(s.Games))
	e.printf("imported    %s, with %s\n", thousands(s.Imported), plies(s.Plies))
	e.printf("skipped     %s%s\n", thousands(s.Skipped), reasonsText(s.Reasons))
	e.printf("noted       %s%s\n", thousands(sumOf(s.Notes)), reasonsText(s.Notes))
	e.printf("duplicates  %s\n", thousands(s.Duplicates))
	e.printf("dataset     %s\n", j.out)
	return nil
}

func sumOf(counts map[datasets.ImportReason]int) (sum int) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// reasonsText lists counts in brackets, by name.
func reasonsText(counts map[datasets.ImportReason]int) string {
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s %s", reason, thousands(counts[reason])))
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// readImport reads the flags; total is how many bytes there are to read, 0 if that
// is not known.
func readImport(c *cli.Context, e *env) (j importJob, total int64, err error) {
	names, err := neededList(c, "in")
	if err != nil {
		return j, 0, err
	}
	if j.out, err = needed(c, "out"); err != nil {
		return j, 0, err
	}
	if j.inJSON, err = asJSON(c); err != nil {
		return j, 0, err
	}
	if j.options.Ruleset, err = rulesetOf(c); err != nil {
		return j, 0, err
	}
	j.options.Strict, j.options.TrustRules = c.Bool("strict"), c.Bool("trust-rules")
	j.options.DropDuplicates = c.Bool("drop-duplicates")
	if j.report, err = importReport(c, j.out); err != nil {
		return j, 0, err
	}
	j.sources, total, err = importSources(c.Context, names, e)
	return j, total, err
}

// importReport reads --report.
func importReport(c *cli.Context, out string) (string, error) {
	if !c.IsSet("report") {
		return "", nil
	}
	path := c.String("report")
	if path == "" {
		return "", badUsage("--report: a file name is missing")
	}
	if _, err := os.Lstat(path); err == nil {
		return "", badUsage("--report: %s exists already; name a new file", path)
	}
	folder, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return "", badFlag("report", err)
	}
	if there, err := os.Stat(out); err == nil && os.SameFile(folder, there) {
		return "", badUsage("--report: %s is in the folder of the dataset; name a file elsewhere", path)
	}
	return path, nil
}
