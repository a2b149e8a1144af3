package puzzles

import "damalab/dama"

// jump is one capture of a route.
type jump struct {
	from, to dama.Square
	// over has the squares between the two, and the landing.
	over dama.Bitboard
	// emptied has the squares that the move has emptied before this jump: the
	// mover's own at the start, and those of the pieces captured so far.
	emptied dama.Bitboard
}

// jumps splits a route of the move.
func (t Turn) jumps(route []dama.Square) []jump {
	at := t.Solution.From
	emptied := at.Bit()
	var list []jump
	for _, to := range route {
		between := dama.Lines(at, to.Bit()) & dama.Lines(to, at.Bit())
		list = append(list, jump{from: at, to: to, over: between | to.Bit(), emptied: emptied})
		emptied |= between & t.Solution.Captured
		at = to
	}
	return list
}

// vertical tells whether the jump runs along a file.
func (j jump) vertical() bool { return j.from.File() == j.to.File() }

// turns counts the right angles of a route.
func turns(route []jump) int {
	n := 0
	for i := 1; i < len(route); i++ {
		if route[i].vertical() != route[i-1].vertical() {
			n++
		}
	}
	return n
}

// crosses tells whether a route runs over, or lands on, a square that was
// occupied before the move and is empty by then.
func crosses(route []jump) bool {
	for _, j := range route {
		if j.over&j.emptied != 0 {
			return true
		}
	}
	return false
}

// passesFarRank tells whether a route lands on the far rank of a side before its
// last jump.
func passesFarRank(route []jump, side dama.Color) bool {
	for _, j := range route[:len(route)-1] {
		if j.to.Rank() == side.FarRank() {
			return true
		}
	}
	return false
}
