package dama

import (
	"fmt"
	"strings"
)

// DefaultRuleset is the name of the ruleset used where none is asked for.
const DefaultRuleset = "federation"

// Ruleset is a named set of facts with where each of them comes from. Rulesets
// are data: nothing but their facts decides how a game goes.
type Ruleset struct {
	Name string `json:"name"`
	// Source is the page or book that the ruleset follows.
	Source string `json:"source"`
	Facts  Facts  `json:"facts"`
	// Reasons has one entry for each fact, by the fact's field name, in the
	// order of the fields of Facts, and then the common rules on which the
	// page is silent.
	Reasons []Reason `json:"reasons"`
}

// Reason tells where a fact comes from.
type Reason struct {
	Fact string `json:"fact"`
	// Stated is false where the page does not say it and the value is this
	// project's choice.
	Stated bool   `json:"stated"`
	Text   string `json:"text"`
}

// Digest identifies the ruleset's facts; see [Facts.Digest].
func (r Ruleset) Digest() string { return r.Facts.Digest() }

// Generator returns the move generator for the ruleset.
func (r Ruleset) Generator() Generator { return r.Facts.Generator() }

// FindRuleset returns the named ruleset, or an error that suggests the nearest
// name.
func FindRuleset(name string) (Ruleset, error) {
	var names []string
	for _, r := range Rulesets() {
		if r.Name == name {
			return r, nil
		}
		names = append(names, r.Name)
	}
	hint := "they are " + strings.Join(names, ", ")
	if near, ok := nearest(name, names); ok {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return Ruleset{}, fmt.Errorf("unknown ruleset %q; %s", name, hint)
}

// nearest finds the name that takes the fewest edits to reach, if it is close
// enough to be what was meant.
func nearest(word string, names []string) (string, bool) {
	best, at := len(word)/2+2, ""
	for _, n := range names {
		if d := editDistance(strings.ToLower(word), n); d < best {
			best, at = d, n
		}
	}
	if at == "" {
		for _, n := range names {
			if word != "" && strings.HasPrefix(n, strings.ToLower(word)) {
				return n, true
			}
		}
	}
	return at, at != ""
}

func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Overrides are the facts that a house ruleset changes; a nil field keeps the
// base's fact.
type Overrides struct {
	Promotion        *Promotion
	Reversal         *Reversal
	Repetition       *int
	KingMoveLimit    *int
	NoProgressPlies  *int
	NoProgressResets *[]Reset
	OnePieceEach     *OnePieceEach
	KingVersusMan    *KingVersusMan
}

// HouseRuleset builds a user's own ruleset from a base and what it changes. The
// name must not be one of the built-in ones, whose meaning is fixed.
func HouseRuleset(name string, base Ruleset, o Overrides) (Ruleset, error) {
	if name == "" {
		return Ruleset{}, fmt.Errorf("a house ruleset needs a name")
	}
	if !houseName(name) {
		return Ruleset{}, fmt.Errorf("the ruleset name %.60q can't be used: names become folder names, so they are at most 40 lower-case letters, "+
			"digits and hyphens, begin with a letter, and are not \"any\"", name)
	}
	if _, err := FindRuleset(name); err == nil {
		return Ruleset{}, fmt.Errorf("the name %q belongs to a built-in ruleset; choose another", name)
	}
	r := Ruleset{Name: name, Source: "house rules based on " + base.Name, Facts: base.Facts}
	changed := o.apply(&r.Facts)
	if err := r.Facts.Validate(); err != nil {
		return Ruleset{}, err
	}
	r.Facts = r.Facts.normal()
	for _, reason := range base.Reasons {
		if changed[reason.Fact] {
			reason = Reason{Fact: reason.Fact, Stated: true, Text: "set by the house rules"}
		}
		r.Reasons = append(r.Reasons, reason)
	}
	return r, nil
}

// houseName tells whether a name may stand for a house ruleset. ("any" marks
// weights that are for all rulesets.)
func houseName(name string) bool {
	if len(name) > 40 || name == "any" || name[0] < 'a' || name[0] > 'z' {
		return false
	}
	for _, r := range name {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return false
		}
	}
	return true
}

// apply writes the overrides into the facts and returns which fields it set.
func (o Overrides) apply(f *Facts) map[string]bool {
	changed := map[string]bool{}
	override(changed, "promotion", &f.Promotion, o.Promotion)
	override(changed, "reversal", &f.Reversal, o.Reversal)
	override(changed, "repetition", &f.Repetition, o.Repetition)
	override(changed, "king_move_limit", &f.KingMoveLimit, o.KingMoveLimit)
	override(changed, "no_progress_plies", &f.NoProgressPlies, o.NoProgressPlies)
	override(changed, "no_progress_resets", &f.NoProgressResets, o.NoProgressResets)
	override(changed, "one_piece_each", &f.OnePieceEach, o.OnePieceEach)
	override(changed, "king_versus_man", &f.KingVersusMan, o.KingVersusMan)
	return changed
}

func override[T any](changed map[string]bool, field string, to, from *T) {
	if from != nil {
		*to = *from
		changed[field] = true
	}
}
