package dama_test

import (
	"testing"
	"time"

	"damalab/dama"
)

// TestDeepSlowest looks for the positions on which the package takes longest:
// kings among scattered enemies, up to the sixteen that a game can have. It
// measures and asserts nothing of time, which belongs to the machine; see its
// log with -v.
func TestDeepSlowest(t *testing.T) {
	needDeep(t)
	for _, shape := range []struct{ kings, foes int }{{1, 10}, {1, 12}, {1, 14}, {1, 16}, {4, 12}, {4, 16}, {16, 16}} {
		for variant := range uint8(4) {
			f := fuzzedFacts(variant)
			r, g := newRand(t), f.Generator()
			var moves, count, parse slowest
			for range 30 {
				p := scattered(r, shape.kings, shape.foes)
				measure(g, p, &moves, &count, &parse)
			}
			t.Logf("%d kings among %d, %s, %s:\nmoves %v\nroutes of a move %v\nreading a move %v",
				shape.kings, shape.foes, f.Promotion, f.Reversal, moves, count, parse)
		}
	}
}

// slowest keeps the longest time with its position and what was counted there.
type slowest struct {
	Took     time.Duration
	Position dama.Position
	Count    uint64
}

func (s *slowest) note(began time.Time, p dama.Position, count uint64) {
	if took := time.Since(began); took > s.Took {
		*s = slowest{took, p, count}
	}
}

// measure takes the first move for the rest: the others are much the same.
func measure(g dama.Generator, p dama.Position, moves, count, parse *slowest) {
	began := time.Now()
	legal := g.Moves(p)
	moves.note(began, p, uint64(len(legal)))
	if len(legal) == 0 {
		return
	}
	m := legal[0]
	began = time.Now()
	routes := g.CountRoutes(p, m)
	count.note(began, p, routes)
	// The captured squares are asked of every move that takes as many.
	text := joined(m.From().String(), takenInOrder(m, g.Route(p, m)))
	began = time.Now()
	_, _ = g.ParseMove(p, text) // ambiguous or not, it takes its time
	parse.note(began, p, uint64(len(legal)))
}
