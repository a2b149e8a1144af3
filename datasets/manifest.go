package datasets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"damalab/dama"
	"damalab/internal/atomicfile"
)

// ManifestName is the name of the manifest in a dataset's folder.
const ManifestName = "manifest.json"

// Manifest is what a dataset's folder holds and how it was made. All digests
// are in hex.
type Manifest struct {
	Schema        string       `json:"schema"`
	Version       int          `json:"version"`
	Ruleset       dama.Ruleset `json:"ruleset"`
	RulesetDigest string       `json:"ruleset_digest"`
	// Rulesets are all rulesets of a mixed dataset, sorted by name, Ruleset being
	// the first of them; nil where Ruleset is the only one.
	Rulesets      []dama.Ruleset  `json:"rulesets,omitempty"`
	Spec          json.RawMessage `json:"spec"` // canonical JSON
	SpecDigest    string          `json:"spec_digest"`
	WeightsDigest string          `json:"weights_digest"`
	Tool          string          `json:"tool"`
	// Files are in the order in which they are read.
	Files []FileInfo `json:"files"`
}

// NewManifest begins the manifest of a dataset without files. The spec is what
// [SpecDigest] takes.
func NewManifest(ruleset dama.Ruleset, spec any, weightsDigest string) (*Manifest, error) {
	digest, canonical, err := SpecDigest(spec)
	if err != nil {
		return nil, err
	}
	return &Manifest{
		Schema: Schema, Version: Version, Tool: ToolVersion,
		Ruleset: ruleset, RulesetDigest: ruleset.Digest(),
		Spec: canonical, SpecDigest: digest, WeightsDigest: weightsDigest,
		Files: []FileInfo{},
	}, nil
}

// Meta returns the metadata for the files of the dataset.
func (m *Manifest) Meta() Meta { return MetaOf(m.Ruleset, m.SpecDigest, m.WeightsDigest) }

// ShardPath returns the path of a kind's shard number n, from 0, within a
// dataset's folder, with slashes: "games/shard-00000.parquet".
func ShardPath(kind Kind, n int) string { return fmt.Sprintf("%s/shard-%05d.parquet", kind, n) }

// Add lists a file written below dir, the dataset's folder, with its path made
// relative to it. A file of the same path is replaced in its place.
func (m *Manifest) Add(dir string, info FileInfo) error {
	rel, err := filepath.Rel(dir, info.Path)
	if err != nil || !filepath.IsLocal(rel) {
		return fmt.Errorf("%s is not in the dataset's folder %s", info.Path, dir)
	}
	info.Path = filepath.ToSlash(rel)
	for i := range m.Files {
		if m.Files[i].Path == info.Path {
			m.Files[i] = info
			return nil
		}
	}
	m.Files = append(m.Files, info)
	// By path, so that a dataset's manifest does not tell in which order its
	// parts were made or extended.
	slices.SortFunc(m.Files, func(a, b FileInfo) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// Save writes the manifest into dir, whole or not at all. The same manifest
// gives the same bytes.
func (m *Manifest) Save(dir string) error {
	target := filepath.Join(dir, ManifestName)
	data, err := m.encode()
	if err != nil {
		return fmt.Errorf("%s: %w", target, err)
	}
	return atomicfile.WriteBytes(target, 0o666, data)
}

// encode checks the manifest and returns the bytes of its file.
func (m *Manifest) encode() ([]byte, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	return encodeJSON(m, "  ")
}

// LoadManifest reads the manifest of the dataset in dir. A newer version is
// refused with [ErrNewer]; an unknown field, a missing spec or file list, a path
// that leaves the folder, or a digest that does not fit its ruleset is an error too.
func LoadManifest(dir string) (*Manifest, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is not a dataset: it is a file, and a dataset is a folder", dir)
	}
	source := filepath.Join(dir, ManifestName)
	_, err := statRegular(source)
	if errors.Is(err, os.ErrNotExist) {
		if parts := splitFolders(dir); parts != nil {
			return nil, fmt.Errorf("%s is not a dataset: it holds the parts of a split: %s", dir, strings.Join(parts, ", "))
		}
		return nil, fmt.Errorf("%s is not a dataset: %w", dir, err)
	}
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(source)
	if err != nil {
		return nil, err
	}
	m, err := parseManifest(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	return m, nil
}

func parseManifest(data []byte) (*Manifest, error) {
	// The version comes first: a newer manifest may have other fields.
	var first struct {
		Schema  string
		Version int
		Tool    string
	}
	if err := json.Unmarshal(data, &first); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	if first.Schema != Schema {
		return nil, fmt.Errorf("%w: its schema is %q, not %q", ErrNotOurs, first.Schema, Schema)
	}
	if err := checkVersion(first.Version, first.Tool); err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	m := &Manifest{}
	if err := decoder.Decode(m); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	var err error
	m.Spec, err = canonicalJSON(m.Spec) // it is indented in the file
	return m, err
}

// check names the first field that cannot be right.
func (m *Manifest) check() error {
	switch {
	case m.Version < 1:
		return fmt.Errorf("version is %d: it begins with 1", m.Version)
	case len(m.Spec) == 0:
		return errors.New("spec is missing")
	case m.SpecDigest == "":
		return errors.New("spec_digest is missing")
	case m.RulesetDigest != m.Ruleset.Digest():
		return fmt.Errorf("ruleset_digest is %q, but the ruleset %q has the digest %s", m.RulesetDigest, m.Ruleset.Name, m.Ruleset.Digest())
	case m.Files == nil:
		return errors.New("files is missing")
	}
	if err := m.checkRulesets(); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, f := range m.Files {
		if f.Path != path.Clean(f.Path) || strings.Contains(f.Path, `\`) || !filepath.IsLocal(filepath.FromSlash(f.Path)) {
			return fmt.Errorf("files: %q is not a plain path within the folder", f.Path)
		}
		if seen[f.Path] {
			return fmt.Errorf("files: %q is listed twice", f.Path)
		}
		seen[f.Path] = true
	}
	return nil
}
