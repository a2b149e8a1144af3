package datasets

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// makeDataset writes two shards of games and the manifest, and returns the
// folder and the games.
func makeDataset(t *testing.T) (string, []Game) {
	t.Helper()
	dir := t.TempDir()
	m, err := NewManifest(federation(t), map[string]any{"seed": uint64(1<<63 + 1), "nodes": 200, "name": "a<b & Türk daması"}, "feed")
	if err != nil {
		t.Fatal(err)
	}
	games := randomGames(t, 5, 30, 0)
	for n, part := range [][]Game{games[:20], games[20:]} {
		info, err := WriteGames(filepath.Join(dir, filepath.FromSlash(ShardPath(Games, n))), m.Meta(), part)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Add(dir, info); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Save(dir); err != nil {
		t.Fatal(err)
	}
	return dir, games
}

func TestManifest(t *testing.T) {
	dir, _ := makeDataset(t)
	path := filepath.Join(dir, ManifestName)
	first := mustRead(t, path)
	m, err := LoadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"name":"a<b & Türk daması","nodes":200,"seed":9223372036854775809}`; string(m.Spec) != want {
		t.Errorf("the spec is %s, not %s", m.Spec, want)
	}
	if digest, _, _ := SpecDigest(m.Spec); digest != m.SpecDigest {
		t.Errorf("the spec read back has the digest %s, not %s", digest, m.SpecDigest)
	}
	if err := m.Save(dir); err != nil {
		t.Fatal(err)
	}
	if second := mustRead(t, path); string(first) != string(second) {
		t.Errorf("saved, loaded and saved again:\n%s\n%s", first, second)
	}
	if len(m.Files) != 2 || m.Files[1].Path != "games/shard-00001.parquet" || m.Files[1].Rows != 10 {
		t.Errorf("files %+v", m.Files)
	}
	if err := m.Add(dir, FileInfo{Path: filepath.Dir(dir)}); err == nil {
		t.Error("a file outside the folder was listed")
	}
}

func TestLoadManifestRefuses(t *testing.T) {
	dir, _ := makeDataset(t)
	path := filepath.Join(dir, ManifestName)
	good := string(mustRead(t, path))
	for _, c := range []struct{ old, new, message string }{
		{`"version": 1`, `"version": 2`, "newer"},
		{`"version": 1`, `"version": 0`, "begins with 1"},
		{`"schema": "damalab"`, `"schema": "x"`, `its schema is "x"`},
		{`"tool"`, `"colour"`, "colour"},
		{`"repetition": 3`, `"repetition": 0`, "ruleset_digest"},
		{`games/shard-00001`, `games/shard-00000`, "listed twice"},
		{`games/shard-00001`, `../shard-00001`, "plain path"},
		{good[len(good)/2:], "", "damaged"},
	} {
		if !strings.Contains(good, c.old) {
			t.Fatalf("the manifest has no %s:\n%s", c.old, good)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(good, c.old, c.new, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := LoadManifest(dir)
		if err == nil || !strings.HasPrefix(err.Error(), path) || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s -> %s: %v", c.old, c.new, err)
		}
	}
	if _, err := LoadManifest(t.TempDir()); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "not a dataset") {
		t.Errorf("no manifest: %v", err)
	}
}

func TestCheckFiles(t *testing.T) {
	dir, _ := makeDataset(t)
	shard := func(n int) string { return filepath.Join(dir, filepath.FromSlash(ShardPath(Games, n))) }
	check := func(want ...ProblemKind) {
		t.Helper()
		problems, err := CheckFiles(dir)
		var kinds []ProblemKind
		for _, p := range problems {
			kinds = append(kinds, p.Kind)
		}
		if err != nil || !reflect.DeepEqual(kinds, want) {
			t.Errorf("problems %v, %v; want %v", problems, err, want)
		}
	}
	check()
	data := mustRead(t, shard(0))
	data[len(data)/2] ^= 1
	os.WriteFile(shard(0), data, 0o600)
	check(FileChecksum)
	os.WriteFile(shard(7), data, 0o600)
	os.Remove(shard(1))
	check(FileChecksum, FileMissing, FileUnlisted)
	os.WriteFile(shard(0), data[1:], 0o600)
	os.Mkdir(shard(1), 0o700)
	check(FileSize, FileUnreadable, FileUnlisted)
}

func TestDataset(t *testing.T) {
	dir, games := makeDataset(t)
	d, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	collect := func() (got []Game, err error) {
		for g, err := range d.Games() {
			if err != nil {
				return got, err
			}
			got = append(got, g)
		}
		return got, nil
	}
	for _, d.Verify = range []bool{false, true} {
		if got, err := collect(); err != nil || !reflect.DeepEqual(got, games) {
			t.Errorf("verify %v: %d games, %v", d.Verify, len(got), err)
		}
	}
	for range d.Puzzles() {
		t.Error("a dataset of games has a puzzle")
	}
	// A whole shard that is not the manifest's: a reader that counts rows sees it
	// where their number differs, one that verifies always does.
	second := filepath.Join(dir, filepath.FromSlash(ShardPath(Games, 1)))
	mustWrite(t, second, games[:10])
	if got, err := collect(); !errors.Is(err, ErrDamaged) || len(got) != 20 {
		t.Errorf("another shard: %d games, %v", len(got), err)
	}
	d.Verify = false
	mustWrite(t, second, games[:9])
	if _, err := collect(); err == nil || !strings.Contains(err.Error(), "9 rows, but the manifest says 10") {
		t.Errorf("a shorter shard: %v", err)
	}
}

func TestSpecDigest(t *testing.T) {
	type spec struct {
		Nodes int     `json:"nodes"`
		Seed  uint64  `json:"seed"`
		Noise float64 `json:"noise"`
	}
	digest, canonical, err := SpecDigest(spec{200, 1<<64 - 1, 0.1})
	if want := `{"nodes":200,"noise":0.1,"seed":18446744073709551615}`; err != nil || string(canonical) != want {
		t.Errorf("canonical %s, %v", canonical, err)
	}
	if digest != sha(canonical) {
		t.Errorf("digest %s", digest)
	}
	other, _, _ := SpecDigest(map[string]any{"seed": uint64(1<<64 - 1), "noise": 0.1, "nodes": 200})
	if other != digest {
		t.Error("the order of the fields changed the digest")
	}
	if _, _, err := SpecDigest(func() {}); err == nil {
		t.Error("a function has a digest")
	}
	if id := GameID(digest, 42); id != digest[:16]+"-00000042" {
		t.Errorf("game id %s", id)
	}
}

// Canonical JSON of canonical JSON is itself.
func TestCanonicalJSONProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		value := rapid.MapOf(rapid.String(), rapid.SliceOf(rapid.String())).Draw(rt, "value")
		_, once, err := SpecDigest(value)
		if err != nil {
			rt.Fatal(err)
		}
		if twice, err := canonicalJSON(once); err != nil || string(once) != string(twice) {
			rt.Fatalf("%s, then %s, %v", once, twice, err)
		}
	})
}
