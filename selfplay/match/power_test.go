package match

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// simulate plays tests with made-up pairs of the given mean share and the spread
// that shares gives, and returns how many passed and how long each took.
func simulate(s SPRT, shares Shares, tests int, rng *rand.Rand) (passed int, pairs []float64) {
	for range tests {
		var t Tally
		for n := 1; ; n++ {
			u, result := rng.Float64(), 0
			for u > shares[result] && result < 4 {
				u -= shares[result]
				result++
			}
			t.Pentanomial[result]++
			// The first pairs say little, and the test of real matches asks no
			// less often: after each pair.
			if _, v := s.Test(&t); v != Open {
				if v == AcceptsH1 {
					passed++
				}
				pairs = append(pairs, float64(n))
				break
			}
		}
	}
	return passed, pairs
}

// TestForecastAgainstSimulation plays the real test on made-up pairs: the expected
// number of pairs, the number of the 9 tenths, and the chance to pass must come out.
func TestForecastAgainstSimulation(t *testing.T) {
	base := UsualShares()
	for _, c := range []struct {
		elo0, elo1, elo float64
	}{{0, 40, 40}, {0, 40, 20}, {-20, 20, 70}, {0, 40, -150}} {
		s, err := NewSPRT(c.elo0, c.elo1)
		if err != nil {
			t.Fatal(err)
		}
		shares := Shares(bestFit(base, scoreOf(c.elo)))
		f, err := s.Forecast(c.elo, base)
		if err != nil {
			t.Fatal(err)
		}
		const tests = 250
		passed, pairs := simulate(s, shares, tests, rand.New(rand.NewPCG(7, uint64(c.elo+1000))))
		slices.Sort(pairs)
		mean := 0.0
		for _, n := range pairs {
			mean += n / tests
		}
		most := pairs[tests*9/10]
		// The sum of a few hundred tests has an error of its own, and real tests
		// run over the bound by a pair or so.
		if d := math.Abs(mean-f.Mean) / f.Mean; d > 0.15 && math.Abs(mean-f.Mean) > 4 {
			t.Errorf("%+v: %.0f pairs expected, %.0f played", c, f.Mean, mean)
		}
		if d := math.Abs(most-f.Most) / f.Most; d > 0.2 && math.Abs(most-f.Most) > 6 {
			t.Errorf("%+v: 9 of 10 were to end within %.0f pairs, and did within %.0f", c, f.Most, most)
		}
		if got := float64(passed) / tests; math.Abs(got-f.Pass) > 0.07 {
			t.Errorf("%+v: passes with %.3f, forecast %.3f", c, got, f.Pass)
		}
		within := 0.0
		for _, n := range pairs {
			if n <= math.Round(f.Mean) {
				within++
			}
		}
		if got := 1 - within/tests; math.Abs(got-s.Undecided(c.elo, base, int(math.Round(f.Mean)))) > 0.12 {
			t.Errorf("%+v: %.2f are open after %.0f pairs, forecast %.2f", c, got, f.Mean, s.Undecided(c.elo, base, int(f.Mean)))
		}
	}
}

// TestForecastIsSmooth looks for numbers out of line where one form of the
// distribution takes over from the other, and at the ends of what can be asked.
func TestForecastIsSmooth(t *testing.T) {
	s, _ := NewSPRT(0, 10)
	last := Forecast{Mean: math.Inf(1), Most: math.Inf(1)}
	for elo := 6.0; elo <= farthest; elo += 0.5 {
		f, err := s.Forecast(elo, UsualShares())
		if err != nil || !(f.Mean < last.Mean) || !(f.Most < last.Most*1.0001) || f.Most < f.Mean || f.Most > 4*f.Mean || f.Pass < 0.5 || f.Pass > 1 {
			t.Fatalf("%+v after %+v, %v", f, last, err)
		}
		last = f
	}
	middle, _ := s.Forecast(5, UsualShares())
	near, _ := s.Forecast(5.001, UsualShares())
	if math.Abs(middle.Pass-0.5) > 0.01 || math.Abs(near.Mean/middle.Mean-1) > 0.01 || middle.Mean < 4000 || middle.Mean > 5200 {
		t.Errorf("in the middle %+v, beside it %+v", middle, near)
	}
	if _, err := s.Forecast(10, Shares{0, 0, 1, 0, 0}); err == nil {
		t.Error("pairs that all come out alike are accepted")
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), 5000} {
		if _, err := s.Forecast(bad, UsualShares()); err == nil {
			t.Errorf("%v Elo are accepted", bad)
		}
	}
}

func TestShares(t *testing.T) {
	s, ok := (&Tally{Pentanomial: [5]int{100, 100, 0, 100, 100}}).Shares()
	if !ok || math.Abs(s[0]-100/400.5) > 1e-12 || math.Abs(s[2]-0.5/400.5) > 1e-12 {
		t.Errorf("shares %v, %v", s, ok)
	}
	for _, few := range [][5]int{{}, {0, 0, 48, 1, 0}, {0, 0, 80, 0, 0}} {
		if s, ok := (&Tally{Pentanomial: few}).Shares(); ok {
			t.Errorf("%v is said to come out as %v", few, s)
		}
	}
	if got := UsualShares().Spread(); math.Abs(got-0.32) > 0.005 {
		t.Errorf("the usual spread is %v", got)
	}
	if got := (Shares{0.5, 0, 0, 0, 0.5}).Spread(); got != 0.5 {
		t.Errorf("the widest spread is %v", got)
	}
}
