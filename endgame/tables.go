package endgame

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"damalab/dama"
)

// DefaultCache is the number of bytes that a set's unpacked blocks take at most.
const DefaultCache = 256 << 20

// Tables is an open set of tables. Any number of goroutines may ask it at once,
// and what has been asked before is answered without a lock or an allocation.
type Tables struct {
	manifest *manifest
	set      *set
	cache    *cache
	files    []*file
}

// Open opens the set in a folder for games under the given facts. Tables of other
// rules are refused with [ErrOtherRules]. Nothing is written to the folder.
func Open(dir string, f dama.Facts) (*Tables, error) {
	t, err := OpenAny(dir)
	if err != nil {
		return nil, err
	}
	if r := RulesOf(f); r != t.Rules() {
		return nil, errors.Join(fmt.Errorf("%s: %w (%s)", dir, ErrOtherRules, t.Rules().differences(r)), t.Close())
	}
	return t, nil
}

// OpenAny opens the set in a folder, whatever its rules. The heads of all files
// are checked now, and each block when it is first read.
func OpenAny(dir string) (*Tables, error) { return openFS(os.DirFS(dir), dir, DefaultCache) }

func openFS(fsys fs.FS, name string, cacheSize int) (*Tables, error) {
	m, err := readManifest(fsys, name)
	if err != nil {
		return nil, err
	}
	c, err := newCache(cacheSize)
	if err != nil {
		return nil, err
	}
	t := &Tables{manifest: m, set: newSet(), cache: c}
	for i, material := range Materials(m.Pieces) {
		if err := t.open(fsys, name, m.Files[i], material); err != nil {
			return nil, errors.Join(err, t.Close())
		}
	}
	return t, nil
}

// ErrDamaged is the error of opening a set of which a file is missing, cut off or
// altered; test with errors.Is.
var ErrDamaged = errors.New("a file of the set is damaged")

// damaged is [ErrDamaged] with what is wrong as its text.
type damaged struct{ error }

// Is implements errors.Is.
func (damaged) Is(target error) bool { return target == ErrDamaged }

// open adds one file to the set.
func (t *Tables) open(fsys fs.FS, name string, listed listedFile, material Material) error {
	path := filepath.Join(name, listed.Path)
	f, err := openFile(fsys, listed.Path, path, material, t.set.shapes, t.cache)
	if errors.Is(err, fs.ErrNotExist) {
		return damaged{fmt.Errorf("%s: the file is missing; build the set again, which makes what it lacks", path)}
	}
	if err != nil {
		return damaged{err}
	}
	t.files = append(t.files, f)
	switch {
	case f.header.Rules != t.manifest.Rules:
		return fmt.Errorf("%s: %w (%s)", path, ErrOtherRules, f.header.Rules.differences(t.manifest.Rules))
	case f.size != listed.Bytes:
		return damaged{fmt.Errorf("%s: %d bytes, and the manifest says %d; delete it and build it again", path, f.size, listed.Bytes)}
	}
	for _, table := range f.tables {
		t.set.add(table)
	}
	return nil
}

// Close closes the files. Nobody may be asking any more.
func (t *Tables) Close() error {
	var errs []error
	for _, f := range t.files {
		errs = append(errs, f.close())
	}
	t.cache.decoder.Close()
	return errors.Join(errs...)
}

// Rules returns what the tables answer for.
func (t *Tables) Rules() Rules { return t.manifest.Rules }

// Digest identifies what the tables answer and for which rules: the SHA-256, in
// hex, of the manifest as canonical JSON, in which the SHA-256 of every file stands.
// A set in a folder has the digest of the built-in one with the same files. Open
// takes the manifest's word for its files; [Tables.Verify] holds them against it.
func (t *Tables) Digest() string {
	data, err := json.Marshal(t.manifest)
	if err != nil {
		panic("endgame: a manifest does not marshal: " + err.Error()) // it was JSON before
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// MaxPieces returns the number of pieces, both sides together, up to which the
// tables know every position.
func (t *Tables) MaxPieces() int { return t.manifest.Pieces }

// Probe returns +1, 0 or -1 if the side to move wins, draws or loses with best
// play, and the number of plies to the end of a won or lost game. ok is false if
// the position has too many pieces, or if its table can't be read; [Tables.Err]
// then has the reason. Counters and repetition are outside what is asked.
func (t *Tables) Probe(p dama.Position) (result, plies int, ok bool) {
	v, ok := t.value(p)
	if !ok {
		return 0, 0, false
	}
	result, plies = v.result()
	return result, plies, true
}

func (t *Tables) value(p dama.Position) (value, bool) {
	if p.Occupied().Count() > t.manifest.Pieces {
		return drawn, false
	}
	b := boardsOf(p)
	if b[foeMen]|b[foeKings] == 0 && b[ownMen]|b[ownKings] != 0 {
		return won, true
	}
	return t.set.value(&b)
}

// Err returns the first fault met while asking, such as a damaged block; nil if
// there was none. The answers given are right all the same.
func (t *Tables) Err() error {
	if err := t.cache.fault.Load(); err != nil {
		return *err
	}
	return nil
}

// ErrTooManyPieces is wrapped by the error about a position that the tables do
// not reach.
var ErrTooManyPieces = errors.New("more pieces than the tables know")

// Ask is Probe with a reason where there is no answer.
func (t *Tables) Ask(p dama.Position) (Value, error) {
	result, plies, ok := t.Probe(p)
	switch n := p.Occupied().Count(); {
	case ok:
		return Value{result, plies}, nil
	case n > t.MaxPieces():
		return Value{}, fmt.Errorf("%w: the position has %d, and these tables reach %d", ErrTooManyPieces, n, t.MaxPieces())
	}
	return Value{}, t.Err()
}

// MoveValue is a move with what it is worth to the side that makes it.
type MoveValue struct {
	Move dama.Move
	Value
}

// Moves returns the legal moves of a position with what each is worth, best first;
// moves of equal worth stay in the generator's order. There is none where the
// board has ended the game.
func (t *Tables) Moves(p dama.Position) ([]MoveValue, error) {
	if _, err := t.Ask(p); err != nil {
		return nil, err
	}
	f := t.Rules().Facts()
	if f.BoardOutcome(p).Over {
		return nil, nil
	}
	var list []MoveValue
	for _, m := range f.Generator().Moves(p) {
		v, err := t.Ask(p.Make(m))
		if err != nil {
			return nil, err
		}
		list = append(list, MoveValue{m, v.Before()})
	}
	slices.SortStableFunc(list, func(a, b MoveValue) int {
		switch {
		case a.Better(b.Value):
			return -1
		case b.Better(a.Value):
			return 1
		}
		return 0
	})
	return list, nil
}

// FileInfo is what a file of a set holds.
type FileInfo struct {
	Path   string
	Bytes  int64
	Tables []Summary // for either side to move
}

// Info returns what the files of the set hold, in the order in which they are
// built. The figures are those in the files; [Tables.Verify] counts them again.
func (t *Tables) Info() []FileInfo {
	var list []FileInfo
	for i, f := range t.files {
		list = append(list, FileInfo{t.manifest.Files[i].Path, f.size, slices.Clone(f.header.Tables)})
	}
	return list
}
