package match

import (
	"fmt"
	"math"
)

// SPRT is a sequential probability ratio test of two hypotheses about how much
// stronger side A is, in Elo points on the logistic scale. The match goes on until
// the pairs speak clearly enough for one of them, so that a clear case needs few
// games and a close one many.
type SPRT struct {
	Elo0 float64 `json:"elo0"` // "A is this much stronger at most"
	Elo1 float64 `json:"elo1"` // "A is this much stronger at least"
	// Error is the chance, 0 to ½, of accepting either hypothesis when the
	// other is true.
	Error float64 `json:"error"`
}

// farthest is the largest difference that is tested or forecast: pairs that come out well
// for the weaker side are then too rare to count with. Bounds that are closer than
// minStep take more pairs than can be played.
const (
	farthest = 600
	minStep  = 0.01
)

// NewSPRT returns a test with 5 % error either way. The error says what is wrong with
// the bounds.
func NewSPRT(elo0, elo1 float64) (SPRT, error) {
	switch {
	case !(elo0 < elo1):
		return SPRT{}, fmt.Errorf("the bounds %g and %g are no test: the first must be below the second", elo0, elo1)
	case elo0 < -farthest || elo1 > farthest:
		return SPRT{}, fmt.Errorf("the bounds %g and %g are no test: they are from -%d to %d", elo0, elo1, farthest, farthest)
	case elo1-elo0 < minStep:
		return SPRT{}, fmt.Errorf("the bounds %g and %g are no test: they are at least %g apart", elo0, elo1, minStep)
	}
	return SPRT{Elo0: elo0, Elo1: elo1, Error: 0.05}, nil
}

// Verdict is what a test says.
type Verdict string

// A test is open, or has accepted one of its hypotheses.
const (
	Open      Verdict = "open"
	AcceptsH0 Verdict = "accepts elo0"
	AcceptsH1 Verdict = "accepts elo1"
)

// Bound returns the log-likelihood ratio at which the test is decided.
func (s SPRT) Bound() float64 { return math.Log((1 - s.Error) / s.Error) }

// Test returns the log-likelihood ratio of the pairs and what it says.
func (s SPRT) Test(t *Tally) (llr float64, v Verdict) {
	llr = s.llr(t)
	switch {
	case llr >= s.Bound():
		return llr, AcceptsH1
	case llr <= -s.Bound():
		return llr, AcceptsH0
	}
	return llr, Open
}

// llr compares how well the two hypotheses explain the pairs. Under each of them
// the pair results have the distribution that fits the counts best among those
// with the expected score of the hypothesis (the generalised test for pentanomial
// results, M. Van den Bergh, "The generalized maximum likelihood ratio for the
// expectation value of a distribution"). Results that never occurred count as a
// thousandth of a pair, which keeps one-sided matches finite.
func (s SPRT) llr(t *Tally) float64 {
	const never = 1e-3
	var share [5]float64
	n := 0.0
	for i, c := range t.Pentanomial {
		share[i] = math.Max(float64(c), never)
		n += share[i]
	}
	if t.Pairs() == 0 {
		return 0
	}
	for i := range share {
		share[i] /= n
	}
	fit0, fit1 := bestFit(share, scoreOf(s.Elo0)), bestFit(share, scoreOf(s.Elo1))
	sum := 0.0
	for i, p := range share {
		sum += p * math.Log(fit1[i]/fit0[i])
	}
	return n * sum
}

// scoreOf turns Elo points into an expected score.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// bestFit returns the distribution of mean score that is most likely to have given
// the shares: share/(1 + x*(points-mean)), with x such that the mean is right. It
// is found by bisection: the mean falls as x grows.
func bestFit(share [5]float64, mean float64) (fit [5]float64) {
	low, high := -1/(1-mean), 1/mean
	for range 200 {
		x := (low + high) / 2
		off := 0.0
		for i, p := range share {
			a := float64(i)/4 - mean
			fit[i] = p / (1 + x*a)
			off += a * fit[i]
		}
		if off > 0 {
			low = x
		} else {
			high = x
		}
	}
	return fit
}
