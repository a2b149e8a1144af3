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
		return FillFolder(out, []string{in}, func() (*Manifest, error) {
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
	if err := FillFolder(filepath.Join(in, "x"), []string{in}, nil); err == nil || !strings.Contains(err.Error(), "inside the other") {
		t.Errorf("%v", err)
	}
}
