package selfplay

import (
	"context"
	"fmt"
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
}

// Move searches for the best move. A search that the context has cut short
// depends on the clock, so its move is not used.
func (e *EngineMover) Move(ctx context.Context, game *dama.History) (dama.Move, error) {
	r, err := searched(ctx, e.Engine, game, e.Limits)
	if err != nil {
		return dama.Move{}, err
	}
	return r.Best(), nil
}

func searched(ctx context.Context, e *search.Engine, game *dama.History, l search.Limits) (search.Result, error) {
	r := e.Search(ctx, game, l, nil)
	return r, ctx.Err()
}

// player plays games of one spec, one at a time.
type player struct {
	spec    *Spec
	digest  string
	engines [2]*search.Engine // for each side; the same one if both play alike
	h       *dama.History
	tables  Endgames
	cheap   *rand.Rand // decides which moves get fewer nodes

	// What the searches found, one entry for each ply, White's view.
	scores []*int16
	depths []int16
	nodes  []int64
}

func newPlayer(spec *Spec, digest string, m *Material) *player {
	engine := func(w *eval.Weights) *search.Engine {
		e := search.New(m.Rules.Facts, eval.New(w), spec.Params)
		if m.Endgames != nil {
			e.UseEndgames(m.Endgames)
		}
		return e
	}
	p := &player{spec: spec, digest: digest, h: dama.NewHistory(m.Rules.Facts, dama.StartPosition()), tables: m.Endgames}
	p.engines[dama.White] = engine(m.White)
	p.engines[dama.Black] = p.engines[dama.White]
	if spec.Weights.White != spec.Weights.Black {
		p.engines[dama.Black] = engine(m.Black)
	}
	return p
}

// play plays game i from its opening. It fails only if the context ends or the
// tables are damaged: what was asked in vain must decide no move.
func (p *player) play(ctx context.Context, i int64, o opening) (datasets.Game, error) {
	seed := GameSeed(p.digest, i)
	p.begin(seed, o)
	end, err := playOut(ctx, p.h, [2]Mover{p, p}, p.ended)
	if err != nil {
		return datasets.Game{}, err
	}
	if p.tables != nil && p.tables.Err() != nil {
		return datasets.Game{}, fmt.Errorf("endgame tables: %w", p.tables.Err())
	}
	result := int8(end.Result)
	row := datasets.Game{
		ID: datasets.GameID(p.digest, i), Ruleset: p.spec.Ruleset, Index: i, Seed: seed,
		OpeningPlies: int32(len(o.moves)), Moves: MoveTexts(p.h), Plies: int32(p.h.Plies()),
		Result: &result, Termination: end.Reason, EndedBy: end.By,
		White: p.spec.Weights.White[:16], Black: p.spec.Weights.Black[:16],
	}
	if o.given {
		fen := o.start.FEN()
		row.StartFEN = &fen
	}
	p.record(&row)
	return row, nil
}

// begin plays the opening on a cleared board.
func (p *player) begin(seed uint64, o opening) {
	p.h.Restart(o.start)
	for _, m := range o.moves {
		p.h.Play(m)
	}
	for _, e := range p.engines {
		e.NewGame()
	}
	p.cheap = rand.New(rand.NewPCG(seed, 1)) // 0 is the opening's
	n := len(o.moves)
	p.scores, p.depths, p.nodes = make([]*int16, n), make([]int16, n), make([]int64, n)
}

// Move implements [Mover] for both sides.
func (p *player) Move(ctx context.Context, h *dama.History) (dama.Move, error) {
	limits := search.Limits{Nodes: p.spec.Nodes}
	if p.spec.Cheap.Share > 0 && p.cheap.Float64() < p.spec.Cheap.Share {
		limits.Nodes = p.spec.Cheap.Nodes
	}
	side := h.Position().Side()
	r, err := searched(ctx, p.engines[side], h, limits)
	if err != nil {
		return dama.Move{}, err
	}
	p.scores = append(p.scores, whiteView(r.Score(), side))
	p.depths = append(p.depths, int16(r.Depth))
	p.nodes = append(p.nodes, int64(r.Nodes))
	return r.Best(), nil
}

// ended tells how the game stands by the rules, the adjudication and the guards,
// in this order.
func (p *player) ended(h *dama.History) Ending {
	return firstEnd(h, func() Ending { return p.spec.Adjudication.ended(h, p.scores, p.tables) }, p.spec.Guards)
}

// record keeps of the searches what the spec asks for.
func (p *player) record(row *datasets.Game) {
	keep := p.spec.Record
	if row.Scores = p.scores; !keep.Scores {
		row.Scores = make([]*int16, len(p.scores))
	}
	if keep.Depths {
		row.Depths = p.depths
	}
	if keep.Nodes {
		row.Nodes = p.nodes
	}
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
