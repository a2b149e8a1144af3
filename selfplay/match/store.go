package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"damalab/datasets"
	"damalab/internal/atomicfile"
)

// The files of a stored match: what it is, and a line for each pair.
const (
	SpecFile  = "match-spec.json"
	PairsFile = "pairs.jsonl"
	lockFile  = ".dama-lock"
)

// Store keeps a match on disk while it is played.
type Store struct {
	Done    []Pair // the pairs found when it was opened
	pairs   *os.File
	release func() error
}

// OpenStore opens the folder of a match, or begins one. A folder with another
// match or with something else is refused. A last line that a kill has cut off is
// dropped, and its pair played again.
func OpenStore(dir string, spec *Spec) (*Store, error) {
	_, canonical, err := datasets.SpecDigest(spec)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("%s: can't be used as an output folder: %w", dir, err)
	}
	release, err := atomicfile.Lock(filepath.Join(dir, lockFile))
	if errors.Is(err, atomicfile.ErrLocked) {
		return nil, fmt.Errorf("%s: another process is writing here; wait for it, or choose another folder", dir)
	}
	if err != nil {
		return nil, err
	}
	s := &Store{release: release}
	if err := s.open(dir, append(canonical, '\n')); err != nil {
		return nil, errors.Join(err, release())
	}
	return s, nil
}

func (s *Store) open(dir string, spec []byte) error {
	there, err := os.ReadFile(filepath.Join(dir, SpecFile))
	switch {
	case errors.Is(err, os.ErrNotExist):
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if e.Name() != lockFile && !atomicfile.IsTemp(e.Name()) {
				return fmt.Errorf("%s: the folder holds something else (%s) and no %s; choose another folder", dir, e.Name(), SpecFile)
			}
		}
		if err := writeSpec(dir, spec); err != nil {
			return err
		}
	case err != nil:
		return err
	case !bytes.Equal(there, spec) && withoutPairs(dir):
		if err := writeSpec(dir, spec); err != nil {
			return err
		}
	case !bytes.Equal(there, spec):
		return fmt.Errorf("%s: the folder holds another match (%s); choose another folder, or ask for the same",
			dir, strings.Join(datasets.SpecDifferences(there, spec), "; "))
	}
	return s.openPairs(filepath.Join(dir, PairsFile))
}

// writeSpec begins a match, in place of what a kill has left of its beginning.
func writeSpec(dir string, spec []byte) error {
	if _, err := atomicfile.Clean(dir); err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(dir, SpecFile), 0o666, spec)
}

// withoutPairs tells whether a match was begun and nothing was played, as one for
// which there were too few openings: nothing is lost if another takes its folder.
func withoutPairs(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, PairsFile))
	return err == nil && info.Mode().IsRegular() && info.Size() == 0
}

func (s *Store) openPairs(path string) error {
	done, whole, err := readPairs(path)
	if err != nil {
		return err
	}
	s.Done = done
	if s.pairs, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o666); err != nil {
		return err
	}
	if err := s.pairs.Truncate(whole); err != nil {
		return err
	}
	_, err = s.pairs.Seek(whole, 0)
	return err
}

// readPairs reads whole lines; what a kill has left of a last one is not among the
// bytes that it counts.
func readPairs(path string) (pairs []Pair, whole int64, err error) {
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, 0, err
	}
	whole = int64(bytes.LastIndexByte(data, '\n') + 1)
	for text := range bytes.Lines(data[:whole]) {
		var p Pair
		number := len(pairs)
		if err := json.Unmarshal(text, &p); err != nil || p.Index != number || !p.sound() {
			return nil, 0, fmt.Errorf("%s, line %d: not pair %d of a match (%v); the file was changed by something else", path, number+1, number, err)
		}
		pairs = append(pairs, p)
	}
	return pairs, whole, nil
}

// sound tells whether a pair can be counted: a fault, or two games with results.
func (p *Pair) sound() bool {
	for _, g := range p.Games {
		if g.Result < -1 || g.Result > 1 {
			return false
		}
	}
	return p.Fault != "" || len(p.Games) == 2
}

// ReadStore reads the match in a folder, and changes nothing there. The error is that of
// os.ErrNotExist if there is none.
func ReadStore(dir string) (spec Spec, pairs []Pair, err error) {
	path := filepath.Join(dir, SpecFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return spec, nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&spec); err != nil {
		return spec, nil, fmt.Errorf("%s: not the spec of a match: %w", path, err)
	}
	pairs, _, err = readPairs(filepath.Join(dir, PairsFile))
	return spec, pairs, err
}

// Append writes a pair.
func (s *Store) Append(p *Pair) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	_, err = s.pairs.Write(append(text, '\n'))
	return err
}

// Close writes everything to the disk and lets other processes in.
func (s *Store) Close() error {
	return errors.Join(s.pairs.Sync(), s.pairs.Close(), s.release())
}
