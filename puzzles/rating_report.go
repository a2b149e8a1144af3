package puzzles

import (
	"fmt"
	"slices"
	"strings"

	"damalab/datasets"
)

// RateReport is what came of rating a set.
type RateReport struct {
	// Ladder is the [LadderVersion].
	Ladder string `json:"ladder"`
	// Rated is the number of puzzles that solvers have tried, and Skipped that
	// of those of other kinds.
	Rated   int `json:"rated"`
	Skipped int `json:"skipped"`
	// Solvers are in the order of the ladder, Kinds in that of their names.
	Solvers []SolverReport `json:"solvers"`
	Kinds   []KindRatings  `json:"kinds"`
	Scale   Scale          `json:"scale"`
	// HeldOut is how well results were predicted that the fit had not seen.
	HeldOut Prediction `json:"held_out"`
}

// SolverReport is a solver on the scale of the puzzles.
type SolverReport struct {
	Name   string  `json:"name"`
	Rating float64 `json:"rating"` // by the puzzles, in points
	// Anchor is the rating in games; nil if there is none.
	Anchor *float64 `json:"anchor"`
	// Solved is the share of the tries solved, by kind, of the kinds tried.
	Solved map[datasets.PuzzleKind]float64 `json:"solved"`
}

// KindRatings is the spread of the ratings of a kind, in points.
type KindRatings struct {
	Kind    datasets.PuzzleKind `json:"kind"`
	Puzzles int                 `json:"puzzles"`
	// Everybody and Nobody count the puzzles that all tries solved, and none.
	Everybody int `json:"everybody"`
	Nobody    int `json:"nobody"`
	// The least, the tenth and so on up to the greatest rating.
	Min    int32 `json:"min"`
	Tenth  int32 `json:"tenth"`
	Median int32 `json:"median"`
	Ninety int32 `json:"ninetieth"`
	Max    int32 `json:"max"`
	// Error is the mean of the ratings' standard errors.
	Error float64 `json:"mean_error"`
}

// fill writes the report.
func (t *RateReport) fill(r *results, m *model, s Scale, o RateOptions) error {
	t.Ladder, t.Scale = LadderVersion, s
	for i, name := range r.names {
		one := SolverReport{Name: name, Rating: s.points(m.abilities[i]), Solved: map[datasets.PuzzleKind]float64{}}
		if elo, ok := o.Anchors[name]; ok {
			one.Anchor = &elo
		}
		t.Solvers = append(t.Solvers, one)
	}
	t.Rated, t.Skipped = 0, 0
	for k, kind := range ratedKinds() {
		spread := r.ratingsOf(uint8(k), m, s)
		if spread.Puzzles == 0 {
			continue
		}
		t.Rated += spread.Puzzles
		t.Kinds = append(t.Kinds, spread)
		for i, share := range r.solvedShares(kind) {
			if r.fields[k][i].tries > 0 {
				t.Solvers[i].Solved[kind] = share
			}
		}
	}
	t.Skipped = len(r.outcomes) - t.Rated
	var err error
	t.HeldOut, err = r.predict(o.Seed)
	return err
}

// ratingsOf describes the ratings of a kind.
func (r *results) ratingsOf(kind uint8, m *model, s Scale) KindRatings {
	spread := KindRatings{Kind: ratedKinds()[kind]}
	all := 0
	for _, at := range r.fields[kind] {
		all += at.tries
	}
	known := map[int][2]int32{}
	var ratings []int32
	for _, o := range r.outcomes {
		if o.kind != kind {
			continue
		}
		g := r.groupOf(o)
		if _, ok := known[g.solved]; !ok {
			rating, off := s.rating(m.difficultyOf(g))
			known[g.solved] = [2]int32{rating, off}
		}
		ratings = append(ratings, known[g.solved][0])
		spread.Error += float64(known[g.solved][1])
		switch g.solved {
		case all:
			spread.Everybody++
		case 0:
			spread.Nobody++
		}
	}
	if spread.Puzzles = len(ratings); spread.Puzzles == 0 {
		return spread
	}
	spread.Error /= float64(len(ratings))
	slices.Sort(ratings)
	at := func(share int) int32 { return ratings[(len(ratings)-1)*share/100] }
	spread.Min, spread.Tenth, spread.Median, spread.Ninety, spread.Max = at(0), at(10), at(50), at(90), at(100)
	return spread
}

// String is the report as text: the solvers, the spread of the ratings by kind,
// and how well held-out results were predicted.
func (t RateReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "ladder %s, %d puzzles rated", t.Ladder, t.Rated)
	if t.Skipped > 0 {
		fmt.Fprintf(&b, ", %d of kinds that it does not try", t.Skipped)
	}
	fmt.Fprintf(&b, "\n\n%-14s %7s %7s", "solver", "puzzles", "games")
	for _, k := range t.Kinds {
		fmt.Fprintf(&b, " %8s", k.Kind)
	}
	b.WriteString("\n")
	for _, s := range t.Solvers {
		b.WriteString(s.line(t.Kinds))
	}
	fmt.Fprintf(&b, "\n%-10s %7s %5s %5s %6s %5s %5s %6s %9s %6s\n", "kind", "puzzles", "min", "10 %", "median", "90 %", "max", "error", "everybody", "nobody")
	for _, k := range t.Kinds {
		fmt.Fprintf(&b, "%-10s %7d %5d %5d %6d %5d %5d %6.0f %9d %6d\n", k.Kind, k.Puzzles, k.Min, k.Tenth, k.Median, k.Ninety, k.Max, k.Error, k.Everybody, k.Nobody)
	}
	if t.Scale.Anchors > 0 {
		fmt.Fprintf(&b, "\nscale: %d anchors, correlation %.3f, %.0f points off on the root mean square; %.0f points a logistic unit\n",
			t.Scale.Anchors, t.Scale.Correlation, t.Scale.Off, t.Scale.PerUnit)
	}
	b.WriteString(t.HeldOut.String())
	return b.String()
}

func (s SolverReport) line(kinds []KindRatings) string {
	text := fmt.Sprintf("%-14s %7.0f", s.Name, s.Rating)
	if s.Anchor != nil {
		text += fmt.Sprintf(" %7.0f", *s.Anchor)
	} else {
		text += fmt.Sprintf(" %7s", "-")
	}
	for _, k := range kinds {
		if share, ok := s.Solved[k.Kind]; ok {
			text += fmt.Sprintf(" %6.1f %%", 100*share)
		} else {
			text += fmt.Sprintf(" %8s", "-")
		}
	}
	return text + "\n"
}

// String is the prediction as text; empty if nothing was predicted.
func (t Prediction) String() string {
	if t.Tries == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%d tries held out  log loss  Brier  accuracy\n", t.Tries)
	for _, q := range []struct {
		name string
		Quality
	}{{"the model", t.Model}, {"solver's base rate", t.Base}} {
		fmt.Fprintf(&b, "%-20s %9.3f %6.3f %7.1f %%\n", q.name, q.LogLoss, q.Brier, 100*q.Accuracy)
	}
	fmt.Fprintf(&b, "dispersion %.2f\n\npredicted   tries  expected  observed\n", t.Dispersion)
	for _, c := range t.Calibration {
		fmt.Fprintf(&b, "%.1f to %.1f %6d %7.1f %% %7.1f %%\n", c.From, c.From+0.1, c.Tries, 100*c.Expected, 100*c.Observed)
	}
	return b.String()
}
