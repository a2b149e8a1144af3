package datasets

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"damalab/dama"
)

// Mixed datasets
//
// A dataset whose games were played under several rulesets keeps each in a folder
// of its own below the kind's:
//
//	games/ruleset=federation/shard-00000.parquet
//	games/ruleset=ludoteka/shard-00000.parquet
//
// Its manifest has all the rulesets, and a row says by name which one is its own.

// ErrMixed is the error of a dataset of several rulesets where only one is of use.
var ErrMixed = errors.New("the dataset mixes rulesets")

// Mixed tells whether the dataset has more than one ruleset.
func (m *Manifest) Mixed() bool { return len(m.Rulesets) > 1 }

// AllRulesets returns the dataset's rulesets, sorted by name.
func (m *Manifest) AllRulesets() []dama.Ruleset {
	if m.Mixed() {
		return m.Rulesets
	}
	return []dama.Ruleset{m.Ruleset}
}

// RulesetFor returns the ruleset that a row names, and false if the dataset has
// none of that name. House rules are known by the manifest alone.
func (m *Manifest) RulesetFor(name string) (dama.Ruleset, bool) {
	for _, r := range m.AllRulesets() {
		if r.Name == name {
			return r, true
		}
	}
	return dama.Ruleset{}, false
}

// OneRuleset returns the ruleset of a dataset that has only one; [ErrMixed] names
// those of any other.
func (m *Manifest) OneRuleset() (dama.Ruleset, error) {
	if !m.Mixed() {
		return m.Ruleset, nil
	}
	return dama.Ruleset{}, fmt.Errorf("%w (%s); take a dataset of one ruleset", ErrMixed, strings.Join(rulesetNames(m.Rulesets), ", "))
}

func rulesetNames(rulesets []dama.Ruleset) []string {
	names := make([]string, len(rulesets))
	for i, r := range rulesets {
		names[i] = r.Name
	}
	return names
}

// setRulesets gives the manifest its rulesets, sorted by name.
func (m *Manifest) setRulesets(sorted []dama.Ruleset) {
	m.Ruleset, m.RulesetDigest, m.Rulesets = sorted[0], sorted[0].Digest(), nil
	if len(sorted) > 1 {
		m.Rulesets = sorted
	}
}

// derived begins the manifest of a dataset that is made from this one: the same
// rulesets and weights, and a spec of its own.
func (m *Manifest) derived(spec any) (*Manifest, error) {
	d, err := NewManifest(m.Ruleset, spec, m.WeightsDigest)
	if err == nil {
		d.setRulesets(m.AllRulesets())
	}
	return d, err
}

// MetaFor is [Manifest.Meta] for the files of one of the dataset's rulesets.
func (m *Manifest) MetaFor(r dama.Ruleset) Meta { return MetaOf(r, m.SpecDigest, m.WeightsDigest) }

// metas is MetaFor each of the dataset's rulesets, by name.
func (m *Manifest) metas() map[string]Meta {
	metas := map[string]Meta{}
	for _, r := range m.AllRulesets() {
		metas[r.Name] = m.MetaFor(r)
	}
	return metas
}

// ShardPath is the function [ShardPath] for the files of one of the dataset's
// rulesets: they have a folder of their own in a mixed dataset.
func (m *Manifest) ShardPath(kind Kind, ruleset string, n int) string {
	path := ShardPath(kind, n)
	if !m.Mixed() {
		return path
	}
	return rulesetFolder(kind, ruleset) + path[len(kind)+1:]
}

func rulesetFolder(kind Kind, ruleset string) string {
	return fmt.Sprintf("%s/ruleset=%s/", kind, ruleset)
}

// shardsOf returns the shards of a kind that hold the rows of one of the
// dataset's rulesets. In a mixed dataset the order of the paths is not that of
// the rulesets' names, so each is read by itself.
func (d *Dataset) shardsOf(kind Kind, ruleset string) []FileInfo {
	shards := d.Shards(kind)
	if !d.Manifest.Mixed() {
		return shards
	}
	return slices.DeleteFunc(shards, func(f FileInfo) bool { return !strings.HasPrefix(f.Path, rulesetFolder(kind, ruleset)) })
}

// checkRulesets names what is wrong with the list of rulesets, or with a path
// that says nothing of which of them is the file's.
func (m *Manifest) checkRulesets() error {
	switch {
	case m.Rulesets == nil:
		return nil
	case len(m.Rulesets) < 2:
		return fmt.Errorf("rulesets has %d entries: it is there only for two or more", len(m.Rulesets))
	case !reflect.DeepEqual(m.Ruleset, m.Rulesets[0]):
		return fmt.Errorf("ruleset is %q, and not the first of rulesets, %q", m.Ruleset.Name, m.Rulesets[0].Name)
	}
	for i, r := range m.Rulesets {
		if err := r.Facts.Validate(); err != nil {
			return fmt.Errorf("rulesets: %q: %w", r.Name, err)
		}
		if !filepath.IsLocal(r.Name) || strings.ContainsAny(r.Name, `/\`) {
			return fmt.Errorf("rulesets: %q can't be the name of a folder", r.Name)
		}
		if i > 0 && m.Rulesets[i-1].Name >= r.Name {
			return fmt.Errorf("rulesets: %q stands after %q: they are sorted by name, each once", r.Name, m.Rulesets[i-1].Name)
		}
	}
	for _, f := range m.Files {
		if _, ok := m.rulesAt(f.Path); !ok {
			return fmt.Errorf("files: %q is in no folder of one of the rulesets, such as %s", f.Path, rulesetFolder(Games, m.Ruleset.Name))
		}
	}
	return nil
}

// rulesAt returns the ruleset whose rows the file at a path holds; ok is false if a
// mixed dataset has none that the path names.
func (m *Manifest) rulesAt(path string) (rules dama.Ruleset, ok bool) {
	if !m.Mixed() {
		return m.Ruleset, true
	}
	kind, _, _ := strings.Cut(path, "/")
	for _, r := range m.Rulesets {
		if strings.HasPrefix(path, rulesetFolder(Kind(kind), r.Name)) {
			return r, true
		}
	}
	return dama.Ruleset{}, false
}
