package verify

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
)

// root is the main module, as it stands from here.
var root = filepath.Join("..", "..")

// sample builds the program and makes a run with it, sample, and the positions of the
// run's games, sample-positions, its games with exact results, sample-exact, and endgame
// tables, endings, in an empty folder, which it returns. With this seed
// White's wins, draws and Black's wins differ in number, so that a query that takes
// one for another is found out.
func sample(t *testing.T) string {
	t.Helper()
	work, bin := t.TempDir(), filepath.Join(t.TempDir(), "dama")
	build := exec.Command("go", "build", "-o", bin, "./cmd/dama")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build ./cmd/dama: %v\n%s", err, out)
	}
	for _, line := range []string{
		"run --out sample --games 40 --nodes 20 --pairs 1 --seed 2",
		"datasets positions --in sample --out sample-positions",
		"datasets rescore --in sample --out sample-exact",
		"endgame export --out endings --material KKvK,KMvM,MMvM",
	} {
		command := exec.Command(bin, strings.Fields(line)...)
		command.Dir = work
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("dama %s: %v\n%s", line, err, out)
		}
	}
	return work
}

// checkFile reads a file with all three readers.
func checkFile[T datasets.Row](t *testing.T, path string) {
	t.Helper()
	rows, err := datasets.Read[T](path)
	if err != nil {
		t.Fatal(err)
	}
	checkRows(t, path, rows)
}

// checkRows compares a file, as both other readers see it, with the rows that it is
// to hold.
func checkRows[T datasets.Row](t *testing.T, path string, rows []T) {
	t.Helper()
	want := wanted(rows)
	if len(want) == 0 {
		t.Errorf("%s has no rows: nothing is tested", path)
	}
	same(t, "DuckDB on "+path, duckRows(t, path), want)
	same(t, "Arrow on "+path, arrowRows(t, path), want)
}

// The files of every version use every column, null and not null.
func TestStoredFiles(t *testing.T) {
	dir := filepath.Join(root, "datasets", "testdata", "v1")
	checkFile[datasets.Game](t, filepath.Join(dir, "games.parquet"))
	checkFile[datasets.PositionRow](t, filepath.Join(dir, "positions.parquet"))
	checkFile[datasets.Puzzle](t, filepath.Join(dir, "puzzles.parquet"))
	checkFile[datasets.EndgameRow](t, filepath.Join(dir, "endgames.parquet"))
}

func meta(t *testing.T) datasets.Meta {
	t.Helper()
	rules, err := dama.FindRuleset("federation")
	if err != nil {
		t.Fatal(err)
	}
	return datasets.MetaOf(rules, "0123456789abcdef", "feed")
}

// TestExtremes has the least and the greatest values of a kind's columns.
func TestExtremes(t *testing.T) {
	const mens = ^uint64(0xFF | 0xFF<<56)
	positions := []datasets.PositionRow{
		{
			GameID: "Ş\x00\u2028", Ply: math.MaxInt32, WhiteKings: 1 << 63, BlackMen: mens, BlackKings: 0xFF, Side: 1,
			Score: new(int16(math.MinInt16)), Result: new(int8(-1)), BestMove: "m", LegalMoves: math.MinInt16, MaxCapture: math.MinInt8, Pieces: -1, Split: "ü",
		},
		{
			GameID: "b", WhiteMen: mens, BlackKings: 1, Score: new(int16(math.MaxInt16)), Result: new(int8(1)), BestMove: "n",
			LegalMoves: math.MaxInt16, MaxCapture: math.MaxInt8, Quiet: true, Pieces: math.MaxInt8,
		},
		{GameID: "c", WhiteKings: 1, BlackKings: 2, BestMove: "o"},
	}
	games := []datasets.Game{
		{
			ID: "a", Ruleset: "r", Index: math.MaxInt64, Seed: math.MaxUint64, StartFEN: new(""), OpeningPlies: 2, Moves: []string{"x", "y"},
			Scores: []*int16{new(int16(math.MinInt16)), nil}, Result: new(int8(0)), Termination: "unknown", EndedBy: datasets.EndedByImport,
			Plies: 2, White: "\n", Black: "'\"", Rescored: new(int8(-1)), Depths: []int16{math.MinInt16, math.MaxInt16}, Nodes: []int64{math.MinInt64, math.MaxInt64},
		},
		{ID: "b", Ruleset: "r", Moves: []string{}, Scores: []*int16{}, Termination: "unknown", EndedBy: datasets.EndedByImport, Depths: []int16{}, Nodes: []int64{}},
		{ID: "c", Ruleset: "r", Moves: []string{}, Scores: []*int16{}, Termination: "unknown", EndedBy: datasets.EndedByImport},
	}
	checkWritten(t, positions)
	checkWritten(t, games)
}

// Row groups and pages end in the middle of games with and without lists.
func TestManyRows(t *testing.T) {
	var games []datasets.Game
	for i := range 1<<14 + 300 {
		g := datasets.Game{
			ID: datasets.GameID("0123456789abcdef", int64(i)), Ruleset: "r", Index: int64(i), Seed: uint64(i) * 0x9E3779B97F4A7C15,
			Moves: []string{}, Scores: []*int16{}, Termination: "unknown", EndedBy: datasets.EndedByImport, Plies: int32(i % 7),
		}
		for ply := range i % 7 {
			g.Moves, g.Scores = append(g.Moves, fmt.Sprint("m", i*ply%97)), append(g.Scores, new(int16(i*ply)))
			if i%5 == 0 {
				g.Scores[ply] = nil
			}
		}
		if i%3 == 0 {
			g.Nodes = make([]int64, i%7)
		}
		games = append(games, g)
	}
	checkWritten(t, games)
}

func checkWritten[T datasets.Row](t *testing.T, rows []T) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows.parquet")
	if _, err := datasets.Write(path, meta(t), datasets.All(rows)); err != nil {
		t.Fatal(err)
	}
	checkRows(t, path, rows)
}

// TestProgram looks at what the program makes: the other readers read it the same,
// and the queries of docs/SQL.md find in it what is there.
func TestProgram(t *testing.T) {
	work := sample(t)
	t.Run("files", func(t *testing.T) { checkDemo(t, work) })
	t.Run("recipes", func(t *testing.T) { checkRecipes(t, work) })
}

func checkDemo(t *testing.T, work string) {
	checkFile[datasets.Game](t, filepath.Join(work, "sample", "games", "shard-00000.parquet"))
	checkFile[datasets.Puzzle](t, filepath.Join(work, "sample", "puzzles", "shard-00000.parquet"))
	positions := filepath.Join(work, "sample-positions", "positions", "shard-00000.parquet")
	checkFile[datasets.PositionRow](t, positions)
	checkFile[datasets.Game](t, filepath.Join(work, "sample-exact", "games", "shard-00000.parquet"))
	checkFile[datasets.EndgameRow](t, filepath.Join(work, "endings", "MMvM.parquet"))
	d, err := datasets.Open(filepath.Join(work, "sample-positions"))
	if err != nil {
		t.Fatal(err)
	}
	_, facts := ask(t, duck(t), "SELECT decode(key) AS key, decode(value) AS value FROM parquet_kv_metadata(?)", positions)
	found := map[any]any{}
	for _, fact := range facts {
		found[fact["key"]] = fact["value"]
	}
	for key, want := range map[string]string{"dama.schema": "damalab", "dama.kind": "positions", "dama.ruleset": "federation", "dama.spec_digest": d.Manifest.SpecDigest} {
		if found[key] != want {
			t.Errorf("metadata %s is %v, not %s", key, found[key], want)
		}
	}
}

// A dataset of several rulesets has a folder for each, named as Hive and its
// followers name partitions. The column stays in the files.
func TestFoldersOfRulesets(t *testing.T) {
	dir := t.TempDir()
	var all []datasets.Game
	for n, ruleset := range []string{"federation", "ludoteka", "our-club"} {
		var games []datasets.Game
		for i := range 3 + n {
			games = append(games, datasets.Game{
				ID: fmt.Sprint(ruleset, i), Ruleset: ruleset, Index: int64(i), Moves: []string{"a3-a4"}, Scores: []*int16{nil}, Plies: 1,
				Termination: "unknown", EndedBy: datasets.EndedByImport,
			})
		}
		path := filepath.Join(dir, "games", "ruleset="+ruleset, "shard-00000.parquet")
		if _, err := datasets.WriteGames(path, meta(t), games); err != nil {
			t.Fatal(err)
		}
		all = append(all, games...)
	}
	db := duck(t)
	for _, hive := range []string{"true", "false"} {
		from := fmt.Sprintf("FROM read_parquet('%s/games/*/*.parquet', hive_partitioning=%s)", filepath.ToSlash(dir), hive)
		_, rows := ask(t, db, "SELECT * "+from+" ORDER BY game_id")
		same(t, "DuckDB, hive_partitioning="+hive, rows, wanted(all))
		_, counts := ask(t, db, "SELECT ruleset, count(*) AS n "+from+" WHERE ruleset <> 'ludoteka' GROUP BY ruleset ORDER BY ruleset")
		same(t, "DuckDB, counts, hive_partitioning="+hive, counts, []record{{"ruleset": "federation", "n": int64(3)}, {"ruleset": "our-club", "n": int64(5)}})
	}
}

// A comparison that could not fail would make the tests above worth nothing: two
// exchanged boards are seen.
func TestReadersSeeADifference(t *testing.T) {
	good, err := os.ReadFile(filepath.Join(root, "datasets", "testdata", "v1", "positions.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := datasets.Read[datasets.PositionRow](filepath.Join(root, "datasets", "testdata", "v1", "positions.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	rows[1].WhiteKings, rows[1].BlackKings = rows[1].BlackKings, rows[1].WhiteKings
	path := filepath.Join(t.TempDir(), "x.parquet")
	if err := os.WriteFile(path, good, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string][]record{"DuckDB": duckRows(t, path), "Arrow": arrowRows(t, path)} {
		if got[1]["white_kings"] == wanted(rows)[1]["white_kings"] {
			t.Errorf("%s does not see that two boards are exchanged", name)
		}
	}
}
