package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"damalab/dama"
	"damalab/datasets"
	"damalab/internal/atomicfile"
	"damalab/internal/report"
	"damalab/tuner"
)

// write makes the report.
func write(_ context.Context, c *Config, o *Outcome) error {
	c.stage("report", "%s", filepath.Join(c.Dir, ReportFile))
	shown, err := puzzlesToShow(c.Dir)
	if err != nil {
		return err
	}
	section, err := puzzleSection(o, shown)
	if err != nil {
		return err
	}
	page := report.Page{
		Title:    "Turkish draughts, from self-play to tuned weights",
		Subtitle: fmt.Sprintf("%d games at %d nodes a move under the ruleset %s, seed %d", o.Games.Games, c.Nodes, c.Ruleset.Name, c.Seed),
		Sections: []report.Section{gamesSection(o.Games), section, tuner.Report(o.Fit), matchSection(o)},
		Footer: fmt.Sprintf("%s, spec %s, weights before %s, after %s", datasets.ToolVersion,
			short(o.Manifest.SpecDigest), short(o.Match.Spec.B), short(o.Match.Spec.A)),
	}
	var html bytes.Buffer
	if err := page.Write(&html); err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(c.Dir, ReportFile), 0o666, html.Bytes())
}

func gamesSection(c Census) report.Section {
	share := func(n int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(c.Games, 1))) }
	reasons := report.Bars{Title: "How games ended"}
	var names []dama.Termination
	for name := range c.Terminations {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b dama.Termination) int {
		if d := c.Terminations[b] - c.Terminations[a]; d != 0 {
			return d
		}
		return strings.Compare(string(a), string(b))
	})
	for _, name := range names {
		n := c.Terminations[name]
		reasons.Bars = append(reasons.Bars, report.Bar{Label: string(name), Value: float64(n), Text: fmt.Sprintf("%d (%s)", n, share(n))})
	}
	return report.Section{
		ID: "games", Title: "Games",
		Intro: "Each game begins with a few random moves that leave neither side much better, and goes on with the engine's best moves until a rule or a guard ends it.",
		Blocks: []report.Block{
			report.Facts{
				{Label: "Games", Value: fmt.Sprint(c.Games), Note: fmt.Sprintf("%d different; %d openings seen before", c.DifferentGames, c.OpeningsRepeated)},
				{Label: "Plies a game", Value: fmt.Sprintf("%.0f", float64(c.Plies)/float64(max(c.Games, 1))), Note: fmt.Sprintf("longest %d", c.Longest)},
				{Label: "White wins", Value: share(c.White), Note: fmt.Sprint(c.White)},
				{Label: "Draws", Value: share(c.Drawn), Note: fmt.Sprint(c.Drawn)},
				{Label: "Black wins", Value: share(c.Black), Note: fmt.Sprint(c.Black)},
			},
			reasons,
		},
	}
}

func matchSection(o *Outcome) report.Section {
	t, e := o.Match.Tally, o.Match.Elo
	verdict := "The match does not tell which is stronger."
	if e.Low > 0 {
		verdict = "The fitted weights are stronger."
	} else if e.High < 0 {
		verdict = "The fitted weights are weaker: keep the old ones."
	}
	return report.Section{
		ID: "match", Title: "Match",
		Intro: "The fitted weights against the ones the games were played with. Games come in pairs from one opening with the sides swapped; each pair has its own opening, through which none of the games above has gone.",
		Blocks: []report.Block{
			report.Facts{
				{Label: "Elo", Value: fmt.Sprintf("%+.0f", e.Diff), Note: fmt.Sprintf("95 %%: %+.0f to %+.0f", e.Low, e.High)},
				{Label: "Score", Value: fmt.Sprintf("%.1f %%", 100*t.Score()), Note: fmt.Sprintf("%d pairs", t.Pairs())},
				{Label: "Won, drawn, lost", Value: fmt.Sprintf("%d, %d, %d", t.Wins, t.Draws, t.Losses), Note: "games of the fitted weights"},
				{Label: "Chance of being stronger", Value: fmt.Sprintf("%.1f %%", 100*e.Superiority)},
			},
			report.Paragraph(verdict),
			pairTable(t.Pentanomial),
		},
	}
}

func pairTable(counts [5]int) report.Table {
	table := report.Table{
		Caption: "Pairs by the points that the fitted weights made in them",
		Header:  []string{"0", "½", "1", "1½", "2"},
		Rows:    [][]string{nil},
	}
	for _, n := range counts {
		table.Rows[0] = append(table.Rows[0], fmt.Sprint(n))
	}
	return table
}
