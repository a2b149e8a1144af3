package dama_test

import (
	"slices"
	"testing"

	"damalab/dama"
)

// TestQuietMove: of all pairs of squares, those give a move that the generator has
// where no capture is due, and the keys foretold are the keys of what follows.
func TestQuietMove(t *testing.T) {
	r, g := newRand(t), dama.Generator{}
	for _, p := range samplePositions(r, g, 300) {
		moves := g.Moves(p)
		for _, m := range moves {
			check(t, p, "the key after "+g.Text(p, m), p.KeyAfter(m), p.Make(m).Key())
		}
		if g.CanCapture(p) {
			continue
		}
		found := 0
		for from := range dama.Square(64) {
			for to := range dama.Square(64) {
				m, ok := p.QuietMove(from, to)
				if !ok {
					continue
				}
				found++
				if !slices.Contains(moves, m) {
					t.Errorf("%v: %v-%v is no legal move", p, from, to)
				}
			}
		}
		check(t, p, "number of quiet moves", found, len(moves))
	}
}
