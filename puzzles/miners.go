package puzzles

import (
	"errors"
	"fmt"
	"slices"

	"damalab/datasets"
)

// miner finds the puzzles of one kind.
type miner interface {
	kind() datasets.PuzzleKind
	judge(s spot) verdict
}

// verdict is what a miner says of a position: a puzzle, or why there is none.
type verdict struct {
	puzzle datasets.Puzzle
	reason Reason  // empty for a puzzle
	detail string  // of a disagreement
	rival  *solved // with [SecondSolution]: names the rival
}

// Kinds returns the kinds that can be mined.
func Kinds() []datasets.PuzzleKind {
	return append(usualKinds(), datasets.DrillPuzzle)
}

// usualKinds are those that are mined unless others are asked for.
func usualKinds() []datasets.PuzzleKind {
	return []datasets.PuzzleKind{datasets.MaximumPuzzle, datasets.ChoicePuzzle, datasets.ShotPuzzle}
}

// kinds are the kinds asked for, sorted.
func (o Options) kinds() ([]datasets.PuzzleKind, error) {
	kinds := o.Kinds
	if len(kinds) == 0 {
		kinds = usualKinds()
	}
	kinds = slices.Sorted(slices.Values(kinds))
	for i, kind := range kinds {
		switch {
		case !slices.Contains(Kinds(), kind):
			return nil, fmt.Errorf("there is no miner for kind %q; there is one for each of %q", kind, Kinds())
		case i > 0 && kinds[i-1] == kind:
			return nil, fmt.Errorf("kind %q is there twice", kind)
		}
	}
	return kinds, nil
}

// miners makes the miners of the kinds asked for, in the order of their kinds.
// Drills are chosen from a whole game and so are apart; nil if they are not wanted.
func (o Options) miners() ([]miner, *drillMiner, error) {
	if err := errors.Join(o.Ruleset.Facts.Validate(), o.Criteria.Validate()); err != nil {
		return nil, nil, err
	}
	kinds, err := o.kinds()
	if err != nil {
		return nil, nil, err
	}
	var list []miner
	var drills *drillMiner
	line := lineMiner{o.Ruleset, o.Ruleset.Generator(), o.Criteria.Line, newDeeper(o.Ruleset.Facts)}
	for _, kind := range kinds {
		switch kind {
		case datasets.ChoicePuzzle:
			list = append(list, choiceMiner{line, o.Criteria.Choice})
		case datasets.MaximumPuzzle:
			list = append(list, maximumMiner{o.Ruleset, o.Ruleset.Generator(), o.Criteria})
		case datasets.ShotPuzzle:
			list = append(list, shotMiner{line, o.Criteria.Shot})
		case datasets.DrillPuzzle:
			drills = &drillMiner{o.Ruleset, o.Criteria.Drill, uint64(o.Criteria.MaxRoutes)}
		}
	}
	return list, drills, nil
}
