// Package plain is a reference engine that stays as simple as it is: alpha-beta
// by iterative deepening, captures followed to the end, and an evaluation of
// material and advance. It has no table, no move ordering beyond trying the last
// depth's best move first, no reductions and no extensions, so a stronger engine
// can be measured against something that does not change.
package plain

import (
	"context"
	"time"

	"damalab/dama"
)

const (
	infinite = 1 << 20
	won      = 1 << 16
	maxDepth = 64
	maxPly   = 128
)

// Engine searches one game at a time. It learns nothing, so there is nothing to
// clear between games.
type Engine struct {
	// Nodes is the number of moves made in the tree after which the search of
	// one move stops, Time how long it may take; 0 is no limit, and one of the
	// two must be given.
	Nodes uint64
	Time  time.Duration

	game  *dama.History
	gen   dama.Generator
	nodes uint64
	ends  time.Time
	out   bool // of nodes or time
	bufs  [maxPly + 1][]dama.Move
}

// Move returns the best move found. The game must not be over.
func (e *Engine) Move(ctx context.Context, game *dama.History) (dama.Move, error) {
	e.game, e.gen, e.nodes, e.out = game, game.Facts().Generator(), 0, false
	e.ends = time.Now().Add(e.Time)
	root := e.gen.Moves(game.Position())
	for depth := 1; depth <= maxDepth && ctx.Err() == nil; depth++ {
		best, whole := e.root(root, depth)
		if !whole {
			break
		}
		m := root[best]
		copy(root[1:best+1], root[:best])
		root[0] = m
	}
	return root[0], ctx.Err()
}

func (e *Engine) root(moves []dama.Move, depth int) (best int, whole bool) {
	alpha := -infinite
	for i, m := range moves {
		e.game.Play(m)
		e.tick()
		s := -e.search(-infinite, -alpha, depth-1, 1)
		e.game.Undo()
		if e.out {
			return 0, false
		}
		if s > alpha {
			alpha, best = s, i
		}
	}
	return best, true
}

// tick counts a node and looks at the limits, at the clock now and then only.
func (e *Engine) tick() {
	e.nodes++
	e.out = e.out || e.Nodes > 0 && e.nodes >= e.Nodes || e.Time > 0 && e.nodes&0xFF == 0 && time.Now().After(e.ends)
}

func (e *Engine) search(alpha, beta, depth, ply int) int {
	facts := e.game.Facts()
	p := e.game.Position()
	moves := e.gen.AppendMoves(e.bufs[ply][:0], p)
	e.bufs[ply] = moves
	switch {
	case len(moves) == 0:
		return ply - won
	case facts.MaterialDraw(p) != "" || e.game.CounterOutcome().Over:
		return 0
	case facts.Repetition > 0 && e.game.RepeatedSince(e.game.Plies()-ply):
		return 0
	case depth <= 0 && !moves[0].IsCapture(), ply >= maxPly, e.out:
		return worth(p)
	}
	best := -infinite
	for _, m := range moves {
		e.game.Play(m)
		e.tick()
		s := -e.search(-beta, -max(alpha, best), depth-1, ply+1)
		e.game.Undo()
		if best = max(best, s); best >= beta {
			break
		}
	}
	return best
}

// worth is the whole evaluation: a man is 100 and more as it advances, a king 400.
func worth(p dama.Position) int {
	own := p.Side()
	return side(p, own) - side(p, own.Other())
}

func side(p dama.Position, c dama.Color) int {
	men := p.Men(c)
	if c == dama.Black {
		men = men.FlipRanks()
	}
	sum := 400 * p.Kings(c).Count()
	for rank, advance := range [8]int{0, 0, 2, 6, 12, 22, 40, 0} {
		sum += (100 + advance) * (men & (0xFF << (8 * rank))).Count()
	}
	return sum
}
