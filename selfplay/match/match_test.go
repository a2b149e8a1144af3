package match

import (
	"context"
	"math"
	"reflect"
	"testing"

	"damalab/dama"
	"damalab/eval"
	"damalab/selfplay"
)

func small(t *testing.T, a, b *eval.Weights) (Spec, dama.Ruleset) {
	t.Helper()
	rules, err := dama.FindRuleset("federation")
	if err != nil {
		t.Fatal(err)
	}
	play := selfplay.NewSpec(rules, a, 1, 60)
	play.Opening.Nodes, play.Guards.PlyLimit = 60, 150
	return NewSpec(play, a, b, 99), rules
}

// greedless weights think a man is worth nothing: they must lose.
func greedless() *eval.Weights {
	w := eval.Default()
	for i := range w.Pairs {
		w.Pairs[i] = eval.Pair{}
	}
	return w
}

func TestSameForAnyNumberOfWorkers(t *testing.T) {
	a, b := eval.Default(), greedless()
	spec, rules := small(t, a, b)
	var first Tally
	for i, workers := range []int{1, 2, 7} {
		got, err := Run(context.Background(), spec, rules, a, b, Options{Pairs: 6, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = got
		}
		if !reflect.DeepEqual(got, first) {
			t.Errorf("%d workers: %+v, want %+v", workers, got, first)
		}
	}
	if first.Wins+first.Draws+first.Losses != 12 || first.Score() < 0.8 {
		t.Errorf("the better weights made %+v", first)
	}
}

func TestEqualSidesDraw(t *testing.T) {
	a := eval.Default()
	spec, rules := small(t, a, a)
	got, err := Run(context.Background(), spec, rules, a, a, Options{Pairs: 5, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if got.Pentanomial != [5]int{0, 0, 5, 0, 0} {
		t.Errorf("a side against itself in mirrored pairs made %+v", got)
	}
}

func TestWholePairsOnly(t *testing.T) {
	a, b := eval.Default(), greedless()
	spec, rules := small(t, a, b)
	ctx, cancel := context.WithCancel(context.Background())
	got, err := Run(ctx, spec, rules, a, b, Options{Pairs: 1000, Workers: 2, Progress: func(done, _ int, _ Tally) {
		if done == 3 {
			cancel()
		}
	}})
	if err == nil || got.Pairs() < 3 || got.Wins+got.Draws+got.Losses != got.Games() {
		t.Errorf("stopped match: %+v, %v", got, err)
	}
}

func TestEloIsFinite(t *testing.T) {
	for _, c := range []struct {
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
	} {
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

// TestEloCoverage plays coin-tossing matches of a known difference: the 95 %
// interval must hold it about as often as it says.
func TestEloCoverage(t *testing.T) {
	seed, inside := uint64(1), 0
	const matches, pairs = 400, 200
	for range matches {
		var tally Tally
		for range pairs {
			points := 2
			for range 2 {
				seed++
				switch u := float64(dama.Mix(seed)>>11) / (1 << 53); {
				case u < 0.45: // win 45 %, draw 20 %, loss 35 %: a score of 55 %
					points++
				case u > 0.65:
					points--
				}
			}
			tally.Pentanomial[points]++
		}
		if e := tally.Elo(); e.Low <= logistic(0.55) && logistic(0.55) <= e.High {
			inside++
		}
	}
	if share := float64(inside) / matches; share < 0.92 || share > 0.98 {
		t.Errorf("the 95 %% interval held the true difference in %.1f %% of matches", 100*share)
	}
}
