package puzzles

import (
	"slices"

	"damalab/dama"
	"damalab/datasets"
	"damalab/endgame"
)

// endgameQuota lets no kind of ending fill a set. Puzzles pass in the order of the
// games. A group has the same material, the mover's first, the same goal, and is of
// one sort: long wins, surprising moves, or the rest. So the longest and the most
// surprising ones find room, however many others there are.
type endgameQuota struct {
	criteria EndgameCriteria
	game     string // the game of the last puzzle,
	ofGame   int    // and how many of it have passed
	groups   map[string]int
}

// against says whether there are enough like a puzzle, and otherwise counts it.
func (q *endgameQuota) against(p datasets.Puzzle) Reason {
	if p.Kind != datasets.EndgamePuzzle {
		return ""
	}
	if q.groups == nil {
		q.groups = map[string]int{}
	}
	if p.GameID != nil && *p.GameID != q.game {
		q.game, q.ofGame = *p.GameID, 0
	}
	group := groupOf(p)
	if q.ofGame >= q.criteria.PerGame || q.groups[group] >= q.criteria.PerGroup {
		return Crowded
	}
	q.ofGame++
	q.groups[group]++
	return ""
}

func groupOf(p datasets.Puzzle) string {
	group := string(p.Kind)
	if position, err := dama.ParseFEN(p.FEN); err == nil {
		group = endgame.MaterialOf(position).String()
	}
	for _, theme := range []string{themeWin, themeDraw, themeLong, themeSurprising} {
		if slices.Contains(p.Themes, theme) {
			group += " " + theme
		}
	}
	return group
}
