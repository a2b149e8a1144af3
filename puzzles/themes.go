package puzzles

import (
	"slices"

	"damalab/dama"
)

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

// FindTheme returns the theme with an identifier.
func FindTheme(id string) (Theme, bool) {
	i := slices.IndexFunc(themes, func(t Theme) bool { return t.ID == id })
	if i < 0 {
		return Theme{}, false
	}
	return themes[i], true
}

// Title is the theme's title. English is what any other language than Turkish gets.
func (t Theme) Title(lang dama.Language) string {
	if lang == dama.Turkish {
		return t.Turkish
	}
	return t.English
}

// Text explains the theme in a sentence, in the language of [Theme.Title].
func (t Theme) Text(lang dama.Language) string {
	if lang == dama.Turkish {
		return t.InTurkish
	}
	return t.InEnglish
}

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
