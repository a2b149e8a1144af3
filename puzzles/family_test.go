package puzzles

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
)

// solvedRow is a row as far as its family goes.
func solvedRow(kind datasets.PuzzleKind, fen, line string) datasets.Puzzle {
	return datasets.Puzzle{ID: string(kind) + fen, Kind: kind, FEN: fen, Solution: strings.Fields(line), FamilySize: 1}
}

// mirrored shows a row as a symmetry does.
func mirrored(t *testing.T, row datasets.Puzzle, y dama.Symmetry) datasets.Puzzle {
	t.Helper()
	gen := ruleset(t, "federation").Generator()
	p := position(t, row.FEN)
	line, err := movesOf(gen, p, row.Solution)
	if err != nil {
		t.Fatal(err)
	}
	row.FEN, row.Solution = y.Position(p).FEN(), nil
	for _, m := range line {
		row.Solution = append(row.Solution, gen.Text(y.Position(p), y.Move(m)))
		p = p.Make(m)
	}
	return row
}

// TestFamilyOf compares pairs of puzzles.
func TestFamilyOf(t *testing.T) {
	f := ruleset(t, "federation").Facts
	for _, c := range []struct {
		name                   string
		kind                   datasets.PuzzleKind
		fen, line, fen2, line2 string
		same                   bool
	}{
		{
			"the same route", "maximum", "W:Wh3,d2:Bd3,c4,b5,e2,h4", "d2xd4xb4xb6",
			"W:Wh3,d2,a1:Bd3,c4,b5,e2,h4,h7", "d2xd4xb4xb6", true,
		},
		{
			"a longer decoy", "maximum", "W:Wh3,d2:Bd3,c4,b5,e2,h4", "d2xd4xb4xb6",
			"W:Wh3,d2:Bd3,c4,b5,e2,h4,h6", "d2xd4xb4xb6", false,
		},
		{
			"a piece more to take", "maximum", "W:Wh3,d2:Bd3,c4,b5,e2,h4", "d2xd4xb4xb6",
			"W:Wh3,d2:Bd3,c4,b5,e2,h4,b7", "d2xd4xb4xb6xb8", false,
		},
		{
			"one combination in two games", "shot",
			"W:Wd2,h2,a3,b3,e3,g3,h3,a4,b4,c4,e4:Ba5,f5,h5,a6,c6,f6,h6,a7,b7,d7,g7", "e4-e5 f5xd5 c4-c5 d5xb5 b4xb6xd6xd8",
			"W:Wa3,b3,d3,g3,h3,a4,b4,c4,e4,g4,h4:Ba5,f5,g5,h5,a6,c6,g6,h6,a7,b7,d7,h7", "e4-e5 f5xd5 c4-c5 d5xb5 b4xb6xd6xd8", true,
		},
		{
			"the blocking men count", "shot", blocking, "e4-f4 f5xf3 g3xe3",
			strings.Replace(blocking, ":B", ":Bh7,", 1), "e4-f4 f5xf3 g3xe3", false,
		},
		{
			"one exchange in two games", "choice",
			"W:Wa2,b2,a3,a4,Ke3:Bb3,a5,a6,b6,a7,h7", "b2xb4",
			"W:Wa2,b2,d2,g2,h2,a3,f3,h3,a4,d4,h4:Bb3,a5,f5,h5,a6,b6,c6,g6,h6,d7,g7,h7", "b2xb4", true,
		},
		{
			"not decided by captures", "choice", bothOrders, "b3xb5",
			strings.Replace(bothOrders, "h7", "h6", 1), "b3xb5", false,
		},
		{
			"the same capture, another exchange", "choice",
			"W:Wc3,b4,h2:Bc4,c6,c7,h7", "b4xd4", // after c3xc5 Black takes two;
			"W:Wa3,c3,b4,h2:Bc4,c6,c7,h7", "b4xd4", false, // three
		},
		{
			// Either decoy would do, and a4 makes the other mirror the canonical one.
			"two that do the same", "maximum", "W:Wd2,f3,h3:Bd3,c4,b5,f4,h4", "d2xd4xb4xb6",
			"W:Wd2,f3,h3,a4:Bd3,c4,b5,f4,h4", "d2xd4xb4xb6", true,
		},
		{"drills", "drill", chain, "", chain + ",h7", "", false},
		{"no legal move", "shot", chain, "a2-a3", chain + ",h7", "a2-a3", false},
	} {
		a, b := solvedRow(c.kind, c.fen, c.line), solvedRow(c.kind, c.fen2, c.line2)
		if same := familyOf(f, a) == familyOf(f, b); same != c.same {
			t.Errorf("%s: %v", c.name, same)
		}
		if _, err := movesOf(f.Generator(), position(t, c.fen), a.Solution); err != nil {
			continue
		}
		for y := range dama.Symmetry(4) {
			if view := mirrored(t, a, y); familyOf(f, view) != familyOf(f, a) {
				t.Errorf("%s: view %d is of another family: %s", c.name, y, view.FEN)
			}
		}
		b.Kind = datasets.MaximumPuzzle
		if c.kind == datasets.ShotPuzzle && familyOf(f, a) == familyOf(f, b) {
			t.Errorf("%s: another kind is of the same family", c.name)
		}
	}
}

// TestBestOfFamily: rulesets come before pieces, pieces before the gain, and what
// was first before what is equal.
func TestBestOfFamily(t *testing.T) {
	row := func(id string, rulesets int, more string, gain int32) datasets.Puzzle {
		p := solvedRow("maximum", "W:Wh3,d2"+more+":Bd3,c4,b5,e2,h4", "d2xd4xb4xb6")
		p.ID, p.ValidRulesets, p.Gain = id, make([]string, rulesets), gain
		return p
	}
	for _, c := range []struct {
		rows []datasets.Puzzle
		want int
	}{
		{[]datasets.Puzzle{row("a", 5, "", 300), row("b", 6, ",a1,b1", 100)}, 1},
		{[]datasets.Puzzle{row("a", 6, ",a1,b1", 300), row("b", 6, ",a1", 100), row("c", 5, "", 400)}, 1},
		{[]datasets.Puzzle{row("a", 6, ",a1", 100), row("b", 6, ",b1", 200), row("c", 6, ",a1", 200)}, 1},
	} {
		all := families{facts: ruleset(t, "federation").Facts, best: map[familyKey]member{}}
		for _, p := range c.rows {
			all.meet(p)
		}
		if kept := all.kept(); len(kept) != 1 || kept[0].row != c.want || int(kept[0].size) != len(c.rows) {
			t.Errorf("%+v, want row %d", kept, c.want)
		}
	}
}

// TestFamiliesAreWritten: the best one with the family's size, for any number of
// workers, and nothing is left of the others.
func TestFamiliesAreWritten(t *testing.T) {
	const better = "W:Wh3,d2:Bd3,c4,b5,e2,h4"
	o := options(ruleset(t, "federation"))
	games := []datasets.Game{
		still(o.Ruleset, "a", "W:Wh3,d2,a1:Bd3,c4,b5,e2,h4,h7"), still(o.Ruleset, "b", example),
		still(o.Ruleset, "c", better), still(o.Ruleset, "d", better), still(o.Ruleset, "e", "W:Wh3,d2,a1,b1:Bd3,c4,b5,e2,h4,h7"),
	}
	var first []byte
	for _, workers := range []int{1, 3} {
		dir := t.TempDir()
		o.Workers = workers
		funnel, err := MineTo(t.Context(), dir, "source", datasets.All(games), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if funnel.Found != 2 || funnel.Rejected[Similar] != 2 || funnel.Rejected[Duplicate] != 1 || funnel.Judged != 5 || !reflect.DeepEqual(funnel.Tally, funnel.Kinds["maximum"]) {
			t.Errorf("%v", funnel)
		}
		shards, err := os.ReadDir(filepath.Join(dir, "puzzles"))
		if err != nil || len(shards) != 1 {
			t.Fatalf("%v, %v", shards, err)
		}
		path := filepath.Join(dir, "puzzles", shards[0].Name())
		rows, err := datasets.ReadPuzzles(path)
		if err != nil || len(rows) != 2 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		if *rows[0].GameID != "b" || rows[0].FamilySize != 1 || *rows[1].GameID != "c" || rows[1].FamilySize != 3 {
			t.Errorf("%+v", rows)
		}
		if report, err := Verify(t.Context(), datasets.All(rows), o.Ruleset.Facts); err != nil || report.Held != 2 {
			t.Errorf("%+v, %v", report, err)
		}
		data, err := os.ReadFile(path)
		if err != nil || first != nil && !slices.Equal(data, first) {
			t.Errorf("%d workers: other bytes, %v", workers, err)
		}
		first = data
	}
}

// TestNothingIsLeft: after games that end with an error there is no shard, whole or
// half.
func TestNothingIsLeft(t *testing.T) {
	o, dir := options(ruleset(t, "federation")), t.TempDir()
	bad := still(o.Ruleset, "bad", chain)
	bad.Moves = []string{"a2-a3"}
	if _, err := MineTo(t.Context(), dir, "source", datasets.All([]datasets.Game{still(o.Ruleset, "a", example), bad}), o, nil); err == nil {
		t.Fatal("no error")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}
