package search

import (
	"slices"

	"damalab/dama"
)

// Where the depth is used up the evaluation speaks, but only of positions in which
// nothing drastic is about to happen. Captures are compulsory and are always
// followed to the end (node.go); this file looks at what else could make the
// evaluation wrong.

// leaf returns the score of a position without a capture where the depth is used
// up.
func (e *Engine) leaf(p *dama.Position, look dama.Outlook, alpha, beta Score, ply int) Score {
	best := e.worthWithin(p, alpha, beta)
	if !e.params.CrownAtLeaves || best >= beta || !look.Crown {
		return best
	}
	f := &e.frames[ply]
	f.moves = e.gen.AppendSeen(f.moves[:0], p, look)
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

// favourites tries the moves that are first in order, before any other is
// generated: in most nodes of the last ply no other is needed. It returns how many
// it has tried and whether the node is done. (Where more depth is left, what is
// tried first teaches how to order the others.)
func (e *Engine) favourites(l *loop, p *dama.Position, known moveCode) (done int, enough bool) {
	pairs := e.order.favourites(known, l.before, l.side, l.ply)
	tried := e.frames[l.ply].moves[:0]
	for i, pair := range pairs {
		if slices.Contains(pairs[:i], pair) {
			continue
		}
		m, ok := p.QuietMove(pair.squares())
		if !ok {
			continue
		}
		if e.try(l, len(tried), m, tableMove, tried) {
			return len(tried), true
		}
		tried = append(tried, m)
	}
	return len(tried), false
}

// lastMove scores a move that uses up the depth and has been played. Most moves
// of a tree are of this kind, and most of those are quiet and lead to quiet
// positions in which no draw rule can hold: such a position needs no more than its
// evaluation.
func (e *Engine) lastMove(l *loop, i int, alpha Score) Score {
	ply := l.ply + 1
	p := e.game.Present()
	look := e.gen.Outlook(p)
	if e.calm(p, look) && ply < maxPly && !e.stopped {
		next := &e.frames[ply]
		next.pv = next.pv[:0]
		return -e.worthWithin(p, -l.beta, -alpha)
	}
	key, _ := p.KeyAndSide()
	if i == 0 {
		return -e.enter(p, look, e.table.fetch(key, 0), -l.beta, -alpha, 0, ply)
	}
	s := -e.enter(p, look, e.table.fetch(key, 0), -alpha-1, -alpha, 0, ply)
	if s > alpha && s < l.beta && !e.stopped {
		s = -e.enter(p, look, e.table.fetch(key, 0), -l.beta, -alpha, 0, ply)
	}
	return s
}

// calm tells whether nothing but the evaluation can have a say in the present
// position where the depth is used up. Endgame tables have none: a quiet move takes
// no piece, so what they know they knew before it.
func (e *Engine) calm(p *dama.Position, look dama.Outlook) bool {
	return look.Quiet && !look.Capture && !look.Crown && !e.counts &&
		e.game.Reversible() < 4 && !p.OnePieceEach()
}
