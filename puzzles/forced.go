package puzzles

import (
	"math"

	"damalab/dama"
	"damalab/puzzles/proof"
)

// forcing looks for what a solver can get by moves that oblige the opponent to
// capture: the search behind the kind shot. It proves nothing, for it knows
// neither quiet defences nor what comes after; it says which moves are worth a
// proof, at a small part of the price.
type forcing struct {
	terms
	gen    dama.Generator
	budget int // positions of the solver that may still be looked at
	ready  [2 * maxPlies][]dama.Move
}

// candidate is a first move with what it seems to get, hundredths of a man.
type candidate struct {
	moveID
	gain int
}

// candidates returns the first moves that oblige the opponent to capture and seem
// to get at least least, with up to gives quiet moves that do so. More of them are
// tried only as long as the budget lasts.
func (f *forcing) candidates(p dama.Position, gives, least int) []candidate {
	var found []candidate
	known := map[moveID]int{}
	for n := 1; n <= gives && f.budget > 0; n++ {
		for _, m := range f.moves(p, 0) {
			after := p.Make(m)
			if !f.gen.CanCapture(after) {
				continue
			}
			id := idOfMove(m)
			if gain := f.replies(after, least-1, math.MaxInt32, n-1, 1); gain >= least {
				if i, ok := known[id]; ok {
					found[i].gain = max(found[i].gain, gain)
					continue
				}
				known[id] = len(found)
				found = append(found, candidate{id, gain})
			}
		}
	}
	return found
}

func (f *forcing) moves(p dama.Position, ply int) []dama.Move {
	f.ready[ply] = f.gen.AppendMoves(f.ready[ply][:0], p)
	return f.ready[ply]
}

// replies returns the least that the solver gets after a compulsory reply.
func (f *forcing) replies(p dama.Position, alpha, beta, gives, ply int) int {
	least := beta
	for _, m := range f.moves(p, ply) {
		if least = min(least, f.value(p.Make(m), alpha, least, gives, ply+1)); least <= alpha {
			break
		}
	}
	return least
}

// value returns what the solver, who is to move, gets by force: exactly between
// alpha and beta, otherwise as a bound.
func (f *forcing) value(p dama.Position, alpha, beta, gives, ply int) int {
	f.budget--
	at := f.gen.Outlook(&p)
	switch {
	case !at.Capture && !at.Quiet:
		return -proof.Win
	case f.budget <= 0 || ply+2 >= len(f.ready):
		return alpha
	}
	best := -proof.Win
	if !at.Capture {
		best = f.material(p) // he need not go on
		if gives--; gives < 0 {
			return best
		}
		if f.gen.CanCapture(p.Pass()) {
			best -= manValue
		}
	}
	for _, m := range f.moves(p, ply) {
		if best >= beta {
			break
		}
		best = max(best, f.after(p.Make(m), m, max(alpha, best), beta, gives, ply+1))
	}
	return best
}

// after is what a move of the solver gets. A quiet move that obliges nobody gets
// nothing that standing still does not, unless it crowns or ends the game.
func (f *forcing) after(p dama.Position, m dama.Move, alpha, beta, gives, ply int) int {
	switch at := f.gen.Outlook(&p); {
	case at.Capture:
		return f.replies(p, alpha, beta, gives, ply)
	case !at.Quiet:
		return proof.Win
	case m.IsCapture() || m.Crowned():
		return f.material(p)
	}
	return -proof.Win
}
