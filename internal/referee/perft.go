package referee

import "damalab/dama"

// Perft counts the leaves of the tree of legal moves to a depth in plies: by
// move or, if byRoute is set, with each route of a capture counted apart. It
// looks at the board alone and ignores every draw rule. A position without a
// legal move counts 0; depth 0 counts 1.
func Perft(f dama.Facts, p dama.Position, depth int, byRoute bool) uint64 {
	if depth <= 0 {
		return 1
	}
	leaves := uint64(0)
	for _, m := range Moves(f, p) {
		ways := uint64(1)
		if byRoute {
			ways = uint64(len(m.Routes))
		}
		if depth > 1 { // all routes of a move lead to the same position
			ways *= Perft(f, Make(p, m), depth-1, byRoute)
		}
		leaves += ways
	}
	return leaves
}
