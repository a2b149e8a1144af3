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
	"damalab/puzzles"
	"damalab/puzzles/diagram"
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

// shownPuzzles is how many diagrams the report has.
const shownPuzzles = 12

// puzzlesToShow picks puzzles at even steps from the easiest to the hardest.
func puzzlesToShow(dir string) ([]datasets.Puzzle, error) {
	data, err := datasets.Open(dir)
	if err != nil {
		return nil, err
	}
	var all []datasets.Puzzle
	for p, err := range data.Puzzles() {
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	slices.SortStableFunc(all, func(a, b datasets.Puzzle) int { return int(a.Rating - b.Rating) })
	if len(all) <= shownPuzzles {
		return all, nil
	}
	var shown []datasets.Puzzle
	for i := range shownPuzzles {
		shown = append(shown, all[i*(len(all)-1)/(shownPuzzles-1)])
	}
	return shown, nil
}

func puzzleSection(o *Outcome, shown []datasets.Puzzle) (report.Section, error) {
	s := report.Section{
		ID: "puzzles", Title: "Puzzles",
		Intro: "In each position one capture alone is legal, because it takes more pieces than any other; at least one shorter capture is there to be fallen for. Find the whole route. From easy to hard.\n" +
			"Her konumda tek bir taş alma kurallıdır, çünkü en çok taşı o alır; daha az alan bir yol da yanıltmak için durur. En çok taş alan yolu bulun. Kolaydan zora.",
		Blocks: []report.Block{
			report.Facts{
				{Label: "Puzzles", Value: fmt.Sprint(o.Funnel.Found), Note: fmt.Sprintf("%.2f a game", float64(o.Funnel.Found)/float64(max(o.Games.Games, 1)))},
				{Label: "Proofs that hold", Value: fmt.Sprint(o.Proofs.Held), Note: "checked by a second, independent set of rules"},
			},
			report.Details{Summary: "What was turned away, and why", Blocks: []report.Block{report.Code(o.Funnel.String())}},
		},
	}
	var grid report.Grid
	for _, p := range shown {
		figure, err := puzzleFigure(o.Manifest.Ruleset, p)
		if err != nil {
			return s, err
		}
		grid = append(grid, figure)
	}
	if len(grid) > 0 {
		s.Blocks = append(s.Blocks, grid)
	}
	return s, nil
}

// puzzleFigure shows a puzzle from the solver's side, with the solution behind a
// line to click on.
func puzzleFigure(rules dama.Ruleset, p datasets.Puzzle) (report.Figure, error) {
	position, err := dama.ParseFEN(p.FEN)
	if err != nil {
		return report.Figure{}, fmt.Errorf("puzzle %s: %w", p.ID, err)
	}
	gen := rules.Generator()
	move, err := gen.ParseMove(position, p.Solution[0])
	if err != nil {
		return report.Figure{}, fmt.Errorf("puzzle %s: %w", p.ID, err)
	}
	flip := position.Side() == dama.Black
	toPlay := "White to play · Beyaz oynar"
	if flip {
		toPlay = "Black to play · Siyah oynar"
	}
	solution := diagram.SVG(position, diagram.Options{
		FlipForBlack: flip, Captured: move.Captured(), Title: "The solution of " + p.ID,
		Route: append([]dama.Square{move.From()}, gen.Route(position, move)...),
	})
	return report.Figure{
		SVG:   diagram.SVG(position, diagram.Options{FlipForBlack: flip, Title: toPlay + ": " + p.FEN}),
		Title: toPlay, Caption: themeTitles(p.Themes),
		Blocks: []report.Block{report.Details{
			Summary: "Solution · Çözüm",
			Blocks:  []report.Block{report.Figure{SVG: solution, Caption: fmt.Sprintf("%s: takes %d · %d taş alır", p.Solution[0], p.Captures, p.Captures)}},
		}},
	}, nil
}

// themeTitles names the themes in both languages, without those that every puzzle
// of the kind has.
func themeTitles(ids []string) string {
	var english, turkish []string
	for _, t := range puzzles.Themes() {
		if slices.Contains(ids, t.ID) && t.ID != "majority" && t.ID != "only-move" {
			english = append(english, t.English)
			turkish = append(turkish, t.Turkish)
		}
	}
	if len(english) == 0 {
		return ""
	}
	return strings.Join(english, ", ") + "\n" + strings.Join(turkish, ", ")
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
		Intro: "The fitted weights against the ones the games were played with. Games come in pairs from one opening with the sides swapped; each pair has its own opening.",
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
