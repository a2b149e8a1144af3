package datasets

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"damalab/dama"
)

// testRun is a run of games, of which datasets hold some.
type testRun struct {
	rules  dama.Ruleset
	spec   map[string]any
	digest string
	games  []Game
	shard  int // games a shard
}

func newTestRun(t testing.TB, rules dama.Ruleset, seed uint64, games, shard int) *testRun {
	t.Helper()
	run := &testRun{rules: rules, shard: shard, spec: map[string]any{
		"seed": seed, "ruleset": rules.Name, "ruleset_digest": rules.Digest(), "shard_games": shard,
	}}
	digest, _, err := SpecDigest(run.spec)
	if err != nil {
		t.Fatal(err)
	}
	run.digest = digest
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range games {
		g := randomGame(rules, r, 0)
		g.ID, g.Index = GameID(digest, int64(i)), int64(i)
		run.games = append(run.games, g)
	}
	return run
}

// begin is the manifest of the run before it has files.
func (run *testRun) begin(t testing.TB) *Manifest {
	t.Helper()
	m, err := NewManifest(run.rules, run.spec, fmt.Sprintf("weights of %v", run.spec["seed"]))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// store writes some of the run's games as a run does: by their numbers, in shards
// by their numbers.
func (run *testRun) store(t testing.TB, dir string, indices []int) {
	t.Helper()
	m := run.begin(t)
	shards := map[int][]Game{}
	for _, i := range slices.Sorted(slices.Values(indices)) {
		shards[i/run.shard] = append(shards[i/run.shard], run.games[i])
	}
	for n, games := range shards {
		addShard(t, dir, m, ShardPath(Games, n), m.Meta(), games)
	}
	mustSave(t, dir, m)
}

func addShard[T Row](t testing.TB, dir string, m *Manifest, path string, meta Meta, rows []T) {
	t.Helper()
	info, err := Write(filepath.Join(dir, filepath.FromSlash(path)), meta, All(rows))
	if err == nil {
		err = m.Add(dir, info)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func mustSave(t testing.TB, dir string, m *Manifest) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := m.Save(dir); err != nil {
		t.Fatal(err)
	}
}

// upTo is the numbers from first to last-1.
func upTo(first, last int) []int {
	var list []int
	for i := first; i < last; i++ {
		list = append(list, i)
	}
	return list
}

// contents are the checksums of all files below a folder but locks.
func contents(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && entry.Name() != LockName {
			files[name] = sha(mustRead(t, filepath.Join(dir, name)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func namedRules(t testing.TB, name string) dama.Ruleset {
	t.Helper()
	r, err := dama.FindRuleset(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func houseRules(t testing.TB, name string, kingMoves int) dama.Ruleset {
	t.Helper()
	r, err := dama.HouseRuleset(name, namedRules(t, "federation"), dama.Overrides{KingMoveLimit: &kingMoves})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func mustMerge(t testing.TB, out string, inputs ...string) *MergeReport {
	t.Helper()
	report, err := Merge(t.Context(), out, inputs, Watch{})
	if err != nil {
		t.Fatalf("merging %q: %v", inputs, err)
	}
	return report
}

// gone fails the test if a folder has anything in it.
func gone(t testing.TB, dir string) {
	t.Helper()
	if _, err := os.Lstat(dir); err == nil {
		t.Errorf("%s is there: %v", dir, contents(t, dir))
	}
}

// trials runs a random test with several seeds, each a subtest of its own name:
// -run NAME/seed=7 repeats one of them. A short run has one of them.
func trials(t *testing.T, n int, test func(t *testing.T, r *rand.Rand)) {
	if testing.Short() {
		n = 1
	}
	for seed := range uint64(n) {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) { test(t, rand.New(rand.NewPCG(seed, 0))) })
	}
}
