package tuner

import (
	"errors"
	"math"

	"damalab/datasets"
)

// ErrNoScore is the error of a game without any search score where scores are to
// be fitted to; test with errors.Is.
var ErrNoScore = errors.New("it has no search score")

// verdict is what a game's positions are labelled with.
type verdict struct {
	left      left // why the game is left out, if it is
	result    int8 // White's view
	weight    uint8
	ended     uint8
	corrected int // 1 if the result is not the one that was played
}

// endings are the ways in which games end, in the order of their numbers in rows.
func endings() [4]datasets.EndedBy {
	return [...]datasets.EndedBy{datasets.EndedByRule, datasets.EndedByAdjudication, datasets.EndedByGuard, datasets.EndedByImport}
}

// judge decides what result a game stands for and how much that counts.
func (o Options) judge(game datasets.Game) verdict {
	v := verdict{weight: wholeWeight}
	for i, by := range endings() {
		if by == game.EndedBy {
			v.ended = uint8(i)
		}
	}
	if exact := game.Rescored; exact != nil && !o.Played {
		v.result = *exact
		if game.Result == nil || *game.Result != *exact {
			v.corrected = 1
		}
		return v
	}
	if game.Result == nil {
		return verdict{left: noResult}
	}
	v.result = *game.Result
	switch {
	case game.EndedBy == datasets.EndedByGuard:
		v.left, v.weight = guarded, partsOf(o.Guarded)
	case game.EndedBy == datasets.EndedByAdjudication && game.Termination != datasets.EndgameAdjudged:
		v.left, v.weight = adjudicated, partsOf(o.Adjudicated)
	}
	if v.weight > 0 {
		v.left = used
	}
	return v
}

// partsOf is a weight from 0 to 1 in parts of wholeWeight; only 0 becomes 0.
func partsOf(weight float64) uint8 { return uint8(math.Ceil(weight * wholeWeight)) }

// scored tells whether any position of the game was searched.
func scored(game datasets.Game) bool {
	for _, s := range game.Scores {
		if s != nil {
			return true
		}
	}
	return false
}
