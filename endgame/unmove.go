package endgame

import "damalab/dama"

// steps are the ways a king goes: right, left, up, down. A step leaves the board
// where the square has no neighbor in that direction.
var steps = [4]step{
	{+1, 0x8080808080808080}, {-1, 0x0101010101010101}, {+8, 0xFF << 56}, {-8, 0xFF},
}

type step struct {
	by   int
	edge dama.Bitboard
}

// next returns the square one step on, an empty set beyond the edge.
func (s step) next(square dama.Bitboard) dama.Bitboard {
	square &^= s.edge
	if s.by < 0 {
		return square >> -s.by
	}
	return square << s.by
}

// unmove calls yield with every position from which a quiet move that crowns no
// man leads to b, seen by the side that moved. That the move was legal, no
// capture being due, is for the caller to know.
func (b *boards) unmove(yield func(*boards)) {
	before := b.turn() // the side that has just moved, still in its new place
	empty := ^before.occupied()
	men := before[ownMen]
	for left := men; left != 0; left &= left - 1 {
		to := left & -left
		for _, from := range [3]dama.Bitboard{to >> 8, to &^ steps[0].edge << 1, to &^ steps[1].edge >> 1} {
			if from&empty != 0 {
				before[ownMen] = men ^ to | from
				yield(&before)
			}
		}
	}
	before[ownMen] = men
	kings := before[ownKings]
	for left := kings; left != 0; left &= left - 1 {
		to := left & -left
		for _, way := range steps {
			for from := way.next(to) & empty; from != 0; from = way.next(from) & empty {
				before[ownKings] = kings ^ to | from
				yield(&before)
			}
		}
	}
}
