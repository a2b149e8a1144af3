package selfplay

import (
	"context"
	"math/rand/v2"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/search"
)

// EngineMover lets an engine choose the moves, each under the same limits. It
// forgets nothing between moves; call the engine's NewGame between games.
type EngineMover struct {
	Engine *search.Engine
	Limits search.Limits
	// Seen, if not nil, is told what each search found.
	Seen func(side dama.Color, r search.Result)
}

// Move searches for the best move. A search that the context has cut short
// depends on the clock, so its move is not used.
func (e *EngineMover) Move(ctx context.Context, game *dama.History) (dama.Move, error) {
	r := e.Engine.Search(ctx, game, e.Limits, nil)
	if err := ctx.Err(); err != nil {
		return dama.Move{}, err
	}
	if e.Seen != nil {
		e.Seen(game.Position().Side(), r)
	}
	return r.Best(), nil
}

// player plays games of one spec, one at a time.
type player struct {
	spec   *Spec
	digest string
	facts  dama.Facts
	engine *search.Engine
}

func newPlayer(spec *Spec, digest string, rules dama.Ruleset, weights *eval.Weights) *player {
	return &player{
		spec: spec, digest: digest, facts: rules.Facts,
		engine: search.New(rules.Facts, eval.New(weights), spec.Params),
	}
}

// play plays game i. It fails only if the context ends.
func (p *player) play(ctx context.Context, i int64) (datasets.Game, error) {
	seed := GameSeed(p.digest, i)
	h := dama.NewHistory(p.facts, dama.StartPosition())
	opening := p.spec.Opening.Draw(ctx, rand.New(rand.NewPCG(seed, 0)), p.engine, h)
	row := datasets.Game{
		ID: datasets.GameID(p.digest, i), Ruleset: p.spec.Ruleset, Index: i, Seed: seed,
		OpeningPlies: int32(opening), Scores: make([]*int16, opening),
		White: p.spec.Weights[:16], Black: p.spec.Weights[:16],
	}
	p.engine.NewGame()
	mover := &EngineMover{Engine: p.engine, Limits: search.Limits{Nodes: p.spec.Nodes}, Seen: func(side dama.Color, r search.Result) {
		row.Scores = append(row.Scores, whiteView(r.Score(), side))
	}}
	end, err := p.spec.Guards.PlayOut(ctx, h, mover, mover)
	if err != nil {
		return datasets.Game{}, err
	}
	result := int8(end.Result)
	row.Result, row.Termination, row.EndedBy = &result, end.Reason, end.By
	row.Moves = MoveTexts(h)
	row.Plies = int32(len(row.Moves))
	return row, nil
}

func whiteView(s search.Score, side dama.Color) *int16 {
	v := int16(s)
	if side == dama.Black {
		v = -v
	}
	return &v
}

// MoveTexts writes the moves of a game from its first ply.
func MoveTexts(h *dama.History) []string {
	gen := h.Facts().Generator()
	texts := make([]string, h.Plies())
	for i := range texts {
		texts[i] = gen.Text(h.PositionAt(i), h.MoveAt(i))
	}
	return texts
}
