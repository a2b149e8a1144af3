package referee

import "damalab/dama"

// cell is what stands on one square; the zero value is an empty square.
type cell struct {
	taken bool
	piece dama.Piece
}

// board is who stands where, by file and rank, both 0 to 7. It is copied
// whenever it is handed on: nothing is ever taken back.
type board [8][8]cell

func boardOf(p dama.Position) board {
	var b board
	for file := range 8 {
		for rank := range 8 {
			if piece, ok := p.At(dama.SquareAt(file, rank)); ok {
				b[file][rank] = cell{taken: true, piece: piece}
			}
		}
	}
	return b
}

// position gives the board back as a position.
func (b board) position(side dama.Color) (dama.Position, error) {
	var sets [2][2]dama.Bitboard // by color and kind
	for file := range 8 {
		for rank := range 8 {
			if c := b[file][rank]; c.taken {
				sets[c.piece.Color][c.piece.Kind] |= dama.SquareAt(file, rank).Bit()
			}
		}
	}
	return dama.NewPosition(
		sets[dama.White][dama.Man], sets[dama.White][dama.King],
		sets[dama.Black][dama.Man], sets[dama.Black][dama.King], side)
}

// put sets a piece down on a square.
func (b *board) put(at place, piece dama.Piece) {
	b[at.file][at.rank] = cell{taken: true, piece: piece}
}

// lift takes whatever stands on a square off the board.
func (b *board) lift(at place) { b[at.file][at.rank] = cell{} }

// empty tells whether the place is on the board with nothing on it.
func (b *board) empty(at place) bool { return at.onBoard() && !b[at.file][at.rank].taken }

// enemy tells whether a piece of the other side stands on the place.
func (b *board) enemy(at place, of dama.Color) bool {
	return at.onBoard() && b[at.file][at.rank].taken && b[at.file][at.rank].piece.Color != of
}

// place is a file and a rank, 0 to 7 on the board; it may lie beyond the edge.
type place struct{ file, rank int }

func placeOf(s dama.Square) place { return place{s.File(), s.Rank()} }

func (p place) square() dama.Square { return dama.SquareAt(p.file, p.rank) }

func (p place) onBoard() bool {
	return p.file >= 0 && p.file < 8 && p.rank >= 0 && p.rank < 8
}

func (p place) next(d step) place { return place{p.file + d.file, p.rank + d.rank} }

// step is a direction along a file or a rank. The zero step is no direction.
type step struct{ file, rank int }

// opposite tells whether going from one step to the other turns by 180 degrees.
func (d step) opposite(e step) bool { return d.file == -e.file && d.rank == -e.rank }

// steps returns the directions in which a piece may move and capture: a man
// sideways and forward, a king all four.
func steps(p dama.Piece) []step {
	left, right, up, down := step{-1, 0}, step{1, 0}, step{0, 1}, step{0, -1}
	switch {
	case p.Kind == dama.King:
		return []step{left, right, up, down}
	case p.Color == dama.White:
		return []step{left, right, up}
	}
	return []step{left, right, down}
}

// crowns tells whether a piece that stops on the place is a man on its far rank.
func crowns(p dama.Piece, at place) bool {
	if p.Kind == dama.King {
		return false
	}
	if p.Color == dama.White {
		return at.rank == 7
	}
	return at.rank == 0
}
