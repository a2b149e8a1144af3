package puzzles

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Encounter is what two solvers scored against each other.
type Encounter struct {
	A, B  string
	Games int
	// Points is A's score: 1 a win, ½ a draw.
	Points float64
}

// FitAnchors turns encounters into ratings in Elo points, the mean of all being
// 1500, in the order in which the names first occur. Whoever has met nobody that
// has met somebody that has met the others cannot be compared, which is an error.
//
// The model is that of Elo: expected points are 1/(1+10^(difference/400)). To each
// encounter a game is added that both win half, so that a clean sweep is much and
// not infinite. Errors are those of games without draws, which makes them a little
// too large. They are against the mean of all.
func FitAnchors(encounters []Encounter) ([]Anchor, error) {
	var anchors []Anchor
	index := map[string]int{}
	number := func(name string) int {
		i, ok := index[name]
		if !ok {
			i = len(anchors)
			index[name] = i
			anchors = append(anchors, Anchor{Name: name})
		}
		return i
	}
	for _, e := range encounters {
		a, b := number(e.A), number(e.B)
		if a == b || e.Games < 1 || e.Points < 0 || e.Points > float64(e.Games) {
			return nil, fmt.Errorf("%s against %s: %v points of %d games make no sense", e.A, e.B, e.Points, e.Games)
		}
		anchors[a].Games += e.Games
		anchors[b].Games += e.Games
	}
	x := make([]float64, len(anchors)) // in logistic units, their sum 0
	for range 200 {
		step, inverse, err := newtonStep(encounters, index, x)
		if err != nil {
			return nil, err
		}
		largest := 0.0
		for i := range x {
			change := min(max(step.AtVec(i), -1), 1)
			x[i] += change
			largest = max(largest, math.Abs(change))
		}
		floats.AddConst(-stat.Mean(x, nil), x) // a step cut short moves the mean
		if largest < 1e-10 {
			for i := range anchors {
				anchors[i].Elo = usualMean + logisticPoints*x[i]
				// The matrix has one more than the inverse of the information:
				// the part that says that the mean is known.
				anchors[i].Error = logisticPoints * math.Sqrt(max(0, inverse.At(i, i)-1/float64(len(x)*len(x))))
			}
			return anchors, nil
		}
	}
	return nil, fmt.Errorf("the ratings of %d solvers come to no rest", len(anchors))
}

// newtonStep returns the step from x to better abilities, and the inverse of the
// information. The abilities are known but for a constant: a matrix of ones is
// added to the information, which keeps their sum where it is.
func newtonStep(encounters []Encounter, index map[string]int, x []float64) (*mat.VecDense, *mat.Dense, error) {
	n := len(x)
	information := mat.NewDense(n, n, nil)
	slope := mat.NewVecDense(n, nil)
	add := func(i, j int, v float64) { information.Set(i, j, information.At(i, j)+v) }
	for i := range n {
		for j := range n {
			add(i, j, 1)
		}
	}
	for _, e := range encounters {
		a, b := index[e.A], index[e.B]
		games, p := float64(e.Games)+1, logistic(x[a]-x[b])
		off, weight := e.Points+0.5-games*p, games*p*(1-p)
		slope.SetVec(a, slope.AtVec(a)+off)
		slope.SetVec(b, slope.AtVec(b)-off)
		add(a, a, weight)
		add(b, b, weight)
		add(a, b, -weight)
		add(b, a, -weight)
	}
	var inverse mat.Dense
	if err := inverse.Inverse(information); err != nil {
		return nil, nil, fmt.Errorf("the solvers' ratings cannot be told: not all of them have met by way of one another: %w", err)
	}
	var step mat.VecDense
	step.MulVec(&inverse, slope)
	return &step, &inverse, nil
}
