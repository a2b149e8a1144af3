package selfplay

import (
	"context"
	"math/rand/v2"

	"damalab/dama"
	"damalab/search"
)

// openingTries is how often an opening is drawn again. With the usual spec most
// first draws are good; a spec with an impossible balance must still end.
const openingTries = 100

// drawOpening plays the opening of a game into h, which stands at the start
// position, and returns the number of plies. If no draw within openingTries
// passes the screen, the most level of them is played.
func (p *player) drawOpening(ctx context.Context, rng *rand.Rand, h *dama.History) int {
	o := p.spec.Opening
	start := h.Position()
	var best []dama.Move
	least := search.Infinite
	for range openingTries {
		h.Restart(start)
		if !p.randomMoves(rng, h, o.MinPlies+rng.IntN(o.MaxPlies-o.MinPlies+1)) {
			continue
		}
		p.engine.NewGame()
		r := p.engine.Search(ctx, h, search.Limits{Nodes: o.Nodes}, nil)
		if s := max(r.Score(), -r.Score()); s < least {
			least, best = s, movesOf(h)
		}
		if int(least) <= o.Balance {
			break
		}
	}
	h.Restart(start)
	for _, m := range best {
		h.Play(m)
	}
	return len(best)
}

// randomMoves plays n legal moves at random; it tells whether the game went on
// that long.
func (p *player) randomMoves(rng *rand.Rand, h *dama.History, n int) bool {
	for range n {
		p.moves = p.gen.AppendMoves(p.moves[:0], h.Position())
		h.Play(p.moves[rng.IntN(len(p.moves))])
		if h.Outcome().Over {
			return false
		}
	}
	return true
}

func movesOf(h *dama.History) []dama.Move {
	moves := make([]dama.Move, h.Plies())
	for i := range moves {
		moves[i] = h.MoveAt(i)
	}
	return moves
}
