package pipeline

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"damalab/dama"
	"damalab/datasets"
	"damalab/internal/report"
	"damalab/puzzles"
	"damalab/puzzles/diagram"
)

// shownPuzzles is how many diagrams of each kind the report has.
const shownPuzzles = 6

// puzzlesToShow picks puzzles of each kind at even steps from the easiest to the
// hardest. Certificates stay where they are.
func puzzlesToShow(dir string) (map[datasets.PuzzleKind][]datasets.Puzzle, error) {
	data, err := datasets.Open(dir)
	if err != nil {
		return nil, err
	}
	shown := map[datasets.PuzzleKind][]datasets.Puzzle{}
	for p, err := range data.Puzzles() {
		if err != nil {
			return nil, err
		}
		p.Proof = ""
		shown[p.Kind] = append(shown[p.Kind], p)
	}
	for kind, all := range shown {
		slices.SortStableFunc(all, func(a, b datasets.Puzzle) int { return int(a.Rating - b.Rating) })
		if len(all) <= shownPuzzles {
			continue
		}
		some := make([]datasets.Puzzle, shownPuzzles)
		for i := range some {
			some[i] = all[i*(len(all)-1)/(shownPuzzles-1)]
		}
		shown[kind] = some
	}
	return shown, nil
}

// kindTexts say what the puzzles of each kind are.
var kindTexts = map[datasets.PuzzleKind]string{
	datasets.MaximumPuzzle: "One capture alone is legal, because it takes more pieces than any other; at least one shorter capture is there to be fallen for. Find the whole route.\n" +
		"Tek bir taş alma kurallıdır, çünkü en çok taşı o alır; daha az alan bir yol da yanıltmak için durur. En çok taş alan yolu bulun.",
	datasets.ChoicePuzzle: "Several captures are legal, and one of them is right.\n" +
		"Birden çok taş alma yolu var; biri doğru.",
	datasets.ShotPuzzle: "Give something up: every reply is a compulsory capture, and more comes back in return.\n" +
		"Taş verin: her karşılık zorunlu bir taş almadır ve karşılığında daha çoğu gelir.",
	datasets.EndgamePuzzle: "One move alone keeps the result, by exact tables of endgames.\n" +
		"Sonucu koruyan tek bir hamle vardır; oyun sonu tabloları kesindir.",
}

func puzzleSection(o *Outcome, shown map[datasets.PuzzleKind][]datasets.Puzzle) (report.Section, error) {
	facts := report.Facts{
		{Label: "Puzzles", Value: fmt.Sprint(o.Funnel.Found), Note: perGame(o.Funnel.Found, o)},
		{Label: "Proofs that hold", Value: fmt.Sprint(o.Proofs.Held), Note: "checked by a second, independent set of rules"},
	}
	kinds := slices.Sorted(maps.Keys(o.Funnel.Kinds))
	for _, kind := range kinds {
		n := o.Funnel.Kinds[kind].Found
		facts = append(facts, report.Fact{Label: string(kind), Value: fmt.Sprint(n), Note: perGame(n, o)})
	}
	s := report.Section{
		ID: "puzzles", Title: "Puzzles",
		Intro: "Positions of the games with one solution each. From easy to hard.\n" +
			"Oyunlardan, her birinin tek çözümü olan konumlar. Kolaydan zora.",
		Blocks: []report.Block{
			facts,
			report.Details{Summary: "What was turned away, and why", Blocks: []report.Block{report.Code(o.Funnel.String())}},
		},
	}
	for _, kind := range kinds {
		var grid report.Grid
		for _, p := range shown[kind] {
			figure, err := puzzleFigure(o.Manifest.Ruleset, p)
			if err != nil {
				return s, err
			}
			grid = append(grid, figure)
		}
		if len(grid) > 0 {
			s.Blocks = append(s.Blocks, report.Paragraph(kindTexts[kind]), grid)
		}
	}
	return s, nil
}

func perGame(n int, o *Outcome) string {
	return fmt.Sprintf("%.2f a game", float64(n)/float64(max(o.Games.Games, 1)))
}

// puzzleFigure shows a puzzle from the solver's side, with the solution behind a
// line to click on: its first move drawn, and all of it in words.
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
	caption := fmt.Sprintf("%s: takes %d · %d taş alır", strings.Join(p.Solution, " "), p.Captures, p.Captures)
	return report.Figure{
		SVG:   diagram.SVG(position, diagram.Options{FlipForBlack: flip, Title: toPlay + ": " + p.FEN}),
		Title: toPlay, Caption: themeTitles(p.Themes),
		Blocks: []report.Block{report.Details{
			Summary: "Solution · Çözüm",
			Blocks:  []report.Block{report.Figure{SVG: solution, Caption: caption}},
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
