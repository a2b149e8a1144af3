package datasets

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"damalab/dama"
)

// The keys of a file's Parquet metadata.
const (
	keyPrefix        = "dama."
	keySchema        = keyPrefix + "schema"
	keyVersion       = keyPrefix + "version"
	keyKind          = keyPrefix + "kind"
	keyTool          = keyPrefix + "tool"
	keyRuleset       = keyPrefix + "ruleset"
	keyRulesetDigest = keyPrefix + "ruleset_digest"
	keySpecDigest    = keyPrefix + "spec_digest"
	keyWeightsDigest = keyPrefix + "weights_digest"
	keySeal          = keyPrefix + "seal"
)

// Meta is what a file's metadata says about the run that made its rows. All
// digests are in hex.
type Meta struct {
	Ruleset       string // the ruleset's name
	RulesetDigest string
	SpecDigest    string
	WeightsDigest string // empty if no weights were used
	// Extra is what else is to stand in the metadata, such as the criteria of a
	// puzzle set; each key is stored with "dama." before it.
	Extra map[string]string
}

// MetaOf fills in the ruleset's name and digest.
func MetaOf(r dama.Ruleset, specDigest, weightsDigest string) Meta {
	return Meta{Ruleset: r.Name, RulesetDigest: r.Digest(), SpecDigest: specDigest, WeightsDigest: weightsDigest}
}

// Header is what a file says of itself before its rows.
type Header struct {
	Schema  string
	Version int
	Kind    Kind
	Tool    string
	Rows    int64
	Meta
}

// facts gives the metadata as keys and values. Endgames are of no run and no single
// ruleset: their files have only what is in Extra.
func (m Meta) facts(kind Kind) (map[string]string, error) {
	facts := map[string]string{
		keySchema:  Schema,
		keyVersion: strconv.Itoa(Version),
		keyKind:    string(kind),
		keyTool:    ToolVersion,
		keySeal:    emptySeal,
	}
	if kind != Endgames {
		facts[keyRuleset], facts[keyRulesetDigest] = m.Ruleset, m.RulesetDigest
		facts[keySpecDigest], facts[keyWeightsDigest] = m.SpecDigest, m.WeightsDigest
	}
	for _, key := range slices.Sorted(maps.Keys(m.Extra)) {
		if _, taken := facts[keyPrefix+key]; taken {
			return nil, fmt.Errorf("extra metadata %q: the key is taken; choose another", key)
		}
		facts[keyPrefix+key] = m.Extra[key]
	}
	return facts, nil
}

// readHeader reads the facts back. A file of another maker or of a newer
// version is refused here, by name.
func readHeader(f *parquet.File) (Header, error) {
	h := Header{Rows: f.NumRows()}
	version := ""
	for _, kv := range f.Metadata().KeyValueMetadata {
		switch kv.Key {
		case keySchema:
			h.Schema = kv.Value
		case keyVersion:
			version = kv.Value
		case keyKind:
			h.Kind = Kind(kv.Value)
		case keyTool:
			h.Tool = kv.Value
		default:
			h.Meta.take(kv.Key, kv.Value)
		}
	}
	var err error
	h.Version, err = strconv.Atoi(version)
	switch {
	case h.Schema != Schema:
		return h, fmt.Errorf("%w: %s is %q, not %q", ErrNotOurs, keySchema, h.Schema, Schema)
	case err != nil || h.Version < 1:
		return h, fmt.Errorf("%w: %s is %q, which is no version", ErrNotOurs, keyVersion, version)
	}
	return h, checkVersion(h.Version, h.Tool)
}

func checkVersion(version int, tool string) error {
	if version > Version {
		return fmt.Errorf("%w: it has %s version %d (made by %q), and this is %s, which reads up to version %d; use a newer program",
			ErrNewer, Schema, version, tool, ToolVersion, Version)
	}
	return nil
}

// take stores one fact that is not the file's own.
func (m *Meta) take(key, value string) {
	switch key {
	case keyRuleset:
		m.Ruleset = value
	case keyRulesetDigest:
		m.RulesetDigest = value
	case keySpecDigest:
		m.SpecDigest = value
	case keyWeightsDigest:
		m.WeightsDigest = value
	case keySeal:
	default:
		name, ours := strings.CutPrefix(key, keyPrefix)
		if !ours {
			return
		}
		if m.Extra == nil {
			m.Extra = map[string]string{}
		}
		m.Extra[name] = value
	}
}
