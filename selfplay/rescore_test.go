package selfplay

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/endgame"
)

// tailCase is a game with what is to be found in it. The first values are those of
// dama endgame probe: two men against one win in 27 from here, and most moves draw.
type tailCase struct {
	ruleset, start string
	moves          []string
	played         *int8
	exact          *int8
	slips          int64
}

func tailCases() []tailCase {
	return []tailCase{
		{"federation", "W:Wa3,b2:Bg7", []string{"a3-a4"}, new(int8(1)), new(int8(1)), 0},
		{"federation", "W:Wa3,b2:Bg7", []string{"b2-b3"}, new(int8(0)), new(int8(1)), 1},
		// The same seen from the other side of the board.
		{"federation", "B:Wg2:Ba6,b7", []string{"b7-b6"}, new(int8(-1)), new(int8(-1)), 1},
		// Four pieces at first; White takes one and has two men against one.
		{"federation", "W:Wa3,b2:Bg7,b3", []string{"b2xb4"}, nil, new(int8(1)), 0},
		// Too many pieces to the end.
		{"federation", "W:Wa2,b2,c2:Bg7,h7", []string{"a2-a3"}, new(int8(1)), nil, 0},
		// The last move takes the last piece.
		{"federation", "W:Wa2,c2,d2:Ba3", []string{"a2xa4"}, new(int8(1)), new(int8(1)), 0},
		// One piece each is a draw here, even if it could take the other,
		{"federation", "W:Wa1:Ba2", nil, new(int8(0)), new(int8(0)), 0},
		// and is none there.
		{"share-link", "W:Wa1:Ba2", []string{"a1xa3"}, new(int8(1)), new(int8(1)), 0},
	}
}

// storeTails writes a dataset of one ruleset, two games a shard, and returns its
// cases in order.
func storeTails(t *testing.T, dir, ruleset string) (cases []tailCase) {
	t.Helper()
	rules, err := dama.FindRuleset(ruleset)
	if err != nil {
		t.Fatal(err)
	}
	m, err := datasets.NewManifest(rules, map[string]any{"tails": ruleset}, "")
	if err != nil {
		t.Fatal(err)
	}
	var games []datasets.Game
	for _, c := range tailCases() {
		if c.ruleset != ruleset {
			continue
		}
		i := int64(len(games))
		start := c.start
		games = append(games, datasets.Game{
			ID: datasets.GameID(m.SpecDigest, i), Ruleset: ruleset, Index: i, StartFEN: &start, Moves: c.moves,
			Scores: make([]*int16, len(c.moves)), Result: c.played, Termination: datasets.UnknownImported, EndedBy: datasets.EndedByImport,
			Plies: int32(len(c.moves)), White: "w", Black: "b", Nodes: make([]int64, len(c.moves)),
		})
		cases = append(cases, c)
	}
	for n := 0; 2*n < len(games); n++ {
		path := filepath.Join(dir, filepath.FromSlash(datasets.ShardPath(datasets.Games, n)))
		info, err := datasets.WriteGames(path, m.Meta(), games[2*n:min(2*n+2, len(games))])
		if err == nil {
			err = m.Add(dir, info)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Save(dir); err != nil {
		t.Fatal(err)
	}
	return cases
}

// builtinTables are the built-in tables of rulesets.
func builtinTables(t *testing.T, names ...string) map[string]*endgame.Tables {
	t.Helper()
	list := map[string]*endgame.Tables{}
	for _, name := range names {
		rules, err := dama.FindRuleset(name)
		if err != nil {
			t.Fatal(err)
		}
		tables, ok := endgame.Builtin(rules.Facts)
		if !ok {
			t.Fatalf("no tables for %s", name)
		}
		t.Cleanup(func() { tables.Close() })
		list[name] = tables
	}
	return list
}

func rescored(t *testing.T, out, in string, o RescoreOptions) (*Rescored, error) {
	t.Helper()
	d, err := datasets.Open(in)
	if err != nil {
		t.Fatal(err)
	}
	return Rescore(context.Background(), out, d, o)
}

// checkTails compares games with their cases, and with what they were in all else.
func checkTails(t *testing.T, cases []tailCase, before, after []datasets.Game) {
	t.Helper()
	if len(after) != len(cases) || len(before) != len(cases) {
		t.Fatalf("%d games and then %d for %d cases", len(before), len(after), len(cases))
	}
	for i, c := range cases {
		g := after[i]
		if !reflect.DeepEqual(g.Rescored, c.exact) {
			t.Errorf("%s %s %v: %v, want %v", c.ruleset, c.start, c.moves, resultText(g.Rescored), resultText(c.exact))
		}
		if g.Rescored = before[i].Rescored; !reflect.DeepEqual(g, before[i]) {
			t.Errorf("a game is\n%+v, and was\n%+v", g, before[i])
		}
	}
}

func resultText(r *int8) string {
	if r == nil {
		return "null"
	}
	return fmt.Sprint(*r)
}

func TestRescore(t *testing.T) {
	in, out := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "out")
	cases := storeTails(t, in, "federation")
	r, err := rescored(t, out, in, RescoreOptions{Tables: builtinTables(t, "federation"), Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	checkTails(t, cases, gamesOf(t, in), gamesOf(t, out))
	want := Rescored{Games: 7, Beyond: 1, Known: 6, Agree: 4, Differ: 1, Untold: 1, Slipped: 2, Slips: 2}
	want.Results = []RescoredCount{{1, 1, 2}, {1, 0, 1}, {1, -1, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}, {-1, 1, 0}, {-1, 0, 0}, {-1, -1, 1}}
	want.Tables, want.SpecDigest = r.Tables, r.SpecDigest
	if !reflect.DeepEqual(*r, want) {
		t.Errorf("the report is\n%+v, want\n%+v", *r, want)
	}
	if u := r.Tables; len(u) != 1 || u[0].Pieces != 3 || !slices.Equal(u[0].Rulesets, []string{"federation"}) || len(u[0].Digest) != 64 || len(u[0].RulesDigest) != 64 {
		t.Errorf("the tables are told as %+v", u)
	}
	for _, workers := range []int{1, 5} {
		again := filepath.Join(t.TempDir(), "again")
		if _, err := rescored(t, again, in, RescoreOptions{Tables: builtinTables(t, "federation"), Workers: workers}); err != nil {
			t.Fatal(err)
		}
		sameFiles(t, out, again)
	}
}

// sameFiles compares two datasets byte by byte.
func sameFiles(t *testing.T, a, b string) {
	t.Helper()
	m, err := datasets.LoadManifest(a)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(m.Files, datasets.FileInfo{Path: datasets.ManifestName}) {
		x, err := os.ReadFile(filepath.Join(a, f.Path))
		if err != nil {
			t.Fatal(err)
		}
		if y, err := os.ReadFile(filepath.Join(b, f.Path)); err != nil || string(x) != string(y) {
			t.Errorf("%s differs (%v)", f.Path, err)
		}
	}
}

// TestRescoreMixed: games of rules that the tables are not for keep what they have,
// and one rescoring adds to another.
func TestRescoreMixed(t *testing.T) {
	base := t.TempDir()
	in := filepath.Join(base, "in")
	cases := append(storeTails(t, filepath.Join(base, "a"), "federation"), storeTails(t, filepath.Join(base, "b"), "share-link")...)
	if _, err := datasets.Merge(t.Context(), in, []string{filepath.Join(base, "a"), filepath.Join(base, "b")}, datasets.Watch{}); err != nil {
		t.Fatal(err)
	}
	second, both, other := filepath.Join(base, "second"), filepath.Join(base, "both"), filepath.Join(base, "other")
	r, err := rescored(t, second, in, RescoreOptions{Tables: builtinTables(t, "share-link")})
	if err != nil || r.OtherRules != 7 || r.Known != 1 || r.Agree != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	half := slices.Clone(cases)
	for i := range half[:7] {
		half[i].exact = nil
	}
	checkTails(t, half, gamesOf(t, in), gamesOf(t, second))
	if _, err := rescored(t, both, second, RescoreOptions{Tables: builtinTables(t, "federation")}); err != nil {
		t.Fatal(err)
	}
	checkTails(t, cases, gamesOf(t, second), gamesOf(t, both))
	if r, err := rescored(t, other, in, RescoreOptions{Tables: builtinTables(t, "federation", "share-link")}); err != nil || len(r.Tables) != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	checkTails(t, cases, gamesOf(t, in), gamesOf(t, other))
	// The whole audit, by the tables.
	tables := map[string]datasets.Tables{}
	for name, set := range builtinTables(t, "federation", "share-link") {
		tables[name] = set
	}
	for dir, exact := range map[string]int64{in: 0, second: 1, both: 7, other: 7} {
		report, err := datasets.Audit(t.Context(), dir, datasets.AuditOptions{Workers: 2, Tables: tables})
		if err != nil || report.Differences != 0 || report.ExactGames != exact || len(report.Unchecked) > 0 {
			t.Errorf("%s: %+v, %v", filepath.Base(dir), report, err)
		}
	}
	// Merged, they are the games as they were played.
	back := filepath.Join(base, "back")
	merged, err := datasets.Merge(t.Context(), back, []string{both}, datasets.Watch{})
	if err != nil || merged.RescoredLeft != 7 {
		t.Errorf("%+v, %v", merged, err)
	}
	sameFiles(t, in, back)
}

// TestRescoreFails: nothing stays of a rescoring that fails.
func TestRescoreFails(t *testing.T) {
	base := t.TempDir()
	in := filepath.Join(base, "in")
	storeTails(t, in, "federation")
	federation := builtinTables(t, "federation")
	for name, c := range map[string]struct {
		in, message string
		tables      map[string]*endgame.Tables
	}{
		"other rules":     {in, "tables are for other rules", map[string]*endgame.Tables{"federation": builtinTables(t, "share-link")["share-link"]}},
		"no tables":       {in, "no tables for any ruleset", builtinTables(t, "share-link")},
		"an illegal move": {illegal(t), "shard-00000.parquet, row 0: game ", federation},
		"no games":        {noGames(t), "has no games", federation},
		"damaged":         {in, "a block is damaged", map[string]*endgame.Tables{"federation": damagedTables(t)}},
	} {
		out := filepath.Join(base, "out")
		if _, err := rescored(t, out, c.in, RescoreOptions{Tables: c.tables, Workers: 2}); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(out); err == nil {
			t.Fatalf("%s: something stays", name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d, err := datasets.Open(in)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Rescore(ctx, filepath.Join(base, "out"), d, RescoreOptions{Tables: federation}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := rescored(t, in, in, RescoreOptions{Tables: federation}); err == nil || !strings.Contains(err.Error(), "the same folder") {
		t.Errorf("in place: %v", err)
	}
}

// oneGame writes a dataset of one game after a change to it; of none if there is no
// change.
func oneGame(t *testing.T, change func(*datasets.Game)) string {
	t.Helper()
	dir := t.TempDir()
	rules, err := dama.FindRuleset("federation")
	if err != nil {
		t.Fatal(err)
	}
	m, err := datasets.NewManifest(rules, map[string]any{"one": 1}, "")
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		start := "W:Wa3,b2:Bg7"
		g := datasets.Game{
			ID: "x-00000000", Ruleset: "federation", StartFEN: &start, Moves: []string{"a3-a4"}, Scores: make([]*int16, 1),
			Plies: 1, Termination: datasets.UnknownImported, EndedBy: datasets.EndedByImport, White: "w", Black: "b",
		}
		change(&g)
		info, err := datasets.WriteGames(filepath.Join(dir, "games", "shard-00000.parquet"), m.Meta(), []datasets.Game{g})
		if err == nil {
			err = m.Add(dir, info)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Save(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func noGames(t *testing.T) string { return oneGame(t, nil) }

func illegal(t *testing.T) string {
	return oneGame(t, func(g *datasets.Game) { g.Moves[0] = "a3-a7" })
}

// damagedTables are tables of two pieces whose blocks can't be read.
func damagedTables(t *testing.T) *endgame.Tables {
	t.Helper()
	rules, err := dama.FindRuleset("federation")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := endgame.Build(t.Context(), dir, endgame.RulesOf(rules.Facts), endgame.BuildOptions{Pieces: 2, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "MvM.endgame")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-33] ^= 1 // the last byte of the last block, before the seal
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	tables, err := endgame.Open(dir, rules.Facts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	return tables
}

// TestTailOfRandomGames compares with a search for the first position with a value,
// asked one after the other.
func TestTailOfRandomGames(t *testing.T) {
	tables := builtinTables(t, "federation")["federation"]
	rules, err := dama.FindRuleset("federation")
	if err != nil {
		t.Fatal(err)
	}
	gen := rules.Generator()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	found := 0
	for range 60 {
		p := dama.StartPosition()
		var moves []dama.Move
		var want []int8
		for h := dama.NewHistory(rules.Facts, p); ; h.Play(moves[len(moves)-1]) {
			p := h.Position()
			if v, err := tables.Ask(p); err == nil {
				if p.Side() == dama.Black {
					v.Result *= -1
				}
				want = append(want, int8(v.Result))
			}
			legal := gen.Moves(p)
			if h.Outcome().Over || len(moves) == 400 || len(legal) == 0 {
				break
			}
			moves = append(moves, legal[r.IntN(len(legal))])
		}
		got, err := tail(tables, p, moves)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v, want %v (%v)", got, want, err)
		}
		found += len(want)
	}
	if found == 0 {
		t.Error("no game came to a known position")
	}
}
