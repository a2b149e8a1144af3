package puzzles

import (
	"slices"

	"damalab/dama"
	"damalab/datasets"
	"damalab/endgame"
)

// endgameCore is what near-duplicates among the endgames have in common: the
// material, the goal and the line, however the pieces that are not on it stand. No piece can
// be taken off the board here as with the other kinds, for what is left would be
// worth something else. A line of a single move says too little: those have no
// near-duplicates.
func endgameCore(row datasets.Puzzle, p dama.Position, line []dama.Move) string {
	goal := themeDraw
	if slices.Contains(row.Themes, themeWin) {
		goal = themeWin
	}
	return endgame.MaterialOf(p).String() + " " + goal + lineText(line)
}
