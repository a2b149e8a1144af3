package puzzles

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"damalab/datasets"
)

// Filter chooses puzzles. The zero value lets all through.
type Filter struct {
	// Kinds and Themes are alternatives: a puzzle has one of each. Empty: any.
	Kinds  []datasets.PuzzleKind
	Themes []string
	// MinRating and MaxRating are in rating points; nil is no bound.
	MinRating, MaxRating *int
	// Ruleset is the name of the ruleset that it comes from; empty: any.
	Ruleset string
	// Number is the greatest number of puzzles, the first of those that fit; 0
	// means all.
	Number int
}

// AllKinds returns every kind of puzzle that a row can have.
func AllKinds() []datasets.PuzzleKind {
	return []datasets.PuzzleKind{
		datasets.MaximumPuzzle, datasets.ChoicePuzzle, datasets.ShotPuzzle, datasets.EndgamePuzzle, datasets.DrillPuzzle,
	}
}

// Validate names the first kind or theme that does not exist, with those that do,
// and bounds the wrong way round.
func (f Filter) Validate() error {
	for _, kind := range f.Kinds {
		if !slices.Contains(AllKinds(), kind) {
			return fmt.Errorf("there is no kind %q; the kinds are %s", kind, joined(AllKinds()))
		}
	}
	var known []string
	for _, t := range themes {
		known = append(known, t.ID)
	}
	for _, theme := range f.Themes {
		if !slices.Contains(known, theme) {
			return fmt.Errorf("there is no theme %q; the themes are %s", theme, joined(known))
		}
	}
	if f.MinRating != nil && f.MaxRating != nil && *f.MinRating > *f.MaxRating {
		return fmt.Errorf("the least rating %d is above the greatest, %d", *f.MinRating, *f.MaxRating)
	}
	if f.Number < 0 {
		return fmt.Errorf("%d is no number of puzzles", f.Number)
	}
	return nil
}

// Fits tells whether a puzzle is chosen; the number does not count here.
func (f Filter) Fits(p datasets.Puzzle) bool {
	hasTheme := func(theme string) bool { return slices.Contains(p.Themes, theme) }
	switch {
	case len(f.Kinds) > 0 && !slices.Contains(f.Kinds, p.Kind),
		len(f.Themes) > 0 && !slices.ContainsFunc(f.Themes, hasTheme),
		f.MinRating != nil && int(p.Rating) < *f.MinRating,
		f.MaxRating != nil && int(p.Rating) > *f.MaxRating,
		f.Ruleset != "" && p.Ruleset != f.Ruleset:
		return false
	}
	return true
}

// Apply yields the chosen ones of the rows, and an error of theirs.
func (f Filter) Apply(rows iter.Seq2[datasets.Puzzle, error]) iter.Seq2[datasets.Puzzle, error] {
	return func(yield func(datasets.Puzzle, error) bool) {
		n := 0
		for p, err := range rows {
			if err == nil && !f.Fits(p) {
				continue
			}
			if !yield(p, err) || err != nil {
				return
			}
			if n++; n == f.Number {
				return
			}
		}
	}
}

func joined[T ~string](names []T) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = string(name)
	}
	return strings.Join(texts, ", ")
}
