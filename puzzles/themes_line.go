package puzzles

import (
	"damalab/dama"
	"damalab/internal/referee"
)

// The numbers in the definitions of themes.
const (
	// longRoute is the number of pieces from which a capture is called long: more
	// than most people follow without counting.
	longRoute = 5
	// longLine is the number of the solver's moves from which a line is called
	// long: seven plies.
	longLine = 4
	// fewPieces is the greatest number of pieces on the board of an endgame.
	fewPieces = 8
)

// anyOwn tells whether something is true of one of the solver's turns.
func (s Subject) anyOwn(holds func(Turn) bool) bool { return s.anyFrom(0, holds) }

// anyReply tells whether something is true of one of the replies.
func (s Subject) anyReply(holds func(Turn) bool) bool { return s.anyFrom(1, holds) }

// anyFrom looks at every other turn.
func (s Subject) anyFrom(first int, holds func(Turn) bool) bool {
	for i := first; i < len(s.Line); i += 2 {
		if holds(s.Line[i]) {
			return true
		}
	}
	return false
}

// given counts the pieces that the solver gives: those that the replies take
// right after his quiet moves. What is taken after a capture is not given: the
// capture was compulsory.
func (s Subject) given() int {
	n := 0
	for i := 1; i < len(s.Line); i += 2 {
		if s.Line[i-1].quiet() {
			n += s.Line[i].takes()
		}
	}
	return n
}

// exchanges tells whether a reply takes as many pieces as the solver has just taken.
func (s Subject) exchanges() bool {
	for i := 1; i < len(s.Line); i += 2 {
		if n := s.Line[i-1].takes(); n > 0 && s.Line[i].takes() == n {
			return true
		}
	}
	return false
}

// quietBetween tells whether the solver plays a quiet move after a capture of his.
func (s Subject) quietBetween() bool {
	taken := false
	return s.anyOwn(func(t Turn) bool {
		taken = taken || !t.quiet()
		return taken && t.quiet()
	})
}

// forcedChain tells whether there are two replies or more, and just one legal move
// at each.
func (s Subject) forcedChain() bool {
	return len(s.Line) >= 5 && !s.anyReply(func(t Turn) bool { return len(t.Legal) > 1 })
}

// breaksThrough tells whether a man of the solver is crowned after a piece was given.
func (s Subject) breaksThrough() bool {
	for i := 2; i < len(s.Line); i += 2 {
		if s.Line[i].Solution.Crowned && (Subject{Line: s.Line[:i]}).given() > 0 {
			return true
		}
	}
	return false
}

// blocks tells whether the opponent has pieces left, and no legal move.
func (s Subject) blocks() bool {
	return s.End.Pieces(s.End.Side()) != 0 && len(referee.Moves(s.Facts, s.End)) == 0
}

// takesKing tells whether the solver takes a king on a square of some kind.
func (s Subject) takesKing(on func(dama.Square) bool) bool {
	return s.anyOwn(func(t Turn) bool {
		kings := t.Solution.Captured & t.Position.Kings(t.Position.Side().Other())
		for square := range kings.Squares() {
			if on(square) {
				return true
			}
		}
		return false
	})
}

// huntsKing tells whether the solver takes a king that a reply on the line has
// moved to where it is taken.
func (s Subject) huntsKing() bool {
	moved := dama.Bitboard(0)
	for i, t := range s.Line {
		kings := t.Position.Kings(t.Position.Side().Other())
		switch {
		case i%2 == 1 && t.byKing():
			moved = moved&^t.Solution.From.Bit() | t.Solution.To.Bit()
		case t.Solution.Captured&moved&kings != 0:
			return true
		}
	}
	return false
}

// trapsKing tells whether the opponent, who has nothing to capture after the last
// move, has a king of which every move, if it has any, leads to where a legal move
// of the solver takes it.
func (s Subject) trapsKing() bool {
	kings := s.End.Kings(s.End.Side())
	if kings == 0 {
		return false
	}
	legal := referee.Moves(s.Facts, s.End)
	if len(legal) == 0 || legal[0].Captured != 0 {
		return false
	}
	free := dama.Bitboard(0)
	for _, m := range legal {
		if !takenAt(s.Facts, referee.Make(s.End, m), m.To) {
			free |= m.From.Bit()
		}
	}
	return kings&^free != 0
}

// takenAt tells whether a legal move takes the piece on a square.
func takenAt(f dama.Facts, p dama.Position, square dama.Square) bool {
	for _, m := range referee.Moves(f, p) {
		if m.Captured.Has(square) {
			return true
		}
	}
	return false
}

// onBackRank tells whether the solver takes a king on the first or the last rank.
func (s Subject) onBackRank() bool {
	return s.takesKing(func(square dama.Square) bool { return square.Rank() == 0 || square.Rank() == 7 })
}

// alongEdge tells whether one move of the solver takes two pieces or more on the
// same edge file.
func (s Subject) alongEdge() bool {
	return s.anyOwn(func(t Turn) bool {
		var on [8]int
		for square := range t.Solution.Captured.Squares() {
			on[square.File()]++
		}
		return on[0] > 1 || on[7] > 1
	})
}

// fromBehind tells whether the solver, who is behind by two men or more at the
// start, is not behind when the line is settled.
func (s Subject) fromBehind() bool {
	start := balance(s.Position)
	return start <= -2*manValue && start+s.Gain >= 0
}

// endgame tells whether there are few pieces, and which sides have kings: 0 neither,
// 1 one of them, 2 both.
func (s Subject) endgame(sidesWithKings int) bool {
	n := 0
	for _, c := range []dama.Color{dama.White, dama.Black} {
		if s.Position.Kings(c) != 0 {
			n++
		}
	}
	return s.few() && n == sidesWithKings
}

// few tells whether there are few pieces on the board.
func (s Subject) few() bool { return s.Position.Occupied().Count() <= fewPieces }
