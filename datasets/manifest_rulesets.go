package datasets

import "damalab/dama"

// RulesetFor returns the ruleset of the given name that games of the dataset
// are played under; ok is false if there is none of that name.
func (m *Manifest) RulesetFor(name string) (r dama.Ruleset, ok bool) {
	if name != m.Ruleset.Name {
		return dama.Ruleset{}, false
	}
	return m.Ruleset, true
}
