package selfplay

import (
	"context"
	"math/rand/v2"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/search"
)

// player plays games of one spec, one at a time.
type player struct {
	spec   *Spec
	digest string
	facts  dama.Facts
	gen    dama.Generator
	engine *search.Engine
	moves  []dama.Move
}

func newPlayer(spec *Spec, digest string, rules dama.Ruleset, weights *eval.Weights) *player {
	return &player{
		spec: spec, digest: digest, facts: rules.Facts, gen: rules.Generator(),
		engine: search.New(rules.Facts, eval.New(weights), spec.Params),
	}
}

// play plays game i. It fails only if the context ends.
func (p *player) play(ctx context.Context, i int64) (datasets.Game, error) {
	seed := gameSeed(p.digest, i)
	h := dama.NewHistory(p.facts, dama.StartPosition())
	opening := p.drawOpening(ctx, rand.New(rand.NewPCG(seed, 0)), h)
	row := datasets.Game{
		ID: datasets.GameID(p.digest, i), Ruleset: p.spec.Ruleset, Index: i, Seed: seed,
		OpeningPlies: int32(opening), Scores: make([]*int16, opening),
		White: p.spec.Weights[:16], Black: p.spec.Weights[:16],
	}
	p.engine.NewGame()
	for !p.over(h, &row) {
		r := p.engine.Search(ctx, h, search.Limits{Nodes: p.spec.Nodes}, nil)
		if err := ctx.Err(); err != nil {
			return datasets.Game{}, err // what a cut-off search says depends on the clock
		}
		row.Scores = append(row.Scores, whiteView(r.Score(), h.Position().Side()))
		h.Play(r.Best())
	}
	row.Moves = p.texts(h)
	row.Plies = int32(len(row.Moves))
	return row, nil
}

// over tells whether the game has ended and writes its result and reason.
func (p *player) over(h *dama.History, row *datasets.Game) bool {
	o := h.Outcome()
	by := datasets.EndedByRule
	if !o.Over {
		by = datasets.EndedByGuard
		switch {
		case h.Plies() >= p.spec.PlyLimit:
			o = dama.Outcome{Over: true, Result: dama.Draw, Reason: datasets.PlyLimitGuard}
		case h.Reversible() >= p.spec.StalledPlies:
			o = dama.Outcome{Over: true, Result: dama.Draw, Reason: datasets.StalledGuard}
		default:
			return false
		}
	}
	result := int8(o.Result)
	row.Result, row.Termination, row.EndedBy = &result, o.Reason, by
	return true
}

func whiteView(s search.Score, side dama.Color) *int16 {
	v := int16(s)
	if side == dama.Black {
		v = -v
	}
	return &v
}

// texts writes the moves of a game.
func (p *player) texts(h *dama.History) []string {
	texts := make([]string, h.Plies())
	for i := range texts {
		texts[i] = p.gen.Text(h.PositionAt(i), h.MoveAt(i))
	}
	return texts
}
