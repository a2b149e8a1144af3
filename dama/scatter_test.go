package dama_test

import (
	"math/rand/v2"

	"damalab/dama"
)

// scattered puts kings among enemies of which no two stand side by side, with
// one or more of them as kings: the positions with the longest captures.
func scattered(r *rand.Rand, kings, foes int) dama.Position {
	var b [2][2]dama.Bitboard
	used := dama.Bitboard(0)
	place := func(c dama.Color, k dama.Kind, apart bool) {
		for range 200 {
			s := dama.Square(r.IntN(64))
			if used&s.Bit() == 0 && !(apart && used&beside(s) != 0) && !(k == dama.Man && s.Rank() == c.FarRank()) {
				used |= s.Bit()
				b[c][k] |= s.Bit()
				return
			}
		}
	}
	for i := range foes {
		place(dama.Black, dama.Kind(i%3/2), true)
	}
	for range kings {
		place(dama.White, dama.King, false)
	}
	return mustPosition(b, dama.White)
}

// beside returns the squares that share an edge with s.
func beside(s dama.Square) (b dama.Bitboard) {
	for other := range dama.Square(64) {
		df, dr := other.File()-s.File(), other.Rank()-s.Rank()
		if df*df+dr*dr == 1 {
			b |= other.Bit()
		}
	}
	return b
}
