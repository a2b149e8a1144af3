package tuner

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
)

// federation is the ruleset of the tests.
func federation(t testing.TB) dama.Ruleset {
	t.Helper()
	r, err := dama.FindRuleset(dama.DefaultRuleset)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// playGames plays quick games: mostly the move that leaves the best score, now
// and then any. A game that has not ended after 120 plies is adjudicated by the
// number of its pieces.
func playGames(t testing.TB, r dama.Ruleset, n int, seed uint64) []datasets.Game {
	t.Helper()
	var games []datasets.Game
	for i := range n {
		games = append(games, playGame(r, i, rand.New(rand.NewPCG(seed, uint64(i)))))
	}
	return games
}

func playGame(r dama.Ruleset, index int, rng *rand.Rand) datasets.Game {
	gen, best := r.Generator(), eval.New(listed())
	h := dama.NewHistory(r.Facts, dama.StartPosition())
	g := datasets.Game{
		ID: fmt.Sprintf("test-%08d", index), Ruleset: r.Name, Index: int64(index), OpeningPlies: 6,
		EndedBy: datasets.EndedByRule,
	}
	for h.Plies() < 120 && !h.Outcome().Over {
		m := choose(gen, best, h.Position(), rng, h.Plies() < 6)
		g.Moves = append(g.Moves, gen.Text(h.Position(), m))
		h.Play(m)
	}
	o := h.Outcome()
	if !o.Over {
		g.EndedBy, o.Reason = datasets.EndedByAdjudication, datasets.ScoreAdjudged
		p := h.Position()
		worth := func(c dama.Color) int { return p.Men(c).Count() + 4*p.Kings(c).Count() }
		if d := worth(dama.White) - worth(dama.Black); d != 0 {
			o.Result = dama.Result(d / max(d, -d))
		}
	}
	result := int8(o.Result)
	g.Result, g.Termination, g.Plies = &result, o.Reason, int32(len(g.Moves))
	g.Scores = make([]*int16, len(g.Moves))
	return g
}

func choose(gen dama.Generator, best *eval.Evaluator, p dama.Position, rng *rand.Rand, anyMove bool) dama.Move {
	moves := gen.Moves(p)
	if anyMove || rng.Float64() < 0.15 {
		return moves[rng.IntN(len(moves))]
	}
	top, at := math.Inf(-1), moves[0]
	for _, m := range moves {
		if s := -float64(scoreAfter(best, p, m)) + 30*rng.NormFloat64(); s > top {
			top, at = s, m
		}
	}
	return at
}

func each(games []datasets.Game) iter.Seq2[datasets.Game, error] {
	return func(yield func(datasets.Game, error) bool) {
		for _, g := range games {
			if !yield(g, nil) {
				return
			}
		}
	}
}

func load(t testing.TB, games []datasets.Game, o Options) *Sample {
	t.Helper()
	s, err := LoadGames(t.Context(), federation(t), each(games), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func fit(t testing.TB, s *Sample, prior *eval.Weights, o Options) *Fitted {
	t.Helper()
	f, err := Fit(t.Context(), s, prior, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// sparse makes rows of random features with results drawn as the weights expect.
// No feature depends on another, so that every weight can be found again.
func sparse(n int, w *eval.Weights, rng *rand.Rand) rows {
	var r rows
	for i := range n {
		e := example{phase: uint8(rng.IntN(phases)), key: rng.Uint64(), game: int64(i), weight: wholeWeight, score: noScore}
		opening, ending := parts(int(e.phase))
		score := 0.0
		for range 12 {
			e.terms = append(e.terms, eval.Term{Index: uint16(rng.IntN(eval.Size)), Count: int16(rng.IntN(7) - 3)})
		}
		e.terms = merge(e.terms)
		for _, t := range e.terms {
			pair := w.Pairs[t.Index]
			score += float64(t.Count) * (opening*float64(pair.Opening) + ending*float64(pair.Ending))
		}
		e.label = draw(w.Scale*score, rng)
		push(&r, e)
	}
	return r
}

// push adds a row where no file can fail.
func push(r *rows, e example) {
	if err := r.add(e); err != nil {
		panic(err)
	}
}

// examples are the rows as they went in.
func examples(r *rows) (all []example) {
	err := r.each(r.n, func(w row) { all = append(all, w.example(0, r.ended[w.game])) })
	if err != nil {
		panic(err)
	}
	return all
}

// altered are the rows after a change of each.
func altered(r *rows, change func(i int, e *example)) (changed rows) {
	for i, e := range examples(r) {
		change(i, &e)
		push(&changed, e)
	}
	return changed
}

// lossOf is the mean loss of rows fitted to results alone.
func lossOf(t testing.TB, r *rows, workers int) *meanLoss {
	t.Helper()
	m, err := newMeanLoss(r, baseModel(), newTargets(0, 0), workers)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// lossAt is the loss at a point, which rows in memory always have.
func lossAt(t testing.TB, m *meanLoss, x, slope []float64) float64 {
	t.Helper()
	loss, err := m.at(x, slope)
	if err != nil {
		t.Fatal(err)
	}
	return loss
}

func parameters(w *eval.Weights) []float64 { return baseModel().parameters(w) }

// draw draws a result, in half points, whose mean is as expected: two thirds of
// the less certain part are draws.
func draw(odds float64, rng *rand.Rand) uint8 {
	expected := 1 / (1 + math.Exp(-odds))
	draws := 4.0 / 3 * min(expected, 1-expected)
	switch u := rng.Float64(); {
	case u < draws:
		return 1
	case u < draws/2+expected:
		return 2
	}
	return 0
}

// params is the number of weights without patterns.
const params = 2 * eval.Size

// sampleOf wraps rows as if each were of a game of its own.
func sampleOf(train, held rows) *Sample {
	s := &Sample{Ruleset: dama.DefaultRuleset, train: train, held: held, model: baseModel()}
	s.options, _ = Options{}.filled()
	for _, p := range []struct {
		part *Part
		rows *rows
	}{{&s.Summary.Train, &s.train}, {&s.Summary.Held, &s.held}} {
		for _, e := range examples(p.rows) {
			p.part.addGame(int8(e.label) - 1)
		}
		if err := p.part.countRows(p.rows); err != nil {
			panic(err)
		}
	}
	return s
}

// planted returns weights unlike the default ones.
func planted(rng *rand.Rand) *eval.Weights {
	w := &eval.Weights{Ruleset: eval.AnyRuleset, Scale: eval.Default().Scale}
	for k := range w.Pairs {
		w.Pairs[k] = eval.Pair{Opening: int16(rng.IntN(201) - 100), Ending: int16(rng.IntN(201) - 100)}
	}
	return w
}

func scoreAfter(e *eval.Evaluator, p dama.Position, m dama.Move) int {
	after := p.Make(m)
	return e.Score(&after)
}
