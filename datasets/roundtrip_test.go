package datasets

import (
	"errors"
	"flag"
	"path/filepath"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"damalab/dama"
)

func draw16() *rapid.Generator[*int16] { return rapid.Ptr(rapid.Int16(), true) }

func drawResult(t *rapid.T, label string) *int8 {
	return rapid.Ptr(rapid.Int8Range(-1, 1), true).Draw(t, label)
}

func drawText(t *rapid.T, label string) string { return rapid.StringN(1, 8, -1).Draw(t, label) }

// drawMoves draws texts that repeat, as moves do, with an odd one now and then.
var drawMoves = rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom([]string{"a3-a4", "h6-h5", "d3xd5xf5"}), rapid.StringN(1, 12, -1)), 0, 40)

func drawGame(t *rapid.T) Game {
	moves := drawMoves.Draw(t, "moves")
	n := len(moves)
	g := Game{
		ID: drawText(t, "id"), Ruleset: drawText(t, "ruleset"), Index: rapid.Int64Min(0).Draw(t, "index"),
		Seed: rapid.Uint64().Draw(t, "seed"), StartFEN: rapid.Ptr(rapid.String(), true).Draw(t, "fen"),
		OpeningPlies: rapid.Int32Range(0, int32(n)).Draw(t, "opening"), Moves: moves,
		Scores: rapid.SliceOfN(draw16(), n, n).Draw(t, "scores"), Result: drawResult(t, "result"),
		EndedBy: EndedByImport, Plies: int32(n), White: rapid.String().Draw(t, "white"),
		Black: rapid.String().Draw(t, "black"), Rescored: drawResult(t, "rescored"),
	}
	g.Termination = rapid.SampledFrom(endings(EndedByImport)).Draw(t, "termination")
	if rapid.Bool().Draw(t, "kept") {
		g.Depths = rapid.SliceOfN(rapid.Int16(), n, n).Draw(t, "depths")
		g.Nodes = rapid.SliceOfN(rapid.Int64(), n, n).Draw(t, "nodes")
	}
	return g
}

func drawPuzzle(t *rapid.T) Puzzle {
	p := Puzzle{
		ID: drawText(t, "id"), Ruleset: drawText(t, "ruleset"), FEN: drawText(t, "fen"),
		Side: rapid.Int8Range(0, 1).Draw(t, "side"), Kind: ShotPuzzle, Solution: drawMoves.Draw(t, "solution"),
		SolverPlies: rapid.Int32().Draw(t, "plies"), Captures: rapid.Int32().Draw(t, "captures"),
		Gain: rapid.Int32().Draw(t, "gain"), Rating: rapid.Int32().Draw(t, "rating"),
		Themes:        rapid.SliceOfDistinct(rapid.StringMatching(`[a-z][a-z0-9-]*`), rapid.ID[string]).Draw(t, "themes"),
		RatingError:   rapid.Int32().Draw(t, "error"),
		Proof:         rapid.String().Draw(t, "proof"),
		ValidRulesets: drawMoves.Draw(t, "valid"), RulesetNote: rapid.Ptr(rapid.String(), true).Draw(t, "note"),
		LeadIn: rapid.Ptr(rapid.String(), true).Draw(t, "lead"), GameID: rapid.Ptr(rapid.String(), true).Draw(t, "game"),
		Ply: rapid.Ptr(rapid.Int32(), true).Draw(t, "ply"), MirrorOf: rapid.Ptr(rapid.String(), true).Draw(t, "mirror"),
		FamilySize: rapid.Int32().Draw(t, "family"),
	}
	if rapid.Bool().Draw(t, "drill") {
		p.Kind, p.Question, p.Answers = DrillPuzzle, new(rapid.String().Draw(t, "question")), drawMoves.Draw(t, "answers")
	}
	return p
}

func drawPosition(t *rapid.T) PositionRow {
	const noFarRanks = ^uint64(0xFF | 0xFF<<56)
	all := rapid.Uint64().Draw(t, "boards")
	kings, black := rapid.Uint64().Draw(t, "kings"), rapid.Uint64().Draw(t, "black")
	return PositionRow{
		GameID: drawText(t, "id"), Ply: rapid.Int32Min(0).Draw(t, "ply"),
		WhiteMen: all &^ kings &^ black & noFarRanks, WhiteKings: all & kings &^ black,
		BlackMen: all &^ kings & black & noFarRanks, BlackKings: all & kings & black,
		Side: rapid.Int8Range(0, 1).Draw(t, "side"), Score: draw16().Draw(t, "score"), Result: drawResult(t, "result"),
		BestMove: drawText(t, "best"), LegalMoves: rapid.Int16().Draw(t, "legal"), MaxCapture: rapid.Int8().Draw(t, "max"),
		Quiet: rapid.Bool().Draw(t, "quiet"), Pieces: rapid.Int8().Draw(t, "pieces"), Split: rapid.String().Draw(t, "split"),
	}
}

// roundTrip writes rows and reads them back, and writes them again: the rows
// must be equal and so must the bytes.
func roundTrip[T Row](t *testing.T, draw func(*rapid.T) T) {
	dir := t.TempDir()
	meta := testMeta(t)
	if testing.Short() {
		flag.Set("rapid.checks", "25")
	}
	rapid.Check(t, func(rt *rapid.T) {
		rows := rapid.SliceOfN(rapid.Custom(draw), 0, 12).Draw(rt, "rows")
		first, second := filepath.Join(dir, "a.parquet"), filepath.Join(dir, "b.parquet")
		one, err := Write(first, meta, All(rows))
		if err != nil {
			rt.Fatal(err)
		}
		got, err := Read[T](first)
		if err != nil {
			rt.Fatal(err)
		}
		if len(rows) != len(got) || len(rows) > 0 && !reflect.DeepEqual(rows, got) {
			rt.Fatalf("wrote %+v\nread %+v", rows, got)
		}
		two, err := Write(second, meta, All(got))
		if err != nil || one.SHA256 != two.SHA256 || one.Bytes != two.Bytes || one.Rows != int64(len(rows)) {
			rt.Fatalf("first %+v, then %+v, %v", one, two, err)
		}
	})
}

func TestRoundTripGames(t *testing.T)     { roundTrip(t, drawGame) }
func TestRoundTripPuzzles(t *testing.T)   { roundTrip(t, drawPuzzle) }
func TestRoundTripPositions(t *testing.T) { roundTrip(t, drawPosition) }

func TestNulls(t *testing.T) {
	rows := []Game{
		{
			ID: "a", Ruleset: "r", Moves: []string{"a3-a4", "a6-a5", "b3-b4"}, Plies: 3, EndedBy: EndedByGuard,
			Scores: []*int16{new(int16(0)), nil, new(int16(-32768))}, Termination: StalledGuard, Result: new(int8(0)),
			Depths: []int16{0, 0, 0}, Nodes: []int64{0, 0, 0}, StartFEN: new(""), Rescored: new(int8(0)),
		},
		{ID: "b", Ruleset: "r", Moves: []string{}, Scores: []*int16{}, EndedBy: EndedByImport, Termination: UnknownImported},
		{ID: "c", Ruleset: "r", Moves: []string{}, Scores: []*int16{}, EndedBy: EndedByImport, Termination: UnknownImported, Depths: []int16{}, Nodes: []int64{}},
	}
	path := shardFile(t)
	mustWrite(t, path, rows)
	got, err := ReadGames(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(rows, got) {
		t.Errorf("wrote %+v\nread %+v", rows, got)
	}
}

// Many rows cross the batches, the pages and the row groups; what is read must
// not share memory with what was read before.
func TestManyRows(t *testing.T) {
	games := randomGames(t, 1, 40, 0)
	var rows []Game
	for i := range int(layoutOf(Games).groupRows) + 100 {
		g := games[i%len(games)]
		g.Moves, g.Scores, g.Plies = g.Moves[:10], g.Scores[:10], 10
		g.ID, g.Index = GameID("0123456789abcdef", int64(i)), int64(i)
		rows = append(rows, g)
	}
	path := shardFile(t)
	info := mustWrite(t, path, rows)
	if h, err := ReadHeader(path); err != nil || h.Rows != info.Rows || h.Kind != Games || h.Ruleset != "federation" {
		t.Errorf("header %+v, %v", h, err)
	}
	got, err := ReadGames(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(rows, got) {
		t.Error("the rows read are not the rows written")
	}
}

func TestRowsStopsEarly(t *testing.T) {
	path := shardFile(t)
	mustWrite(t, path, randomGames(t, 1, 20, 0))
	n := 0
	for _, err := range Rows[Game](path) {
		if n++; err != nil || n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("stopped after %d rows", n)
	}
}

func TestSameRowsSameBytes(t *testing.T) {
	path := shardFile(t)
	mustWrite(t, path, randomGames(t, 7, 50, 0.5))
	first := sha(mustRead(t, path))
	// Encoders are used again: what they met in between must leave no trace.
	mustWrite(t, path, randomGames(t, 8, 300, 0))
	mustWrite(t, path, randomGames(t, 7, 50, 0.5))
	if second := sha(mustRead(t, path)); first != second {
		t.Errorf("the same rows gave %s and %s", first, second)
	}
}

func TestWriteRefusesRows(t *testing.T) {
	good := randomGames(t, 1, 1, 0)[0]
	for name, breakIt := range map[string]func(*Game){
		"plies":         func(g *Game) { g.Plies++ },
		"scores":        func(g *Game) { g.Scores = g.Scores[1:] },
		"depths":        func(g *Game) { g.Depths = []int16{1} },
		"result":        func(g *Game) { g.Result = new(int8(2)) },
		"white":         func(g *Game) { g.White = "\xde\xfd" },
		"termination":   func(g *Game) { g.Termination, g.EndedBy = dama.Elimination, EndedByGuard },
		"ended_by":      func(g *Game) { g.EndedBy = "fate" },
		"opening_plies": func(g *Game) { g.OpeningPlies = g.Plies + 1 },
		"moves":         func(g *Game) { g.Moves[0] = "" },
	} {
		bad := good
		bad.Moves = append([]string{}, good.Moves...)
		breakIt(&bad)
		_, err := WriteGames(shardFile(t), testMeta(t), []Game{good, bad})
		var row *RowError
		var column *ColumnError
		if !errors.As(err, &row) || !errors.As(err, &column) || row.Row != 1 || column.Column != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}
