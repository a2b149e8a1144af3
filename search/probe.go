package search

import "damalab/dama"

// Endgames knows the exact worth of positions with few pieces. Tables of such
// positions implement it; the search only asks.
type Endgames interface {
	// MaxPieces is the number of pieces, both sides together, up to which it
	// makes sense to ask.
	MaxPieces() int
	// Probe returns +1, 0 or -1 if the side to move wins, draws or loses with
	// best play, and the number of plies to the end of a won or lost game. ok
	// is false if the position is not known.
	Probe(p dama.Position) (result, plies int, ok bool)
}

// UseEndgames makes the engine ask for exact scores inside its trees; nil for not
// asking. Counters and repetition are outside what is asked.
func (e *Engine) UseEndgames(t Endgames) { e.endgames = t }

// probe returns the exact score of a position below the root, if it is known.
func (e *Engine) probe(p dama.Position, ply int) (Score, bool) {
	if p.Occupied().Count() > e.endgames.MaxPieces() {
		return 0, false
	}
	result, plies, ok := e.endgames.Probe(p)
	switch {
	case !ok:
		return 0, false
	case result > 0:
		return -lossIn(ply + plies), true
	case result < 0:
		return lossIn(ply + plies), true
	}
	return DrawScore, true
}
