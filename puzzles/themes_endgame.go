package puzzles

import (
	"damalab/dama"
	"damalab/internal/referee"
	"damalab/puzzles/proof"
)

// The themes of endgames that are asked for elsewhere.
const (
	themeWin        = "exact-win"
	themeDraw       = "exact-draw"
	themeLong       = "long-win"
	themeSurprising = "surprising"
)

// longWin is the number of plies from which a win is called long.
const longWin = 25

// surprising tells whether the first move of an endgame is one that nobody looks
// for: the opponent can take a piece after it, or a king goes away from the nearest
// enemy piece.
func (s Subject) surprising() bool {
	if s.Goal == "" || !s.quiet() {
		return false
	}
	after := referee.Make(s.Position, s.Solution)
	return len(referee.Captures(s.Facts, after)) > 0 || s.byKing() && s.goesAway()
}

// goesAway tells whether the first move ends farther from the nearest enemy piece,
// by ranks and files together, than it begins.
func (s Subject) goesAway() bool {
	enemy := s.Position.Pieces(s.Position.Side().Other())
	return nearest(s.Solution.To, enemy) > nearest(s.Solution.From, enemy)
}

// nearest is how far the nearest of some squares is.
func nearest(from dama.Square, to dama.Bitboard) int {
	const beyond = 99
	least := beyond
	for square := range to.Squares() {
		least = min(least, apart(from.File(), square.File())+apart(from.Rank(), square.Rank()))
	}
	return least
}

func apart(a, b int) int { return max(a-b, b-a) }

// hasMen tells whether a side has a man, and hasKings whether it has a king.
func (s Subject) hasMen(c dama.Color) bool   { return s.Position.Men(c) != 0 }
func (s Subject) hasKings(c dama.Color) bool { return s.Position.Kings(c) != 0 }

// kingsOnly tells whether just kings are left.
func (s Subject) kingsOnly() bool {
	return s.few() && !s.hasMen(dama.White) && !s.hasMen(dama.Black)
}

// kingsVersusMen tells whether one side has nothing but kings, and the other nothing
// but men.
func (s Subject) kingsVersusMen() bool {
	white, black := s.hasMen(dama.White), s.hasMen(dama.Black)
	return s.few() && white != black && s.hasKings(dama.White) != white && s.hasKings(dama.Black) != black
}

// menRace tells whether just men are left at first, and one is crowned on the line.
func (s Subject) menRace() bool {
	crowned := func(t Turn) bool { return t.Solution.Crowned }
	return s.endgame(0) && (s.anyOwn(crowned) || s.anyReply(crowned))
}

// wonEndgame tells whether the puzzle is an endgame that is won.
func (s Subject) wonEndgame() bool { return s.Goal == proof.GoalWin }
