package match

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Elo is a difference in strength with its uncertainty.
type Elo struct {
	// Diff is how much stronger A is, in Elo points.
	Diff float64 `json:"elo"`
	// Low and High bound the 95 % interval.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Superiority is the chance, 0 to 1, that A is the stronger side.
	Superiority float64 `json:"superiority"`
}

// Elo estimates the difference in strength from the pairs: the score's mean and
// spread over pairs, through the logistic curve on which Elo points are defined.
//
// A match has few pairs and may be one-sided, so half a pair won 2-0 and half a
// pair lost 0-2 are added to the counts. That keeps every answer finite (20-0 is
// a lot, not infinity) and is soon outweighed by real pairs.
func (t *Tally) Elo() Elo {
	counts := [5]float64{0.5, 0, 0, 0, 0.5}
	n := 1.0
	for i, c := range t.Pentanomial {
		counts[i] += float64(c)
		n += float64(c)
	}
	mean, square := 0.0, 0.0
	for i, c := range counts {
		points := float64(i) / 4 // share of the pair's points
		mean += c * points / n
		square += c * points * points / n
	}
	sigma := math.Sqrt(max(square-mean*mean, 0) / n)
	normal := distuv.UnitNormal
	z := normal.Quantile(0.975)
	return Elo{
		Diff: logistic(mean), Low: logistic(mean - z*sigma), High: logistic(mean + z*sigma),
		Superiority: normal.CDF((mean - 0.5) / sigma),
	}
}

// maxElo bounds what is reported: a difference at which the weaker side makes one
// point in a hundred thousand says no more than a larger one.
const maxElo = 2000

// logistic turns an expected score into Elo points.
func logistic(score float64) float64 {
	if score <= 0 {
		return -maxElo
	}
	if score >= 1 {
		return maxElo
	}
	return min(max(400*math.Log10(score/(1-score)), -maxElo), maxElo)
}
