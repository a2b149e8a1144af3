package search

import (
	"slices"

	"damalab/dama"
)

// Principal variation search: the first move of a node is searched with the whole
// window, the others only to show that they are no better (a window of one point);
// the rare one that is better is searched again.

// child searches the position just reached, seen by the side that moved there.
func (e *Engine) child(first bool, depth int, alpha, beta Score, ply int) Score {
	if first {
		return -e.node(-beta, -alpha, depth, ply)
	}
	s := -e.node(-alpha-1, -alpha, depth, ply)
	if s > alpha && s < beta && !e.stopped {
		s = -e.node(-beta, -alpha, depth, ply)
	}
	return s
}

// node returns the score of the game's present position, ply plies from the root.
// A score at or below alpha, or at or above beta, is a bound only. After a stop
// the value has no meaning.
func (e *Engine) node(alpha, beta Score, depth, ply int) Score {
	p := e.game.Present()
	// The table's entry is fetched before the position is looked at and judged
	// afterwards: it comes from memory far away, and the processor has something
	// to do while it waits.
	key, _ := p.KeyAndSide()
	known := e.table.fetch(key, depth)
	look := e.gen.Outlook(p)
	return e.enter(p, look, known, alpha, beta, depth, ply)
}

// enter is node for a position that has been looked at; known is what stands in
// its place in the table.
func (e *Engine) enter(p *dama.Position, look dama.Outlook, known entry, alpha, beta Score, depth, ply int) Score {
	f := &e.frames[ply]
	f.pv = f.pv[:0]
	if s, over := e.ended(p, look, ply); over {
		return s
	}
	if e.stopped || ply >= maxPly {
		return e.worth(p)
	}
	if depth <= 0 {
		if !look.Capture {
			return e.leaf(p, look, alpha, beta, ply)
		}
		depth = 0
	}
	// Nothing here can be worse than losing at once, or better than winning by
	// the next move.
	alpha, beta = max(alpha, lossIn(ply)), min(beta, -lossIn(ply+1))
	if alpha >= beta {
		return alpha
	}
	best := noMove
	key, _ := p.KeyAndSide()
	if !known.of(key, e.table.game) && depth > e.table.shallowDepth {
		known = e.table.fetch(key, 0) // the move that seemed best with less depth
	}
	if known.of(key, e.table.game) {
		best = known.move()
		if s, ok := known.cuts(alpha, beta, depth, ply); ok {
			return s
		}
	}
	var l loop
	l.alpha, l.beta, l.depth, l.ply, l.capture = alpha, beta, depth, ply, look.Capture
	return e.loop(&l, p, look, best)
}

// ended returns the score of a position in which the game is over, or as good as
// over: the line has come back to where it was, or tables know how it ends.
func (e *Engine) ended(p *dama.Position, look dama.Outlook, ply int) (Score, bool) {
	if !look.Capture && !look.Quiet {
		return lossIn(ply), true
	}
	if p.OnePieceEach() && e.facts.MaterialDraw(*p) != "" {
		return DrawScore, true
	}
	// No position comes back in fewer than four plies.
	if e.counts || e.facts.Repetition > 0 && e.game.Reversible() >= 4 {
		if e.game.CounterOutcome().Over || e.facts.Repetition > 0 && e.game.RepeatedSince(e.game.Plies()-ply) {
			return DrawScore, true
		}
	}
	return e.probe(p, ply)
}

// worth returns the evaluation of a position.
func (e *Engine) worth(p *dama.Position) Score { return fromEval(e.eval.Score(p)) }

// worthWithin is worth for a caller who asks about a window: a score that is clearly
// outside is a bound only.
func (e *Engine) worthWithin(p *dama.Position, alpha, beta Score) Score {
	return fromEval(e.eval.ScoreWithin(p, int(alpha), int(beta), int(e.params.LazyMargin)))
}

// cuts tells whether a stored result answers the question of a node.
func (t entry) cuts(alpha, beta Score, depth, ply int) (Score, bool) {
	if t.depth() < depth {
		return 0, false
	}
	s := t.score().fromTable(ply)
	switch t.bound() {
	case exact:
		return s, beta-alpha == 1
	case atLeast:
		return s, s >= beta
	case atMost:
		return s, s <= alpha
	}
	return 0, false
}

// loop is the search of one node's moves, as far as it has come.
type loop struct {
	alpha, beta Score
	depth, ply  int
	capture     bool

	key    uint64
	side   dama.Color
	before dama.Move // the move that led to the node

	best     Score
	bestMove moveCode
}

// loop searches the moves of a node, most promising first.
func (e *Engine) loop(l *loop, p *dama.Position, look dama.Outlook, known moveCode) Score {
	f := &e.frames[l.ply]
	l.before = e.game.LastMove()
	l.key, l.side = p.KeyAndSide()
	l.best, l.bestMove = -Infinite, noMove
	done := 0 // the moves that need not be searched again
	if l.depth == 1 && !l.capture {
		cut := false
		if done, cut = e.favourites(l, p, known); cut {
			return e.conclude(l)
		}
	}
	f.moves = e.gen.AppendSeen(f.moves[:0], p, look)
	f.rates = slices.Grow(f.rates[:0], len(f.moves))[:len(f.moves)]
	if l.capture {
		rateCaptures(f.moves, f.rates, known)
	} else {
		e.order.rateQuiet(f.moves, f.rates, known, l.before, l.side, l.ply)
	}
	most, next := e.ordered(l, done), 0
	for i := done; i < len(f.moves); i++ {
		for ; next <= i+1 && next < len(f.moves); next++ {
			if next < most {
				pick(f.moves, f.rates, next)
			}
			if l.depth > 1 {
				prefetch(e.table.place(p.KeyAfter(f.moves[next]), l.depth-1))
			}
		}
		if e.try(l, i, f.moves[i], f.rates[i], f.moves[:i]) {
			break
		}
	}
	return e.conclude(l)
}

// ordered returns how many moves of a node are brought into order.
func (e *Engine) ordered(l *loop, done int) int {
	if l.depth == 1 && !l.capture {
		return max(done, e.params.OrderLast)
	}
	return e.params.OrderMoves
}

// try searches the i-th move of a node. It tells whether that is enough: the move
// cuts the node off, or the search has stopped.
func (e *Engine) try(l *loop, i int, m dama.Move, rate int32, tried []dama.Move) (enough bool) {
	e.tick()
	e.game.Play(m)
	s, alpha := Score(0), max(l.alpha, l.best)
	if l.depth == 1 && !l.capture {
		s = e.lastMove(l, i, alpha)
	} else {
		s = e.tryMove(l, i, rate, alpha)
	}
	e.game.Undo()
	if e.stopped {
		return true
	}
	if s <= l.best {
		return false
	}
	l.best = s
	if s > l.alpha {
		l.bestMove = codeOf(m)
		f := &e.frames[l.ply]
		f.pv = append(append(f.pv[:0], m), e.frames[l.ply+1].pv...)
	}
	if s < l.beta {
		return false
	}
	if !l.capture {
		e.order.reward(&e.params, m, l.before, tried, l.side, l.depth, l.ply)
	}
	return true
}

// conclude keeps what the search of a node's moves has found, and returns the
// node's score.
func (e *Engine) conclude(l *loop) Score {
	if !e.stopped {
		e.table.store(l.key, l.bestMove, l.best.toTable(l.ply), l.depth, boundOf(l.best, l), l.capture)
	}
	return l.best
}

func boundOf(s Score, l *loop) bound {
	switch {
	case s >= l.beta:
		return atLeast
	case s > l.alpha:
		return exact
	}
	return atMost
}

// tryMove searches the i-th move, which has just been played. A forced capture
// costs no depth: there is nothing to decide. Quiet moves that come late are
// searched less deep, and again in full if they turn out better than thought.
func (e *Engine) tryMove(l *loop, i int, rate int32, alpha Score) Score {
	depth := l.depth - 1
	if e.params.ExtendForced && l.capture && len(e.frames[l.ply].moves) == 1 {
		depth = l.depth
	}
	if e.reduced(l, i, rate) {
		if s := -e.node(-alpha-1, -alpha, depth-1, l.ply+1); s <= alpha || e.stopped {
			return s
		}
	}
	return e.child(i == 0, depth, alpha, l.beta, l.ply+1)
}

// reduced tells whether a move is searched a ply less deep at first.
func (e *Engine) reduced(l *loop, i int, rate int32) bool {
	return !l.capture && l.depth >= e.params.ReduceDepth && i >= e.params.ReduceAfter && rate < crowning
}
