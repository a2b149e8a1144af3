package puzzles

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
)

// planted is a solver whose chance at each puzzle is known: the logistic function
// of its rating less the puzzle's.
type planted struct {
	name   string
	rating float64            // in Elo points
	tries  int                // at every kind
	chance map[uint64]float64 // by the hash of the puzzle's ID
}

func (s planted) Name() string                           { return s.name }
func (s planted) Tries(datasets.PuzzleKind) int          { return s.tries }
func (planted) Move(*dama.History, uint64) (m dama.Move) { return m }
func (s planted) Solves(t *Task, try int) bool {
	return chance(s.chance[t.seed], mixed(t.seed, hashOf(s.name), uint64(try)))
}

// plantedSet makes solvers and puzzles, of two kinds that differ in difficulty,
// with what the puzzles' ratings should be.
func plantedSet(t *testing.T, n int, seed uint64) (solvers []Solver, anchors map[string]float64, rows []datasets.Puzzle, want []float64) {
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 2))
	anchors = map[string]float64{}
	for i := range 12 {
		s := planted{fmt.Sprintf("s%d", i), 700 + 150*float64(i), 1 + i%4, map[uint64]float64{}}
		solvers, anchors[s.name] = append(solvers, s), s.rating
	}
	for i := range n {
		row := datasets.Puzzle{ID: fmt.Sprintf("p%d-%d", seed, i), Ruleset: "federation", FEN: chain, Solution: []string{"a2xa4xc4xc6xe6"}, Kind: datasets.MaximumPuzzle}
		difficulty := 1200 + 250*random.NormFloat64()
		if i%2 == 1 {
			row.Kind = datasets.ShotPuzzle
			difficulty += 700
		}
		rows, want = append(rows, row), append(want, difficulty)
		for _, s := range solvers {
			s := s.(planted)
			s.chance[hashOf(row.ID)] = logistic((s.rating - difficulty) / logisticPoints)
		}
	}
	return solvers, anchors, rows, want
}

func rateAll(t *testing.T, rows []datasets.Puzzle, o RateOptions) ([]datasets.Puzzle, RateReport) {
	t.Helper()
	var list []datasets.Puzzle
	rated, report := Rate(t.Context(), datasets.All(rows), o)
	for p, err := range rated {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list, *report
}

// TestPlantedDifficulties: ratings are where they should be as often as their
// errors say.
func TestPlantedDifficulties(t *testing.T) {
	solvers, anchors, rows, want := plantedSet(t, 500, rand.Uint64())
	rated, report := rateAll(t, rows, RateOptions{Ruleset: ruleset(t, "federation"), Solvers: solvers, Anchors: anchors})
	within, bias := 0, 0.0
	for i, p := range rated {
		off := float64(p.Rating) - want[i]
		bias += off / float64(len(rated))
		if math.Abs(off) <= 1.96*float64(p.RatingError) {
			within++
		}
	}
	if share := float64(within) / float64(len(rated)); share < 0.90 || share > 0.985 {
		t.Errorf("%.1f %% of the intervals of 95 %% hold the difficulty", 100*share)
	}
	if math.Abs(bias) > 40 {
		t.Errorf("ratings are %.0f points too high on average", bias)
	}
	if s := report.Scale.PerUnit / logisticPoints; s < 0.9 || s > 1.1 {
		t.Errorf("the scale is %.3f times what it should be", s)
	}
	if h := report.HeldOut; h.Model.LogLoss >= h.Base.LogLoss || h.Dispersion < 0.8 || h.Dispersion > 1.6 {
		t.Errorf("held out: %v", h)
	}
	for _, c := range report.HeldOut.Calibration {
		if width := 4 / math.Sqrt(float64(c.Tries)); math.Abs(c.Expected-c.Observed) > width {
			t.Errorf("of what was given %.2f, %.2f came true, of %d tries", c.Expected, c.Observed, c.Tries)
		}
	}
}

// TestUnanimous: puzzles that everybody or nobody solves have ratings with a large
// error, and one that few solve lies between.
func TestUnanimous(t *testing.T) {
	solvers, anchors, rows, _ := plantedSet(t, 200, 5)
	for _, s := range solvers {
		s := s.(planted)
		s.chance[hashOf(rows[0].ID)], s.chance[hashOf(rows[2].ID)] = 1, 0
	}
	rated, _ := rateAll(t, rows, RateOptions{Ruleset: ruleset(t, "federation"), Solvers: solvers, Anchors: anchors})
	all, some, none := rated[0], rated[4], rated[2]
	if !(all.Rating < some.Rating && some.Rating < none.Rating) {
		t.Errorf("ratings %d, %d, %d", all.Rating, some.Rating, none.Rating)
	}
	if all.RatingError <= some.RatingError || none.RatingError <= some.RatingError || none.RatingError > maxRatingError {
		t.Errorf("errors %d, %d, %d", all.RatingError, some.RatingError, none.RatingError)
	}
	// A set of nothing else is finite too.
	rated, _ = rateAll(t, rows[2:3], RateOptions{Ruleset: ruleset(t, "federation"), Solvers: solvers, Anchors: nil})
	if len(rated) != 1 || rated[0].RatingError > maxRatingError || rated[0].Rating <= minRating || rated[0].Rating >= maxRating {
		t.Errorf("alone: %+v", rated)
	}
}

// TestAnchorsThatFall: what the solvers do at many puzzles contradicts the anchors.
func TestAnchorsThatFall(t *testing.T) {
	solvers, anchors, rows, _ := plantedSet(t, 300, 6)
	for name := range anchors {
		anchors[name] = 3000 - anchors[name]
	}
	rated, _ := Rate(t.Context(), datasets.All(rows), RateOptions{Ruleset: ruleset(t, "federation"), Solvers: solvers, Anchors: anchors})
	for p, err := range rated {
		if err == nil || !strings.Contains(err.Error(), "do not rise") {
			t.Fatalf("%d, %v", p.Rating, err)
		}
	}
}

// TestGradient compares the slope of the loss with differences.
func TestGradient(t *testing.T) {
	fields := [][]field{{{0, 4}, {4, 1}, {5, 0}}, {{0, 2}, {2, 2}, {4, 3}}}
	f := fitter{
		model: newModel(fields), totals: []float64{5, 3, 2},
		groups: []group{{0, 0, 3}, {0, 1, 1}, {1, 4, 2}, {1, 0, 6}}, counts: []float64{2, 1, 3, 1},
	}
	f.expectAnchors([]float64{0.5, math.NaN(), -1})
	x := []float64{0.3, -0.8, 1.1, 0.2, -0.4, 0.5, -0.1}
	grad := make([]float64, len(x))
	f.loss(x, grad)
	for i := range x {
		const h = 1e-5
		at := x[i]
		x[i] = at + h
		above := f.loss(x, nil)
		x[i] = at - h
		below := f.loss(x, nil)
		x[i] = at
		if slope := (above - below) / (2 * h); math.Abs(slope-grad[i]) > 1e-6 {
			t.Errorf("slope %d is %v, and differences say %v", i, grad[i], slope)
		}
	}
}

// TestFitAnchors: known strengths come out of as many points as they should make.
func TestFitAnchors(t *testing.T) {
	strength := map[string]float64{"a": 1000, "b": 1300, "c": 1500, "d": 2200}
	var list []Encounter
	for _, pair := range []string{"ab", "ac", "bc", "bd", "cd"} {
		a, b := pair[:1], pair[1:]
		const games = 10000
		list = append(list, Encounter{a, b, games, games * logistic((strength[a]-strength[b])/logisticPoints)})
	}
	anchors, err := FitAnchors(list)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range anchors {
		if math.Abs(a.Elo-strength[a.Name]) > 2 || a.Error <= 0 || a.Error > 10 {
			t.Errorf("%+v instead of %v", a, strength[a.Name])
		}
	}
	if swept, err := FitAnchors([]Encounter{{"a", "b", 10, 10}}); err != nil || swept[0].Elo < 1600 || swept[0].Elo > 2500 {
		t.Errorf("a clean sweep: %v, %v", swept, err)
	}
	for _, bad := range [][]Encounter{
		{{"a", "b", 10, 5}, {"c", "d", 10, 5}},
		{{"a", "a", 10, 5}},
		{{"a", "b", 10, 11}},
		{{"a", "b", 0, 0}},
	} {
		if got, err := FitAnchors(bad); err == nil {
			t.Errorf("%v gave %v", bad, got)
		}
	}
}
