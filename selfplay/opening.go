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
	keys  []uint64 // see pathKeys
}

// drawer draws openings of one spec.
type drawer struct {
	spec   *Spec
	lines  [][]dama.Move // enumerated or from the file; one empty line otherwise
	given  []dama.Position
	engine *search.Engine
	h      *dama.History
}

// standing is how an opening compares with those of earlier games.
type standing int

// fresh has nothing in common; crossing leads through the end of another opening,
// or ends where another one goes on, so that the engine's first moves may make it
// the same game; repeated ends where another one ends.
const (
	fresh standing = iota
	crossing
	repeated
)

// draw returns the opening of game i, which must differ from those of earlier games
// if that can be. If no draw passes the screen, the most level of them is used.
func (d *drawer) draw(ctx context.Context, i int64, seed uint64, compare func(keys []uint64) standing) (opening, error) {
	rng := rand.New(rand.NewPCG(seed, 0))
	given := d.spec.Positions.Share > 0 && rng.Float64() < d.spec.Positions.Share
	// The best of each standing, and how far it leaves one side ahead.
	var best [repeated + 1]*opening
	var leads [repeated + 1]search.Score
	for try := range openingTries {
		o, ok := d.candidate(rng, i, try, given)
		if !ok {
			continue
		}
		at := compare(o.keys)
		if best[at] != nil && (at == repeated || int(leads[at]) <= d.limit(given)) {
			continue // there is one as good; searching costs more than drawing
		}
		lead := search.Score(0)
		if at != repeated { // it passed the screen when it was first used
			lead = d.lead(ctx, given)
		}
		if best[at] == nil || lead < leads[at] {
			best[at], leads[at] = &o, lead
		}
		if at == fresh && int(lead) <= d.limit(given) {
			break
		}
	}
	for _, o := range best {
		if o != nil {
			return *o, ctx.Err()
		}
	}
	return opening{}, fmt.Errorf("game %d: %w", i, errNoOpening)
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
	o.keys = pathKeys(d.spec, o.start, o.moves, given)
	return o, true
}

// pathKeys returns the keys of the canonical positions that an opening leads
// through, from the first at which the spec's openings may end to its own end.
func pathKeys(s *Spec, start dama.Position, moves []dama.Move, given bool) []uint64 {
	first := s.Opening.MinPlies
	if s.Opening.Policy == EnumeratedOpenings {
		first += s.Opening.Plies
	}
	if given {
		first = s.Positions.MinPlies
	}
	var keys []uint64
	for ply := 0; ; ply++ {
		if ply >= first || ply == len(moves) {
			keys = append(keys, canonicalKey(start))
		}
		if ply == len(moves) {
			return keys
		}
		start = start.Make(moves[ply])
	}
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
