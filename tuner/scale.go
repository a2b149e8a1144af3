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
	return bestScale(newMeanLoss(&s.train, o.Workers), w), nil
}

// ray is the weights with another scale: a line through nothing and them, along
// which the loss is convex.
type ray struct {
	loss            *meanLoss
	along, x, slope []float64
}

func newRay(m *meanLoss, w *eval.Weights) *ray {
	return &ray{loss: m, along: parameters(w), x: make([]float64, params), slope: make([]float64, params)}
}

// slopeAt is how fast the loss rises where the scale is so many times its own.
func (r *ray) slopeAt(factor float64) float64 {
	floats.ScaleTo(r.x, factor, r.along)
	r.loss.at(r.x, r.slope)
	return floats.Dot(r.slope, r.along)
}

// bestScale halves the range, in logarithms, by the sign of the slope.
func bestScale(m *meanLoss, w *eval.Weights) float64 {
	r := newRay(m, w)
	if r.slopeAt(1) == 0 {
		return w.Scale
	}
	low, high := -math.Log(scaleRange), math.Log(scaleRange)
	for high-low > 1e-4 {
		if middle := (low + high) / 2; r.slopeAt(math.Exp(middle)) > 0 {
			high = middle
		} else {
			low = middle
		}
	}
	return w.Scale * math.Exp((low+high)/2)
}

// scaleSuits tells whether the best scale is within the factor of the weights'
// own; it takes two passes over the data and not a search.
func scaleSuits(m *meanLoss, w *eval.Weights, factor float64) bool {
	r := newRay(m, w)
	return r.slopeAt(factor) >= 0 && r.slopeAt(1/factor) <= 0
}
