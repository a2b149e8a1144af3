package tuner

import (
	"fmt"
	"math"
)

// targets turns what is known of a position into the result to expect there, 0
// to 1 for the side to move.
type targets struct {
	lambda   float64
	result   [3]float64 // what the result adds, by half points
	expected []float64  // what a score adds, by score + 2^15; nil if lambda is 0
	scale    float64    // of scores; 0 if lambda is 0
}

// newTargets blends results and scores:
//
//	target = (1-lambda)*result + lambda/(1+exp(-scale*score))
func newTargets(lambda, scale float64) *targets {
	t := &targets{lambda: lambda}
	for half := range t.result {
		t.result[half] = (1 - lambda) * float64(half) / 2
	}
	if lambda > 0 {
		t.scale, t.expected = scale, make([]float64, 1<<16)
		for i := range t.expected {
			t.expected[i] = lambda / (1 + math.Exp(-scale*float64(i-1<<15)))
		}
	}
	return t
}

func (t *targets) of(label uint8, score int16) float64 {
	if t.expected == nil {
		return t.result[label]
	}
	return t.result[label] + t.expected[int(score)+1<<15]
}

// findTargets makes the targets that the options ask for. The scale of scores is
// the one under which they tell the training results best: what a score means
// depends on the engine and its limits, not on the weights to be fitted.
func findTargets(s *Sample, lambda, near float64) (*targets, error) {
	if lambda == 0 {
		return newTargets(0, 0), nil
	}
	sums := make([]struct{ weight, points float64 }, 1<<16) // by score
	missing := 0
	err := s.eachPart(func(r *rows) error {
		return r.each(r.n, func(w row) {
			if w.score == noScore {
				missing++
			}
			if r == &s.train {
				sum, weight := &sums[int(w.score)+1<<15], float64(w.weight)/wholeWeight
				sum.weight += weight
				sum.points += weight * float64(w.label) / 2
			}
		})
	})
	switch {
	case err != nil:
		return nil, err
	case missing > 0:
		return nil, fmt.Errorf("lambda %v: %d of %d positions have no search score: fit to results alone with lambda 0",
			lambda, missing, s.train.n+s.held.n+s.test.n)
	}
	slope := func(factor float64) (slope float64) {
		for i, sum := range sums {
			if sum.weight > 0 {
				score := float64(i - 1<<15)
				_, d := logLoss(factor*near*score, sum.points/sum.weight)
				slope += sum.weight * d * score
			}
		}
		return slope
	}
	return newTargets(lambda, near*bestFactor(slope)), nil
}
