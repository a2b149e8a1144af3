package selfplay

import (
	"context"
	"fmt"
	"sync"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/search"
)

// The openings of a run differ, so the opening of a game depends on those before
// it. It is a pure function of the spec and the game's number all the same: the
// planner draws the openings one after the other, from the first game of a block of
// Opening.Distinct games, whichever of them are asked for. A draw costs about a
// hundredth of a game. Openings of games that are stored already are not drawn
// again but told to the planner.

// planner gives each game its opening. It is safe for use by several goroutines.
type planner struct {
	digest string
	first  int64 // no game before it is asked for
	block  int64 // games whose openings differ; 0 if none need to

	mu      sync.Mutex
	drawer  *drawer
	next    int64              // the first game whose opening is not settled
	taken   map[uint64]use     // openings of the games of next's block before it
	known   map[int64][]uint64 // keys of the openings of stored games after next
	waiting map[int64]opening  // settled but not yet asked for
}

// use is what openings do with a position.
type use uint8

const (
	ends   use = 1 << iota // an opening ends there
	passes                 // an opening leads through it
)

// newPlanner begins at the block in which game first lies.
func newPlanner(spec *Spec, digest string, m *Material, first int64) *planner {
	p := &planner{
		digest: digest, first: first, block: int64(spec.Opening.Distinct),
		drawer: &drawer{
			spec: spec, lines: m.lines, given: m.positions,
			engine: search.New(m.Rules.Facts, eval.New(m.White), spec.Params),
			h:      dama.NewHistory(m.Rules.Facts, dama.StartPosition()),
		},
		next: first, taken: map[uint64]use{}, known: map[int64][]uint64{}, waiting: map[int64]opening{},
	}
	if p.block > 0 {
		p.next = first - first%p.block
	}
	return p
}

// tell lets the planner know the opening of a stored game.
func (p *planner) tell(g *datasets.Game) error {
	if p.block == 0 || g.Index < p.next {
		return nil
	}
	start, moves, err := openingOf(g, p.drawer.h.Facts().Generator())
	if err != nil {
		return fmt.Errorf("game %s: %w", g.ID, err)
	}
	keys := pathKeys(p.drawer.spec, start, moves, g.StartFEN != nil)
	if g.Index > p.next {
		p.known[g.Index] = keys
		return nil
	}
	p.settle(keys)
	return nil
}

// take returns the opening of game i. Each game is asked for once, and no game
// after it may have been stored unless the planner was told of it.
func (p *planner) take(ctx context.Context, i int64) (opening, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.block == 0 {
		return p.drawer.draw(ctx, i, GameSeed(p.digest, i), func([]uint64) standing { return fresh })
	}
	for p.next <= i {
		if err := p.plan(ctx); err != nil {
			return opening{}, err
		}
	}
	o := p.waiting[i]
	delete(p.waiting, i)
	return o, nil
}

// plan decides the opening of the next game.
func (p *planner) plan(ctx context.Context) error {
	i := p.next
	if keys, stored := p.known[i]; stored {
		delete(p.known, i)
		p.settle(keys)
		return nil
	}
	p.newBlock()
	o, err := p.drawer.draw(ctx, i, GameSeed(p.digest, i), p.compare)
	if err != nil {
		return err
	}
	if i >= p.first {
		p.waiting[i] = o
	}
	p.settle(o.keys)
	return nil
}

// compare tells how an opening compares with those of the block so far.
func (p *planner) compare(keys []uint64) standing {
	last := len(keys) - 1
	switch u := p.taken[keys[last]]; {
	case u&ends != 0:
		return repeated
	case u != 0:
		return crossing
	}
	for _, k := range keys[:last] {
		if p.taken[k]&ends != 0 {
			return crossing
		}
	}
	return fresh
}

// settle takes the opening of the next game.
func (p *planner) settle(keys []uint64) {
	p.newBlock()
	last := len(keys) - 1
	p.taken[keys[last]] |= ends
	for _, k := range keys[:last] {
		p.taken[k] |= passes
	}
	p.next++
}

// newBlock forgets the openings of the block before.
func (p *planner) newBlock() {
	if p.next%p.block == 0 {
		clear(p.taken)
	}
}

// openingOf returns a stored game's start and opening.
func openingOf(g *datasets.Game, gen dama.Generator) (dama.Position, []dama.Move, error) {
	opening := datasets.Game{StartFEN: g.StartFEN, Moves: g.Moves[:g.OpeningPlies]}
	return opening.Replay(gen)
}

// keyAfter returns the key of the canonical position behind some moves.
func keyAfter(p dama.Position, moves []dama.Move) uint64 {
	for _, m := range moves {
		p = p.Make(m)
	}
	return canonicalKey(p)
}

// canonicalKey is the same for mirror images and exchanged colors.
func canonicalKey(p dama.Position) uint64 {
	canonical, _ := p.Canonical()
	return canonical.Key()
}
