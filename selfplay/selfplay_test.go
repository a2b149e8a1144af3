package selfplay

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
)

func smallSpec(t testing.TB, ruleset string) (Spec, Material) {
	rules, err := dama.FindRuleset(ruleset)
	if err != nil {
		t.Fatal(err)
	}
	w := eval.Default()
	s := NewSpec(rules, w, 7, 40)
	s.Opening.Nodes, s.ShardGames, s.Guards.PlyLimit = 40, 4, 150
	s.Params.TableEntries = 1 << 8
	return s, Material{Rules: rules, White: w, Black: w}
}

// tree returns the files below a folder with their contents.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == datasets.LockName {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[rel] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func sameTree(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d files, want %d", what, len(got), len(want))
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
}

func mustRun(t *testing.T, dir string, s Spec, m Material, games, workers int) {
	t.Helper()
	if _, err := Run(context.Background(), dir, s, m, Options{Games: games, Workers: workers}); err != nil {
		t.Fatal(err)
	}
}

func TestSameBytes(t *testing.T) {
	rulesets := []string{"federation", "ply-yard", "ludoteka"}
	if testing.Short() {
		rulesets = rulesets[:1]
	}
	for _, name := range rulesets {
		s, m := smallSpec(t, name)
		one := t.TempDir()
		mustRun(t, one, s, m, 10, 1)
		want := tree(t, one)
		if len(want) != 5 {
			t.Fatalf("%d files, want a manifest, weights and 3 shards", len(want))
		}
		for _, workers := range []int{2, 7, 16} {
			dir := t.TempDir()
			mustRun(t, dir, s, m, 10, workers)
			sameTree(t, name+" with several workers", tree(t, dir), want)
		}
		extended := t.TempDir()
		for _, games := range []int{1, 6, 6, 3, 10} {
			mustRun(t, extended, s, m, games, 2)
		}
		sameTree(t, name+" extended", tree(t, extended), want)
	}
}

func TestStoppedAndResumed(t *testing.T) {
	s, m := smallSpec(t, "federation")
	whole, stopped := t.TempDir(), t.TempDir()
	mustRun(t, whole, s, m, 12, 2)
	stops := 0
	for stop := 1; ; stop++ {
		ctx, cancel := context.WithCancel(context.Background())
		seen := 0
		_, err := Run(ctx, stopped, s, m, Options{Games: 12, Workers: 2, Progress: func(Progress) {
			if seen++; seen == 2 {
				cancel()
			}
		}})
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		stops++
	}
	if stops == 0 {
		t.Error("the run was never stopped in the middle")
	}
	sameTree(t, "stopped and resumed", tree(t, stopped), tree(t, whole))
}

// TestCrashBeforeManifest leaves behind what a kill between the writing of a
// shard and of the manifest does.
func TestCrashBeforeManifest(t *testing.T) {
	s, m := smallSpec(t, "federation")
	dir, want := t.TempDir(), t.TempDir()
	mustRun(t, want, s, m, 8, 2)
	mustRun(t, dir, s, m, 4, 2)
	manifest, err := os.ReadFile(filepath.Join(dir, datasets.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, dir, s, m, 8, 2)
	if err := os.WriteFile(filepath.Join(dir, datasets.ManifestName), manifest, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "games", ".shard-00001.parquet.tmp-123"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	mustRun(t, dir, s, m, 8, 2)
	got := tree(t, dir)
	delete(got, filepath.Join("games", ".shard-00001.parquet.tmp-123"))
	sameTree(t, "after a crash", got, tree(t, want))
}

func TestMissingShardIsPlayedAgain(t *testing.T) {
	s, m := smallSpec(t, "federation")
	dir := t.TempDir()
	mustRun(t, dir, s, m, 10, 2)
	want := tree(t, dir)
	if err := os.Remove(filepath.Join(dir, "games", "shard-00001.parquet")); err != nil {
		t.Fatal(err)
	}
	mustRun(t, dir, s, m, 10, 2)
	sameTree(t, "after a lost shard", tree(t, dir), want)
}

func TestRefusals(t *testing.T) {
	s, m := smallSpec(t, "federation")
	dir := t.TempDir()
	mustRun(t, dir, s, m, 4, 2)
	before := tree(t, dir)
	other := s
	other.Nodes++
	_, err := Run(context.Background(), dir, other, m, Options{Games: 4, Workers: 1})
	if !errors.Is(err, ErrOtherSpec) || !strings.Contains(err.Error(), "nodes is 40 there, 41 is asked for") {
		t.Errorf("another spec: %v", err)
	}
	sameTree(t, "after a refusal", tree(t, dir), before)

	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "thesis.txt"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), full, s, m, Options{Games: 4, Workers: 1}); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("a folder with something else: %v", err)
	}
	if got := tree(t, full); len(got) != 1 {
		t.Errorf("the refused folder now holds %d files", len(got))
	}
	shard := filepath.Join(dir, "games", "shard-00000.parquet")
	data, err := os.ReadFile(shard)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(shard, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), dir, s, m, Options{Games: 8, Workers: 1}); err == nil || !strings.Contains(err.Error(), "shard-00000") {
		t.Errorf("a damaged shard: %v", err)
	}
}

// TestFilesInTheWay puts somebody's file where the next shard goes.
func TestFilesInTheWay(t *testing.T) {
	s, m := smallSpec(t, "federation")
	dir := t.TempDir()
	mustRun(t, dir, s, m, 4, 2)
	path := filepath.Join(dir, "games", "shard-00001.parquet")
	if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Run(context.Background(), dir, s, m, Options{Games: 8, Workers: 2})
	if data, _ := os.ReadFile(path); err == nil || string(data) != "precious" {
		t.Errorf("somebody's file was replaced: %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	mustRun(t, dir, s, m, 8, 2)
}

func TestValidateReportsAllFaults(t *testing.T) {
	var s Spec
	err := s.Validate()
	for _, want := range []string{"nodes", "opening.policy", "ply_limit", "stalled_plies", "shard_games", "table_entries"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not speak of %s: %v", want, err)
		}
	}
}

// TestRowsAreTrue replays the games: every move legal, the result and the reason
// those of the rules.
func TestRowsAreTrue(t *testing.T) {
	s, m := smallSpec(t, "checkers-arena")
	dir := t.TempDir()
	mustRun(t, dir, s, m, 12, 2)
	d, err := datasets.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for g, err := range d.Games() {
		if err != nil {
			t.Fatal(err)
		}
		ids[g.ID] = true
		h := dama.NewHistory(m.Rules.Facts, dama.StartPosition())
		for i, text := range g.Moves {
			if h.Outcome().Over {
				t.Fatalf("%s goes on after its end at ply %d", g.ID, i)
			}
			move, err := m.Rules.Generator().ParseMove(h.Position(), text)
			if err != nil {
				t.Fatalf("%s ply %d: %v", g.ID, i, err)
			}
			if (g.Scores[i] == nil) != (i < int(g.OpeningPlies)) {
				t.Errorf("%s ply %d: score %v", g.ID, i, g.Scores[i])
			}
			h.Play(move)
		}
		if o := h.Outcome(); o.Over != (g.EndedBy == datasets.EndedByRule) || o.Over && (o.Reason != g.Termination || int8(o.Result) != *g.Result) {
			t.Errorf("%s: stored %v by %v, the rules say %+v", g.ID, g.Termination, g.EndedBy, o)
		}
	}
	if len(ids) != 12 {
		t.Errorf("%d different games, want 12", len(ids))
	}
}

func BenchmarkGames(b *testing.B) {
	s, m := smallSpec(b, "federation")
	s.Nodes, s.Opening.Nodes = 1000, 500
	digest, err := s.Digest()
	if err != nil {
		b.Fatal(err)
	}
	if err := m.prepare(&s); err != nil {
		b.Fatal(err)
	}
	p, openings := newPlayer(&s, digest, &m), newPlanner(&s, digest, &m, 0)
	plies := 0
	for i := int64(0); b.Loop(); i++ {
		o, err := openings.take(context.Background(), i)
		if err != nil {
			b.Fatal(err)
		}
		g, err := p.play(context.Background(), i, o)
		if err != nil {
			b.Fatal(err)
		}
		plies += int(g.Plies)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(plies)/float64(b.N), "plies/game")
}
