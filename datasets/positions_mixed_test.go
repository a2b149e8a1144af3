package datasets

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"damalab/dama"
)

// mixed merges a run under a named ruleset and one under house rules, whose names
// are not in the order of their folders' paths.
func mixed(t testing.TB) (dir string, runs []*testRun) {
	t.Helper()
	base := t.TempDir()
	var parts []string
	for i, rules := range []dama.Ruleset{houseRules(t, "club-b", 20), houseRules(t, "club", 30)} {
		run := newTestRun(t, rules, uint64(i), 6, 4)
		parts = append(parts, filepath.Join(base, fmt.Sprint(i)))
		run.store(t, parts[i], upTo(0, 6))
		runs = append(runs, run)
	}
	dir = filepath.Join(base, "mixed")
	mustMerge(t, dir, parts...)
	return dir, runs
}

// Positions of a mixed dataset are one too: every ruleset has its folder and its
// own metadata, and the rows are those that each game's own rules give.
func TestPositionsOfAMixedDataset(t *testing.T) {
	in, runs := mixed(t)
	out := filepath.Join(t.TempDir(), "p")
	if _, err := WritePositions(t.Context(), mustOpen(t, in), out, PositionsOptions{Workers: 2, shardRows: 200}); err != nil {
		t.Fatal(err)
	}
	d := mustOpen(t, out)
	if names := rulesetNames(d.Manifest.Rulesets); !slices.Equal(names, []string{"club", "club-b"}) {
		t.Errorf("rulesets %v", names)
	}
	for _, run := range runs {
		var want, got []PositionRow
		for _, g := range run.games {
			rows, err := Expand(g, run.rules.Generator())
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, rows...)
		}
		shards := d.shardsOf(Positions, run.rules.Name)
		for n, info := range shards {
			if want := d.Manifest.ShardPath(Positions, run.rules.Name, n); info.Path != want {
				t.Errorf("shard %s, not %s", info.Path, want)
			}
			file := filepath.Join(out, info.Path)
			h, err := ReadHeader(file)
			if err != nil || h.Ruleset != run.rules.Name || h.RulesetDigest != run.rules.Digest() || h.SpecDigest != d.Manifest.SpecDigest {
				t.Errorf("%s: %+v, %v", info.Path, h, err)
			}
			rows, err := Read[PositionRow](file)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, rows...)
		}
		if len(shards) < 2 || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %d rows in %d shards, want %d", run.rules.Name, len(got), len(shards), len(want))
		}
	}
	mustAudit(t, out)
}

// One ruleset of a mixed dataset may have no games; its folders are named all the
// same, which the manifest demands.
func TestPositionsOfOneOfTheRulesets(t *testing.T) {
	base := t.TempDir()
	full, empty := newTestRun(t, federation(t), 1, 4, 4), newTestRun(t, houseRules(t, "club", 20), 2, 0, 4)
	full.store(t, filepath.Join(base, "full"), upTo(0, 4))
	empty.store(t, filepath.Join(base, "empty"), nil)
	mustMerge(t, filepath.Join(base, "in"), filepath.Join(base, "full"), filepath.Join(base, "empty"))
	out := filepath.Join(base, "p")
	if _, err := WritePositions(t.Context(), mustOpen(t, filepath.Join(base, "in")), out, PositionsOptions{}); err != nil {
		t.Fatal(err)
	}
	if shards := mustOpen(t, out).Shards(Positions); len(shards) != 1 || shards[0].Path != "positions/ruleset=federation/shard-00000.parquet" {
		t.Errorf("%v", shards)
	}
	mustAudit(t, out)
}

// mustAudit fails the test for every difference that an audit finds.
func mustAudit(t testing.TB, dir string) {
	t.Helper()
	_, err := Audit(t.Context(), dir, AuditOptions{Workers: 1, Found: func(f Finding) error {
		t.Errorf("%s: %s", dir, f)
		return nil
	}})
	if err != nil {
		t.Error(err)
	}
}
