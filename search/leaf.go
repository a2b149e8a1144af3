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
