package datasets

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"damalab/dama"
)

// runPrefix is how much of a spec's digest stands in the ids of its games.
const runPrefix = 16

// source is a run whose games a dataset has, as a merged dataset's spec lists it.
type source struct {
	SpecDigest    string          `json:"spec_digest"`
	Spec          json.RawMessage `json:"spec"`
	WeightsDigest string          `json:"weights_digest"`
	Games         int64           `json:"games"`
}

// specForm is a spec that stands for other specs; both fields are empty in the
// spec of a run.
type specForm struct {
	Merged []source `json:"merged"`
	Split  *struct {
		Of *source `json:"of"`
	} `json:"split"`
}

// sourcesOf returns the runs behind a manifest: those that a merge lists, those
// that were split or rescored, or the manifest's own. Games of a part of a split are
// games of the run that was split, so that the parts together are the run again.
func sourcesOf(m *Manifest) ([]source, error) {
	return flatten(sourceOf(m))
}

// sourceOf is the manifest's own spec as a source, whatever stands behind it.
func sourceOf(m *Manifest) source {
	return source{SpecDigest: m.SpecDigest, Spec: m.Spec, WeightsDigest: m.WeightsDigest, Games: m.games()}
}

// games returns the number of games that the manifest lists.
func (m *Manifest) games() int64 { return (&Dataset{Manifest: m}).rows(Games) }

// dataDigest identifies the files of a kind: the SHA-256, in hex, of a line of
// checksum and path for each.
func (d *Dataset) dataDigest(kind Kind) string {
	sum := sha256.New()
	for _, f := range d.Shards(kind) {
		fmt.Fprintf(sum, "%s  %s\n", f.SHA256, f.Path)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func flatten(s source) ([]source, error) {
	digest, canonical, err := SpecDigest(s.Spec)
	if err != nil {
		return nil, err
	}
	if digest != s.SpecDigest {
		return nil, fmt.Errorf("spec_digest is %q, but the spec has the digest %s", s.SpecDigest, digest)
	}
	s.Spec = canonical
	if r := rescoredOf(s.Spec); r != nil {
		return flattenAll([]source{r.Of})
	}
	var form specForm
	// A run's spec may have such a key with another meaning; it is a run, then.
	if json.Unmarshal(s.Spec, &form) != nil {
		return []source{s}, nil
	}
	inner := form.Merged
	if form.Split != nil && form.Split.Of != nil {
		inner = []source{*form.Split.Of}
	}
	if len(inner) == 0 {
		return []source{s}, nil
	}
	return flattenAll(inner)
}

// flattenAll is flatten for each of the sources that a spec names.
func flattenAll(inner []source) ([]source, error) {
	var all []source
	for _, one := range inner {
		flat, err := flatten(one)
		if err != nil {
			return nil, fmt.Errorf("spec: %w", err)
		}
		all = append(all, flat...)
	}
	return all, nil
}

// sourceList is the sources of several datasets, each once.
type sourceList struct {
	list     []source // sorted by digest
	byRun    map[string]int
	rulesets []string // of the games of each source; "" before the first
}

// gatherSources joins the sources of all inputs. The games are not counted yet.
func gatherSources(inputs []*Dataset) (*sourceList, error) {
	l := &sourceList{byRun: map[string]int{}}
	for _, d := range inputs {
		sources, err := sourcesOf(d.Manifest)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", d.Dir, ManifestName, err)
		}
		for _, s := range sources {
			if err := l.add(s); err != nil {
				return nil, fmt.Errorf("%s: %w", d.Dir, err)
			}
		}
	}
	slices.SortFunc(l.list, func(a, b source) int { return strings.Compare(a.SpecDigest, b.SpecDigest) })
	l.rulesets = make([]string, len(l.list))
	for i, s := range l.list {
		l.byRun[s.SpecDigest[:runPrefix]] = i
	}
	return l, nil
}

func (l *sourceList) add(s source) error {
	s.Games = 0
	i := slices.IndexFunc(l.list, func(t source) bool { return t.SpecDigest[:runPrefix] == s.SpecDigest[:runPrefix] })
	switch {
	case i < 0:
		l.list = append(l.list, s)
	case l.list[i].SpecDigest != s.SpecDigest:
		return fmt.Errorf("the specs %s and %s begin alike, and their games have the same ids; they can't be merged", l.list[i].SpecDigest, s.SpecDigest)
	case l.list[i].WeightsDigest != s.WeightsDigest:
		return fmt.Errorf("the spec %s has the weights %q here and %q in another input", s.SpecDigest, s.WeightsDigest, l.list[i].WeightsDigest)
	}
	return nil
}

// count takes a game into account.
func (l *sourceList) count(g *Game) error {
	i, ok := l.byRun[g.ID[:runPrefix]]
	if !ok {
		return fmt.Errorf("game %s: its id begins with none of the runs that the manifests name", g.ID)
	}
	if other := l.rulesets[i]; other != "" && other != g.Ruleset {
		return fmt.Errorf("game %s has the ruleset %q, and others of its run have %q", g.ID, g.Ruleset, other)
	}
	l.rulesets[i] = g.Ruleset
	l.list[i].Games++
	return nil
}

// manifest begins the manifest of all the sources' games. One run under one
// ruleset is that run; everything else is a merge.
func (l *sourceList) manifest(rulesets []dama.Ruleset) (*Manifest, error) {
	var spec any = map[string][]source{"merged": l.list}
	if l.oneRun(rulesets) {
		spec = l.list[0].Spec
	}
	weights := l.list[0].WeightsDigest
	for _, s := range l.list {
		if s.WeightsDigest != weights {
			weights = ""
		}
	}
	m, err := NewManifest(rulesets[0], spec, weights)
	if err == nil {
		m.setRulesets(rulesets)
	}
	return m, err
}

func (l *sourceList) oneRun(rulesets []dama.Ruleset) bool {
	return len(l.list) == 1 && len(rulesets) == 1
}

// shardGames returns the number of games in a shard: what the one run's spec says,
// or the usual.
func (l *sourceList) shardGames(oneRun bool) int64 {
	var spec struct {
		ShardGames int64 `json:"shard_games"`
	}
	if !oneRun || json.Unmarshal(l.list[0].Spec, &spec) != nil || spec.ShardGames < 1 {
		return UsualShardGames
	}
	return spec.ShardGames
}

// UsualShardGames is the number of games in a shard that no spec decides.
const UsualShardGames = 1000

// gatherRulesets joins the rulesets of all inputs, sorted by name. Two of one name
// must have the same facts; of two that differ in their reasons alone the one
// whose text sorts first is taken, whatever the order of the inputs.
func gatherRulesets(inputs []*Dataset) ([]dama.Ruleset, error) {
	var all []dama.Ruleset
	for _, d := range inputs {
		for _, r := range d.Manifest.AllRulesets() {
			i := slices.IndexFunc(all, func(s dama.Ruleset) bool { return s.Name == r.Name })
			if i < 0 {
				all = append(all, r)
				continue
			}
			if all[i].Digest() != r.Digest() {
				return nil, fmt.Errorf("%s: its ruleset %q (digest %s) is not the ruleset of that name in another input (digest %s); "+
					"games under different rules of one name can't be merged", d.Dir, r.Name, r.Digest(), all[i].Digest())
			}
			if rulesetText(r) < rulesetText(all[i]) {
				all[i] = r
			}
		}
	}
	slices.SortFunc(all, func(a, b dama.Ruleset) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

func rulesetText(r dama.Ruleset) string {
	text, _ := json.Marshal(r) // strings and numbers always marshal
	return string(text)
}
