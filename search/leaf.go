package search

import "damalab/dama"

// Where the depth is used up the evaluation speaks, but only of positions in which
// nothing drastic is about to happen. Captures are compulsory and are always
// followed to the end (node.go); this file looks at what else could make the
// evaluation wrong.

// leaf returns the score of a position without a capture where the depth is used
// up.
func (e *Engine) leaf(p *dama.Position, look dama.Outlook, alpha, beta Score, ply int) Score {
	best := e.worth(p)
	if !e.params.CrownAtLeaves || best >= beta || !look.Crown {
		return best
	}
	f := &e.frames[ply]
	f.moves = e.gen.AppendMoves(f.moves[:0], *p)
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

// lastMove scores a move that uses up the depth without playing it into the game,
// where that is all there is to it: a quiet move to a quiet position in which no
// draw rule can hold. Most moves of a tree are of this kind. ok is false where the
// move must be searched like any other.
func (e *Engine) lastMove(l *loop, p *dama.Position, m dama.Move) (s Score, ok bool) {
	if l.capture || m.Crowned() || e.counts || e.endgames != nil || l.ply+1 >= maxPly || e.stopped {
		return 0, false
	}
	if e.game.Reversible() >= 3 && (m.ByKing() || m.From().Rank() == m.To().Rank()) {
		return 0, false // the position may have been there before
	}
	after := p.Make(m)
	if look := e.gen.Outlook(&after); look.Capture || look.Crown || !look.Quiet || after.OnePieceEach() {
		return 0, false
	}
	next := &e.frames[l.ply+1]
	next.pv = next.pv[:0]
	return -e.worth(&after), true
}
