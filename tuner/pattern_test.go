package tuner

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"damalab/datasets"
	"damalab/eval"
)

// withPatterns gives weights tables in which every entry is small but not 0.
func withPatterns(t testing.TB, w *eval.Weights, set string, rng *rand.Rand) *eval.Weights {
	t.Helper()
	s, err := eval.NewPatternSet(set)
	if err != nil {
		t.Fatal(err)
	}
	w.Patterns = &eval.Patterns{Set: s, Pairs: make([]eval.Pair, s.Size())}
	weight := func() int16 { return int16((1 + rng.IntN(40)) * (2*rng.IntN(2) - 1)) }
	for i := range w.Patterns.Pairs {
		w.Patterns.Pairs[i] = eval.Pair{Opening: weight(), Ending: weight()}
	}
	return w
}

func patternLoss(t testing.TB, s *Sample, workers int) *meanLoss {
	t.Helper()
	m, err := newMeanLoss(&s.train, s.model, newTargets(0, 0), workers)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The odds of a row at whole weights are the score that the engine computes, but
// for the rounding to a hundredth; and the loss of all rows is that of their odds.
func TestPatternsOfRowsAreThoseOfScores(t *testing.T) {
	games := playGames(t, federation(t), 12, 4)
	for _, set := range []string{"8x1", "4x2+2x4", "3x3"} {
		s := load(t, games, Options{MaxPerGame: -1, HeldOut: -1, Test: -1, Patterns: set})
		w := withPatterns(t, listed(), set, rand.New(rand.NewPCG(1, 1)))
		m := patternLoss(t, s, 1)
		all := lossAt(t, m, s.model.parameters(w), nil)
		mean, scores := 0.0, []float64(nil)
		err := s.train.each(s.train.n, func(r row) {
			odds := m.odds(r)
			loss, _ := logLoss(odds, float64(r.label)/2)
			mean += loss / float64(s.train.n)
			scores = append(scores, odds/w.Scale)
		})
		if err != nil || math.Abs(mean-all) > 1e-12 {
			t.Errorf("%s: the loss is %v, that of the rows' odds %v (%v)", set, all, mean, err)
		}
		compareScores(t, s, eval.New(w), games, scores)
	}
}

// compareScores plays through the games once more.
func compareScores(t *testing.T, s *Sample, e *eval.Evaluator, games []datasets.Game, scores []float64) {
	t.Helper()
	g, seen, row := newGatherer(federation(t), s.model, s.options), map[uint64]bool{}, 0
	for _, game := range games {
		for _, p := range quietPositions(t, g, game) {
			if canonical, _ := p.Canonical(); !seen[canonical.Key()] {
				seen[canonical.Key()] = true
				if want := float64(e.Score(&p)); math.Abs(scores[row]-want) >= 1+1e-9 {
					t.Fatalf("row %d: %v from the row, %v from the evaluation", row, scores[row], want)
				}
				row++
			}
		}
	}
	if row != len(scores) || row < 100 {
		t.Errorf("%d rows compared of %d", row, len(scores))
	}
}

// The gradient, patterns and their own penalty included, is that of finite
// differences, at parameters drawn from those that occur and from all.
func TestPatternGradient(t *testing.T) {
	s := load(t, playGames(t, federation(t), 30, 9), Options{HeldOut: -1, Test: -1, Patterns: "4x2"})
	o, err := Options{Workers: 2, Patterns: "4x2"}.filled()
	if err != nil {
		t.Fatal(err)
	}
	f, err := newFitter(s, listed(), o)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2, 3))
	p := f.problem(penalties{base: 2, patterns: 300}, "fit")
	x := f.model.parameters(withPatterns(t, listed(), "4x2", rng))
	got, zeros := make([]float64, len(x)), 0
	p.slopeAt(got, x)
	tries := shorter(400, 100)
	for range tries {
		k := rng.IntN(len(x))
		if rng.IntN(4) == 0 {
			k = rng.IntN(2 * eval.Size)
		}
		const step = 1e-4
		was := x[k]
		x[k] = was + step
		above := p.valueAt(x)
		x[k] = was - step
		below := p.valueAt(x)
		x[k] = was
		want := (above - below) / (2 * step)
		if math.Abs(got[k]-want) > 1e-7*(1+math.Abs(want)) {
			t.Errorf("parameter %d: slope %v, by differences %v", k, got[k], want)
		}
		if got[k] == 0 {
			zeros++
		}
	}
	if zeros > tries*3/4 {
		t.Errorf("%d of %d slopes are 0", zeros, tries)
	}
}

// What the training part never sees is left out of a fit and stays as it was; the
// losses, those of games with other pictures too, and the slopes are those with all
// weights.
func TestUnseenPatternsStay(t *testing.T) {
	o := Options{Workers: 2, HeldOut: 0.4, Test: 0.1, Patterns: "4x2", Iterations: 3, Penalty: 1, PatternPenalty: 1}
	s := load(t, playGames(t, federation(t), 30, 9), o)
	o, err := o.filled()
	if err != nil {
		t.Fatal(err)
	}
	prior := withPatterns(t, listed(), "4x2", rand.New(rand.NewPCG(4, 4)))
	f, err := newFitter(s, prior, o)
	if err != nil {
		t.Fatal(err)
	}
	x := s.model.parameters(prior)
	all, some := make([]float64, len(x)), make([]float64, len(f.start))
	if a, b := lossAt(t, patternLoss(t, s, 1), x, all), lossAt(t, f.train, f.start, some); math.Abs(a-b) > 1e-12 {
		t.Errorf("training loss %v with all weights, %v with those seen", a, b)
	}
	held, err := newMeanLoss(&s.held, s.model, f.targets, 1)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := lossAt(t, held, x, nil), lossAt(t, f.held, f.start, nil); math.Abs(a-b) > 1e-12 {
		t.Errorf("held-out loss %v with all weights, %v with those seen", a, b)
	}
	seen := map[int]bool{}
	for i, k := range f.model.fitted {
		seen[k] = true
		for half := range 2 {
			a, b := 2*(f.model.entries+k)+half, 2*(f.model.entries+i)+half
			if math.Abs(all[a]-some[b]) > 1e-12 {
				t.Errorf("weight %d: slope %v with all weights, %v with those seen", k, all[a], some[b])
			}
			all[a] = 0
		}
	}
	for at, slope := range all[2*f.model.entries:] {
		if slope != 0 {
			t.Errorf("pattern parameter %d is not fitted and has slope %v", at, slope)
		}
	}
	r, err := Fit(t.Context(), s, prior, o)
	if err != nil {
		t.Fatal(err)
	}
	moved := 0
	for k, pair := range r.Weights.Patterns.Pairs {
		switch {
		case !seen[k] && pair != prior.Patterns.Pairs[k]:
			t.Errorf("weight %d was never seen and is %v, not %v", k, pair, prior.Patterns.Pairs[k])
		case pair != prior.Patterns.Pairs[k]:
			moved++
		}
	}
	if len(seen) < 100 || len(seen) > s.model.set.Size()/2 || moved < 100 {
		t.Errorf("%d weights of %d seen, %d moved", len(seen), s.model.set.Size(), moved)
	}
}

func TestWorkersChangeNoBitOfPatterns(t *testing.T) {
	s := load(t, playGames(t, federation(t), 200, 12), Options{MaxPerGame: -1, HeldOut: -1, Test: -1, Patterns: "8x1"})
	x := s.model.parameters(withPatterns(t, listed(), "8x1", rand.New(rand.NewPCG(3, 3))))
	first := make([]float64, len(x))
	loss := lossAt(t, patternLoss(t, s, 1), x, first)
	for _, workers := range []int{2, 5} {
		slope := make([]float64, len(x))
		if l := lossAt(t, patternLoss(t, s, workers), x, slope); l != loss || !slices.Equal(slope, first) {
			t.Errorf("%d workers: loss %v, with one %v", workers, l, loss)
		}
	}
}

// drawnByPatterns gives the positions of games results as if patterns decided them.
func drawnByPatterns(t *testing.T, truth *eval.Weights, o Options) *Sample {
	t.Helper()
	s := load(t, playGames(t, federation(t), thousand(t)/2, 31), o)
	rng := rand.New(rand.NewPCG(8, 8))
	x := s.model.parameters(truth)
	for _, r := range []*rows{&s.train, &s.held, &s.test} {
		m, err := newMeanLoss(r, s.model, newTargets(0, 0), 1)
		if err != nil {
			t.Fatal(err)
		}
		lossAt(t, m, x, nil)
		changed := s.newRows()
		err = r.each(r.n, func(w row) {
			e := w.example(0, r.ended[w.game])
			e.label = draw(m.odds(w), rng)
			push(&changed, e)
		})
		if err != nil {
			t.Fatal(err)
		}
		*r = changed
	}
	return s
}

// Where patterns decide the results a fit finds so, on games that it has not seen;
// where they say nothing it does not believe in them.
func TestPatternsHelpWhereTheyDecide(t *testing.T) {
	if testing.Short() {
		t.Skip("fits thousands of weights again and again")
	}
	o := Options{MaxPerGame: 60, HeldOut: 0.2, Test: 0.2, Patterns: "8x1", Penalty: 2, Iterations: 40}
	for _, decide := range []bool{true, false} {
		truth := withPatterns(t, zero(), o.Patterns, rand.New(rand.NewPCG(5, 5)))
		if o.PatternPenalty = 0.125; !decide {
			clear(truth.Patterns.Pairs)
			o.PatternPenalty = 0 // to be chosen
		}
		f := fit(t, drawnByPatterns(t, truth, o), zero(), o)
		p := f.Patterns
		t.Logf("decide %v: test without %.5f, with %.5f, %d of %d weights seen, %d kept; %v", decide, p.Without.Test, f.After.Test, p.Seen, p.Weights, p.Kept, f.Penalties)
		switch gain := p.Without.Test - f.After.Test; {
		case decide && gain < 0.005:
			t.Errorf("patterns decide the results, and gain %v on the test part", gain)
		case !decide && gain < -0.001:
			t.Errorf("patterns say nothing, and lose %v on the test part", -gain)
		}
		if p.Set != "8x1" || p.Groups != 6 || p.Seen < 100 || p.Seen > p.Weights || p.Kept > p.Seen {
			t.Errorf("patterns %+v", *p)
		}
		if !strings.Contains(f.Weights.Provenance.Method, "patterns 8x1 with penalty ") || f.Weights.Patterns.Set.Name() != "8x1" {
			t.Errorf("method %q", f.Weights.Provenance.Method)
		}
	}
}

func TestPatternsThatDoNotSuit(t *testing.T) {
	games := playGames(t, federation(t), 40, 2)
	s := load(t, games, Options{Patterns: "8x1"})
	for _, c := range []struct {
		sample *Sample
		prior  *eval.Weights
		want   string
	}{
		{s, withPatterns(t, listed(), "4x2", rand.New(rand.NewPCG(1, 1))), "patterns 4x2, and 8x1 are to be fitted"},
		{load(t, games, Options{}), withPatterns(t, listed(), "4x2", rand.New(rand.NewPCG(1, 1))), "patterns 4x2, and none are to be fitted"},
	} {
		if _, err := Fit(t.Context(), c.sample, c.prior, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Patterns: "9x9"}, `unknown set of patterns "9x9"; they are 8x1, `},
		{Options{PatternPenalty: 3}, "name a set"},
		{Options{Patterns: "8x1", PatternPenalty: -1}, "penalty -1 of patterns"},
		{Options{Patterns: "8x1", PatternPenalty: math.NaN()}, "penalty NaN of patterns"},
	} {
		if _, err := LoadGames(t.Context(), federation(t), each(games), c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.o, err, c.want)
		}
	}
}

// A fit goes on from a prior's patterns, and a high price keeps them.
func TestPriorWithPatterns(t *testing.T) {
	prior := withPatterns(t, listed(), "8x1", rand.New(rand.NewPCG(6, 6)))
	o := Options{Patterns: "8x1", Penalty: 1e9, PatternPenalty: 1e9}
	f := fit(t, load(t, playGames(t, federation(t), 100, 2), o), prior, o)
	if f.Weights.Digest() == prior.Digest() || !slices.Equal(f.Weights.Patterns.Pairs, prior.Patterns.Pairs) || f.Weights.Pairs != prior.Pairs {
		t.Error("the prior's weights have changed, or the ruleset has not")
	}
	if f.Before.Train == f.Patterns.Without.Train {
		t.Error("the prior's patterns don't count")
	}
}

// Threatened adds the positions in which only the other side could capture, and no
// others.
func TestThreatenedPositions(t *testing.T) {
	games := playGames(t, federation(t), 30, 14)
	o := Options{MaxPerGame: -1, HeldOut: -1, Test: -1}
	quiet := load(t, games, o)
	o.Threatened = true
	more := load(t, games, o)
	threatened, captures := 0, 0
	for _, game := range games {
		rows, err := datasets.Expand(game, federation(t).Generator())
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			switch {
			case r.Ply < game.OpeningPlies || r.Quiet:
			case r.MaxCapture > 0:
				captures++
			default:
				threatened++
			}
		}
	}
	if threatened == 0 || quiet.Summary.NotQuiet != threatened+captures || more.Summary.NotQuiet != captures {
		t.Errorf("%d and %d positions are not quiet, want %d and %d", quiet.Summary.NotQuiet, more.Summary.NotQuiet, threatened+captures, captures)
	}
	if f := fit(t, more, listed(), o); !strings.Contains(f.Weights.Provenance.Method, "threatened positions too") {
		t.Errorf("method %q", f.Weights.Provenance.Method)
	}
}

// BenchmarkPatternGradient is BenchmarkGradient with the set of most groups, and with
// the one to use.
func BenchmarkPatternGradient(b *testing.B) {
	games := playGames(b, federation(b), 300, 5)
	for _, set := range []string{"4x2+2x4", "3x2"} {
		s := load(b, games, Options{HeldOut: -1, Test: -1, MaxPerGame: -1, Patterns: set})
		big := s.newRows()
		for big.len() < 200_000 {
			for _, e := range examples(&s.train) {
				push(&big, e)
			}
		}
		m, err := newMeanLoss(&big, s.model, newTargets(0, 0), 1)
		if err != nil {
			b.Fatal(err)
		}
		x := s.model.parameters(withPatterns(b, listed(), set, rand.New(rand.NewPCG(7, 7))))
		slope := make([]float64, len(x))
		b.Run(set, func(b *testing.B) {
			b.ReportAllocs()
			began := cpuTime()
			for b.Loop() {
				lossAt(b, m, x, slope)
			}
			b.ReportMetric(float64(big.len())*float64(b.N)/(cpuTime()-began).Seconds()/1e6, "Mpositions/cpu-s")
		})
	}
}
