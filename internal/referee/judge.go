package referee

import (
	"fmt"
	"slices"

	"damalab/dama"
)

// Verdict says whether a game is over and how it ended.
type Verdict struct {
	// Over is false while no rule ends the game; the rest is then zero.
	Over bool
	// Result is +1 if White has won, -1 if Black has, 0 for a draw.
	Result int
	// Termination is the rule: "elimination", "blocked", "one-piece-each",
	// "king-versus-man", "repetition", "king-moves" or "no-progress".
	Termination string
}

// Judge says whether the game is over at the last of its positions. positions[0]
// is the start of the game and moves[i] leads from positions[i] to
// positions[i+1]; of a move only the origin, the captured set and whether it
// crowned are asked. Everything is counted anew from the whole list. Where two
// rules fit, the first in the order of [Verdict.Termination] counts. It panics
// if the two lists do not fit together.
func Judge(f dama.Facts, positions []dama.Position, moves []Move) Verdict {
	if len(positions) != len(moves)+1 {
		panic(fmt.Sprintf("referee: %d positions and %d moves are no game", len(positions), len(moves)))
	}
	p := positions[len(moves)]
	mover, opponent := p.Side(), p.Side().Other()
	switch {
	case p.Pieces(mover).Count() == 0:
		return wonBy(opponent, "elimination")
	case p.Pieces(opponent).Count() == 0:
		return wonBy(mover, "elimination")
	case len(Moves(f, p)) == 0:
		return wonBy(opponent, "blocked")
	case onePieceEach(f, p):
		return drawn("one-piece-each")
	case kingVersusMan(f, p):
		return drawn("king-versus-man")
	case f.Repetition > 0 && occurrences(positions) >= f.Repetition:
		return drawn("repetition")
	case f.KingMoveLimit > 0 && kingMoves(positions, moves) >= f.KingMoveLimit:
		return drawn("king-moves")
	case f.NoProgressPlies > 0 && withoutProgress(f, positions, moves) >= f.NoProgressPlies:
		return drawn("no-progress")
	}
	return Verdict{}
}

func wonBy(winner dama.Color, termination string) Verdict {
	if winner == dama.White {
		return Verdict{Over: true, Result: +1, Termination: termination}
	}
	return Verdict{Over: true, Result: -1, Termination: termination}
}

func drawn(termination string) Verdict { return Verdict{Over: true, Termination: termination} }

// onePieceEach: both sides are down to one piece, whatever the two are.
func onePieceEach(f dama.Facts, p dama.Position) bool {
	if p.Pieces(dama.White).Count() != 1 || p.Pieces(dama.Black).Count() != 1 {
		return false
	}
	switch f.OnePieceEach {
	case dama.OnePieceDraw:
		return true
	case dama.OnePieceUnlessCapture:
		return len(Captures(f, p)) == 0
	}
	return false
}

// kingVersusMan: one side has just one king, the other just one man.
func kingVersusMan(f dama.Facts, p dama.Position) bool {
	if f.KingVersusMan != dama.KingVersusManDraw {
		return false
	}
	return onlyOne(p, dama.White, dama.King) && onlyOne(p, dama.Black, dama.Man) ||
		onlyOne(p, dama.White, dama.Man) && onlyOne(p, dama.Black, dama.King)
}

// onlyOne tells whether a side has a single piece and it is of that kind.
func onlyOne(p dama.Position, c dama.Color, k dama.Kind) bool {
	men, kings := p.Men(c).Count(), p.Kings(c).Count()
	if k == dama.King {
		return kings == 1 && men == 0
	}
	return men == 1 && kings == 0
}

// occurrences counts how often the last position has stood in the game with the
// same side to move, the last time and the starting position included.
func occurrences(positions []dama.Position) int {
	last := positions[len(positions)-1]
	n := 0
	for _, p := range positions {
		if p.Side() == last.Side() && boardOf(p) == boardOf(last) {
			n++
		}
	}
	return n
}

// kingMoves counts the plies at the end of the game that are all king moves
// without a capture.
func kingMoves(positions []dama.Position, moves []Move) int {
	n := 0
	for i, m := range moves {
		if movedMan(positions[i], m) || m.Captured.Count() > 0 {
			n = 0
		} else {
			n++
		}
	}
	return n
}

// withoutProgress counts the plies since the last move that starts the
// no-progress count again.
func withoutProgress(f dama.Facts, positions []dama.Position, moves []Move) int {
	n := 0
	for i, m := range moves {
		capture := m.Captured.Count() > 0 && slices.Contains(f.NoProgressResets, dama.ResetCapture)
		promotion := m.Crowned && slices.Contains(f.NoProgressResets, dama.ResetPromotion)
		manMove := movedMan(positions[i], m) && slices.Contains(f.NoProgressResets, dama.ResetManMove)
		if capture || promotion || manMove {
			n = 0
		} else {
			n++
		}
	}
	return n
}

// movedMan tells whether the piece that made the move was a man before it. A
// capture by a man is a man move too.
func movedMan(before dama.Position, m Move) bool {
	piece, ok := before.At(m.From)
	return ok && piece.Kind == dama.Man
}
