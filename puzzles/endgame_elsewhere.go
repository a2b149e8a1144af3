package puzzles

import (
	"strconv"

	"damalab/dama"
	"damalab/endgame"
	"damalab/puzzles/proof"
)

// endgameUnder says what is so of an endgame under other facts instead of the same
// line being the only one. Rulesets whose tables are the same have the same
// endgames. Of others some tables tell, and beyond their reach nobody.
func endgameUnder(book rulebook, f dama.Facts, asked tables, s Subject, e proof.Endgame) difference {
	if endgame.RulesOf(f) == endgame.RulesOf(s.Facts) {
		return difference{}
	}
	other := scholar{book, f, asked}
	if !other.tables.knows(s.Position) {
		return difference{what: remark(nothingTells)}
	}
	if at := book.look(f, s.Position); at.over {
		return difference{remark("the game is over"), true}
	}
	found := other.study(s.Position, len(e.Solution))
	first, known := other.turn(s.Position)
	if !known {
		return difference{what: remark(nothingTells)}
	}
	if goal := goalOf(first.best); goal != e.Goal {
		return difference{remark(map[string]string{
			proof.GoalWin: "the position is won", proof.GoalDraw: "the position is drawn", "": "the position is lost",
		}[goal]), true}
	}
	if first.keepers > 1 {
		return difference{remark(map[string]string{
			proof.GoalWin: "{number} moves keep the win", proof.GoalDraw: "{number} moves keep the draw",
		}[e.Goal], strconv.Itoa(first.keepers)), true}
	}
	if what := lineDifference(e.Solution, found.texts()); what != "" {
		return difference{what, true}
	}
	return difference{}
}

// nothingTells is said of rulesets under which nothing is known.
const nothingTells = "no built-in table tells what the position is worth"

// goalOf is what is to be reached in a position whose best move is worth that; ""
// if it is lost.
func goalOf(best proof.Worth) string {
	switch best.Result() {
	case 1:
		return proof.GoalWin
	case 0:
		return proof.GoalDraw
	}
	return ""
}
