package puzzles

import (
	"strings"

	"damalab/dama"
	"damalab/datasets"
)

// taskTexts is what a solver reads for each kind but drills, with {mover} for the
// side to move.
var taskTexts = map[datasets.PuzzleKind]struct{ english, turkish string }{
	datasets.MaximumPuzzle: {
		"{mover} to play: find the only legal move, by its whole route.",
		"{mover} oynar: oynanabilecek tek hamleyi bütün yoluyla bulun.",
	},
	datasets.ChoicePuzzle: {
		"{mover} to play: several captures are legal; find the right one.",
		"{mover} oynar: birden çok taş alma yolu var; doğru olanı bulun.",
	},
	datasets.ShotPuzzle: {
		"{mover} to play: find the shot.",
		"{mover} oynar: açmazı bulun.",
	},
	datasets.EndgamePuzzle: {
		"{mover} to play: find the only move that keeps the result.",
		"{mover} oynar: sonucu koruyan tek hamleyi bulun.",
	},
}

// TaskText is what the solver of a puzzle is asked to do, in words; the question
// of a drill. English is what any other language than Turkish gets.
func TaskText(row datasets.Puzzle, lang dama.Language) string {
	if row.Question != nil {
		return QuestionText(*row.Question, lang)
	}
	text, mover := taskTexts[row.Kind].english, []string{"White", "Black"}
	if lang == dama.Turkish {
		text, mover = taskTexts[row.Kind].turkish, []string{"Beyaz", "Siyah"}
	}
	return strings.ReplaceAll(text, "{mover}", mover[row.Side&1])
}
