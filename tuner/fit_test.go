package tuner

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"damalab/eval"
)

// listed are the default weights of the feature list, without patterns.
func listed() *eval.Weights {
	w := eval.Default()
	w.Patterns = nil
	return w
}

// rescaled are these with the scale that suits a sample.
func rescaled(t testing.TB, s *Sample) *eval.Weights {
	t.Helper()
	w := listed()
	scale, err := BestScale(s, w, Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.Scale = scale
	return w
}

// zero are weights that know nothing.
func zero() *eval.Weights {
	return &eval.Weights{Ruleset: eval.AnyRuleset, Scale: eval.Default().Scale}
}

// thousand is a good number of games, or fewer where time is short.
func thousand(t *testing.T) int {
	if testing.Short() {
		return 650
	}
	return 1200
}

// shorter is a number of repetitions or iterations, or a smaller one where time is
// short.
func shorter(n, short int) int {
	if testing.Short() {
		return short
	}
	return n
}

func TestPlantedWeightsAreFound(t *testing.T) {
	n, within := 200_000, 8.0
	if testing.Short() {
		n, within = 30_000, 25
	}
	rng := rand.New(rand.NewPCG(4, 4))
	truth := planted(rng)
	s := sampleOf(sparse(n, truth, rng), sparse(n/5, truth, rng))
	f := fit(t, s, zero(), Options{})
	worst, squares := 0.0, 0.0
	for k, pair := range truth.Pairs {
		for _, d := range []float64{f.Real[k].Opening - float64(pair.Opening), f.Real[k].Ending - float64(pair.Ending)} {
			worst, squares = max(worst, math.Abs(d)), squares+d*d
		}
	}
	t.Logf("off by at most %.1f, by %.1f in the mean; %d iterations, %s", worst, math.Sqrt(squares/params), len(f.Curve)-1, f.Status)
	if worst > within {
		t.Errorf("a weight is off by %.1f hundredths, %v allowed", worst, within)
	}
	best := lossAt(t, lossOf(t, &s.held, 2), parameters(truth), nil)
	if f.After.Held > best+200/float64(n) || f.After.Held > f.Constant.Held-0.01 {
		t.Errorf("held-out loss %v, of the planted weights %v, of a constant %v", f.After.Held, best, f.Constant.Held)
	}
	if len(f.Warnings) != 0 {
		t.Errorf("warnings: %q", f.Warnings)
	}
}

// Results that have nothing to do with the positions teach nothing.
func TestShuffledResultsDoNotHelp(t *testing.T) {
	s := load(t, playGames(t, federation(t), thousand(t), 21), Options{HeldOut: 0.25, Test: 0.35})
	rng := rand.New(rand.NewPCG(6, 6))
	for _, r := range []*rows{&s.train, &s.held, &s.test} {
		order, was := rng.Perm(r.len()), examples(r)
		*r = altered(r, func(i int, e *example) { e.label = was[order[i]].label })
	}
	f := fit(t, s, zero(), Options{})
	t.Logf("held out: constant %.5f, fit %.5f; test: %.5f, %.5f", f.Constant.Held, f.After.Held, f.Constant.Test, f.After.Test)
	if f.After.Held < f.Constant.Held-0.002 || f.After.Test < f.Constant.Test-0.002 {
		t.Errorf("losses %+v are less than a constant's %+v", f.After, f.Constant)
	}
}

// True results of the same games do help.
func TestGamesHelp(t *testing.T) {
	s := load(t, playGames(t, federation(t), thousand(t), 21), Options{})
	prior := rescaled(t, s)
	f := fit(t, s, prior, Options{})
	t.Logf("%v; held out: constant %.5f, prior %.5f, fit %.5f, rounded %.5f; %d iterations, %s",
		s.Summary, f.Constant.Held, f.Before.Held, f.RealLoss.Held, f.After.Held, len(f.Curve)-1, f.Status)
	if len(f.Warnings) > 0 {
		t.Errorf("warnings %q", f.Warnings)
	}
	if man := f.Weights.Pairs[0]; man.Opening < 40 || man.Opening > 160 || man.Ending < 40 || man.Ending > 160 {
		t.Errorf("a man is worth %v hundredths of a man", man)
	}
	if !(f.After.Held < f.Before.Held && f.After.Held < f.Constant.Held) {
		t.Errorf("held out: constant %v, prior %v, fit %v", f.Constant.Held, f.Before.Held, f.After.Held)
	}
	if last := f.Curve[len(f.Curve)-1]; f.Curve[0].TrainLoss != f.Before.Train || last.TrainLoss != f.RealLoss.Train || last.HeldLoss != f.RealLoss.Held {
		t.Errorf("curve from %+v to %+v, losses %+v to %+v", f.Curve[0], last, f.Before, f.RealLoss)
	}
	p := f.Weights.Provenance
	if f.Weights.Ruleset != s.Ruleset || p.Prior != prior.Digest() || p.Games != s.Summary.Train.Games ||
		p.Positions != s.train.len() || p.TrainLoss != f.After.Train || p.HeldLoss != f.After.Held || p.Method == "" || p.Tool == "" {
		t.Errorf("ruleset %q, provenance %+v", f.Weights.Ruleset, p)
	}
	file, err := f.Weights.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if back, err := eval.Parse(file); err != nil || *back != *f.Weights {
		t.Errorf("the weights do not survive their file: %v", err)
	}
	unseen := 0
	for k, n := range f.Seen {
		if n == 0 {
			unseen++
			if f.Weights.Pairs[k] != f.Prior.Pairs[k] {
				t.Errorf("entry %d never occurs, and went from %v to %v", k, f.Prior.Pairs[k], f.Weights.Pairs[k])
			}
		}
	}
	if unseen < eval.Squares/8 {
		t.Errorf("%d entries never occur", unseen)
	}
}

// Doubling the scores makes the best scale half of what it was.
func TestBestScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 14))
	truth := planted(rng)
	s := sampleOf(sparse(8_000, truth, rng), rows{})
	for _, c := range []struct{ times, want float64 }{{1, 1}, {2, 0.5}, {0.5, 2}, {1000, 1. / scaleRange}} {
		w := *truth
		w.Scale *= c.times
		got, err := BestScale(s, &w, Options{})
		if err != nil || math.Abs(got/w.Scale/c.want-1) > 0.06 {
			t.Errorf("scale times %v: best is %v times that, want %v (error %v)", c.times, got/w.Scale, c.want, err)
		}
		if suits, err := scaleSuits(lossOf(t, &s.train, 1), &w, badScale); err != nil || suits != (c.want == 1) {
			t.Errorf("scale times %v: suits is %v, error %v", c.times, suits, err)
		}
	}
	if got, err := BestScale(s, zero(), Options{}); err != nil || got != zero().Scale {
		t.Errorf("weights of 0: scale %v, error %v", got, err)
	}
	if _, err := BestScale(sampleOf(rows{}, rows{}), truth, Options{}); !errors.Is(err, ErrNothingToFit) {
		t.Errorf("no data: error %v", err)
	}
}

// Neither a weaker nor a stronger penalty is much better than the default, for
// few games as for many.
func TestDefaultPenalty(t *testing.T) {
	if testing.Short() {
		t.Skip("plays thousands of games")
	}
	held := load(t, playGames(t, federation(t), 1500, 27), Options{HeldOut: 0.9, Test: -1})
	for _, n := range []int{50, 800} {
		s := load(t, playGames(t, federation(t), n, 29), Options{HeldOut: -1, Test: -1})
		s.held, s.Summary.Held = held.held, held.Summary.Held
		prior := rescaled(t, s)
		def := fit(t, s, prior, Options{})
		for _, penalty := range []float64{DefaultPenalty / 20., DefaultPenalty * 20} {
			other := fit(t, s, prior, Options{Penalty: penalty})
			t.Logf("%d games: penalty %v: %.5f, default %.5f", n, penalty, other.RealLoss.Held, def.RealLoss.Held)
			if other.RealLoss.Held < def.RealLoss.Held-0.005 {
				t.Errorf("%d games: penalty %v is better than the default", n, penalty)
			}
		}
	}
}

func TestFitWorkers(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 16))
	truth := planted(rng)
	s := sampleOf(sparse(3*chunkRows+5, truth, rng), sparse(2*chunkRows, truth, rng))
	o := Options{Workers: 1, Penalty: 2, Iterations: shorter(0, 8)}
	one := fit(t, s, listed(), o)
	for _, workers := range []int{2, 7} {
		o.Workers = workers
		if more := fit(t, s, listed(), o); !reflect.DeepEqual(one, more) {
			t.Errorf("%d workers give another fit", workers)
		}
	}
}

func ref(r rows) *rows { return &r }

func TestPoorDataStaysFinite(t *testing.T) {
	relabel := func(r rows, label func(i int) uint8) rows {
		return altered(&r, func(i int, e *example) { e.label = label(i) })
	}
	rng := rand.New(rand.NewPCG(8, 8))
	some := func() rows { return sparse(800, planted(rng), rng) }
	separable, constant := rows{}, rows{}
	for i := range 1000 {
		sign := int16(1 - 2*(i%2))
		push(&separable, example{game: int64(i), weight: wholeWeight, phase: 16, label: uint8(1 + sign), terms: []eval.Term{{Index: 0, Count: sign}}})
		push(&constant, example{game: int64(i), weight: wholeWeight, phase: 16, label: uint8(i % 3), terms: []eval.Term{{Index: 2, Count: 1}}})
	}
	for name, c := range map[string]struct {
		train rows
		o     Options
		want  string // in a warning
	}{
		"all draws":        {relabel(some(), func(int) uint8 { return 1 }), Options{}, "all games to fit to are drawn"},
		"nearly all draws": {relabel(some(), func(i int) uint8 { return uint8(1 + i%20/19) }), Options{}, "are drawn: they teach little"},
		"all won":          {relabel(some(), func(int) uint8 { return 2 }), Options{}, "White has 100%"},
		"all lost":         {relabel(some(), func(int) uint8 { return 0 }), Options{Penalty: 1e-9}, "Black has 100%"},
		"separable":        {separable, Options{Penalty: 1e-6}, "can be told almost without error"},
		"one game":         {altered(ref(some()), func(_ int, e *example) { e.game = 7 }), Options{}, "no games are held out"},
		"constant":         {constant, Options{}, "feature man never occurs"},
		"no features":      {func() (r rows) { push(&r, example{label: 2, weight: wholeWeight}); return r }(), Options{}, "few games: 1"},
		"few squares":      {separable, Options{}, "king_square: 32 of 32 entries never occur"},
		"cut short":        {some(), Options{Iterations: 2, Penalty: 0.001}, "did not converge (IterationLimit"},
	} {
		if testing.Short() && (name == "nearly all draws" || name == "all lost" || name == "few squares" || name == "constant") {
			continue // much like others
		}
		f := fit(t, sampleOf(c.train, rows{}), listed(), c.o)
		for _, l := range []Loss{f.Constant, f.Before, f.RealLoss, f.After} {
			if !(l.Train >= 0 && l.Train < 100) || l.Held != 0 {
				t.Errorf("%s: loss %v", name, l)
			}
		}
		for _, w := range f.Real {
			if bad := w.Opening + w.Ending; math.IsNaN(bad) || math.IsInf(bad, 0) {
				t.Errorf("%s: weights %v", name, f.Real)
			}
		}
		for k, e := range f.Errors {
			if told := f.Told[k]; math.IsInf(e.Opening+e.Ending, 0) || !(told.Opening >= 0 && told.Opening <= 1 && told.Ending >= 0 && told.Ending <= 1) {
				t.Errorf("%s: entry %d: errors %v, told %v", name, k, e, told)
			}
		}
		if !slices.ContainsFunc(f.Warnings, func(w string) bool { return strings.Contains(w, c.want) }) {
			t.Errorf("%s: warnings %q, want %q", name, f.Warnings, c.want)
		}
	}
}

// A fine scale asks for weights that the file can't hold.
func TestClampedWeights(t *testing.T) {
	var separable rows
	for i := range 100 {
		push(&separable, example{game: int64(i), weight: wholeWeight, phase: 32, label: 2, terms: []eval.Term{{Index: 0, Count: 1}}})
	}
	prior := zero()
	prior.Scale = 1e-6
	f := fit(t, sampleOf(separable, rows{}), prior, Options{Penalty: 1e-9})
	if got := f.Weights.Pairs[0]; got != (eval.Pair{Opening: math.MaxInt16}) {
		t.Errorf("weight %v, real %v", got, f.Real[0])
	}
	if all := strings.Join(f.Warnings, "\n"); !strings.Contains(all, "1 weights are beyond the range") || !strings.Contains(all, "rounding") {
		t.Errorf("warnings %q", f.Warnings)
	}
}

// A fit to games that say something else than the held-out ones says so.
func TestWorseThanPrior(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	truth := planted(rng)
	f := fit(t, sampleOf(sparse(5000, planted(rng), rng), sparse(5000, truth, rng)), truth, Options{Penalty: DefaultPenalty})
	if all := strings.Join(f.Warnings, "\n"); !strings.Contains(all, "worse than the prior") || !strings.Contains(all, "worse than one constant") {
		t.Errorf("warnings %q", f.Warnings)
	}
}

func TestFitRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 12))
	some := sparse(100, planted(rng), rng)
	other := zero()
	other.Ruleset = "ludoteka"
	if _, err := Fit(t.Context(), sampleOf(some, rows{}), other, Options{}); err == nil || !strings.Contains(err.Error(), `"ludoteka"`) {
		t.Errorf("another ruleset: error %v", err)
	}
	flat := zero()
	flat.Scale = 0
	if _, err := Fit(t.Context(), sampleOf(some, rows{}), flat, Options{}); err == nil || !strings.Contains(err.Error(), "scale is 0") {
		t.Errorf("no scale: error %v", err)
	}
	for name, s := range map[string]*Sample{"nothing": sampleOf(rows{}, rows{}), "all held out": sampleOf(rows{}, some)} {
		if _, err := Fit(t.Context(), s, zero(), Options{}); !errors.Is(err, ErrNothingToFit) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Fit(ctx, sampleOf(some, rows{}), zero(), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}
