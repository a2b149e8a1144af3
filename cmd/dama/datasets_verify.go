package main

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
	"damalab/endgame"
)

// listedDifferences is how many differences are printed unless all are asked for.
const listedDifferences = 20

func datasetsVerifyCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "verify", Usage: "check the files, replay every game, hold scores and positions against them",
		Description: "Every game is replayed, and the first of each file and about one of a hundred once more by\n" +
			"the referee: a second implementation of the rules, which shares no move generation with the\n" +
			"first. --full lets it replay all. With --endgame, exact results ('dama datasets rescore') and\n" +
			"adjudications by tables are held against the tables; without, only where there must be one.\n" +
			"Exit code 3 says that something differs.",
		Flags: []cli.Flag{
			inFlag("a dataset; nothing in it is changed"),
			&cli.BoolFlag{Name: "full", Usage: "replay every game with the second implementation of the rules too"},
			&cli.StringFlag{
				Name:  "endgame",
				Usage: fmt.Sprintf("check by endgame tables: a folder made by 'dama endgame build', or '%s'", endgame.BuiltinName),
			},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "chooses the games that are replayed twice"},
			&cli.BoolFlag{Name: "all", Usage: fmt.Sprintf("print all differences, not only the first %d", listedDifferences)},
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "how many files are read at a time"},
			formatFlag(),
		},
		Action: func(c *cli.Context) error { return verifyDataset(c, e) },
	}
}

func verifyDataset(c *cli.Context, e *env) error {
	dir, inJSON, err := inAndFormat(c)
	if err != nil {
		return err
	}
	options := datasets.AuditOptions{Full: c.Bool("full"), Seed: c.Uint64("seed")}
	if options.Workers, err = workersOf(c); err != nil {
		return err
	}
	if c.IsSet("endgame") {
		d, err := datasets.Open(dir)
		if err != nil {
			return err
		}
		tables, err := gameTablesOf(c, d.Manifest)
		if err != nil {
			return err
		}
		defer tables.close()
		options.Tables = tables.audited()
	}
	show := reading(e, "verify", dir)
	options.Progress = func(done, total int64) { show.step(int(done), int(total)) }
	out := auditPrinter{e: e, inJSON: inJSON, all: c.Bool("all")}
	options.Found = out.found
	report, err := datasets.Audit(c.Context, dir, options)
	show.close()
	if err != nil {
		return stopped(err, "not all of the dataset was checked")
	}
	return out.finish(dir, report)
}

// auditPrinter prints what an audit finds.
type auditPrinter struct {
	e       *env
	inJSON  bool
	all     bool
	printed int64
}

func (p *auditPrinter) found(f datasets.Finding) error {
	if p.inJSON {
		return p.e.printJSON(f)
	}
	if p.all || p.printed < listedDifferences {
		p.printed++
		p.e.printf("%s\n", f)
	}
	return nil
}

// finish prints the summary; differences are an error with their own exit code.
func (p *auditPrinter) finish(dir string, r *datasets.AuditReport) error {
	if p.inJSON {
		if err := p.e.printJSON(r); err != nil {
			return err
		}
	} else {
		p.summary(r)
	}
	if r.Differences == 0 {
		return nil
	}
	return differenceError{fmt.Errorf("%s: %s", dir, counted(r.Differences, "difference"))}
}

func (p *auditPrinter) summary(r *datasets.AuditReport) {
	if more := r.Differences - p.printed; more > 0 && p.printed > 0 {
		p.e.printf("and %s more; --all prints them\n", thousands(more))
	}
	if p.printed > 0 {
		p.e.printf("\n")
	}
	line := func(name, format string, args ...any) {
		p.e.printf("%-11s "+format+"\n", append([]any{name}, args...)...)
	}
	line("files", "%s", thousands(r.Files))
	if r.Games > 0 {
		line("games", "%s, %s", thousands(r.Games), plies(r.Plies))
		line("replayed", "%s, %s", counted(r.ReplayedGames, "game"), plies(r.ReplayedPlies))
		line("referee", "%s, %s, replayed by the second implementation of the rules too", counted(r.RefereeGames, "game"), plies(r.RefereePlies))
		line("results", "%s", resultsText(r.Results))
		if r.ExactGames+r.AdjudgedGames > 0 {
			line("tables", "%s and %s by tables, compared with the tables named",
				counted(r.ExactGames, "exact result"), counted(r.AdjudgedGames, "adjudication"))
		}
	}
	if r.Positions > 0 {
		line("positions", "%s, of which %s compared with their games", thousands(r.Positions), thousands(r.MatchedPositions))
	}
	if r.Puzzles > 0 {
		line("puzzles", "%s, their form only", thousands(r.Puzzles))
	}
	p.calibration(r.Calibration)
	for _, n := range r.Warnings {
		line("warning", "%s: %s: %s", n.Kind, thousands(n.Count), n.Detail)
	}
	for _, n := range r.Unchecked {
		line("unchecked", "%s: %s: %s", n.Kind, thousands(n.Count), n.Detail)
	}
	if r.Journal > 0 {
		line("journal", "%s", journalText(r.Journal))
	}
	line("differences", "%s", thousands(r.Differences))
}

// fewPlies is how many plies a mean result needs at least to be printed.
const fewPlies = 30

// calibration prints the mean results by score, a line for each side to move.
func (p *auditPrinter) calibration(bins []datasets.CalibrationBin) {
	if len(bins) == 0 {
		return
	}
	half := len(bins) / 2
	row := func(label, name string, cell func(i int) string) {
		text := fmt.Sprintf("%-11s %-13s", label, name)
		for i := range half {
			text += fmt.Sprintf(" %5s", cell(i))
		}
		p.e.printf("%s\n", strings.TrimRight(text, " "))
	}
	mean := func(b datasets.CalibrationBin) string {
		if b.Plies < fewPlies {
			return ""
		}
		return fmt.Sprintf("%+.2f", b.Mean)
	}
	p.e.printf("%-11s the mean result for White (+1 won, -1 lost) of the plies by their score, both\n"+
		"%-11s White's view; empty under %d plies. The means should rise from left to right,\n"+
		"%-11s alike in both lines; if they fall, scores or results are the wrong way round\n", "scores", "", fewPlies, "")
	row("", "score up to", func(i int) string {
		if i == half-1 {
			return "above"
		}
		return fmt.Sprintf("%+d", bins[i].To)
	})
	for i, name := range []string{"White to move", "Black to move"} {
		side := bins[i*half : (i+1)*half]
		row("", name, func(i int) string { return mean(side[i]) })
		row("", "plies", func(i int) string { return shortCount(side[i].Plies) })
	}
}

// shortCount writes a number in five characters.
func shortCount(n int64) string {
	switch {
	case n < 10_000:
		return thousands(n)
	case n < 10_000_000:
		return thousands(n/1000) + "k"
	}
	return thousands(n/1_000_000) + "M"
}

// resultsText writes how often each result came.
func resultsText(r datasets.Results) string {
	total := r.White + r.Drawn + r.Black + r.Unknown
	share := func(n int64) string { return fmt.Sprintf("%s (%s)", thousands(n), percent(n, total)) }
	text := fmt.Sprintf("White %s, drawn %s, Black %s", share(r.White), share(r.Drawn), share(r.Black))
	if r.Unknown > 0 {
		text += ", unknown " + share(r.Unknown)
	}
	return text
}
