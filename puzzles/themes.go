package puzzles

import "slices"

// Theme is something that a puzzle can be about.
type Theme struct {
	// ID is the lower-case identifier that rows hold.
	ID string
	// English and Turkish are the titles.
	English, Turkish string
	// InEnglish and InTurkish explain the theme to a learner in a sentence.
	InEnglish, InTurkish string
	// Holds tells whether a puzzle has the theme. It looks at the whole line.
	Holds func(Subject) bool
}

// Themes returns all themes in the order in which rows list them.
func Themes() []Theme { return slices.Clone(themes) }

// themesOf returns the identifiers of the themes that a puzzle has, each once, in
// the order of the table.
func themesOf(s Subject) []string {
	var ids []string
	for _, t := range themes {
		if t.Holds(s) {
			ids = append(ids, t.ID)
		}
	}
	return ids
}
