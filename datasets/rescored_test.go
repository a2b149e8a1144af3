package datasets

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"damalab/dama"
)

// byKey are tables that say of each position what a hash of it says.
type byKey struct {
	pieces int
	fault  error
}

func (t byKey) MaxPieces() int { return t.pieces }
func (t byKey) Err() error     { return t.fault }

func (t byKey) Probe(p dama.Position) (result, plies int, ok bool) {
	if p.Occupied().Count() > t.pieces {
		panic("more pieces are asked than the tables know")
	}
	return int(p.Key()%3) - 1, 6, t.fault == nil
}

// reached is what the fakes know of the random games here: enough of them, and not all.
const reached = 9

// rescoredSet makes a set of self-play and a rescored one of it. known has for each
// game the first ply that the tables know, -1 for none.
func rescoredSet(t *testing.T, spec map[string]any) (from, s *auditSet, known []int) {
	t.Helper()
	from = newAuditSet(t, federation(t), spec, 90)
	from.save()
	mustWriteText(t, filepath.Join(from.dir, InputsFolder, "weights-"+strings.Repeat("a", 64)+".json"), "{}")
	out := filepath.Join(t.TempDir(), "out")
	m := mustRescore(t, out, from.dir, 2)
	s = &auditSet{t: t, dir: out, manifest: m, games: mustGames(t, out), perShard: from.perShard}
	for _, g := range from.games {
		first := -1
		for ply, p := range positionsOfGame(from.manifest.Ruleset, g) {
			if first < 0 && p.Occupied().Count() <= reached {
				first = ply
			}
		}
		known = append(known, first)
	}
	return from, s, known
}

func mustWriteText(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func positionsOfGame(rules dama.Ruleset, g Game) (list []dama.Position) {
	h := historyOf(rules, g)
	for ply := range h.Plies() + 1 {
		list = append(list, h.PositionAt(ply))
	}
	return list
}

func mustGames(t testing.TB, dir string) (list []Game) {
	t.Helper()
	d, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for g, err := range d.Games() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

// mustRescore rescores by byKey.
func mustRescore(t testing.TB, out, in string, workers int) *Manifest {
	t.Helper()
	d, err := Open(in)
	if err != nil {
		t.Fatal(err)
	}
	rules := json.RawMessage(`{"promotion":"move-end"}`)
	m, err := WriteRescored(t.Context(), out, d, RescoreOptions{
		Tables:  []TablesUsed{{Rulesets: []string{"federation"}, Pieces: reached, Digest: "d", Rules: rules, RulesDigest: "r"}},
		Workers: workers,
		Value: func(_ int, g *Game) (*int8, error) {
			for _, p := range positionsOfGame(d.Manifest.Ruleset, *g) {
				if p.Occupied().Count() > reached {
					continue
				}
				r, _, _ := byKey{pieces: reached}.Probe(p)
				if p.Side() == dama.Black {
					r = -r
				}
				return new(int8(r)), nil
			}
			return nil, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func given(t Tables) AuditOptions {
	return AuditOptions{Workers: 2, Tables: map[string]Tables{"federation": t}}
}

// TestRescored: all but one column stays, in the same shards; what the games were
// played with goes along; merged, they are the run again.
func TestRescored(t *testing.T) {
	from, s, known := rescoredSet(t, selfPlaySpec())
	n, before := 0, mustGames(t, from.dir)
	for i, g := range s.games {
		if (g.Rescored != nil) != (known[i] >= 0) {
			t.Errorf("game %d has the exact result %s, and is known from ply %d", i, resultOf(g.Rescored), known[i])
		}
		if g.Rescored != nil {
			n++
		}
		g.Rescored = nil
		if !reflect.DeepEqual(g, before[i]) {
			t.Fatalf("game %d has changed", i)
		}
	}
	if n < 10 || n > len(s.games)-10 {
		t.Fatalf("%d of %d games are known: the test needs both kinds", n, len(s.games))
	}
	for i, f := range s.manifest.Files {
		if f.Path != from.manifest.Files[i].Path || f.Rows != from.manifest.Files[i].Rows {
			t.Errorf("file %+v where there was %+v", f, from.manifest.Files[i])
		}
	}
	again := filepath.Join(t.TempDir(), "again")
	mustRescore(t, again, from.dir, 1)
	if got, want := contents(t, again), contents(t, s.dir); !maps.Equal(got, want) {
		t.Errorf("by one worker %v, by two %v", got, want)
	}
	// Twice rescored, and merged.
	twice, merged, played := filepath.Join(t.TempDir(), "2"), filepath.Join(t.TempDir(), "m"), filepath.Join(t.TempDir(), "p")
	mustRescore(t, twice, s.dir, 1)
	if r := mustMerge(t, merged, twice, s.dir); r.RescoredLeft != int64(2*n) || r.Runs != 1 {
		t.Errorf("%+v", r)
	}
	mustMerge(t, played, from.dir)
	if got, want := contents(t, merged), contents(t, played); !maps.Equal(got, want) {
		t.Errorf("merged %v, want %v", got, want)
	}
}

func TestRescoredPartOfASplit(t *testing.T) {
	s := newAuditSet(t, federation(t), selfPlaySpec(), 60)
	s.save()
	parts, out := filepath.Join(t.TempDir(), "parts"), filepath.Join(t.TempDir(), "out")
	if _, err := Split(t.Context(), parts, s.dir, SplitOptions{Shares: [3]int{60, 20, 20}}, Watch{}); err != nil {
		t.Fatal(err)
	}
	m := mustRescore(t, out, filepath.Join(parts, "test"), 1)
	sources, err := sourcesOf(m)
	if m.Split() != "test" || err != nil || len(sources) != 1 || sources[0].SpecDigest != s.manifest.SpecDigest {
		t.Errorf("the part is %q, of %+v (%v)", m.Split(), sources, err)
	}
	// And a part of a rescored set still knows where its exact results are from.
	again := filepath.Join(t.TempDir(), "again")
	rescored := filepath.Join(t.TempDir(), "rescored")
	mustRescore(t, rescored, s.dir, 1)
	if _, err := Split(t.Context(), again, rescored, SplitOptions{Shares: [3]int{60, 20, 20}}, Watch{}); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{out, filepath.Join(again, "train")} {
		report, err := Audit(t.Context(), dir, given(byKey{pieces: reached}))
		if err != nil || report.Differences != 0 || report.ExactGames == 0 || noteOf(report, noExact) > 0 {
			t.Errorf("%s: %+v, %v", dir, report, err)
		}
	}
}

func TestRescoredFails(t *testing.T) {
	s := newAuditSet(t, federation(t), selfPlaySpec(), 3)
	s.save()
	d, err := Open(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	bad := errors.New("no value")
	o := RescoreOptions{Workers: 1, Value: func(int, *Game) (*int8, error) { return nil, bad }}
	if _, err := WriteRescored(t.Context(), out, d, o); !errors.Is(err, bad) || !strings.Contains(err.Error(), "shard-00000.parquet, row 0: game ") {
		t.Errorf("%v", err)
	}
	gone(t, out)
	o.Value = func(int, *Game) (*int8, error) { return new(int8(2)), nil }
	if _, err := WriteRescored(t.Context(), out, d, o); err == nil || !strings.Contains(err.Error(), "rescored") {
		t.Errorf("a value of 2: %v", err)
	}
	gone(t, out)
	ctx, cancel := context.WithCancel(t.Context())
	o.Value = func(int, *Game) (*int8, error) { cancel(); return nil, nil }
	if _, err := WriteRescored(ctx, out, d, o); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	gone(t, out)
	// A file that is not the one that the manifest means.
	path := s.path(Games, 0)
	data := mustRead(t, path)
	data[len(data)/2] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	o.Value = func(int, *Game) (*int8, error) { return nil, nil }
	if _, err := WriteRescored(t.Context(), out, d, o); !errors.Is(err, ErrDamaged) {
		t.Errorf("%v", err)
	}
	gone(t, out)
}
