package datasets

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"damalab/dama"
)

var update = flag.Bool("update", false, "write the stored files of the present version anew")

// The rows of the stored files. They use every column, null and not null.
func storedGames() []Game {
	return []Game{
		{
			ID: GameID("0123456789abcdef", 0), Ruleset: "federation", Seed: 1<<64 - 1, OpeningPlies: 1,
			Moves: []string{"d3-d4", "d6-d5", "d4xd6xd8"}, Scores: []*int16{nil, new(int16(0)), new(int16(-250))},
			Result: new(int8(0)), Termination: PlyLimitGuard, EndedBy: EndedByGuard, Plies: 3, White: "defaults", Black: "defaults",
			Rescored: new(int8(1)), Depths: []int16{0, 5, 6}, Nodes: []int64{0, 1000, 1001},
		},
		{
			ID: GameID("0123456789abcdef", 1), Ruleset: "federation", Index: 1, Seed: 2, StartFEN: new("W:Wa2:Ba7"),
			Moves: []string{"a2-a3"}, Scores: []*int16{nil}, Termination: UnknownImported, EndedBy: EndedByImport, Plies: 1,
			White: "Ayşe", Black: "İsmail",
		},
		{
			ID: GameID("0123456789abcdef", 2), Ruleset: "federation", Index: 2, Seed: 3, Moves: []string{}, Scores: []*int16{},
			Result: new(int8(-1)), Termination: dama.BlockedSide, EndedBy: EndedByRule, White: "a", Black: "b",
		},
	}
}

func storedPositions() []PositionRow {
	return []PositionRow{
		{
			GameID: "g", WhiteMen: 0xFFFF00, BlackMen: 0xFFFF << 40, Score: new(int16(12)), Result: new(int8(1)),
			BestMove: "a3-a4", LegalMoves: 8, Quiet: true, Pieces: 32, Split: "train",
		},
		{GameID: "g", Ply: 1, WhiteKings: 1, BlackKings: 1 << 63, Side: 1, BestMove: "h8-h1", LegalMoves: 14, MaxCapture: 2, Pieces: 2},
	}
}

func storedPuzzles() []Puzzle {
	return []Puzzle{
		{
			ID: "p1", Ruleset: "federation", FEN: "W:Wa2:Ba3", Kind: DrillPuzzle, Question: new("how-many"), Answers: []string{"1"},
			Solution: []string{"a2xa4"}, SolverPlies: 1, Captures: 1, Gain: 100, Themes: []string{"one-piece"}, Rating: 1200, RatingError: 80,
			Proof: `{"a":1}`, ValidRulesets: []string{"federation"}, RulesetNote: new("n"), LeadIn: new("a4-a3"), GameID: new("g"),
			Ply: new(int32(0)), MirrorOf: new("p0"), FamilySize: 2,
		},
		{ID: "p2", Ruleset: "federation", FEN: "B:Wa2:Ba3", Side: 1, Kind: ShotPuzzle, Solution: []string{}, Themes: []string{}, ValidRulesets: []string{}, FamilySize: 1},
	}
}

func storedEndgames() []EndgameRow {
	return []EndgameRow{
		{Material: "KMvM", WhiteMen: 1 << 8, WhiteKings: 1, BlackMen: 1 << 63, Pieces: 3, Positions: 2, Result: 1, Plies: new(int16(253))},
		{Material: "MvKM", WhiteMen: 1 << 55, BlackMen: 1 << 8, BlackKings: 1 << 63, Pieces: 3, Positions: 2},
		{Material: "MMvK", WhiteMen: 3 << 27, BlackKings: 1, Pieces: 3, Positions: 1, Result: -1, Plies: new(int16(0))},
	}
}

// Files of version 1 are read for ever, and version 1 is written with the same
// bytes for as long as it is written. Who means to change the bytes (a new
// version of the Parquet or Zstandard library may, too) says so in the changelog
// under the changes of digests.
func TestStoredFiles(t *testing.T) {
	testStored(t, storedGames())
	testStored(t, storedPositions())
	testStored(t, storedPuzzles())
	testStored(t, storedEndgames())
}

func testStored[T Row](t *testing.T, rows []T) {
	stored := filepath.Join("testdata", "v1", string(kindOf[T]())+".parquet")
	meta := testMeta(t)
	meta.RulesetDigest = "fixed"
	if kindOf[T]() == Endgames { // they are of no run and no single ruleset
		meta = Meta{}
	}
	meta.Extra = map[string]string{"criteria": "none"}
	write := func(path string) {
		t.Helper()
		if _, err := Write(path, meta, All(rows)); err != nil {
			t.Fatal(err)
		}
	}
	if *update {
		if err := os.MkdirAll(filepath.Dir(stored), 0o777); err != nil {
			t.Fatal(err)
		}
		write(stored)
	}
	got, err := Read[T](stored)
	if err != nil || !reflect.DeepEqual(got, rows) {
		t.Errorf("read %+v, %v", got, err)
	}
	h, err := ReadHeader(stored)
	if want := (Header{Schema: Schema, Version: 1, Kind: kindOf[T](), Tool: h.Tool, Rows: int64(len(rows)), Meta: meta}); err != nil || !reflect.DeepEqual(h, want) {
		t.Errorf("header %+v, %v", h, err)
	}
	fresh := filepath.Join(t.TempDir(), "x.parquet")
	write(fresh)
	if !bytes.Equal(mustRead(t, fresh), mustRead(t, stored)) {
		t.Errorf("%s would now be written with other bytes", stored)
	}
}
