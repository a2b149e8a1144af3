package selfplay

import (
	"context"
	"math/rand/v2"

	"damalab/dama"
	"damalab/search"
)

// Opening says how the first moves of a game are drawn: a number of plies between
// MinPlies and MaxPlies at random, drawn again while a search of Nodes nodes finds
// the position more than Balance hundredths of a man better for one side.
type Opening struct {
	MinPlies int    `json:"min_plies"`
	MaxPlies int    `json:"max_plies"`
	Balance  int    `json:"balance"`
	Nodes    uint64 `json:"nodes"`
}

// openingTries is how often an opening is drawn again. With the usual spec most
// first draws are good; a spec with an impossible balance must still end.
const openingTries = 100

// Draw plays an opening into h, which stands at the start of a game, and returns
// the number of plies. If no draw within openingTries passes the screen, the most
// level of them is played.
func (o Opening) Draw(ctx context.Context, rng *rand.Rand, engine *search.Engine, h *dama.History) int {
	start := h.Position()
	var best []dama.Move
	least := search.Infinite
	for range openingTries {
		h.Restart(start)
		if !randomMoves(rng, h, o.MinPlies+rng.IntN(o.MaxPlies-o.MinPlies+1)) {
			continue
		}
		engine.NewGame()
		r := engine.Search(ctx, h, search.Limits{Nodes: o.Nodes}, nil)
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
func randomMoves(rng *rand.Rand, h *dama.History, n int) bool {
	gen := h.Facts().Generator()
	for range n {
		moves := gen.Moves(h.Position())
		h.Play(moves[rng.IntN(len(moves))])
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
