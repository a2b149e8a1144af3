package selfplay

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"damalab/dama"
	"damalab/search"
)

// Policy names a way to choose openings.
type Policy string

// From the usual start; from one of all the positions that can stand on the board
// after a number of plies; or from a line of a file. In each case a number of plies
// at random may follow.
const (
	RandomOpenings     Policy = "random"
	EnumeratedOpenings Policy = "enumerated"
	FileOpenings       Policy = "file"
)

func (p Policy) known() bool {
	return p == RandomOpenings || p == EnumeratedOpenings || p == FileOpenings
}

// Opening says how the first moves of a game are drawn: a line as Policy has it,
// then a number of plies between MinPlies and MaxPlies at random. A draw is thrown
// away if the position stood after the opening of an earlier game, if mirror images
// and exchanged colors count as one, or if a search finds one side too far ahead.
type Opening struct {
	Policy Policy `json:"policy" toml:"policy"`
	// Plies is the length of enumerated lines.
	Plies int `json:"plies" toml:"plies"`
	// File is the digest of the file of lines.
	File     string `json:"file"      toml:"file"`
	MinPlies int    `json:"min_plies" toml:"min_plies"`
	MaxPlies int    `json:"max_plies" toml:"max_plies"`
	// Balance is the most, in hundredths of a man, that a search of Nodes nodes
	// with White's weights may find one side ahead; 0 is for no screen.
	Balance int    `json:"balance" toml:"balance"`
	Nodes   uint64 `json:"nodes"   toml:"nodes"`
	// Distinct is the number of games whose openings all differ: the first
	// Distinct games, the next, and so on. It bounds the memory of a run.
	Distinct int `json:"distinct" toml:"distinct"`
}

// Positions lets a share of the games begin at given positions, each followed by a
// number of plies at random. They are not screened for balance.
type Positions struct {
	Share    float64 `json:"share"     toml:"share"` // of the games, 0 to 1
	File     string  `json:"file"      toml:"file"`  // digest of the file of positions
	MinPlies int     `json:"min_plies" toml:"min_plies"`
	MaxPlies int     `json:"max_plies" toml:"max_plies"`
}

// DefaultOpening returns the openings used unless others are asked for.
func DefaultOpening() Opening {
	return Opening{Policy: RandomOpenings, MinPlies: 6, MaxPlies: 10, Balance: 120, Nodes: 500, Distinct: 1000000}
}

// openingTries is how often an opening is drawn again. With the usual spec most
// first draws are good; a spec with an impossible balance must still end.
const openingTries = 100

// maxRandomPlies bounds the plies at random.
const maxRandomPlies = 200

// errNoOpening is the error of a game for which every draw ended the game.
var errNoOpening = errors.New("no opening was found after which the game goes on; ask for fewer plies at random")

// opening is the beginning of one game.
type opening struct {
	start dama.Position
	given bool // start is one of the given positions, not the usual start
	moves []dama.Move
	key   uint64 // of the canonical position that it leads to
}

// drawer draws openings of one spec.
type drawer struct {
	spec   *Spec
	lines  [][]dama.Move // enumerated or from the file; one empty line otherwise
	given  []dama.Position
	engine *search.Engine
	h      *dama.History
}

// draw returns the opening of game i, which must differ from those taken if that
// can be. If no draw passes the screen, the most level of them is used.
func (d *drawer) draw(ctx context.Context, i int64, seed uint64, taken func(key uint64) bool) (opening, error) {
	rng := rand.New(rand.NewPCG(seed, 0))
	given := d.spec.Positions.Share > 0 && rng.Float64() < d.spec.Positions.Share
	var best, repeated *opening
	least := search.Infinite
	for try := range openingTries {
		o, ok := d.candidate(rng, i, try, given)
		switch {
		case !ok:
			continue
		case taken(o.key):
			if repeated == nil {
				repeated = &o
			}
			continue
		}
		if score := d.lead(ctx, given); best == nil || score < least {
			best, least = &o, score
		}
		if int(least) <= d.limit(given) {
			break
		}
	}
	if best == nil {
		best = repeated
	}
	if best == nil {
		return opening{}, fmt.Errorf("game %d: %w", i, errNoOpening)
	}
	return *best, ctx.Err()
}

// candidate plays one draw into the drawer's game; ok is false if that ends it.
func (d *drawer) candidate(rng *rand.Rand, i int64, try int, given bool) (o opening, ok bool) {
	o = opening{start: dama.StartPosition(), given: given}
	low, high := d.spec.Opening.MinPlies, d.spec.Opening.MaxPlies
	var line []dama.Move
	if given {
		o.start = d.given[rng.IntN(len(d.given))]
		low, high = d.spec.Positions.MinPlies, d.spec.Positions.MaxPlies
	} else {
		// In order first, so that each line is used once before any is again.
		at := int(i % int64(len(d.lines)))
		if try > 0 {
			at = rng.IntN(len(d.lines))
		}
		line = d.lines[at]
	}
	d.h.Restart(o.start)
	for _, m := range line {
		d.h.Play(m)
	}
	if !randomMoves(rng, d.h, low+rng.IntN(high-low+1)) || d.h.Outcome().Over {
		return o, false
	}
	o.moves = movesOf(d.h)
	o.key = canonicalKey(d.h.Position())
	return o, true
}

// limit is the most that one side may be ahead.
func (d *drawer) limit(given bool) int {
	if given || d.spec.Opening.Balance == 0 {
		return int(search.Infinite)
	}
	return d.spec.Opening.Balance
}

// lead returns how far a search finds one side ahead in the drawer's game.
func (d *drawer) lead(ctx context.Context, given bool) search.Score {
	if d.limit(given) >= int(search.Infinite) {
		return 0
	}
	d.engine.NewGame()
	r := d.engine.Search(ctx, d.h, search.Limits{Nodes: d.spec.Opening.Nodes}, nil)
	return max(r.Score(), -r.Score())
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
