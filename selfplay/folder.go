package selfplay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"damalab/dama"
	"damalab/datasets"
	"damalab/internal/atomicfile"
)

// ErrOtherSpec is the error of a folder that holds games of another spec.
var ErrOtherSpec = errors.New("the folder holds games that were played differently")

// ErrNotEmpty is the error of a folder that is in use for something else.
var ErrNotEmpty = errors.New("the folder holds something else")

// loadManifest is [datasets.LoadManifest] with a plain word where a file stands in
// the folder's place.
func loadManifest(dir string) (*datasets.Manifest, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file; the output needs a folder", dir)
	}
	return datasets.LoadManifest(dir)
}

// LoadSpec returns the spec of the run in a folder; false if there is no run.
func LoadSpec(dir string) (Spec, bool, error) {
	m, err := loadManifest(dir)
	if errors.Is(err, os.ErrNotExist) {
		return Spec{}, false, nil
	}
	if err != nil {
		return Spec{}, false, err
	}
	s, err := specOf(dir, m)
	return s, err == nil, err
}

// specOf reads the spec of the run that a manifest tells of.
func specOf(dir string, m *datasets.Manifest) (s Spec, err error) {
	dec := json.NewDecoder(bytes.NewReader(m.Spec))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&s); err != nil {
		if what := madeFromRuns(m.Spec); what != "" {
			return Spec{}, fmt.Errorf("%s: repair and playing on work on runs of self-play, and this is %s", dir, what)
		}
		return Spec{}, fmt.Errorf("%s: the spec in it is not one of self-play: %w", filepath.Join(dir, datasets.ManifestName), err)
	}
	return s, nil
}

// madeFromRuns says in words what a dataset is that was made from other ones; empty
// if the spec is none of those that package datasets writes.
func madeFromRuns(spec json.RawMessage) string {
	var form struct{ Merged, Split, Dedup, Positions, Import, Rescored json.RawMessage }
	if json.Unmarshal(spec, &form) != nil {
		return ""
	}
	var runs []json.RawMessage
	switch {
	case form.Merged != nil && json.Unmarshal(form.Merged, &runs) == nil:
		return fmt.Sprintf("merged from %d runs", len(runs))
	case form.Positions != nil, form.Dedup != nil:
		return "a set of positions"
	case form.Rescored != nil:
		return "a rescored dataset; take the one that it was made from, or merge this one, which leaves the exact results out"
	case form.Split != nil:
		return "a part of a split; merge the parts first"
	case form.Import != nil:
		return "an import"
	}
	return ""
}

// openRun returns the manifest of the run in a folder, a new one if the folder is
// new or empty. A folder with other contents or another run is refused.
func openRun(dir string, spec *Spec, rules dama.Ruleset) (*datasets.Manifest, error) {
	m, err := loadManifest(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		if err := checkFresh(dir); err != nil {
			return nil, err
		}
		return datasets.NewManifest(rules, spec, spec.weightsDigest())
	case err != nil:
		return nil, err
	}
	digest, canonical, err := datasets.SpecDigest(spec)
	if err != nil {
		return nil, err
	}
	if m.SpecDigest != digest {
		return nil, fmt.Errorf("%s: %w (%s); choose another folder, or ask for the same",
			dir, ErrOtherSpec, strings.Join(datasets.SpecDifferences(m.Spec, canonical), "; "))
	}
	return m, nil
}

// checkFresh refuses a folder in which a person or another program keeps
// something.
func checkFresh(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		if name == string(datasets.Games) {
			// The first manifest is there before the first shard, so an empty
			// folder is all that a killed run of ours leaves here.
			inside, err := os.ReadDir(filepath.Join(dir, name))
			if err != nil {
				return err
			}
			if len(inside) == 0 {
				continue
			}
			name += "/" + inside[0].Name()
		}
		if name != datasets.LockName && name != datasets.InputsFolder && !atomicfile.IsTemp(name) {
			return fmt.Errorf("%s: %w (%s) and no %s; choose another folder, or an empty one",
				dir, ErrNotEmpty, name, datasets.ManifestName)
		}
	}
	return nil
}

// CheckFolder tells whether a run of the spec could be made in a folder, without
// touching it: [ErrOtherSpec] and [ErrNotEmpty] say why not.
func CheckFolder(dir string, spec Spec, rules dama.Ruleset) error {
	_, err := openRun(dir, &spec, rules)
	return err
}

// LockFolder makes a run's folder, keeps other processes out of it until release
// is called, and removes what a killed run was at work on.
func LockFolder(dir string) (release func() error, err error) {
	if err := os.MkdirAll(filepath.Join(dir, string(datasets.Games)), 0o777); err != nil {
		return nil, fmt.Errorf("%s: can't be used as an output folder: %w", dir, err)
	}
	if release, err = datasets.Lock(dir); err != nil {
		return nil, err
	}
	// What a killed run was at work on: all writers of this folder hold the lock.
	for _, sub := range []string{"", datasets.InputsFolder, string(datasets.Games), string(datasets.Positions), string(datasets.Puzzles)} {
		if _, err := atomicfile.Clean(filepath.Join(dir, sub)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, errors.Join(err, release())
		}
	}
	return release, nil
}

// checkUnlisted refuses to replace a file that the manifest does not list unless
// it is a shard of this very run, left behind by a kill.
func checkUnlisted(path, specDigest string) error {
	header, err := datasets.ReadHeader(path)
	if errors.Is(err, os.ErrNotExist) || err == nil && header.SpecDigest == specDigest {
		return nil
	}
	return fmt.Errorf("%s: there is a file in the way that is no shard of this run; move it elsewhere", path)
}
