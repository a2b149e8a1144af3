package puzzles

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
)

// logisticPoints are the rating points of a logistic unit on the Elo scale, where
// 400 points are odds of ten to one.
const logisticPoints = 400 / math.Ln10

// usualMean is where ratings without anchors are centred.
const usualMean = 1500

// The range of the ladder's ratings: what lies beyond is set to its end. Their
// errors are below gradeError, by which other ratings are told from them.
const (
	minRating      = 0
	maxRating      = 4000
	maxRatingError = gradeError - 1
)

// anchorFile holds the solvers' ratings from matches between them.
//
//go:embed anchors.json
var anchorFile []byte

// AnchorSet are ratings of solvers from games against one another.
type AnchorSet struct {
	// Ladder is the [LadderVersion] of the solvers.
	Ladder string `json:"ladder"`
	// Method says in a sentence how the ratings were measured.
	Method string `json:"method"`
	// Anchors have a rating in Elo points, and its standard error against the
	// mean of all.
	Anchors []Anchor `json:"anchors"`
}

// Anchor is a solver with its rating.
type Anchor struct {
	Name  string  `json:"name"`
	Elo   float64 `json:"elo"`
	Error float64 `json:"error"`
	Games int     `json:"games"`
}

// BuiltInAnchors returns the anchors of the built-in ladder.
func BuiltInAnchors() AnchorSet {
	var set AnchorSet
	if err := json.Unmarshal(anchorFile, &set); err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	return set
}

// Elo returns the ratings by the solvers' names, as [RateOptions] takes them.
func (a AnchorSet) Elo() map[string]float64 {
	elo := map[string]float64{}
	for _, one := range a.Anchors {
		elo[one.Name] = one.Elo
	}
	return elo
}

// Scale turns logistic units into rating points: Zero + PerUnit * units.
type Scale struct {
	Zero    float64 `json:"zero"`
	PerUnit float64 `json:"per_unit"`
	// Anchors is the number of solvers that fixed it; Correlation is that of
	// their abilities at puzzles with their ratings in games, and Off the root
	// mean square of what remains between the two, in points.
	Anchors     int     `json:"anchors"`
	Correlation float64 `json:"correlation"`
	Off         float64 `json:"off"`
}

// scaleOf finds the scale on which the abilities of the anchored solvers have the
// mean and the spread of their ratings in games. That treats both alike: a
// regression of one on the other would shrink it. Without anchors a unit is
// [logisticPoints], and the mean ability usualMean.
func scaleOf(names []string, abilities []float64, anchors map[string]float64) (Scale, error) {
	if len(anchors) == 0 {
		return Scale{Zero: usualMean - logisticPoints*stat.Mean(abilities, nil), PerUnit: logisticPoints}, nil
	}
	var known, elo []float64
	for i, name := range names {
		if rating, ok := anchors[name]; ok {
			known, elo = append(known, abilities[i]), append(elo, rating)
		}
	}
	if len(known) != len(anchors) || len(known) < 2 {
		return Scale{}, fmt.Errorf("there are anchors for %d solvers, and %d of them are on the ladder: every one must be, and at least 2", len(anchors), len(known))
	}
	s := Scale{Anchors: len(known), Correlation: stat.Correlation(known, elo, nil)}
	if !(s.Correlation > 0) {
		return s, fmt.Errorf("the solvers' ratings in games do not rise with what they solve: the correlation is %.2f", s.Correlation)
	}
	mean, deviation := stat.MeanStdDev(known, nil)
	eloMean, eloDeviation := stat.MeanStdDev(elo, nil)
	s.PerUnit = eloDeviation / deviation
	s.Zero = eloMean - s.PerUnit*mean
	square := 0.0
	for i := range known {
		square += math.Pow(s.points(known[i])-elo[i], 2)
	}
	s.Off = math.Sqrt(square / float64(len(known)))
	return s, nil
}

func (s Scale) points(units float64) float64 { return s.Zero + s.PerUnit*units }

// rating returns what a row holds of a difficulty and its error.
func (s Scale) rating(difficulty, deviation float64) (rating, ratingError int32) {
	points := math.Round(min(max(s.points(difficulty), minRating), maxRating))
	off := math.Round(min(max(s.PerUnit*deviation, 1), maxRatingError))
	return int32(points), int32(off)
}
