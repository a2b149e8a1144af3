package datasets

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFillFolder(t *testing.T) {
	base := t.TempDir()
	in, out := filepath.Join(base, "in"), filepath.Join(base, "out")
	run := newTestRun(t, federation(t), 1, 2, 2)
	run.store(t, in, upTo(0, 2))
	d, err := Open(in)
	if err != nil {
		t.Fatal(err)
	}
	shard := filepath.Join(out, filepath.FromSlash(ShardPath(Puzzles, 0)))
	fill := func(failure error) error {
		return FillFolder(out, []string{in}, "", func() (*Manifest, error) {
			m, err := NewManifest(d.Manifest.Ruleset, map[string]int{"n": 1}, "")
			if err != nil {
				return nil, err
			}
			info, err := WritePuzzles(shard, m.Meta(), nil)
			if err == nil {
				err = m.Add(out, info)
			}
			return m, errors.Join(err, failure)
		})
	}
	if err := fill(errors.New("enough")); err == nil || err.Error() != "enough" {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something stays: %v", err)
	}
	mustPut(t, filepath.Join(out, unfinishedName)) // what a kill leaves
	mustPut(t, shard)
	if err := fill(nil); err != nil {
		t.Fatal(err)
	}
	if set, err := Open(out); err != nil || len(set.Shards(Puzzles)) != 1 {
		t.Errorf("%v", err)
	}
	if err := fill(nil); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("a whole set: %v", err)
	}
	if err := FillFolder(filepath.Join(in, "x"), []string{in}, "", nil); err == nil || !strings.Contains(err.Error(), "inside the other") {
		t.Errorf("%v", err)
	}
}

// TestJournalStays: a journal outlives a kill and an error, for those who know of
// it, and is gone at the end.
func TestJournalStays(t *testing.T) {
	const name = ".journal"
	out := filepath.Join(t.TempDir(), "out")
	journal := filepath.Join(out, name)
	enough := errors.New("enough")
	write := func(failure error) func() (*Manifest, error) {
		return func() (*Manifest, error) {
			mustPut(t, journal)
			mustPut(t, filepath.Join(out, filepath.FromSlash(ShardPath(Puzzles, 0))))
			m, err := NewManifest(federation(t), map[string]int{"n": 1}, "")
			return m, errors.Join(err, failure)
		}
	}
	names := func() (list []string) {
		entries, err := os.ReadDir(out)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			list = append(list, e.Name())
		}
		return list
	}
	if err := FillFolder(out, nil, name, write(enough)); !errors.Is(err, enough) {
		t.Fatal(err)
	}
	if got := strings.Join(names(), " "); got != unfinishedName+" "+name {
		t.Errorf("after an error there is %s", got)
	}
	mustPut(t, filepath.Join(out, filepath.FromSlash(ShardPath(Puzzles, 0)))) // as after a kill
	for _, other := range []string{"", ".other"} {
		if err := FillFolder(out, nil, other, write(nil)); err == nil || !strings.Contains(err.Error(), name+" is in it") {
			t.Errorf("a command with the journal %q: %v", other, err)
		}
	}
	if err := FillFolder(out, nil, name, func() (*Manifest, error) {
		if _, err := os.Stat(journal); err != nil {
			t.Errorf("the next run finds no journal: %v", err)
		}
		return nil, errors.Join(os.Remove(journal), enough)
	}); !errors.Is(err, enough) {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(out, unfinishedName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no journal, and there is a marker: %v", err)
	}
	if err := FillFolder(out, nil, name, write(nil)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(journal); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a journal beside the manifest: %v", err)
	}
}
