package endgame

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"damalab/dama"
)

// smallSet builds a set of two pieces and returns its folder.
func smallSet(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "set")
	mustBuild(t, dir, rulesWith(dama.OnePieceNo), BuildOptions{Pieces: 2})
	return dir
}

// copyOf copies a set, which is quicker than to build it again.
func copyOf(t *testing.T, set string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "set")
	if err := os.CopyFS(dir, os.DirFS(set)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// useAll opens a set and reads everything in it; what fails first is returned.
func useAll(dir string) error {
	t, err := OpenAny(dir)
	if err != nil {
		return err
	}
	r, err := t.Verify(context.Background(), 1, nil)
	if err == nil && r.Differences > 0 {
		err = errors.New(r.First[0])
	}
	return errors.Join(err, t.Close())
}

func mustWrite(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestEveryDamagedByteIsNoticed(t *testing.T) {
	dir := smallSet(t)
	if err := useAll(dir); err != nil {
		t.Fatal(err)
	}
	for _, base := range []string{"KvM.endgame", ManifestName} {
		path := filepath.Join(dir, base)
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		step := 1
		if testing.Short() {
			step = 9
		}
		for i := 0; i < len(good)-1; i += step { // the last byte of JSON is a line end
			bad := append([]byte{}, good...)
			bad[i] ^= 0x11
			mustWrite(t, path, bad)
			if err := useAll(dir); err == nil || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%s, byte %d of %d changed: %v", base, i, len(good), err)
			}
			mustWrite(t, path, good[:i])
			if err := useAll(dir); err == nil || !strings.Contains(err.Error(), base) {
				t.Fatalf("%s cut off after %d of %d bytes: %v", base, i, len(good), err)
			}
		}
		mustWrite(t, path, append(append([]byte{}, good...), ' ', 'x'))
		if err := useAll(dir); err == nil {
			t.Errorf("%s with more bytes behind", base)
		}
		mustWrite(t, path, good)
	}
}

func TestBadSets(t *testing.T) {
	set := smallSet(t)
	for name, c := range map[string]struct {
		spoil func(t *testing.T, dir string)
		want  string
	}{
		"missing folder":   {func(t *testing.T, dir string) { os.RemoveAll(dir) }, "no such folder"},
		"no manifest":      {func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, ManifestName)) }, "not finished"},
		"missing file":     {func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, "KvM.endgame")) }, "KvM.endgame: the file is missing"},
		"another material": {copyOver("KvK.endgame", "KvM.endgame"), `the file holds "KvK", and its name says KvM`},
		"newer format": {func(t *testing.T, dir string) {
			path := filepath.Join(dir, "KvK.endgame")
			data, _ := os.ReadFile(path)
			binary.LittleEndian.PutUint32(data[len(magic):], 2)
			mustWrite(t, path, data)
		}, "format version 2, and this program reads up to 1"},
		"newer manifest": {replace(ManifestName, `"version": 1`, `"version": 2`), "format version 2"},
		"no table": {func(t *testing.T, dir string) {
			mustWrite(t, filepath.Join(dir, "KvK.endgame"), []byte("hello, world, hello"))
		}, "no file of endgame tables"},
		"a folder": {func(t *testing.T, dir string) {
			os.Remove(filepath.Join(dir, "KvK.endgame"))
			os.Mkdir(filepath.Join(dir, "KvK.endgame"), 0o700)
		}, "no regular file"},
		"a folder for a manifest": {func(t *testing.T, dir string) {
			os.Remove(filepath.Join(dir, ManifestName))
			os.Mkdir(filepath.Join(dir, ManifestName), 0o700)
		}, "manifest.json: "},
		"another format": {replace(ManifestName, "dama-endgame", "damalab"), `its format is "damalab"`},
		"six pieces":     {replace(ManifestName, `"pieces": 2`, `"pieces": 6`), "pieces = 6"},
		"three pieces":   {replace(ManifestName, `"pieces": 2`, `"pieces": 3`), "3 are listed"},
		"unknown field":  {replace(ManifestName, `"pieces"`, `"peaces"`), "peaces"},
		"other rules":    {replace(ManifestName, `"reversal": "forbidden"`, `"reversal": "allowed"`), "rules_digest"},
		"odd rules":      {replace(ManifestName, `"one_piece_each": "no"`, `"one_piece_each": "perhaps"`), "one_piece_each"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := copyOf(t, set)
			c.spoil(t, dir)
			if err := useAll(dir); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), dir) {
				t.Errorf("%v; want the folder and %q in it", err, c.want)
			}
		})
	}
}

func copyOver(from, to string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		data, err := os.ReadFile(filepath.Join(dir, from))
		if err != nil {
			t.Fatal(err)
		}
		mustWrite(t, filepath.Join(dir, to), data)
	}
}

func replace(base, old, with string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		path := filepath.Join(dir, base)
		data, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(data), old) {
			t.Fatalf("%s has no %s (%v)", path, old, err)
		}
		mustWrite(t, path, []byte(strings.Replace(string(data), old, with, 1)))
	}
}

func TestFileOfOtherRules(t *testing.T) {
	dir, other := smallSet(t), t.TempDir()
	mustBuild(t, other, federationRules(), BuildOptions{Pieces: 2})
	data, err := os.ReadFile(filepath.Join(other, "KvM.endgame"))
	if err != nil {
		t.Fatal(err)
	}
	mustWrite(t, filepath.Join(dir, "KvM.endgame"), data)
	if err := useAll(dir); !errors.Is(err, ErrOtherRules) || !strings.Contains(err.Error(), "one_piece_each") {
		t.Errorf("a file of other rules: %v", err)
	}
	if _, err := Open(dir, federationRules().Facts()); err == nil {
		t.Error("opened")
	}
	if _, err := Open(other, rulesWith(dama.OnePieceNo).Facts()); !errors.Is(err, ErrOtherRules) {
		t.Errorf("a set of other rules: %v", err)
	}
}

// damagedBlock makes a set in which a head is in order and a block is not: the last
// one of KvM.endgame, which is MvK's.
func damagedBlock(t *testing.T) (dir, path string) {
	t.Helper()
	dir = smallSet(t)
	path = filepath.Join(dir, "KvM.endgame")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-sealSize-1] ^= 1
	mustWrite(t, path, data)
	return dir, path
}

// TestDamagedBlock: asking tells that it does not know, and why.
func TestDamagedBlock(t *testing.T) {
	dir, path := damagedBlock(t)
	tables, err := OpenAny(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	good, bad := mustFEN(t, "W:WKa1:Ba5"), mustFEN(t, "W:Wa1:BKa5")
	if _, _, ok := tables.Probe(good); !ok || tables.Err() != nil {
		t.Errorf("the whole table: %v, %v", ok, tables.Err())
	}
	for range 2 {
		if _, _, ok := tables.Probe(bad); ok {
			t.Error("a damaged block answers")
		}
	}
	if _, err := tables.Ask(bad); err == nil || !strings.Contains(err.Error(), path) || err != tables.Err() {
		t.Errorf("%v", err)
	}
	if _, err := tables.Verify(context.Background(), 2, nil); err == nil {
		t.Error("verify passes")
	}
}

// TestCutOffWhileOpen: a file that becomes shorter after it was opened is an error
// where a block is missing, and nothing worse, whether pages of memory are gone with
// it or their rest is zeros.
func TestCutOffWhileOpen(t *testing.T) {
	set, asked := filepath.Join("builtin", "federation"), mustFEN(t, "W:Wh6,Ka1:Bb5")
	for _, size := range []int64{4096, int64(prefixSize), 0} {
		dir := copyOf(t, set)
		path := filepath.Join(dir, "KMvM.endgame")
		tables, err := OpenAny(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time on another goroutine's stack
			done := make(chan error)
			go func() {
				_, err := tables.Ask(asked)
				done <- err
			}()
			if err := <-done; err == nil || !strings.Contains(err.Error(), path) || !errors.Is(err, errTruncated) {
				t.Errorf("cut to %d bytes: %v", size, err)
			}
		}
		if _, err := tables.Ask(mustFEN(t, "W:WKa1:BKb5")); err != nil {
			t.Errorf("another file: %v", err)
		}
		for _, f := range tables.files {
			if _, err := f.seal(); (err != nil) != (f.path == path) {
				t.Errorf("%s, and %s is cut to %d bytes: %v", f.path, path, size, err)
			}
		}
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	}
}

func mustFEN(t testing.TB, text string) dama.Position {
	t.Helper()
	p, err := dama.ParseFEN(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestVerifyFindsWrongEntries stores a table with one entry changed, all checksums
// being right.
func TestVerifyFindsWrongEntries(t *testing.T) {
	r := rulesWith(dama.OnePieceNo)
	s, _ := solveAll(t, r, Materials(2))
	p, err := newPacker(1)
	if err != nil {
		t.Fatal(err)
	}
	m, _ := parseMaterial("KvM")
	set, l := smallSet(t), s.tables[m.slot()].layout
	hole := 0
	for _, real := l.boards(hole); real; _, real = l.boards(hole) {
		hole++
	}
	at := func(text string) int {
		b := boardsOf(mustFEN(t, text))
		i, _, _ := l.index(&b)
		return i
	}
	for _, c := range []struct {
		what  string
		index int
		entry byte
	}{
		{"a draw called a win", at("W:WKa1:Bh5"), 2},
		{"a draw called a loss", at("W:WKa1:Bh5"), 3},
		{"a win called a draw", at("W:WKa1:Ba5"), 0},
		{"a win called a longer one", at("W:WKa1:Ba4"), 4},
		{"an index of no position", hole, 77},
	} {
		dir := copyOf(t, set)
		var tables []solved
		for _, material := range m.Tables() {
			old := s.tables[material.slot()]
			tables = append(tables, solved{old.layout, append(memory{}, old.source.(memory)...)})
		}
		tables[0].values[c.index] = c.entry
		path := filepath.Join(dir, "KvM.endgame")
		if err := p.writeFile(context.Background(), path, r, tables); err != nil {
			t.Fatal(err)
		}
		if err := useAll(dir); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: with the old manifest: %v", c.what, err)
		}
		if _, err := Build(context.Background(), dir, r, BuildOptions{Pieces: 2}); err == nil || !strings.Contains(err.Error(), "the manifest says") {
			t.Errorf("%s: building on with the old manifest: %v", c.what, err)
		}
		relist(t, dir)
		if err := useAll(dir); err == nil || !strings.HasPrefix(err.Error(), "KvM, index") {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// relist makes a manifest fit the files beside it.
func relist(t *testing.T, dir string) {
	t.Helper()
	m, err := readManifest(os.DirFS(dir), dir)
	if err != nil {
		t.Fatal(err)
	}
	sums := digests(t, dir)
	for i := range m.Files {
		f := &m.Files[i]
		info, err := os.Stat(filepath.Join(dir, f.Path))
		if err != nil {
			t.Fatal(err)
		}
		f.Bytes, f.SHA256 = info.Size(), sums[f.Path]
	}
	if err := m.write(dir); err != nil {
		t.Fatal(err)
	}
}
