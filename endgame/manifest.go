package endgame

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"damalab/internal/atomicfile"
)

// ManifestName is the file that makes a folder of tables a set. It is written
// last, when all tables are there.
const ManifestName = "manifest.json"

// manifestFormat is the format that a manifest names.
const manifestFormat = "dama-endgame"

// manifest says what a set is made of.
type manifest struct {
	Format  string       `json:"format"`
	Version int          `json:"version"`
	Pieces  int          `json:"pieces"`
	Rules   Rules        `json:"rules"`
	Digest  string       `json:"rules_digest"`
	Files   []listedFile `json:"files"`
}

// listedFile is a file as the manifest lists it.
type listedFile struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// errNoSet tells that a folder has no manifest.
var errNoSet = errors.New("no set of endgame tables: it has no " + ManifestName)

// readManifest reads the manifest of a folder, which name is for people.
func readManifest(fsys fs.FS, name string) (*manifest, error) {
	data, err := fs.ReadFile(fsys, ManifestName)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := fs.Stat(fsys, "."); err != nil {
			return nil, fmt.Errorf("%s: there is no such folder", name)
		}
		if names, _ := fs.Glob(fsys, "*"+fileSuffix); len(names) > 0 {
			return nil, fmt.Errorf("%s: %w; the build that was begun there is not finished, and the same command goes on", name, errNoSet)
		}
		return nil, fmt.Errorf("%s: %w", name, errNoSet)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(name, ManifestName), bare(err))
	}
	m, err := parseManifest(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(name, ManifestName), err)
	}
	return m, nil
}

func parseManifest(data []byte) (*manifest, error) {
	var m manifest
	var first struct {
		Format  string
		Version int
	}
	if err := json.Unmarshal(data, &first); err != nil {
		return nil, fmt.Errorf("the file is damaged: %w", err)
	}
	if first.Format != manifestFormat {
		return nil, fmt.Errorf("its format is %q, not %q", first.Format, manifestFormat)
	}
	if first.Version > formatVersion {
		return nil, fmt.Errorf("it has format version %d, and this program reads up to %d", first.Version, formatVersion)
	}
	strict := json.NewDecoder(bytes.NewReader(data))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&m); err != nil {
		return nil, fmt.Errorf("the file is damaged: %w", err)
	}
	return &m, m.check()
}

// check names the first entry that can't be right.
func (m *manifest) check() error {
	if m.Pieces < 2 || m.Pieces > MaxPieces {
		return fmt.Errorf("pieces = %d: it is from 2 to %d", m.Pieces, MaxPieces)
	}
	if err := m.Rules.validate(); err != nil {
		return err
	}
	if m.Digest != m.Rules.Digest() {
		return fmt.Errorf("rules_digest is %q, and the rules have the digest %s", m.Digest, m.Rules.Digest())
	}
	materials := Materials(m.Pieces)
	if len(m.Files) != len(materials) {
		return fmt.Errorf("files: %d are listed, and tables of up to %d pieces are %d", len(m.Files), m.Pieces, len(materials))
	}
	for i, material := range materials {
		if want := material.String() + fileSuffix; m.Files[i].Path != want {
			return fmt.Errorf("files: %q is listed where %q belongs", m.Files[i].Path, want)
		}
	}
	return nil
}

func (m *manifest) write(dir string) error {
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(dir, ManifestName), 0o644, append(data, '\n'))
}

// lockName is the file whose lock keeps a second process out of a folder.
const lockName = ".dama-lock"

// checkFolder refuses a folder in which there is anything but tables, and reads
// the manifest if it has one.
func checkFolder(dir string, r Rules) (*manifest, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: can't be used as an output folder: %w", dir, err)
	}
	for _, e := range entries {
		base, table := strings.CutSuffix(e.Name(), fileSuffix)
		if table {
			_, table = parseMaterial(base)
		}
		if !table && e.Name() != ManifestName && e.Name() != lockName && !atomicfile.IsTemp(e.Name()) {
			return nil, fmt.Errorf("%s: the folder holds something else than endgame tables (%s); choose another folder, or an empty one", dir, e.Name())
		}
	}
	m, err := readManifest(os.DirFS(dir), dir)
	if errors.Is(err, errNoSet) {
		return nil, nil
	}
	if err == nil && m.Rules != r {
		err = fmt.Errorf("%s: %w (%s)", dir, ErrOtherRules, m.Rules.differences(r))
	}
	return m, err
}
