package match

import (
	"context"
	"fmt"
	"math/rand/v2"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/internal/ordered"
	"damalab/search"
	"damalab/selfplay"
)

// Spec is everything that decides how a match's games go; the number of pairs is
// no part of it.
type Spec struct {
	Ruleset       string           `json:"ruleset"`
	RulesetDigest string           `json:"ruleset_digest"`
	Engine        string           `json:"engine"`
	Params        search.Params    `json:"params"`
	A             string           `json:"a"` // digest of the weights
	B             string           `json:"b"`
	Seed          uint64           `json:"seed"`
	Nodes         uint64           `json:"nodes"` // limit of each move's search
	Opening       selfplay.Opening `json:"opening"`
	Guards        selfplay.Guards  `json:"guards"`
}

// NewSpec returns a match of two sets of weights, played as self-play is.
func NewSpec(s selfplay.Spec, a, b *eval.Weights, seed uint64) Spec {
	return Spec{
		Ruleset: s.Ruleset, RulesetDigest: s.RulesetDigest, Engine: s.Engine, Params: s.Params,
		A: a.Digest(), B: b.Digest(), Seed: seed, Nodes: s.Nodes, Opening: s.Opening, Guards: s.Guards,
	}
}

// Options says how much to play and how, none of which changes a game.
type Options struct {
	Pairs   int // at least 1
	Workers int // pairs played at a time, at least 1
	// Progress, if not nil, is called after each pair.
	Progress func(done, total int, so Tally)
}

// Run plays the match. If the context ends, the whole pairs finished so far are
// counted and the context's error is returned with them.
func Run(ctx context.Context, spec Spec, rules dama.Ruleset, a, b *eval.Weights, o Options) (Tally, error) {
	var t Tally
	if o.Pairs < 1 {
		return t, fmt.Errorf("pairs = %d: a match has at least 1", o.Pairs)
	}
	if spec.A != a.Digest() || spec.B != b.Digest() || spec.RulesetDigest != rules.Digest() {
		return t, fmt.Errorf("the match's spec names other weights or rules than those given")
	}
	digest, _, err := datasets.SpecDigest(spec)
	if err != nil {
		return t, err
	}
	tables := make([]*table, max(o.Workers, 1))
	for i := range tables {
		tables[i] = newTable(&spec, rules, a, b)
	}
	err = ordered.Run(ctx, 0, o.Pairs, len(tables),
		func(ctx context.Context, worker, i int) (pair, error) {
			return tables[worker].play(ctx, selfplay.GameSeed(digest, int64(i)))
		},
		func(i int, p pair) error {
			t.add(p.results, p.reasons)
			if o.Progress != nil {
				o.Progress(i+1, o.Pairs, t)
			}
			return nil
		})
	return t, err
}

// pair is how two games from one opening ended, from A's point of view.
type pair struct {
	results [2]int
	reasons [2]dama.Termination
}

// table is where one worker plays: an engine for each side and one that judges
// openings, so that the opening does not depend on the weights under test.
type table struct {
	spec  *Spec
	facts dama.Facts
	judge *search.Engine
	sides [2]*search.Engine // A and B
}

func newTable(spec *Spec, rules dama.Ruleset, a, b *eval.Weights) *table {
	engine := func(w *eval.Weights) *search.Engine { return search.New(rules.Facts, eval.New(w), spec.Params) }
	return &table{
		spec: spec, facts: rules.Facts,
		judge: engine(eval.Default()), sides: [2]*search.Engine{engine(a), engine(b)},
	}
}

// play plays one pair: A has White in the first game, Black in the second.
func (t *table) play(ctx context.Context, seed uint64) (pair, error) {
	h := dama.NewHistory(t.facts, dama.StartPosition())
	plies := t.spec.Opening.Draw(ctx, rand.New(rand.NewPCG(seed, 0)), t.judge, h)
	var p pair
	for game := range 2 {
		for h.Plies() > plies {
			h.Undo()
		}
		end, err := t.spec.Guards.PlayOut(ctx, h, t.mover(game), t.mover(1-game))
		if err != nil {
			return pair{}, err
		}
		p.results[game] = int(end.Result)
		if game == 1 {
			p.results[game] = -int(end.Result)
		}
		p.reasons[game] = end.Reason
	}
	return p, nil
}

// mover returns A (0) or B (1), ready for a new game.
func (t *table) mover(side int) selfplay.Mover {
	t.sides[side].NewGame()
	return &selfplay.EngineMover{Engine: t.sides[side], Nodes: t.spec.Nodes}
}
