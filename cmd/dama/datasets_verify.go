package main

import (
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
)

// listedDifferences is how many differences are printed unless all are asked for.
const listedDifferences = 20

func datasetsVerifyCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "verify", Usage: "check the files, replay every game, hold scores and positions against them",
		Flags: []cli.Flag{
			inFlag("a dataset; nothing in it is changed"),
			&cli.BoolFlag{Name: "full", Usage: "replay every game with the second implementation of the rules too, not one of a hundred"},
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
		p.e.printf("and %d more; --all prints them\n", more)
	}
	if p.printed > 0 {
		p.e.printf("\n")
	}
	line := func(name, format string, args ...any) {
		p.e.printf("%-11s "+format+"\n", append([]any{name}, args...)...)
	}
	line("files", "%d", r.Files)
	if r.Games > 0 {
		line("games", "%d, %s", r.Games, plies(r.Plies))
		line("replayed", "%s, %s", counted(r.ReplayedGames, "game"), plies(r.ReplayedPlies))
		line("referee", "%s, %s", counted(r.RefereeGames, "game"), plies(r.RefereePlies))
		line("results", "%s", resultsText(r.Results))
	}
	if r.Positions > 0 {
		line("positions", "%d, of which %d compared with their games", r.Positions, r.MatchedPositions)
	}
	if r.Puzzles > 0 {
		line("puzzles", "%d, their form only", r.Puzzles)
	}
	p.calibration(r.Calibration)
	for _, n := range r.Warnings {
		line("warning", "%s: %d: %s", n.Kind, n.Count, n.Detail)
	}
	for _, n := range r.Unchecked {
		line("unchecked", "%s: %d: %s", n.Kind, n.Count, n.Detail)
	}
	line("differences", "%d", r.Differences)
}

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
		p.e.printf("%s\n", text)
	}
	mean := func(b datasets.CalibrationBin) string {
		if b.Plies == 0 {
			return "-"
		}
		return fmt.Sprintf("%+.2f", b.Mean)
	}
	row("scores", "up to", func(i int) string {
		if i == half-1 {
			return "above"
		}
		return fmt.Sprintf("%+d", bins[i].To)
	})
	row("", "White to move", func(i int) string { return mean(bins[i]) })
	row("", "Black to move", func(i int) string { return mean(bins[half+i]) })
}

// resultsText writes how often each result came.
func resultsText(r datasets.Results) string {
	total := r.White + r.Drawn + r.Black + r.Unknown
	share := func(n int64) string { return fmt.Sprintf("%s (%s)", grouped(n), percent(n, total)) }
	text := fmt.Sprintf("White %s, drawn %s, Black %s", share(r.White), share(r.Drawn), share(r.Black))
	if r.Unknown > 0 {
		text += ", unknown " + share(r.Unknown)
	}
	return text
}
