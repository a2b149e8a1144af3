package match

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"damalab/dama"
	"damalab/eval"
	"damalab/search/plain"
	"damalab/selfplay"
)

func small(t *testing.T, a, b Side) (Spec, dama.Ruleset) {
	t.Helper()
	rules, err := dama.FindRuleset("federation")
	if err != nil {
		t.Fatal(err)
	}
	spec := NewSpec(rules, a, b, 99, 60)
	spec.Openings = Openings{Plies: 3, Balance: 100, Nodes: 60}
	spec.Guards.PlyLimit = 150
	return spec, rules
}

// greedless weights think that nothing is worth anything: they must lose.
func greedless() *eval.Weights {
	w := eval.Default()
	for i := range w.Pairs {
		w.Pairs[i] = eval.Pair{}
	}
	return w
}

func TestSameForAnyNumberOfWorkers(t *testing.T) {
	a, b := WeightsSide(eval.Default()), WeightsSide(greedless())
	spec, rules := small(t, a, b)
	var first []Pair
	for _, workers := range []int{1, 2, 7} {
		var pairs []Pair
		tally, err := Run(context.Background(), spec, rules, a, b, Options{Pairs: 6, Workers: workers, Finished: func(p *Pair, _ *Tally) error {
			pairs = append(pairs, *p)
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = pairs
		}
		if !reflect.DeepEqual(pairs, first) {
			t.Errorf("%d workers: other games", workers)
		}
		if tally.Wins+tally.Draws+tally.Losses != 12 || tally.Score() < 0.8 {
			t.Errorf("the better weights made %+v", tally)
		}
	}
}

func TestEqualSidesDraw(t *testing.T) {
	a := WeightsSide(eval.Default())
	spec, rules := small(t, a, a)
	got, err := Run(context.Background(), spec, rules, a, a, Options{Pairs: 5, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if got.Pentanomial != [5]int{0, 0, 5, 0, 0} {
		t.Errorf("a side against itself in mirrored pairs made %+v", got)
	}
}

func TestPlainEnginePlays(t *testing.T) {
	a := WeightsSide(eval.Default())
	b := MoverSide("plain", func(s *Spec) selfplay.Mover { return &plain.Engine{Nodes: s.Nodes} })
	spec, rules := small(t, a, b)
	got, err := Run(context.Background(), spec, rules, a, b, Options{Pairs: 4, Workers: 2})
	if err != nil || got.Pairs() != 4 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestStoppedAndResumed stops a stored match after every second pair, once with
// half a line at the end, as a kill leaves it.
func TestStoppedAndResumed(t *testing.T) {
	a, b := WeightsSide(eval.Default()), WeightsSide(greedless())
	spec, rules := small(t, a, b)
	play := func(dir string, stopAfter int) (Tally, error) {
		s, err := OpenStore(dir, &spec)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		left := stopAfter
		return Run(ctx, spec, rules, a, b, Options{Pairs: 14, Workers: 2, Done: s.Done, Finished: func(p *Pair, _ *Tally) error {
			if left--; left == 0 {
				cancel()
			}
			return s.Append(p)
		}})
	}
	whole, stopped := t.TempDir(), t.TempDir()
	want, err := play(whole, -1)
	if err != nil {
		t.Fatal(err)
	}
	stops := 0
	for {
		got, err := play(stopped, 2)
		if err == nil {
			if !reflect.DeepEqual(got, want) {
				t.Errorf("resumed: %+v, want %+v", got, want)
			}
			break
		}
		if !errors.Is(err, context.Canceled) || got.Wins+got.Draws+got.Losses != got.Games() {
			t.Fatalf("%+v, %v", got, err)
		}
		stops++
		cutLastLine(t, filepath.Join(stopped, PairsFile))
	}
	if stops == 0 {
		t.Error("the match was never stopped")
	}
	w, _ := os.ReadFile(filepath.Join(whole, PairsFile))
	s, _ := os.ReadFile(filepath.Join(stopped, PairsFile))
	if string(w) != string(s) {
		t.Error("the stored pairs differ")
	}
	spec.Nodes++
	if _, err := OpenStore(whole, &spec); err == nil {
		t.Error("another match was let into the folder")
	}
}

// TestFolderWithoutPairs: a folder in which no pair was played is free for another
// match, and a kill while its spec was written does not close it.
func TestFolderWithoutPairs(t *testing.T) {
	a := WeightsSide(eval.Default())
	spec, _ := small(t, a, a)
	dir := t.TempDir()
	temp := filepath.Join(dir, "."+SpecFile+".tmp-0123456789abcdef")
	if err := os.WriteFile(temp, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		spec.Nodes++
		s, err := OpenStore(dir, &spec)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if there, _, err := ReadStore(dir); err != nil || there.Nodes != spec.Nodes {
			t.Errorf("%+v, %v", there, err)
		}
	}
	if _, err := os.Stat(temp); err == nil {
		t.Error("what the kill left stays")
	}
	if err := os.Remove(filepath.Join(dir, PairsFile)); err != nil {
		t.Fatal(err)
	}
	spec.Nodes++
	if _, err := OpenStore(dir, &spec); err == nil {
		t.Error("a file that may be somebody's was replaced")
	}
}

func cutLastLine(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data[:len(data)-10], 0o600); err != nil {
		t.Fatal(err)
	}
}

// broken is an engine that fails after some moves.
type broken struct {
	moves int
	how   func(h *dama.History) (dama.Move, error)
}

func (b *broken) Move(_ context.Context, h *dama.History) (dama.Move, error) {
	if b.moves--; b.moves < 0 {
		return b.how(h)
	}
	return h.Facts().Generator().Moves(h.Position())[0], nil
}

func TestFaultsAreCountedApart(t *testing.T) {
	for name, how := range map[string]func(h *dama.History) (dama.Move, error){
		"dies":    func(*dama.History) (dama.Move, error) { return dama.Move{}, errors.New("the engine has died") },
		"illegal": func(*dama.History) (dama.Move, error) { return dama.Move{}, nil },
	} {
		a := WeightsSide(eval.Default())
		b := MoverSide(name, func(*Spec) selfplay.Mover { return &broken{moves: 40, how: how} })
		spec, rules := small(t, a, b)
		got, err := Run(context.Background(), spec, rules, a, b, Options{Pairs: 6, Workers: 1})
		if err != nil || got.FaultsB == 0 || got.FaultsA != 0 || got.Pairs()+got.FaultsB != 6 || got.Wins+got.Draws+got.Losses != got.Games() {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		var fault *FaultError
		if _, err = Run(context.Background(), spec, rules, a, b, Options{Pairs: 6, Workers: 1, StopOnFault: true}); !errors.As(err, &fault) {
			t.Errorf("%s: the match went on: %v", name, err)
		}
	}
}

func TestOpeningsAreDistinctAndStable(t *testing.T) {
	a := WeightsSide(eval.Default())
	spec, rules := small(t, a, a)
	few, err := spec.Openings.Draw(context.Background(), rules, 5, spec.Params, nil, 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	many, err := spec.Openings.Draw(context.Background(), rules, 5, spec.Params, nil, 60, 3)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(few, many[:10]) {
		t.Error("the first openings depend on how many are asked for")
	}
	seen := map[dama.Position]bool{}
	for _, o := range many {
		p := o.Start
		for _, m := range o.Moves {
			p = p.Make(m)
		}
		c, _ := p.Canonical()
		if seen[c] {
			t.Errorf("%v comes twice", c)
		}
		seen[c] = true
	}
	if _, err := spec.Openings.Draw(context.Background(), rules, 5, spec.Params, nil, 100000, 2); err == nil {
		t.Error("more openings than there are were given out")
	}
}

var extremes = []struct {
	name  string
	penta [5]int
	sign  float64
}{
	{"nothing", [5]int{}, 0},
	{"one drawn pair", [5]int{2: 1}, 0},
	{"all draws", [5]int{2: 50}, 0},
	{"20-0", [5]int{4: 10}, 1},
	{"0-20", [5]int{0: 10}, -1},
	{"one won pair", [5]int{4: 1}, 1},
	{"even", [5]int{5, 10, 30, 10, 5}, 0},
}

func TestEloIsFinite(t *testing.T) {
	for _, c := range extremes {
		e := (&Tally{Pentanomial: c.penta}).Elo()
		for _, x := range []float64{e.Diff, e.Low, e.High, e.Superiority} {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%s: %+v is not finite", c.name, e)
			}
		}
		if e.Low > e.Diff || e.High < e.Diff || e.Diff*c.sign < 0 || c.sign == 0 && math.Abs(e.Diff) > 1e-9 {
			t.Errorf("%s: %+v", c.name, e)
		}
	}
}

func TestSPRT(t *testing.T) {
	s, err := NewSPRT(-5, 5)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range extremes {
		llr, _ := s.Test(&Tally{Pentanomial: c.penta})
		if math.IsNaN(llr) || math.IsInf(llr, 0) || llr*c.sign < 0 || c.sign == 0 && math.Abs(llr) > 1e-6 {
			t.Errorf("%s: LLR %g", c.name, llr)
		}
	}
	// For small differences the ratio is close to its normal approximation,
	// n (s1-s0) (2 mean - s0 - s1) / (2 variance).
	tally := Tally{Pentanomial: [5]int{100, 240, 400, 260, 110}}
	n, mean, square := 1110.0, 0.0, 0.0
	for i, c := range tally.Pentanomial {
		x := float64(i) / 4
		mean += x * float64(c) / n
		square += x * x * float64(c) / n
	}
	s0, s1 := scoreOf(0), scoreOf(10)
	want := n * (s1 - s0) * (2*mean - s0 - s1) / (2 * (square - mean*mean))
	if got, _ := (SPRT{Elo0: 0, Elo1: 10, Error: 0.05}).Test(&tally); math.Abs(got-want) > 0.02*math.Abs(want) {
		t.Errorf("LLR %g, the normal approximation %g", got, want)
	}
	for _, bad := range [][2]float64{{5, 5}, {5, 0}, {math.NaN(), 1}, {0, math.Inf(1)}, {0, 601}, {-601, 0}, {0, 1e300}, {0, 1e-12}, {1e-300, 1e-299}} {
		if _, err := NewSPRT(bad[0], bad[1]); err == nil {
			t.Errorf("%v was accepted", bad)
		}
	}
}

// uniform returns the n-th of a fixed sequence of numbers between 0 and 1.
func uniform(n uint64) float64 { return float64(dama.Mix(n)>>11) / (1 << 53) }

// TestErrorRates plays coin-tossing matches of a known difference: the 95 %
// interval must hold it, and the test must be wrong, about as often as they say.
func TestErrorRates(t *testing.T) {
	seed := uint64(1)
	pair := func(win, loss float64) int {
		points := 2
		for range 2 {
			seed++
			if u := uniform(seed); u < win {
				points++
			} else if u > 1-loss {
				points--
			}
		}
		return points
	}
	const matches = 300
	inside, wrong := 0, 0
	for range matches {
		var t200 Tally
		for range 200 {
			t200.Pentanomial[pair(0.45, 0.35)]++ // a score of 55 %
		}
		if e := t200.Elo(); e.Low <= logistic(0.55) && logistic(0.55) <= e.High {
			inside++
		}
		s := SPRT{Elo0: 0, Elo1: 40, Error: 0.05}
		var open Tally
		for {
			open.Pentanomial[pair(0.4, 0.4)]++ // elo0 is true
			if _, v := s.Test(&open); v == AcceptsH1 {
				wrong++
			} else if v == Open {
				continue
			}
			break
		}
	}
	if share := float64(inside) / matches; share < 0.92 || share > 0.98 {
		t.Errorf("the 95 %% interval held the true difference in %.1f %% of matches", 100*share)
	}
	if share := float64(wrong) / matches; share > 0.08 {
		t.Errorf("the test accepted a wrong hypothesis in %.1f %% of matches", 100*share)
	}
}
