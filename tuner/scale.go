package tuner

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"damalab/eval"
)

// scaleRange is how far, as a factor up or down, the best scale is looked for.
const scaleRange = 64

// BestScale returns the scale under which the weights, as they are, expect the
// sample's training results best: the same scores, taken for more or less certain.
// It is within a factor of 64 of the weights' own scale, which it returns if the
// training part is empty or all weights are 0.
//
// Weights whose scale does not suit the games at hand are pulled to grow or to
// shrink as a whole by a fit, which moves them away from hundredths of a man. To
// keep the unit, set the prior's Scale to this before fitting. It changes no play.
func BestScale(s *Sample, w *eval.Weights, o Options) (float64, error) {
	o, err := o.filled()
	if err != nil {
		return 0, err
	}
	if err := check(s, w); err != nil {
		return 0, err
	}
	t, err := findTargets(s, o.Lambda, w.Scale)
	if err != nil {
		return 0, err
	}
	loss, err := newMeanLoss(&s.train, s.model, t, o.Workers)
	if err != nil {
		return 0, err
	}
	return bestScale(loss, w)
}

// ray is the weights with another scale: a line through nothing and them, along
// which the loss is convex.
type ray struct {
	loss            *meanLoss
	along, x, slope []float64
	err             error // the first one of a pass
}

func newRay(m *meanLoss, w *eval.Weights) *ray {
	n := m.model.params()
	return &ray{loss: m, along: m.model.parameters(w), x: make([]float64, n), slope: make([]float64, n)}
}

// slopeAt is how fast the loss rises where the scale is so many times its own.
func (r *ray) slopeAt(factor float64) float64 {
	floats.ScaleTo(r.x, factor, r.along)
	if _, err := r.loss.at(r.x, r.slope); err != nil && r.err == nil {
		r.err = err
	}
	return floats.Dot(r.slope, r.along)
}

func bestScale(m *meanLoss, w *eval.Weights) (float64, error) {
	r := newRay(m, w)
	factor := bestFactor(r.slopeAt)
	return w.Scale * factor, r.err
}

// bestFactor returns where a convex loss is least, given its slope; 1 if it is
// flat there. It halves the range, in logarithms, by the sign of the slope.
func bestFactor(slope func(factor float64) float64) float64 {
	if slope(1) == 0 {
		return 1
	}
	low, high := -math.Log(scaleRange), math.Log(scaleRange)
	for high-low > 1e-4 {
		if middle := (low + high) / 2; slope(math.Exp(middle)) > 0 {
			high = middle
		} else {
			low = middle
		}
	}
	return math.Exp((low + high) / 2)
}

// scaleSuits tells whether the best scale is within the factor of the weights'
// own; it takes two passes over the data and not a search.
func scaleSuits(m *meanLoss, w *eval.Weights, factor float64) (bool, error) {
	r := newRay(m, w)
	suits := r.slopeAt(factor) >= 0 && r.slopeAt(1/factor) <= 0
	return suits, r.err
}
