package datasets

import "damalab/dama"

// RulesetFor returns the ruleset that a row names, and whether the dataset has
// one of that name. House rules are known by the manifest alone.
func (m *Manifest) RulesetFor(name string) (dama.Ruleset, bool) {
	return m.Ruleset, name == m.Ruleset.Name
}
