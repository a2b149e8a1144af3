package selfplay

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"damalab/datasets"
)

func TestRepair(t *testing.T) {
	s, m := smallSpec(t, "federation")
	s.Opening.MinPlies, s.Opening.MaxPlies = 2, 3 // so that openings depend on earlier ones
	whole := t.TempDir()
	mustRun(t, whole, s, m, 18, 2) // shards of 4, 4, 4, 4 and 2
	for name, spoil := range map[string]func(path string) error{
		"missing":   os.Remove,
		"truncated": func(path string) error { return os.Truncate(path, 100) },
		"empty":     func(path string) error { return os.Truncate(path, 0) },
		"a flipped bit": func(path string) error {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			data[len(data)/2] ^= 1
			return os.WriteFile(path, data, 0o600)
		},
	} {
		dir := t.TempDir()
		mustRun(t, dir, s, m, 18, 2)
		want := tree(t, dir)
		spoiled := []int{0, 2, 4}
		for _, k := range spoiled {
			if err := spoil(filepath.Join(dir, datasets.ShardPath(datasets.Games, k))); err != nil {
				t.Fatal(err)
			}
		}
		done, err := Repair(context.Background(), dir, RepairOptions{Workers: 2})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if done.Checked != 5 || len(done.Made) != 3 || done.Games != 10 || (len(done.Kept) == 3) != (name != "missing") {
			t.Errorf("%s: %+v", name, done)
		}
		for _, kept := range done.Kept {
			if err := os.Remove(kept); err != nil {
				t.Error(err)
			}
		}
		sameTree(t, name, tree(t, dir), want)
	}
}

func TestRepairOfARange(t *testing.T) {
	s, m := smallSpec(t, "federation")
	dir := t.TempDir()
	if _, err := Run(context.Background(), dir, s, m, Options{First: 6, Games: 12, Workers: 2}); err != nil {
		t.Fatal(err)
	}
	want := tree(t, dir)
	if err := os.Remove(filepath.Join(dir, datasets.ShardPath(datasets.Games, 1))); err != nil {
		t.Fatal(err)
	}
	if _, err := Repair(context.Background(), dir, RepairOptions{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	sameTree(t, "a range", tree(t, dir), want)
}

// TestRepairPromisesTheSameBytes lets the manifest promise other bytes than the
// spec gives.
func TestRepairPromisesTheSameBytes(t *testing.T) {
	s, m := smallSpec(t, "federation")
	dir := t.TempDir()
	mustRun(t, dir, s, m, 4, 2)
	manifest, err := datasets.LoadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	manifest.Files[0].SHA256 = strings.Repeat("0", 64)
	if err := manifest.Save(dir); err != nil {
		t.Fatal(err)
	}
	before := tree(t, dir)
	_, err = Repair(context.Background(), dir, RepairOptions{Workers: 1})
	if err == nil || !strings.Contains(err.Error(), "nothing was changed") {
		t.Errorf("other bytes: %v", err)
	}
	sameTree(t, "after a repair that failed", tree(t, dir), before)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Repair(ctx, dir, RepairOptions{Workers: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	sameTree(t, "after a repair that was stopped", tree(t, dir), before)
	if err := os.RemoveAll(filepath.Join(dir, datasets.InputsFolder)); err != nil {
		t.Fatal(err)
	}
	if _, err := Repair(context.Background(), dir, RepairOptions{Workers: 1}); err == nil || !strings.Contains(err.Error(), datasets.InputsFolder) {
		t.Errorf("without the material: %v", err)
	}
}
