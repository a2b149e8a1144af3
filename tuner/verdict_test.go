package tuner

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
)

func TestVerdict(t *testing.T) {
	won, drawn := int8(1), int8(0)
	rule := datasets.Game{Result: &won, EndedBy: datasets.EndedByRule, Termination: dama.Elimination}
	score := datasets.Game{Result: &won, EndedBy: datasets.EndedByAdjudication, Termination: datasets.ScoreAdjudged}
	exact := datasets.Game{Result: &won, EndedBy: datasets.EndedByAdjudication, Termination: datasets.EndgameAdjudged}
	guard := datasets.Game{Result: &drawn, EndedBy: datasets.EndedByGuard, Termination: datasets.PlyLimitGuard}
	rescored := guard
	rescored.Rescored = &won
	unknown := datasets.Game{EndedBy: datasets.EndedByImport, Termination: datasets.UnknownImported}
	known := unknown
	known.Rescored = &drawn
	for name, c := range map[string]struct {
		o    Options
		game datasets.Game
		want verdict
	}{
		"by a rule":              {Options{}, rule, verdict{result: 1, weight: 128}},
		"adjudicated":            {Options{}, score, verdict{result: 1, weight: 128, ended: 1}},
		"adjudicated, half":      {Options{Adjudicated: 0.5}, score, verdict{result: 1, weight: 64, ended: 1}},
		"adjudicated, next to 0": {Options{Adjudicated: 1e-6}, score, verdict{result: 1, weight: 1, ended: 1}},
		"adjudicated, left out":  {Options{Adjudicated: -1}, score, verdict{left: adjudicated, result: 1, ended: 1}},
		"adjudicated by tables":  {Options{Adjudicated: -1}, exact, verdict{result: 1, weight: 128, ended: 1}},
		"guarded":                {Options{}, guard, verdict{left: guarded, ended: 2}},
		"guarded, quarter":       {Options{Guarded: 0.25}, guard, verdict{weight: 32, ended: 2}},
		"guarded, exact":         {Options{}, rescored, verdict{result: 1, weight: 128, ended: 2, corrected: 1}},
		"guarded, as played":     {Options{Played: true, Guarded: 1}, rescored, verdict{weight: 128, ended: 2}},
		"unknown":                {Options{Guarded: 1}, unknown, verdict{left: noResult}},
		"unknown, exact":         {Options{}, known, verdict{weight: 128, ended: 3, corrected: 1}},
		"unknown, as played":     {Options{Played: true}, known, verdict{left: noResult}},
	} {
		o, err := c.o.filled()
		if err != nil {
			t.Fatal(err)
		}
		if got := o.judge(c.game); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// Half the weight is what half as many equal rows would have.
func TestWeightsOfRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(73, 73))
	truth := planted(rng)
	some, other := sparse(300, truth, rng), sparse(100, truth, rng)
	var repeated, weighted rows
	for _, e := range examples(&some) {
		push(&repeated, e)
		push(&repeated, e)
		push(&weighted, e)
	}
	for _, e := range examples(&other) {
		push(&repeated, e)
		e.weight = wholeWeight / 2
		push(&weighted, e)
	}
	x, a, b := parameters(truth), make([]float64, params), make([]float64, params)
	if one, two := lossAt(t, lossOf(t, &repeated, 1), x, a), lossAt(t, lossOf(t, &weighted, 1), x, b); math.Abs(one-two) > 1e-12 {
		t.Errorf("loss %v of repeated, %v of weighted rows", one, two)
	}
	for k := range a {
		if math.Abs(a[k]-b[k]) > 1e-12 {
			t.Fatalf("slope %d: %v of repeated, %v of weighted rows", k, a[k], b[k])
		}
	}
}

func TestTargets(t *testing.T) {
	blend := newTargets(0.25, 0.01)
	for _, c := range []struct {
		t     *targets
		label uint8
		score int16
		want  float64
	}{
		{newTargets(0, 0), 0, noScore, 0},
		{newTargets(0, 0), 1, noScore, 0.5},
		{newTargets(0, 0), 2, 900, 1},
		{blend, 2, 0, 0.875},
		{blend, 0, 100, 0.25 / (1 + math.Exp(-1))},
		{blend, 1, -200, 0.375 + 0.25/(1+math.Exp(2))},
		{newTargets(1, 0.01), 0, 32767, 1},
		{newTargets(1, 0.01), 2, -32767, 0},
	} {
		if got := c.t.of(c.label, c.score); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("half points %d, score %d: %v, want %v", c.label, c.score, got, c.want)
		}
	}
}

// The scale of scores is found from the results, wherever the prior's stands.
func TestScaleOfScores(t *testing.T) {
	rng := rand.New(rand.NewPCG(75, 75))
	base := sparse(9000, planted(rng), rng)
	const scale = 0.004
	s := sampleOf(altered(&base, func(_ int, e *example) {
		e.score = int16(rng.NormFloat64() * 300)
		e.label = draw(scale*float64(e.score), rng)
	}), rows{})
	for _, near := range []float64{0.001, 0.02} {
		found, err := findTargets(s, 0.5, near)
		if err != nil || math.Abs(found.scale/scale-1) > 0.1 {
			t.Errorf("from %v: scale %v, want %v, error %v", near, found.scale, scale, err)
		}
	}
}

// Scores are asked for where they are used: a game without any is an error that
// names it, a position without one is left out and counted.
func TestScoresAreNeeded(t *testing.T) {
	games := playGames(t, federation(t), 30, 77)
	if _, err := LoadGames(t.Context(), federation(t), each(games), Options{Lambda: 0.3}); !errors.Is(err, ErrNoScore) || !strings.Contains(err.Error(), games[0].ID) {
		t.Errorf("games without scores: error %v", err)
	}
	if _, err := Fit(t.Context(), load(t, games, Options{}), zero(), Options{Lambda: 0.3}); err == nil || !strings.Contains(err.Error(), "no search score") {
		t.Errorf("positions without scores: error %v", err)
	}
	for i := range games {
		for ply := range games[i].Scores {
			if ply%3 != 0 {
				score := int16(40 * (i%3 - 1))
				games[i].Scores[ply] = &score
			}
		}
	}
	s := load(t, games, Options{Lambda: 0.3, MaxPerGame: -1})
	sum := s.Summary
	if sum.Unscored < 50 || sum.Opening+sum.NotQuiet+sum.Unscored+sum.Thinned+sum.Repeated+sum.Shared+sum.Train.Positions+sum.Held.Positions+sum.Test.Positions != sum.Positions {
		t.Errorf("positions do not add up: %+v", sum)
	}
	f := fit(t, s, zero(), Options{Lambda: 0.3})
	if f.Sources.Lambda != 0.3 || !(f.Sources.ScoreScale > 0) || !strings.Contains(f.Weights.Provenance.Method, "0.3 of the target") {
		t.Errorf("sources %+v, method %q", f.Sources, f.Weights.Provenance.Method)
	}
	// A score is White's, a target the side to move's.
	g := newGatherer(federation(t), baseModel(), s.options)
	h, err := g.gather(games[2]) // all scores are +40
	if err != nil {
		t.Fatal(err)
	}
	signs := map[int16]int{}
	for _, e := range h.examples {
		signs[e.score]++
	}
	if len(signs) != 2 || signs[40] == 0 || signs[-40] == 0 {
		t.Errorf("scores %v", signs)
	}
}

// Data of another ruleset than the prior and options without a meaning are refused.
func TestRefusals(t *testing.T) {
	other := zero()
	other.Ruleset = "ludoteka"
	if _, err := BestScale(load(t, playGames(t, federation(t), 20, 79), Options{}), other, Options{}); err == nil || !strings.Contains(err.Error(), `"ludoteka"`) {
		t.Errorf("another ruleset: error %v", err)
	}
	for _, o := range []Options{
		{Lambda: -0.1},
		{Lambda: 1.1},
		{Lambda: math.NaN()},
		{Guarded: 2},
		{Adjudicated: 1.5},
		{Guarded: math.NaN()},
		{HeldOut: 0.6, Test: 0.4},
		{Memory: -1},
		{Memory: 5},
		{Penalty: math.NaN()},
		{Adjudicated: math.NaN()},
	} {
		if _, err := o.filled(); err == nil {
			t.Errorf("%+v is not refused", o)
		}
	}
}
