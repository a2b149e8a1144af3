package puzzles

import (
	"fmt"
	"slices"

	"damalab/dama"
	"damalab/datasets"
	"damalab/internal/referee"
)

// stripper takes off the board what a line does not need. A piece is not needed
// if without it
//
//   - the same moves are legal wherever a capture is due on the line, and where
//     none is due, none is, and the line's move is legal;
//   - the opponent still has no legal move at the end, if he has none;
//   - of a maximum, the longest of the captures that are shorter than the solution
//     is still as long;
//   - of a choice, each of the first captures still gets as much once the captures
//     behind it have been played out.
//
// A choice that the captures by themselves do not decide needs every piece: what
// is wrong with the other captures is in no line.
//
// Pieces go one after the other in the order of the squares, again and again
// until none does. Of two that do the same the first one goes.
type stripper struct {
	facts dama.Facts
	gen   dama.Generator
	kind  datasets.PuzzleKind
	line  []dama.Move
	must  needs
	buf   []dama.Move
}

// needs are what must stay as it is.
type needs struct {
	due    [][]moveID // the legal moves at each turn where a capture is due; nil elsewhere
	ended  bool       // the opponent has no legal move at the end
	decoy  int        // of a maximum, how many pieces the longest shorter capture takes
	values []int      // of a choice, what each first capture gets
}

// core returns what is left of a position, with the line, as text.
func (s *stripper) core(p dama.Position) string {
	s.remember(p)
	kept := dama.Bitboard(0)
	for _, m := range s.line {
		kept |= m.From().Bit() | m.Captured()
	}
	for going := s.kind != datasets.ChoicePuzzle || s.decided(); going; {
		going = false
		for square := range (p.Occupied() &^ kept).Squares() {
			if q, ok := without(p, square); ok && s.stands(q) {
				p, going = q, true
			}
		}
	}
	return p.FEN() + lineText(s.line)
}

// lineText writes moves as they are compared, each after a space.
func lineText(line []dama.Move) string {
	text := ""
	for _, m := range line {
		text += fmt.Sprintf(" %v-%v:%x", m.From(), m.To(), uint64(m.Captured()))
	}
	return text
}

// remember notes what must stay as it is.
func (s *stripper) remember(p dama.Position) {
	switch s.kind {
	case datasets.MaximumPuzzle:
		s.must.decoy = s.longestDecoy(p)
	case datasets.ChoicePuzzle:
		s.must.values = s.values(p)
	}
	for _, m := range s.line {
		s.must.due = append(s.must.due, s.due(p))
		p = p.Make(m)
	}
	s.must.ended = s.gen.CountMoves(p) == 0
}

// stands tells whether the line is what it was in a position with fewer pieces.
func (s *stripper) stands(p dama.Position) bool {
	first := p
	for i, m := range s.line {
		if !slices.Equal(s.due(p), s.must.due[i]) || !slices.ContainsFunc(s.buf, func(o dama.Move) bool { return idOfMove(o) == idOfMove(m) }) {
			return false
		}
		p = p.Make(m)
	}
	switch {
	case s.must.ended && s.gen.CountMoves(p) > 0:
		return false
	case s.kind == datasets.MaximumPuzzle:
		return s.longestDecoy(first) == s.must.decoy
	case s.kind == datasets.ChoicePuzzle:
		return slices.Equal(s.values(first), s.must.values)
	}
	return true
}

// due returns the legal moves if they are captures, in order, and leaves all of
// them in the buffer.
func (s *stripper) due(p dama.Position) []moveID {
	s.buf = s.gen.AppendMoves(s.buf[:0], p)
	if len(s.buf) == 0 || !s.buf[0].IsCapture() {
		return nil
	}
	slices.SortFunc(s.buf, compareMoves)
	list := make([]moveID, len(s.buf))
	for i, m := range s.buf {
		list[i] = idOfMove(m)
	}
	return list
}

// longestDecoy is how many pieces the longest complete capture takes that takes
// fewer than the solution; 0 if there is none.
func (s *stripper) longestDecoy(p dama.Position) int {
	longest := 0
	for _, c := range referee.Captures(s.facts, p) {
		if n := c.Captured.Count(); n < s.line[0].Captured().Count() {
			longest = max(longest, n)
		}
	}
	return longest
}

// values returns what each legal move gets once the captures behind it have been
// played out, in order.
func (s *stripper) values(p dama.Position) []int {
	var list []int
	play := settler{book: fastBook{}, facts: s.facts, known: map[dama.Position]int{}}
	for _, o := range play.book.appendOptions(nil, s.facts, p) {
		list = append(list, -play.settle(o.after)-balance(p))
	}
	return list
}

// decided tells whether the captures by themselves make the first move of a choice
// the best one.
func (s *stripper) decided() bool {
	best, others := 0, []int(nil)
	for i, id := range s.must.due[0] {
		if id == idOfMove(s.line[0]) {
			best = s.must.values[i]
		} else {
			others = append(others, s.must.values[i])
		}
	}
	return best > slices.Max(others)
}

// without takes a piece off the board; it is false if that leaves no position.
func without(p dama.Position, square dama.Square) (dama.Position, bool) {
	keep := ^square.Bit()
	q, err := dama.NewPosition(p.Men(dama.White)&keep, p.Kings(dama.White)&keep, p.Men(dama.Black)&keep, p.Kings(dama.Black)&keep, p.Side())
	return q, err == nil
}
