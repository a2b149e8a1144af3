package match

import (
	"fmt"
	"math"
)

// How many pairs a test will need, before any is played. Pair results are assumed to
// have the distribution of a former match, tilted until its mean is that of the
// assumed difference. Each pair then adds to the log-likelihood ratio what the test
// of sprt.go makes of such pairs, with a mean (the drift) and a variance; and the test
// ends when the sum leaves the range between -Bound and +Bound. Pairs are many and
// each says little, so the sum is taken for a Brownian motion, whose time of leaving
// a range is known in closed form. The last pair carries the sum over the bound, by
// 0.583 standard deviations of a pair on the average (D. Siegmund, "Sequential
// Analysis", 1985); the bound is taken to be that much further away.

// Shares says how pairs come out: the part of them with 0, ½, 1, 1½ and 2 points.
type Shares [5]float64

// UsualShares are those where no match has measured them: pairs of weights that were
// fitted from the built-in ones against these, at 1000 nodes a move. A pair's share of
// the points then has a standard deviation of 0.32, for which 300 pairs give the 95 %
// interval of 25 Elo points either way of docs/bench/strength.md's third round.
func UsualShares() Shares { return Shares{0.17, 0.15, 0.36, 0.15, 0.17} }

// fewPairs is how many say how pairs come out.
const fewPairs = 50

// Shares returns how the pairs came out, and false if there are too few to tell:
// fewer than 50, or all alike. Results that never occurred count as half a pair.
func (t *Tally) Shares() (s Shares, ok bool) {
	n, kinds := 0.0, 0
	for i, c := range t.Pentanomial {
		s[i] = math.Max(float64(c), 0.5)
		n += s[i]
		kinds += min(c, 1)
	}
	for i := range s {
		s[i] /= n
	}
	return s, t.Pairs() >= fewPairs && kinds > 1
}

// Spread is the standard deviation of a pair's share of the points, 0 to ½.
func (s Shares) Spread() float64 {
	mean, square := 0.0, 0.0
	for i, p := range s {
		points := float64(i) / 4
		mean += p * points
		square += p * points * points
	}
	return math.Sqrt(max(square-mean*mean, 0))
}

// Forecast says how a test will probably go.
type Forecast struct {
	// Elo is the true difference that is assumed.
	Elo float64 `json:"elo"`
	// Pass is the chance, 0 to 1, that the test accepts elo1.
	Pass float64 `json:"pass"`
	// Mean is the expected number of pairs, and Most the number within which 9 of
	// 10 such tests end.
	Mean float64 `json:"mean_pairs"`
	Most float64 `json:"most_pairs"`
}

// Forecast tells how the test will go if A is elo points stronger and pairs come out
// as the shares say, but for that. The error says that a share is not above 0 or the
// difference out of range.
func (s SPRT) Forecast(elo float64, shares Shares) (Forecast, error) {
	for _, p := range shares {
		if !(p > 0 && p < 1) {
			return Forecast{}, fmt.Errorf("shares %v: each is above 0 and below 1", shares)
		}
	}
	if !(math.Abs(elo) <= farthest) {
		return Forecast{}, fmt.Errorf("%v Elo: the difference is a number from %d to %d", elo, -farthest, farthest)
	}
	w := s.walk(elo, shares)
	return Forecast{Elo: elo, Pass: w.pass(), Mean: w.mean(), Most: w.quantile(0.9)}, nil
}

// Undecided is the chance, 0 to 1, that the test of [SPRT.Forecast] is still open
// after some pairs.
func (s SPRT) Undecided(elo float64, shares Shares, pairs int) float64 {
	return s.walk(elo, shares).inside(float64(pairs))
}

// walk is the sum of a test as a Brownian motion that begins at 0 and is watched
// until it leaves the range from -bound to +bound.
type walk struct{ bound, drift, variance float64 }

func (s SPRT) walk(elo float64, shares Shares) walk {
	pairs := bestFit(shares, scoreOf(elo))
	fit0, fit1 := bestFit(pairs, scoreOf(s.Elo0)), bestFit(pairs, scoreOf(s.Elo1))
	w := walk{bound: s.Bound()}
	for i, p := range pairs {
		says := math.Log(fit1[i] / fit0[i])
		w.drift += p * says
		w.variance += p * says * says
	}
	w.variance -= w.drift * w.drift
	w.bound += 0.583 * math.Sqrt(w.variance)
	return w
}

// pass is the chance to leave at the upper end.
func (w walk) pass() float64 { return 1 / (1 + math.Exp(-2*w.steep())) }

// steep is how far the drift carries it compared with the spread: the bound in units
// of variance over drift.
func (w walk) steep() float64 { return w.drift * w.bound / w.variance }

// mean is the expected time of leaving.
func (w walk) mean() float64 {
	if math.Abs(w.steep()) < 1e-6 {
		return w.bound * w.bound / w.variance
	}
	return w.bound / w.drift * (2*w.pass() - 1)
}

// oneSided is the steepness from which nothing leaves at the far end: the chance of
// it is below 1e-10.
const oneSided = 12

// inside is the chance not to have left by a time.
func (w walk) inside(time float64) float64 {
	if time <= 0 {
		return 1
	}
	if math.Abs(w.steep()) > oneSided {
		return 1 - w.leftNear(time)
	}
	// The density inside the range as a sum of standing waves, each of which fades
	// at its own rate; only those that are even about the middle matter.
	fade := w.variance * time / (8 * w.bound * w.bound)
	tilt := w.steep()
	sum := 0.0
	for k, sign := 1.0, 1.0; k < 2000; k, sign = k+2, -sign {
		wave := k * math.Pi / 2
		term := 2 * wave / (tilt*tilt + wave*wave) * math.Exp(-k*k*math.Pi*math.Pi*fade)
		sum += sign * term
		if term < 1e-18 {
			break
		}
	}
	p := math.Cosh(tilt) * math.Exp(-w.drift*w.drift*time/(2*w.variance)) * sum
	return min(max(p, 0), 1)
}

// leftNear is the chance to have reached the end that the drift points to, as if
// there were no other: the inverse Gaussian distribution.
func (w walk) leftNear(time float64) float64 {
	root := math.Sqrt(w.variance * time)
	drift := math.Abs(w.drift)
	below := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	near, far := (drift*time-w.bound)/root, (drift*time+w.bound)/root
	// exp(2*steep) times the normal tail beyond far. The two are huge and tiny, and
	// their exponents add up to -near*near/2.
	tail := (1 - 1/(far*far)) / (far * math.Sqrt(2*math.Pi))
	if far < 25 {
		tail = below(-far) * math.Exp(far*far/2)
	}
	return below(near) + math.Exp(-near*near/2)*tail
}

// quantile is the time by which a share of all walks have left.
func (w walk) quantile(share float64) float64 {
	low, high := 0.0, w.mean()
	for w.inside(high) > 1-share {
		low, high = high, 2*high
	}
	for range 60 {
		if middle := (low + high) / 2; w.inside(middle) > 1-share {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
