package search

import "damalab/dama"

// Where the depth is used up the evaluation speaks, but only of positions in which
// nothing drastic is about to happen. Captures are compulsory and are always
// followed to the end (node.go); this file looks at what else could make the
// evaluation wrong.

// leaf returns the score of a position without a capture where the depth is used
// up.
func (e *Engine) leaf(look dama.Outlook, alpha, beta Score, ply int) Score {
	best := e.static()
	if !e.params.CrownAtLeaves || best >= beta || !look.Crown {
		return best
	}
	f := &e.frames[ply]
	f.moves = e.gen.AppendMoves(f.moves[:0], e.game.Position())
	for _, m := range f.moves {
		if !m.Crowned() {
			continue
		}
		e.game.Play(m)
		e.tick()
		s := -e.node(-beta, -max(alpha, best), 0, ply+1)
		e.game.Undo()
		if e.stopped {
			return best
		}
		if best = max(best, s); best >= beta {
			break
		}
	}
	return best
}

// prune tells whether a node can be given up without searching its moves, because
// it is good enough for the side to move. Only quiet positions in which the other
// side threatens nothing are given up: elsewhere an evaluation says little.
func (e *Engine) prune(l *loop) (Score, bool) {
	q := &e.params
	if l.capture || l.beta-l.alpha != 1 || l.beta >= winBound || l.beta <= -winBound {
		return 0, false
	}
	if l.depth <= q.FutilityDepth && l.depth > 0 {
		margin := q.FutilityMargin * Score(l.depth)
		if s := e.static(); s-margin >= l.beta && !e.gen.CanCapture(e.game.Present().Pass()) {
			return s - margin, true
		}
	}
	if l.depth >= q.ProbCutDepth && !e.probing {
		high := l.beta + q.ProbCutMargin
		e.probing = true
		s := e.node(high-1, high, l.depth-q.ProbCutLess, l.ply)
		e.probing = false
		if !e.stopped && s >= high {
			return s, true
		}
	}
	return 0, false
}
