package puzzles

import (
	"strings"

	"damalab/dama"
	"damalab/datasets"
)

// taskText is a task in both languages, with {mover} for the side to move.
type taskText struct{ english, turkish string }

// taskTexts is what a solver reads for each kind but drills.
var taskTexts = map[datasets.PuzzleKind]taskText{
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

// goalTexts is what a solver reads instead where a theme tells the goal.
var goalTexts = map[string]taskText{
	themeWin:  {"{mover} to move and win.", "{mover} oynar, kazanır."},
	themeDraw: {"{mover} to move and draw.", "{mover} oynar, berabere kalır."},
}

// TaskText is what the solver of a puzzle is asked to do, in words; the question
// of a drill. English is what any other language than Turkish gets.
func TaskText(row datasets.Puzzle, lang dama.Language) string {
	if row.Question != nil {
		return QuestionText(*row.Question, lang)
	}
	task := taskTexts[row.Kind]
	for _, theme := range row.Themes {
		if goal, ok := goalTexts[theme]; ok {
			task = goal
		}
	}
	text, mover := task.english, []string{"White", "Black"}
	if lang == dama.Turkish {
		text, mover = task.turkish, []string{"Beyaz", "Siyah"}
	}
	return strings.ReplaceAll(text, "{mover}", mover[row.Side&1])
}
