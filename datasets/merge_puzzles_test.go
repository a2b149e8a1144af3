package datasets

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"testing"
)

// puzzleSet writes a mined set of puzzles.
func puzzleSet(t testing.TB, dir, source string, puzzles []Puzzle) {
	t.Helper()
	m, err := NewManifest(federation(t), map[string]string{"source": source}, "")
	if err != nil {
		t.Fatal(err)
	}
	addShard(t, dir, m, ShardPath(Puzzles, 0), m.Meta(), puzzles)
	mustSave(t, dir, m)
}

func foundIn(id, game string, ply int32) Puzzle {
	p := storedPuzzles()[1]
	p.ID, p.GameID, p.Ply = id, &game, &ply
	return p
}

// A puzzle that was found in two games is kept as it was found in the first of
// them; two that should be the same and are not are a conflict.
func TestMergePuzzles(t *testing.T) {
	base := t.TempDir()
	in := func(name string) string { return filepath.Join(base, name) }
	mirrored := foundIn("b", "g1", 7)
	mirrored.FEN, mirrored.Solution = "B:Wh2:Bh3", []string{"h3xh1"}
	puzzleSet(t, in("1"), "1", []Puzzle{foundIn("c", "g1", 3), foundIn("a", "g1", 5), mirrored})
	puzzleSet(t, in("2"), "2", []Puzzle{foundIn("b", "g2", 1), foundIn("a", "g1", 4), foundIn("c", "g1", 3)})
	report := mustMerge(t, in("out"), in("1"), in("2"))
	if report.Puzzles != 3 || report.RepeatedPuzzles != 3 {
		t.Errorf("report %+v", report)
	}
	got, err := ReadPuzzles(filepath.Join(in("out"), ShardPath(Puzzles, 0)))
	if want := []Puzzle{foundIn("a", "g1", 4), mirrored, foundIn("c", "g1", 3)}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("puzzles %+v, %v", got, err)
	}

	for column, change := range map[string]func(p *Puzzle){
		"rating":  func(p *Puzzle) { p.Rating = 3; p.GameID = new("g9") },
		"gain":    func(p *Puzzle) { p.Gain, p.FEN, p.GameID = 7, "B:Wh2:Bh3", nil },
		"lead_in": func(p *Puzzle) { p.LeadIn = new("a1-a2") },
		"proof":   func(p *Puzzle) { p.Proof = "x"; p.Ply = new(int32(9)) },
	} {
		other := foundIn("c", "g1", 3)
		change(&other)
		puzzleSet(t, in(column), column, []Puzzle{other})
		_, err := Merge(t.Context(), in("refused"), []string{in("1"), in(column)}, Watch{})
		var conflicts *ConflictError
		if !errors.As(err, &conflicts) || conflicts.Total != 1 || conflicts.List[0].ID != "c" || conflicts.List[0].Column != column {
			t.Errorf("%s: %v", column, err)
		}
		gone(t, in("refused"))
	}
}

// Sorting by way of scratch files gives what sorting in memory gives.
func TestSortedPuzzles(t *testing.T) {
	base := t.TempDir()
	var puzzles []Puzzle
	for i := range 100 {
		puzzles = append(puzzles, foundIn(fmt.Sprint("p", i*37%50), "g", int32(i)))
	}
	dir := filepath.Join(base, "in")
	puzzleSet(t, dir, "x", puzzles)
	d, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	sorted := func(size int) (rows []placed[Puzzle]) {
		runs, err := sortedPuzzles(t.Context(), base, []*Dataset{d, d}, size)
		if err != nil {
			t.Fatal(err)
		}
		if want := 200/size + 1; len(runs) != want {
			t.Errorf("%d runs, want %d", len(runs), want)
		}
		for row, err := range orderedRows(runs, comparePuzzles) {
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, row)
		}
		return rows
	}
	if a, b := sorted(7), sorted(1000); !reflect.DeepEqual(a, b) || len(a) != 200 {
		t.Errorf("%d rows by way of files, %d in memory", len(a), len(b))
	}
	if err := removeScratch(base); err != nil || len(contents(t, base)) != 2 {
		t.Errorf("left behind: %v, %v", contents(t, base), err)
	}
}

// Other facts in the metadata are kept, and listed where they differ.
func TestPuzzleExtras(t *testing.T) {
	lists := [][]string{{`{"min":2}`, `{"min": 2}`}, {"text", `{"min":2}`}, {"text"}, {`{"b":1}`, "text", `{"min":2}`}}
	var datasets []*Dataset
	for i, values := range lists {
		dir := filepath.Join(t.TempDir(), fmt.Sprint(i))
		m, _ := NewManifest(federation(t), i, "")
		for n, value := range values {
			meta := m.Meta()
			meta.Extra = map[string]string{"criteria": value}
			addShard(t, dir, m, ShardPath(Puzzles, n), meta, []Puzzle{})
		}
		datasets = append(datasets, &Dataset{Dir: dir, Manifest: m})
	}
	for i, want := range []string{`{"min":2}`, `["text",{"min":2}]`, "text", `["text",{"b":1},{"min":2}]`} {
		got, err := puzzleExtras(datasets[i : i+1])
		if err != nil || !maps.Equal(got, map[string]string{"criteria": want}) {
			t.Errorf("%q: %v, %v", lists[i], got, err)
		}
		again := listed(want)
		if i == 3 && !reflect.DeepEqual(again, []string{"text", `{"b":1}`, `{"min":2}`}) {
			t.Errorf("listed %q", again)
		}
	}
}
