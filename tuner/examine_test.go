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

// threeParts is a sample with all three parts, in games of three positions.
func threeParts(seed uint64, games int) (*Sample, *eval.Weights) {
	rng := rand.New(rand.NewPCG(seed, seed))
	truth := planted(rng)
	s := sampleOf(clustered(games, 3, truth, rng), clustered(games/2, 3, truth, rng))
	s.test = clustered(games, 3, truth, rng)
	s.Summary.Train.Games, s.Summary.Held.Games = games, games/2
	s.Summary.Test.Games = games
	if err := s.Summary.Test.countRows(&s.test); err != nil {
		panic(err)
	}
	return s, truth
}

// Weights that are right are calibrated, in every bin and every group; results
// that lean to one side show.
func TestCalibration(t *testing.T) {
	s, truth := threeParts(61, 1500)
	examine := func(test rows) *Fitted {
		s := *s
		s.test = test
		o, _ := Options{}.filled()
		f, err := newFitter(&s, truth, o)
		if err != nil {
			t.Fatal(err)
		}
		var r Fitted
		if err := f.residuals(&r, f.start); err != nil {
			t.Fatal(err)
		}
		return &r
	}
	r := examine(s.test)
	n := 0
	for i, b := range r.Calibration {
		n += b.Positions
		if b.Expected < b.From || b.Expected > b.To || i > 0 && b.From < r.Calibration[i-1].To {
			t.Errorf("bin %+v", b)
		}
		if b.Positions > 100 && !(math.Abs(b.Got-b.Expected) < 4*b.Error) {
			t.Errorf("not calibrated: %+v", b)
		}
	}
	if n != s.test.n || len(r.Calibration) < 10 {
		t.Errorf("%d bins of %d positions, %d tested", len(r.Calibration), n, s.test.n)
	}
	sums := map[string]int{}
	for _, g := range r.Residuals {
		sums[g.By] += g.Positions
		if !(math.Abs(g.Mean) < 4*g.Error) || !(g.Loss > 0) {
			t.Errorf("residual %+v", g)
		}
	}
	for _, by := range []string{"phase", "pieces", "ended_by", "ruleset"} {
		if sums[by] != s.test.n {
			t.Errorf("groups by %s have %d positions of %d", by, sums[by], s.test.n)
		}
	}
	lucky := examine(altered(&s.test, func(i int, e *example) {
		if e.game = int64(i / 3); e.game%2 == 0 {
			e.label, e.ended = 2, 2
		}
	}))
	for _, g := range lucky.Residuals {
		if want := map[string]bool{"guard": true, "rule": false}; g.By == "ended_by" && (g.Mean > 4*g.Error) != want[g.Label] {
			t.Errorf("residual %+v", g)
		}
	}
	one := examine(altered(&s.test, func(_ int, e *example) { e.game = 1 }))
	if all := one.Residuals[len(one.Residuals)-1]; !math.IsNaN(all.Error) || all.Positions != s.test.n {
		t.Errorf("one game has an error: %+v", all)
	}
}

// The error of a mean is that over games of the same size.
func TestTally(t *testing.T) {
	var g tally
	for i, rest := range []float64{0.3, -0.1, 0.2, 0.4} { // two positions a game
		for range 2 {
			g.add(row{game: i}, 1, 0.5, 0.5+rest, 1)
		}
	}
	mean, err := g.mean()
	// The standard deviation of the four, over the root of four.
	if want := math.Sqrt((0.01+0.09+0+0.04)/3) / 2; math.Abs(mean-0.2) > 1e-12 || math.Abs(err-want) > 1e-12 {
		t.Errorf("mean %v, error %v, want 0.2 and %v", mean, err, want)
	}
}

func TestLearningCurve(t *testing.T) {
	s, _ := threeParts(63, 1600)
	steps := map[string]int{}
	f := fit(t, s, zero(), Options{Progress: func(what string, _ Step) { steps[what]++ }})
	if steps["fit"] != len(f.Curve) || steps["penalty 128"] == 0 || steps["learning from 100 games"] == 0 {
		t.Errorf("steps seen: %v", steps)
	}
	var games []int
	for _, p := range f.Learning {
		games = append(games, p.Games)
		if p.Positions != 3*p.Games || !(p.Train > 0 && p.Held > 0) {
			t.Errorf("point %+v", p)
		}
	}
	if !slices.Equal(games, []int{100, 200, 400, 800, 1600}) {
		t.Fatalf("games %v", games)
	}
	first, last := f.Learning[0], f.Learning[4]
	if last.Train != f.RealLoss.Train || last.Held != f.RealLoss.Held || first.Held <= last.Held || first.Held-first.Train <= last.Held-last.Train {
		t.Errorf("from %+v to %+v", first, last)
	}
	// A point is the fit to those games and no others.
	part := *s
	part.train = rows{}
	for _, e := range examples(&s.train)[:600] {
		push(&part.train, e)
	}
	part.Summary.Train.Games = 200
	for _, p := range f.Penalties {
		if p.Chosen {
			alone := fit(t, &part, zero(), Options{Penalty: p.Penalty, Patience: -1})
			if d := alone.RealLoss.Held - f.Learning[1].Held; math.Abs(d) > 1e-6 {
				t.Errorf("held-out loss of 200 games alone is off by %v", d)
			}
		}
	}
}

// The penalty is the one with the least held-out loss, and the fit is the one with
// this penalty fixed.
func TestPenaltyByValidation(t *testing.T) {
	s, _ := threeParts(65, 300)
	f := fit(t, s, zero(), Options{})
	var chosen PenaltyTrial
	least := math.Inf(1)
	for _, p := range f.Penalties {
		least = min(least, p.HeldLoss)
		if p.Chosen {
			chosen = p
		}
	}
	if len(f.Penalties) < 3 || chosen.HeldLoss > least+1e-6 || chosen.HeldLoss != f.RealLoss.Held {
		t.Errorf("trials %+v", f.Penalties)
	}
	fixed := fit(t, s, zero(), Options{Penalty: chosen.Penalty})
	if fixed.Real != f.Real || len(fixed.Penalties) != 1 || !fixed.Penalties[0].Chosen {
		t.Errorf("another fit with penalty %v fixed: %+v", chosen.Penalty, fixed.Penalties)
	}
	s.held, s.Summary.Held = rows{}, Part{}
	if f := fit(t, s, zero(), Options{}); len(f.Penalties) != 1 || f.Penalties[0].Penalty != DefaultPenalty {
		t.Errorf("without a held-out part: %+v", f.Penalties)
	}
}

// A fit that gets worse on the held-out part stops and goes back.
func TestEarlyStopping(t *testing.T) {
	if testing.Short() {
		t.Skip("fits to the very end")
	}
	rng := rand.New(rand.NewPCG(67, 67))
	truth := planted(rng)
	s := sampleOf(sparse(700, truth, rng), sparse(2000, truth, rng))
	free := fit(t, s, zero(), Options{Penalty: 1e-3, Patience: -1})
	kept := fit(t, s, zero(), Options{Penalty: 1e-3, Patience: 2})
	best := slices.MinFunc(free.Curve, func(a, b Step) int { return int(math.Copysign(1, a.HeldLoss-b.HeldLoss)) })
	if last := kept.Curve[len(kept.Curve)-1]; last != best || kept.RealLoss.Held != best.HeldLoss || best.Iteration == 0 {
		t.Errorf("stopped at %+v, best is %+v", last, best)
	}
	if free.RealLoss.Held < kept.RealLoss.Held+0.01 || len(free.Curve) < len(kept.Curve)+2 {
		t.Errorf("held-out loss %v to the end, %v stopped early", free.RealLoss.Held, kept.RealLoss.Held)
	}
}

// Where only material counts, its own fit is as good as any; where other things
// do, it is not.
func TestMaterialModel(t *testing.T) {
	rng := rand.New(rand.NewPCG(69, 69))
	truth := zero()
	truth.Pairs[0], truth.Pairs[1], truth.Pairs[2] = eval.Pair{Opening: 90, Ending: 120}, eval.Pair{Opening: 300, Ending: 400}, eval.Pair{Opening: 10, Ending: 30}
	material := func(other int16) *Fitted {
		truth.Pairs[5] = eval.Pair{Opening: other, Ending: other}
		make := func(n int) rows {
			r := clustered(n, 1, truth, rng)
			return altered(&r, func(_ int, e *example) {
				e.terms = slices.DeleteFunc(e.terms, func(t eval.Term) bool { return t.Index == 2 })
				e.terms = merge(append(e.terms, eval.Term{Index: 2, Count: 1}))
				score := 0.0
				opening, ending := parts(int(e.phase))
				for _, term := range e.terms {
					pair := truth.Pairs[term.Index]
					score += float64(term.Count) * (opening*float64(pair.Opening) + ending*float64(pair.Ending))
				}
				e.label = lot(truth.Scale*score, rng.Float64())
			})
		}
		s := sampleOf(make(4000), make(1000))
		return fit(t, s, truth, Options{Penalty: 2})
	}
	f := material(0)
	if d := f.Material.Train - f.RealLoss.Train; d < -1e-3 || d > 3e-3 || math.Abs(f.Material.Held-f.RealLoss.Held) > 5e-3 {
		t.Errorf("material %+v, all weights %+v", f.Material, f.RealLoss)
	}
	if f := material(80); f.Material.Train < f.RealLoss.Train+0.02 || f.Material.Held < f.RealLoss.Held+0.02 || f.Material.Held > f.Constant.Held {
		t.Errorf("material %+v, all weights %+v, constant %+v", f.Material, f.RealLoss, f.Constant)
	}
}

func TestSources(t *testing.T) {
	games := playGames(t, federation(t), 40, 71)
	exact, guarded := int8(1), datasets.EndedByGuard
	games[0].Rescored, games[1].EndedBy, games[1].Termination, games[1].Result = &exact, guarded, datasets.PlyLimitGuard, new(int8)
	lost := int8(-1)
	games[0].Result = &lost
	f := fit(t, load(t, games, Options{Guarded: 0.5, Adjudicated: -1}), zero(), Options{})
	if s := f.Sources; s.Guarded != 0.5 || s.Adjudicated != 0 || !s.Rescored || s.Corrected != 1 || s.Ended["guard"] != 1 || s.Ended["rule"] == 0 {
		t.Errorf("sources %+v", s)
	}
}

// What is odd about the choice of games is said.
func TestWarningsOfSelection(t *testing.T) {
	games := playGames(t, federation(t), 40, 81)
	for i := range games[:18] {
		games[i].EndedBy, games[i].Termination, games[i].Result = datasets.EndedByGuard, datasets.PlyLimitGuard, new(int8)
	}
	games = append(games, append(slices.Clone(games), games...)...)
	for _, o := range []Options{{}, {Guarded: 0.5}} {
		all := strings.Join(fit(t, load(t, games, o), zero(), o).Warnings, "\n")
		if !strings.Contains(all, "of 120 games were stopped by a guard") || !strings.Contains(all, "positions were seen before") {
			t.Errorf("warnings: %s", all)
		}
	}
}
