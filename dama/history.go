package dama

import (
	"math"
	"slices"
)

// History is a game as the rules see it: the positions so far with the counters
// that the draw rules need. Moves can be played and taken back. It is not safe
// for use by several goroutines at once.
type History struct {
	facts  Facts
	resets struct{ capture, promotion, manMove bool }
	states []historyState
}

// historyState is one position with how it was reached.
type historyState struct {
	pos  Position
	move Move // the move that led here; zero at the start
	// reversible counts the plies since the last move that can't be undone by
	// other moves: no earlier position can come again.
	reversible int32
	kingPlies  int32 // plies in a row that were king moves without a capture
	idlePlies  int32 // plies in a row without what the ruleset calls progress, if it counts them
}

// NewHistory begins a game under the given facts.
func NewHistory(f Facts, start Position) *History {
	h := &History{facts: f}
	h.resets.capture = slices.Contains(f.NoProgressResets, ResetCapture)
	h.resets.promotion = slices.Contains(f.NoProgressResets, ResetPromotion)
	h.resets.manMove = slices.Contains(f.NoProgressResets, ResetManMove)
	h.Restart(start)
	return h
}

// Restart forgets the game and begins another one from start.
func (h *History) Restart(start Position) {
	h.states = append(h.states[:0], historyState{pos: start})
}

// Facts returns the facts under which the game is played.
func (h *History) Facts() Facts { return h.facts }

// Position returns the position that the game has reached.
func (h *History) Position() Position { return h.last().pos }

// Plies returns the number of moves played so far.
func (h *History) Plies() int { return len(h.states) - 1 }

// PositionAt returns the position before the given ply, counted from 0.
func (h *History) PositionAt(ply int) Position { return h.states[ply].pos }

// MoveAt returns the move played at the given ply, counted from 0.
func (h *History) MoveAt(ply int) Move { return h.states[ply+1].move }

// LastMove returns the move played last, the zero move at the start.
func (h *History) LastMove() Move { return h.last().move }

func (h *History) last() *historyState { return &h.states[len(h.states)-1] }

// Play plays a move that is legal in the present position.
func (h *History) Play(m Move) {
	s, n := h.grow()
	s.pos.makeInto(&n.pos, m)
	n.move = m
	reversible, kings, once := s.reversible+1, s.kingPlies+1, m.captured
	if m.piece != kingMoves {
		once |= Bitboard((m.from ^ m.to) & 56) // another rank
		kings = 0
	}
	if m.captured != 0 {
		kings = 0
	}
	if once != 0 {
		reversible = 0
	}
	n.reversible, n.kingPlies, n.idlePlies = reversible, kings, 0
	if h.facts.NoProgressPlies > 0 && !h.progress(m) {
		n.idlePlies = s.idlePlies + 1
	}
}

// progress tells whether a move is what the ruleset calls progress.
func (h *History) progress(m Move) bool {
	return m.IsCapture() && h.resets.capture || m.Crowned() && h.resets.promotion || !m.ByKing() && h.resets.manMove
}

// grow makes room for one more state, whose fields are all to be written, and
// returns it with the one before.
func (h *History) grow() (before, next *historyState) {
	n := len(h.states)
	if n == cap(h.states) {
		h.states = append(h.states, historyState{})
	}
	h.states = h.states[:n+1]
	return &h.states[n-1], &h.states[n]
}

// Reversible returns the number of plies since the last capture or forward move
// of a man: the last moves that can be undone by others.
func (h *History) Reversible() int { return int(h.last().reversible) }

// CounterPlies returns the least number of plies after which a counted rule can end
// the game as a draw: the whole limit is left after a move that starts its count
// again. It is [math.MaxInt] where nothing is counted. Repetition is no counter.
func (h *History) CounterPlies() int {
	s, left := h.last(), math.MaxInt
	if n := h.facts.KingMoveLimit; n > 0 {
		left = n - int(s.kingPlies)
	}
	if n := h.facts.NoProgressPlies; n > 0 {
		left = min(left, n-int(s.idlePlies))
	}
	return left
}

// Undo takes the last move back.
func (h *History) Undo() { h.states = h.states[:len(h.states)-1] }

// Outcome tells how the game stands.
func (h *History) Outcome() Outcome {
	if o := h.facts.BoardOutcome(h.last().pos); o.Over {
		return o
	}
	return h.CounterOutcome()
}

// Present returns the position that the game has reached, to be looked at only
// until the next move is played or taken back.
func (h *History) Present() *Position { return &h.last().pos }

// CounterOutcome tells what the counters and the repetition rule decide. It must
// be asked only where the board alone decides nothing.
func (h *History) CounterOutcome() Outcome {
	s := h.last()
	switch f := &h.facts; {
	case s.reversible >= 4 && f.Repetition > 0 && h.Occurrences() >= f.Repetition:
		return drawn(RepetitionDrawn)
	case f.KingMoveLimit > 0 && int(s.kingPlies) >= f.KingMoveLimit:
		return drawn(KingMovesDrawn)
	case f.NoProgressPlies > 0 && int(s.idlePlies) >= f.NoProgressPlies:
		return drawn(NoProgressDrawn)
	}
	return Outcome{}
}

// Occurrences returns how many times the present position, with the same side to
// move, has stood on the board in this game; 1 if it is new.
func (h *History) Occurrences() int {
	s := h.last()
	n := 1
	for i := len(h.states) - 3; i >= len(h.states)-1-int(s.reversible); i -= 2 {
		if h.states[i].pos == s.pos {
			n++
		}
	}
	return n
}

// RepeatedSince tells whether the present position has stood on the board before
// in the game, at the given ply (0 is the start) or later. A search calls its own
// line drawn at the first such return: what was possible once is possible again.
func (h *History) RepeatedSince(ply int) bool {
	s := h.last()
	for i := len(h.states) - 3; i >= max(ply, len(h.states)-1-int(s.reversible)); i -= 2 {
		if h.states[i].pos == s.pos {
			return true
		}
	}
	return false
}
