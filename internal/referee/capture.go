package referee

import (
	"slices"

	"damalab/dama"
)

// Captures returns every complete capture of every piece of the side to move,
// of any length, before the maximum rule: the sequences that the same piece
// cannot continue. They are in the order of [Moves].
func Captures(f dama.Facts, p dama.Position) []Move {
	var all collection
	b := boardOf(p)
	for from := range p.Pieces(p.Side()).Squares() {
		piece, _ := p.At(from)
		s := sequence{board: b, from: from, at: placeOf(from), start: piece, piece: piece}
		s.board.lift(s.at) // the starting square is empty during the sequence
		s.follow(f, &all)
	}
	return all.sorted()
}

// sequence is a capture that is under way. The moving piece is not on the board.
type sequence struct {
	board    board
	from     dama.Square
	at       place
	start    dama.Piece // what the mover was at the start
	piece    dama.Piece // what the mover is now
	last     step       // the direction of the last jump; none before the first
	landings []dama.Square
	captured dama.Bitboard
}

// follow makes every jump that the mover can make, and every one after that; a
// sequence that has no further jump is complete.
func (s sequence) follow(f dama.Facts, all *collection) {
	complete := true
	for _, j := range s.board.jumps(s.at, s.piece) {
		turned := s.piece.Kind == dama.King && j.direction.opposite(s.last)
		if turned && f.Reversal == dama.ReversalForbidden {
			continue
		}
		complete = false
		s.after(f, j).follow(f, all)
	}
	if complete && len(s.landings) > 0 {
		all.add(s.move())
	}
}

// after returns the sequence with one more jump. The captured piece leaves the
// board at once. Where the ruleset crowns during the capture, a man that lands
// on its far rank goes on as a king.
func (s sequence) after(f dama.Facts, j jump) sequence {
	s.board.lift(j.over)
	s.captured |= j.over.square().Bit()
	s.landings = append(slices.Clone(s.landings), j.landing.square())
	s.at, s.last = j.landing, j.direction
	if f.Promotion == dama.DuringCapture && crowns(s.piece, s.at) {
		s.piece.Kind = dama.King
	}
	return s
}

// move returns the complete sequence as a move with one route. A man that stops
// on its far rank is crowned, whatever the ruleset.
func (s sequence) move() Move {
	end := s.piece.Kind
	if crowns(s.piece, s.at) {
		end = dama.King
	}
	return Move{
		From: s.from, To: s.at.square(), Captured: s.captured,
		Crowned: s.start.Kind == dama.Man && end == dama.King,
		Routes:  [][]dama.Square{s.landings},
	}
}

// jump is one capture within a sequence.
type jump struct {
	direction step
	over      place // the captured piece
	landing   place
}

// jumps returns the single jumps that a piece could make from a place.
func (b *board) jumps(from place, piece dama.Piece) []jump {
	var list []jump
	for _, d := range steps(piece) {
		over := from.next(d)
		for piece.Kind == dama.King && b.empty(over) {
			over = over.next(d)
		}
		if !b.enemy(over, piece.Color) {
			continue
		}
		for landing := over.next(d); b.empty(landing); landing = landing.next(d) {
			list = append(list, jump{d, over, landing})
			if piece.Kind == dama.Man {
				break // a man lands directly beyond
			}
		}
	}
	return list
}
