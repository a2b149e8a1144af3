package tuner

import (
	"math"
	"math/rand/v2"
	"testing"

	"damalab/eval"
)

// fewEntries are the only ones that occur in the games of clustered.
const fewEntries = 6

// clustered makes games of several positions that look alike and share their
// luck: every position has the right chance of a result, but a game hardly says
// more than one of its positions.
func clustered(games, positions int, w *eval.Weights, rng *rand.Rand) rows {
	var r rows
	for g := range games {
		var common [fewEntries]int16
		for k := range common {
			common[k] = int16(rng.IntN(7) - 3)
		}
		luck, phase := rng.Float64(), uint8(8+rng.IntN(17))
		for range positions {
			e := example{game: int64(g), phase: phase, weight: wholeWeight, score: noScore}
			opening, ending := parts(int(phase))
			score := 0.0
			for k, n := range common {
				if rng.IntN(4) == 0 {
					n += int16(rng.IntN(3) - 1)
				}
				if n == 0 {
					continue
				}
				e.terms = append(e.terms, eval.Term{Index: uint16(k), Count: n})
				score += float64(n) * (opening*float64(w.Pairs[k].Opening) + ending*float64(w.Pairs[k].Ending))
			}
			e.label = lot(w.Scale*score, luck)
			push(&r, e)
		}
	}
	return r
}

// lot is the result, in half points, that luck from 0 to 1 brings.
func lot(odds, luck float64) uint8 {
	expected := 1 / (1 + math.Exp(-odds))
	draws := 4.0 / 3 * min(expected, 1-expected)
	switch {
	case luck < expected-draws/2:
		return 2
	case luck < expected+draws/2:
		return 1
	}
	return 0
}

// alone are the same positions, each a game of its own.
func alone(r rows) rows {
	return altered(&r, func(i int, e *example) { e.game = int64(i) })
}

// coverage is how often planted weights lie within 1.96 standard errors.
func coverage(t *testing.T, repetitions int, seed uint64, sample func(*eval.Weights, *rand.Rand) rows) float64 {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, seed))
	t.Logf("seed %d", seed)
	in, all := 0, 0
	for range repetitions {
		truth := planted(rng)
		s := sampleOf(sample(truth, rng), rows{})
		s.Summary.Train.Games = s.train.games()
		r, _ := fitAlone(t, s, 0.001)
		for k := range fewEntries {
			for _, c := range [][3]float64{
				{r.Real[k].Opening, r.Errors[k].Opening, float64(truth.Pairs[k].Opening)},
				{r.Real[k].Ending, r.Errors[k].Ending, float64(truth.Pairs[k].Ending)},
			} {
				if all++; math.Abs(c[0]-c[2]) <= 1.96*c[1] {
					in++
				}
			}
		}
	}
	return float64(in) / float64(all)
}

// fitAlone fits and tells the standard errors, without all else that Fit does.
func fitAlone(t *testing.T, s *Sample, penalty float64) (*Fitted, []float64) {
	t.Helper()
	o, err := Options{Penalty: penalty}.filled()
	if err != nil {
		t.Fatal(err)
	}
	f, err := newFitter(s, zero(), o)
	if err != nil {
		t.Fatal(err)
	}
	if f.curve, err = f.train.curve(f.start); err != nil {
		t.Fatal(err)
	}
	p := f.problem(penalties{base: penalty}, "fit")
	end, err := p.minimise(t.Context(), f.curve.with(p.prices, f.start), o.Iterations)
	if err != nil {
		t.Fatal(err)
	}
	r := &Fitted{Prior: f.prior}
	r.round(end.x, s.Ruleset, f.model)
	if err := f.doubts(r, end.x, penalties{base: penalty}); err != nil {
		t.Fatal(err)
	}
	return r, end.x
}

// Of 95 % intervals, 92 to 98 % hold the truth: with independent positions, and
// with games whose positions share one result. To take such positions for
// independent would be far too sure.
func TestCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("fits 300 times")
	}
	const repetitions = 100
	lone := coverage(t, repetitions, 51, func(w *eval.Weights, rng *rand.Rand) rows { return clustered(700, 1, w, rng) })
	games := coverage(t, repetitions, 53, func(w *eval.Weights, rng *rand.Rand) rows { return clustered(700, 6, w, rng) })
	naive := coverage(t, repetitions, 53, func(w *eval.Weights, rng *rand.Rand) rows { return alone(clustered(700, 6, w, rng)) })
	t.Logf("%.3f of positions alone, %.3f of games, %.3f of games taken for positions", lone, games, naive)
	for _, c := range []float64{lone, games} {
		if c < 0.92 || c > 0.98 {
			t.Errorf("coverage %.3f, want 0.92 to 0.98", c)
		}
	}
	if naive > 0.75 {
		t.Errorf("clustering makes no difference: coverage %.3f without it", naive)
	}
}

// What is never seen, what two features say together, and what is a table's sum
// are told apart, and only they.
func TestUndetermined(t *testing.T) {
	rng := rand.New(rand.NewPCG(55, 55))
	truth := planted(rng)
	base := clustered(500, 3, truth, rng)
	const twin, opening, sum, left, right = 9, 10, 11, 40, 41
	r := altered(&base, func(i int, e *example) {
		var terms []eval.Term
		for _, term := range e.terms {
			if terms = append(terms, term); term.Index == 2 {
				terms = append(terms, eval.Term{Index: twin, Count: 2 * term.Count})
			}
		}
		if i%5 == 0 { // with a full board alone
			e.phase = eval.FullBoard
			terms = append(terms, eval.Term{Index: opening, Count: int16(1 + i%3)})
		}
		a, b := int16(i%4), int16(i/7%3)
		terms = append(terms, eval.Term{Index: left, Count: a}, eval.Term{Index: right, Count: b}, eval.Term{Index: sum, Count: a + b})
		e.terms = merge(terms)
	})
	f, _ := fitAlone(t, sampleOf(r, rows{}), 1)
	why := map[[2]int]string{}
	for _, u := range f.Undetermined {
		side := 0
		if u.Ending {
			side = 1
		}
		why[[2]int{u.Index, side}] = u.Why
	}
	for k := range eval.Size {
		for side := range 2 {
			want := NeverSeen
			switch {
			case k == opening && side == 0, k < fewEntries, k == left, k == right:
				want = ""
			case k == twin, k == sum:
				want = Collinear
			}
			got := why[[2]int{k, side}]
			told, missing := *half(f.Told, 2*k+side), math.IsNaN(*half(f.Errors, 2*k+side))
			if got != want || missing != (want != "") || (told == 0) != (want == NeverSeen) || told < 0 || told > 1 {
				t.Errorf("entry %d, side %d: %q, want %q; error missing %v, told %v", k, side, got, want, missing, told)
			}
		}
	}
}

// The errors are of what a square is worth in all, so it does not matter how a
// feature that is a sum of others shares it with them.
func TestErrorsOfSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(57, 57))
	truth := planted(rng)
	const sum, left, right = 11, 40, 41
	base := clustered(500, 3, truth, rng)
	var without rows
	with := altered(&base, func(i int, e *example) {
		a, b := int16(1+i%4), int16(i/7%3)
		e.terms = merge(append(e.terms, eval.Term{Index: left, Count: a}, eval.Term{Index: right, Count: b}))
		push(&without, *e)
		e.terms = merge(append(e.terms, eval.Term{Index: sum, Count: a + b}))
	})
	a, _ := fitAlone(t, sampleOf(with, rows{}), 1e-4)
	b, _ := fitAlone(t, sampleOf(without, rows{}), 1e-4)
	for _, k := range []int{0, 3, left, right} {
		if x, y := a.Errors[k].Opening, b.Errors[k].Opening; math.Abs(x/y-1) > 0.01 || !(x > 0) {
			t.Errorf("entry %d: error %v with the sum, %v without", k, x, y)
		}
	}
}

// The curvature is that of finite differences of the gradient.
func TestCurvature(t *testing.T) {
	rng := rand.New(rand.NewPCG(59, 59))
	r := clustered(40, 2, planted(rng), rng)
	push(&r, example{game: 99, phase: 20, label: 2, weight: 40, score: noScore, terms: []eval.Term{{Index: 1, Count: 200}, {Index: 4, Count: -130}}})
	m := lossOf(t, &r, 1)
	x := make([]float64, params)
	for k := range x {
		x[k] = rng.NormFloat64() / 100
	}
	c, err := m.curvature(x)
	if err != nil {
		t.Fatal(err)
	}
	low, high := make([]float64, params), make([]float64, params)
	const step = 1e-5
	for j := range 2 * fewEntries {
		was := x[j]
		x[j] = was - step
		lossAt(t, m, x, low)
		x[j] = was + step
		lossAt(t, m, x, high)
		x[j] = was
		for i := range params {
			if want := (high[i] - low[i]) / (2 * step); math.Abs(c.loss.At(i, j)-want) > 1e-6*(1+math.Abs(want)) {
				t.Fatalf("second derivative %d, %d: %v, by differences %v", i, j, c.loss.At(i, j), want)
			}
		}
	}
}

// BenchmarkCurvature reports what standard errors cost.
func BenchmarkCurvature(b *testing.B) {
	s := load(b, playGames(b, federation(b), 300, 5), Options{HeldOut: -1, Test: -1})
	m, x := lossOf(b, &s.train, 1), parameters(listed())
	began := cpuTime()
	for b.Loop() {
		if _, err := m.curvature(x); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(s.train.n)*float64(b.N)/(cpuTime()-began).Seconds()/1e6, "Mpositions/cpu-s")
}
