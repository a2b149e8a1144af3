package endgame

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
)

// federationRules are the rules of the default ruleset.
func federationRules() Rules { return RulesOf(dama.Rulesets()[0].Facts) }

func mustBuild(t *testing.T, dir string, r Rules, o BuildOptions) Built {
	t.Helper()
	built, err := Build(context.Background(), dir, r, o)
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// digests has the SHA-256 of every file in a folder but the lock.
func digests(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]string{}
	for _, e := range entries {
		if e.Name() == lockName {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		sums[e.Name()] = fmt.Sprintf("%x", sha256.Sum256(data))
	}
	return sums
}

func same(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return true
}

// enough is the number of pieces that the tests of building take: three are a
// million positions, too slow for the race detector.
func enough() int {
	if testing.Short() {
		return 2
	}
	return 3
}

func TestSameBytesForAnyNumberOfWorkers(t *testing.T) {
	r := rulesWith(dama.OnePieceUnlessCapture)
	one, many := t.TempDir(), t.TempDir()
	mustBuild(t, one, r, BuildOptions{Pieces: enough(), Workers: 1})
	mustBuild(t, many, r, BuildOptions{Pieces: enough(), Workers: 5})
	if !same(digests(t, one), digests(t, many)) {
		t.Error("the number of workers changes the bytes")
	}
}

// TestBuiltinIsWhatBuildMakes also tells when the built-in tables are out of date.
func TestBuiltinIsWhatBuildMakes(t *testing.T) {
	dir := t.TempDir()
	mustBuild(t, dir, federationRules(), BuildOptions{Pieces: enough(), Workers: 2})
	for name, sum := range digests(t, dir) {
		if name == ManifestName && enough() < BuiltinPieces {
			continue
		}
		data, err := builtin.ReadFile("builtin/federation/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprintf("%x", sha256.Sum256(data)) != sum {
			t.Errorf("%s: not what is built in; run 'make endgames'", name)
		}
	}
}

func TestBuildGoesOn(t *testing.T) {
	r := federationRules()
	whole, broken := t.TempDir(), t.TempDir()
	mustBuild(t, whole, r, BuildOptions{Pieces: enough(), Workers: 2})

	// Stopped within the second file.
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Build(ctx, broken, r, BuildOptions{Pieces: enough(), Workers: 2, Progress: func(_, _ int, material string) {
		if material == "KvM" {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: %v", err)
	}
	if _, err := OpenAny(broken); err == nil || !strings.Contains(err.Error(), "not finished") {
		t.Errorf("an unfinished set opens: %v", err)
	}
	// What a kill leaves of a file at work is swept away.
	leftover := filepath.Join(broken, ".KvM.endgame.tmp-0123456789abcdef")
	if err := os.WriteFile(leftover, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	last := -1
	built := mustBuild(t, broken, r, BuildOptions{Pieces: enough(), Workers: 1, Progress: func(done, total int, _ string) {
		if done < 0 || done > total {
			t.Errorf("progress %d of %d", done, total)
		}
		last = total - done
	}})
	if built.Made != built.Files-1 || last != 0 {
		t.Errorf("made %d of %d files, %d positions short", built.Made, built.Files, last)
	}
	if !same(digests(t, whole), digests(t, broken)) {
		t.Error("going on gives other bytes")
	}
	// Again: nothing to do, and never smaller.
	if built := mustBuild(t, broken, r, BuildOptions{Pieces: 2, Workers: 1}); built.Made != 0 || built.Pieces != enough() {
		t.Errorf("again: %+v", built)
	}
}

func TestBuildRefuses(t *testing.T) {
	r, ctx := federationRules(), context.Background()
	for _, n := range []int{-1, 0, 1, MaxPieces + 1} {
		if _, err := Build(ctx, t.TempDir(), r, BuildOptions{Pieces: n}); err == nil || !strings.Contains(err.Error(), "2 to 5") {
			t.Errorf("%d pieces: %v", n, err)
		}
	}
	used := t.TempDir()
	mine := filepath.Join(used, "letter.txt")
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Build(ctx, used, r, BuildOptions{Pieces: 2}); err == nil || !strings.Contains(err.Error(), "letter.txt") {
		t.Errorf("a folder with something else: %v", err)
	}
	if _, err := Build(ctx, mine, r, BuildOptions{Pieces: 2}); err == nil || !strings.Contains(err.Error(), mine) {
		t.Errorf("a file for a folder: %v", err)
	}
	bad := r
	bad.Promotion = "late"
	if _, err := Build(ctx, t.TempDir(), bad, BuildOptions{Pieces: 2}); err == nil || !strings.Contains(err.Error(), "promotion") {
		t.Errorf("bad rules: %v", err)
	}

	dir := t.TempDir()
	mustBuild(t, dir, r, BuildOptions{Pieces: 2})
	other := rulesWith(dama.OnePieceNo)
	if _, err := Build(ctx, dir, other, BuildOptions{Pieces: 2}); !errors.Is(err, ErrOtherRules) || !strings.Contains(err.Error(), `one_piece_each is "draw" there`) {
		t.Errorf("other rules: %v", err)
	}
	// The same without a manifest, and a damaged file: neither is replaced.
	if err := os.Remove(filepath.Join(dir, ManifestName)); err != nil {
		t.Fatal(err)
	}
	if _, err := Build(ctx, dir, other, BuildOptions{Pieces: 2}); !errors.Is(err, ErrOtherRules) {
		t.Errorf("files of other rules: %v", err)
	}
	path := filepath.Join(dir, "KvM.endgame")
	data, _ := os.ReadFile(path)
	data[len(data)-1] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Build(ctx, dir, r, BuildOptions{Pieces: 2}); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged file: %v", err)
	}
	if now, _ := os.ReadFile(path); !slices.Equal(now, data) {
		t.Error("the damaged file was replaced")
	}
}

func TestRulesOf(t *testing.T) {
	distinct := map[string]bool{}
	for _, r := range dama.Rulesets() {
		distinct[RulesOf(r.Facts).Digest()] = true
		tables, ok := Builtin(r.Facts)
		if !ok || tables.MaxPieces() != BuiltinPieces {
			t.Fatalf("%s has no built-in tables", r.Name)
		}
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	}
	if len(distinct) != 5 {
		t.Errorf("%d different rules among the rulesets, want 5", len(distinct))
	}
	f := dama.Rulesets()[0].Facts
	f.KingVersusMan = dama.KingVersusManNo
	if RulesOf(f) != federationRules() {
		t.Error("where one piece each is a draw, a king against a man is one too")
	}
	f.OnePieceEach = dama.OnePieceUnlessCapture
	if _, ok := Builtin(f); ok {
		t.Error("built-in tables for rules that no ruleset has")
	}
}
