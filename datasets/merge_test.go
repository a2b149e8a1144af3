package datasets

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"damalab/dama"
)

// A run that was played in pieces and merged has the bytes of the run played in
// one go, whatever the pieces: ranges, every other game, games that are in two.
func TestMergeOfPiecesIsTheRun(t *testing.T) {
	run := newTestRun(t, federation(t), 1, 9, 4)
	whole := filepath.Join(t.TempDir(), "whole")
	run.store(t, whole, upTo(0, 9))
	trials(t, 5, func(t *testing.T, r *rand.Rand) {
		dir := t.TempDir()
		pieces := 2 + r.IntN(2)
		has := make([][]int, pieces)
		for i := range run.games {
			for _, p := range r.Perm(pieces)[:1+r.IntN(pieces)] {
				has[p] = append(has[p], i)
			}
		}
		var inputs []string
		for p, indices := range has {
			inputs = append(inputs, filepath.Join(dir, fmt.Sprint(p)))
			run.store(t, inputs[p], indices)
		}
		out := filepath.Join(dir, "out")
		mustMerge(t, out, inputs...)
		if got, want := contents(t, out), contents(t, whole); !maps.Equal(got, want) {
			t.Fatalf("pieces %v: files %v, want %v", has, got, want)
		}
	})
	// A range that begins and ends within a shard keeps the numbers of its shards.
	part, out := filepath.Join(t.TempDir(), "part"), filepath.Join(t.TempDir(), "out")
	run.store(t, part, upTo(3, 6))
	mustMerge(t, out, part)
	if got, want := contents(t, out), contents(t, part); !maps.Equal(got, want) || len(got) != 3 {
		t.Errorf("games 3 to 5: files %v, want %v", got, want)
	}
}

// Merging does not depend on order and nesting, and merging again changes nothing:
// for one run or several, one ruleset or several, with puzzles in two of them.
func TestMergeIsAssociative(t *testing.T) {
	base := t.TempDir()
	house := houseRules(t, "a-b", 20) // sorts after "a" as a name and before it as a path
	runs := []*testRun{
		newTestRun(t, federation(t), 1, 4, 3), newTestRun(t, federation(t), 2, 3, 2),
		newTestRun(t, namedRules(t, "ludoteka"), 3, 3, 2), newTestRun(t, house, 4, 2, 2), newTestRun(t, houseRules(t, "a", 30), 5, 2, 2),
	}
	// Two datasets of each run, made when they are first asked for.
	simple := func(i int) string {
		run, n, second := runs[i/2], len(runs[i/2].games), i%2 == 1
		dir := filepath.Join(base, fmt.Sprint(i))
		if _, err := os.Stat(dir); err == nil {
			return dir
		}
		if !second {
			run.store(t, dir, upTo(0, n-1))
			return dir
		}
		run.store(t, dir, upTo(n-2, n))
		storePuzzles(t, dir, run.rules, fmt.Sprintf(`{"min":%d}`, i/2%2), "p", fmt.Sprint("q", i))
		return dir
	}
	trials(t, 4, func(t *testing.T, r *rand.Rand) {
		dir, n := t.TempDir(), 0
		merge := func(inputs ...string) string {
			n++
			out := filepath.Join(dir, fmt.Sprint(n))
			mustMerge(t, out, inputs...)
			return out
		}
		var mixed []string
		for _, i := range r.Perm(2 * len(runs))[:3+r.IntN(2)] {
			mixed = append(mixed, simple(i))
		}
		want := contents(t, merge(mixed...))
		left := merge(merge(mixed[1], mixed[0]), mixed[2])
		right := merge(mixed[1], merge(mixed[2], mixed[0]))
		for _, rest := range mixed[3:] {
			left, right = merge(left, rest), merge(rest, right, rest)
		}
		for _, got := range []string{left, right, merge(left), merge(left, right, mixed[1])} {
			if got := contents(t, got); !maps.Equal(got, want) {
				t.Fatalf("%q: %v, want %v", mixed, got, want)
			}
		}
		checkWhole(t, left)
	})
}

// storePuzzles adds a shard of puzzles with the given ids to a dataset.
func storePuzzles(t testing.TB, dir string, rules dama.Ruleset, criteria string, ids ...string) {
	t.Helper()
	m, err := LoadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	var rows []Puzzle
	for _, id := range ids {
		p := storedPuzzles()[1]
		p.ID, p.Ruleset, p.GameID, p.Ply = id, rules.Name, new(m.SpecDigest[:16]+"-00000000"), new(int32(1))
		rows = append(rows, p)
	}
	meta := m.Meta()
	meta.Extra = map[string]string{"criteria": criteria}
	addShard(t, dir, m, ShardPath(Puzzles, 0), meta, rows)
	mustSave(t, dir, m)
}

// checkWhole checks the files of a dataset against its manifest and each file's
// metadata against its folder.
func checkWhole(t testing.TB, dir string) {
	t.Helper()
	d, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if problems, err := CheckFiles(dir); err != nil || len(problems) > 0 {
		t.Errorf("%s: %v, %v", dir, problems, err)
	}
	for _, rules := range d.Manifest.AllRulesets() {
		for _, info := range d.shardsOf(Games, rules.Name) {
			h, err := ReadHeader(filepath.Join(dir, info.Path))
			if err != nil || h.Ruleset != rules.Name || h.RulesetDigest != rules.Digest() || h.SpecDigest != d.Manifest.SpecDigest {
				t.Errorf("%s: %+v, %v", info.Path, h, err)
			}
		}
	}
}

func TestMergeOfRuns(t *testing.T) {
	base := t.TempDir()
	a, b := newTestRun(t, federation(t), 1, 3, 2), newTestRun(t, federation(t), 2, 2, 2)
	c := newTestRun(t, namedRules(t, "ludoteka"), 3, 2, 2)
	in := func(name string) string { return filepath.Join(base, name) }
	a.store(t, in("a"), upTo(0, 3))
	b.store(t, in("b"), upTo(0, 2))
	c.store(t, in("c"), upTo(0, 2))

	report := mustMerge(t, in("ab"), in("b"), in("a"), in("b"))
	if report.Games != 5 || report.RepeatedGames != 2 || report.Runs != 2 {
		t.Errorf("report %+v", report)
	}
	d, err := Open(in("ab"))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Manifest.Files) != 1 || d.Manifest.Mixed() || d.Manifest.WeightsDigest != "" || !strings.Contains(string(d.Manifest.Spec), `"games":3`) {
		t.Errorf("manifest %+v", d.Manifest)
	}
	want := append(append([]Game{}, a.games...), b.games...)
	if b.digest < a.digest {
		want = append(append([]Game{}, b.games...), a.games...)
	}
	if got := allGames(t, in("ab")); !reflect.DeepEqual(got, want) {
		t.Errorf("%d games in another order", len(got))
	}

	mustMerge(t, in("abc"), in("ab"), in("c"))
	m, err := LoadManifest(in("abc"))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Files) != 2 || m.Files[1].Path != "games/ruleset=ludoteka/shard-00000.parquet" || m.Ruleset.Name != "federation" {
		t.Errorf("files %+v", m.Files)
	}
	if r, ok := m.RulesetFor("ludoteka"); !ok || r.Digest() != c.rules.Digest() {
		t.Errorf("ludoteka is %v, %v", r.Name, ok)
	}
	if _, ok := m.RulesetFor("istanbul"); ok {
		t.Error("a ruleset that is not there was found")
	}
	if _, err := m.OneRuleset(); !errors.Is(err, ErrMixed) || !strings.Contains(err.Error(), "federation, ludoteka") {
		t.Errorf("one ruleset: %v", err)
	}
}

func allGames(t testing.TB, dir string) (games []Game) {
	t.Helper()
	d, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for row, err := range placedRows[Game](t.Context(), d) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, row.row)
	}
	return games
}

func TestMergeConflicts(t *testing.T) {
	base := t.TempDir()
	a, b, out := filepath.Join(base, "a"), filepath.Join(base, "b"), filepath.Join(base, "deep", "out")
	run := newTestRun(t, federation(t), 1, 25, 10)
	run.store(t, a, upTo(0, 25))
	for i := range 22 {
		run.games[i].White = "somebody else"
	}
	run.games[3].Moves[0], run.games[3].White = "changed", "w"
	run.store(t, b, upTo(0, 25))
	_, err := Merge(t.Context(), out, []string{a, b}, Watch{})
	var conflicts *ConflictError
	if !errors.As(err, &conflicts) || conflicts.Total != 22 || len(conflicts.List) != 20 {
		t.Fatalf("%v", err)
	}
	shard := filepath.FromSlash("games/shard-00000.parquet")
	want := Conflict{
		ID: run.games[3].ID, First: filepath.Join(a, shard) + ", row 3", Second: filepath.Join(b, shard) + ", row 3", Column: "moves",
	}
	if conflicts.List[3] != want || conflicts.List[4].Column != "white" {
		t.Errorf("conflicts %v", conflicts.List)
	}
	gone(t, filepath.Join(base, "deep"))
}

func TestMergeRefuses(t *testing.T) {
	base := t.TempDir()
	in := func(name string) string { return filepath.Join(base, name) }
	run := newTestRun(t, federation(t), 1, 4, 4)
	run.store(t, in("good"), upTo(0, 4))
	write := func(name string, change func(m *Manifest, games []Game)) {
		m, games := run.begin(t), append([]Game{}, run.games...)
		change(m, games)
		addShard(t, in(name), m, ShardPath(Games, 0), m.Meta(), games)
		mustSave(t, in(name), m)
	}
	write("unsorted", func(_ *Manifest, g []Game) { g[1], g[2] = g[2], g[1] })
	write("foreign-id", func(_ *Manifest, g []Game) { g[2].ID = "game 2" })
	write("foreign-run", func(_ *Manifest, g []Game) { g[3].ID = GameID("ffffffffffffffffffff", 3) })
	write("rules", func(_ *Manifest, g []Game) { g[2].Ruleset = "ludoteka" })
	write("spec", func(m *Manifest, _ []Game) { m.Spec = []byte(`{"other":1}`) })
	newTestRun(t, houseRules(t, "club", 20), 2, 1, 1).store(t, in("club-20"), upTo(0, 1))
	newTestRun(t, houseRules(t, "club", 30), 3, 1, 1).store(t, in("club-30"), upTo(0, 1))
	run.store(t, in("other-file"), upTo(0, 4))
	ludoteka := newTestRun(t, namedRules(t, "ludoteka"), 1, 4, 4)
	m, _ := LoadManifest(in("other-file"))
	addShard(t, in("other-file"), m, ShardPath(Games, 0), MetaOf(ludoteka.rules, "", ""), run.games)
	mustSave(t, in("other-file"), m)
	run.store(t, in("damaged"), upTo(0, 4))
	os.WriteFile(filepath.Join(in("damaged"), "games", "shard-00000.parquet"), []byte("x"), 0o600)
	m = run.begin(t)
	addShard(t, in("positions"), m, ShardPath(Positions, 0), m.Meta(), storedPositions())
	mustSave(t, in("positions"), m)

	for _, c := range []struct{ inputs, message string }{
		{"unsorted", "row 2: it should stand before the row before it"},
		{"foreign-id", `game "game 2": the id of game number 2`},
		{"foreign-run", "none of the runs"},
		{"rules", `ruleset "ludoteka", which the manifest does not name`},
		{"spec", "spec_digest is"},
		{"club-20 club-30", `its ruleset "club"`},
		{"club-30 good club-20", `its ruleset "club"`},
		{"other-file", "it belongs to another dataset"},
		{"damaged", "the file is damaged"},
		{"positions", "make positions from the result"},
		{"nowhere", "is not a dataset"},
	} {
		var inputs []string
		for name := range strings.FieldsSeq("good " + c.inputs) {
			if c.inputs != "positions" || name != "good" {
				inputs = append(inputs, in(name))
			}
		}
		if _, err := Merge(t.Context(), in("out"), inputs, Watch{}); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v", c.inputs, err)
		}
		gone(t, in("out"))
	}
}

// Merging stops when the context ends, wherever it is, and leaves nothing.
func TestMergeStopped(t *testing.T) {
	base := t.TempDir()
	in, out := filepath.Join(base, "in"), filepath.Join(base, "out")
	newTestRun(t, federation(t), 1, 6, 2).store(t, in, upTo(0, 6))
	stop := func(after int) error {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		steps := 0
		_, err := Merge(ctx, out, []string{in}, Watch{Step: func(int, int) {
			if steps++; steps > after {
				cancel()
			}
		}})
		return err
	}
	for after := 0; after < 11; after += 5 {
		if err := stop(after); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped after %d steps: %v", after, err)
		}
		gone(t, out)
	}
	if err := stop(100); err != nil {
		t.Error(err)
	}
}
