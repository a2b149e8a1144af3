package datasets

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"damalab/dama"
)

// hardGames are games whose texts are hard to write.
func hardGames() []Game {
	games := storedGames()
	games[1].White, games[1].Black = "Doe, \"J\"\r\n\tb\\\x01", " İsmail\u2028"
	games[2].White = ""
	return games
}

// everyKind writes one folder with rows of all kinds; those of the games are the
// rows given.
func everyKind(t testing.TB, games []Game) string {
	t.Helper()
	m, err := NewManifest(federation(t), "all kinds", "")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := func(k Kind) string { return filepath.Join(dir, filepath.FromSlash(ShardPath(k, 0))) }
	for _, write := range []func() (FileInfo, error){
		func() (FileInfo, error) { return Write(path(Games), m.Meta(), All(games)) },
		func() (FileInfo, error) { return Write(path(Positions), m.Meta(), All(storedPositions())) },
		func() (FileInfo, error) { return Write(path(Puzzles), m.Meta(), All(storedPuzzles())) },
	} {
		info, err := write()
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

func exported(t testing.TB, dir string, o ExportOptions) string {
	t.Helper()
	var out strings.Builder
	if _, err := Export(t.Context(), mustOpen(t, dir), &out, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// wordOf says in plain words what a value is, without the code under test.
func wordOf(v reflect.Value, list bool) string {
	if (v.Kind() == reflect.Pointer || v.Kind() == reflect.Slice) && v.IsNil() {
		if list {
			return "null"
		}
		return ""
	}
	switch x := v.Interface().(type) {
	case *string:
		return *x
	case *int8:
		return fmt.Sprint(*x)
	case *int16:
		return fmt.Sprint(*x)
	case *int32:
		return fmt.Sprint(*x)
	}
	if v.Kind() == reflect.Slice {
		var words []string
		for i := range v.Len() {
			words = append(words, wordOf(v.Index(i), true))
		}
		return strings.Join(words, " ")
	}
	return fmt.Sprint(v.Interface())
}

func testCSV[T Row](t *testing.T, dir string, rows []T) {
	text := exported(t, dir, ExportOptions{Format: CSV, Kind: kindOf[T]()})
	// The reader makes LF of CR LF, within quotes too.
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(records) != len(rows)+1 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for i, row := range rows {
		v := reflect.ValueOf(row)
		for f := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(f).Tag.Get("parquet"), ",")
			want := strings.ReplaceAll(wordOf(v.Field(f), false), "\r\n", "\n")
			if records[0][f] != name || records[i+1][f] != want {
				t.Errorf("row %d, %s (%s): %q, not %q", i, name, records[0][f], records[i+1][f], want)
			}
		}
	}
}

func TestExportCSV(t *testing.T) {
	dir := everyKind(t, hardGames())
	testCSV(t, dir, hardGames())
	testCSV(t, dir, storedPositions())
	testCSV(t, dir, storedPuzzles())
	text := exported(t, dir, ExportOptions{Format: CSV, Kind: Games})
	for _, want := range []string{
		",\"Doe, \"\"J\"\"\r\n\tb\\\x01\",\" İsmail\u2028\",,,\r\n", // quoted as it is; nulls are empty
		",18446744073709551615,,1,d3-d4 d6-d5 d4xd6xd8,null 0 -250,0,ply-limit,guard,3,", ",\"\",\"\",-1,blocked,rule,0,\"\",b,,,\r\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Count(strings.ReplaceAll(text, "\r\n", ""), "\n") != 0 {
		t.Error("a line ends without CR LF")
	}
}

// jsonOf makes of a value what a JSON reader should find.
func jsonOf(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice:
		if v.IsNil() {
			return nil
		}
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return v.Bool()
	case reflect.Uint64:
		return strconv.FormatUint(v.Uint(), 10)
	default:
		return json.Number(fmt.Sprint(v.Interface()))
	}
	if v.Kind() == reflect.Pointer {
		return jsonOf(v.Elem())
	}
	list := []any{}
	for i := range v.Len() {
		list = append(list, jsonOf(v.Index(i)))
	}
	return list
}

func testJSONL[T Row](t *testing.T, dir string, rows []T) {
	text := exported(t, dir, ExportOptions{Format: JSONL, Kind: kindOf[T]()})
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) != len(rows) {
		t.Fatalf("%d lines for %d rows", len(lines), len(rows))
	}
	for i, row := range rows {
		decoder := json.NewDecoder(strings.NewReader(lines[i]))
		decoder.UseNumber()
		var got map[string]any
		if err := decoder.Decode(&got); err != nil {
			t.Fatalf("%s: %v", lines[i], err)
		}
		want := map[string]any{}
		v := reflect.ValueOf(row)
		for f := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(f).Tag.Get("parquet"), ",")
			want[name] = jsonOf(v.Field(f))
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("row %d:\n%v, not\n%v", i, got, want)
		}
	}
}

func TestExportJSONL(t *testing.T) {
	dir := everyKind(t, hardGames())
	testJSONL(t, dir, hardGames())
	testJSONL(t, dir, storedPositions())
	testJSONL(t, dir, storedPuzzles())
	// A reader that knows float64 only gets the last bit of a board.
	var first struct {
		BlackMen string `json:"black_men"`
	}
	line, _, _ := strings.Cut(exported(t, dir, ExportOptions{Format: JSONL, Kind: Positions}), "\n")
	if err := json.Unmarshal([]byte(line), &first); err != nil || first.BlackMen != "72056494526300160" {
		t.Errorf("%+v, %v in %s", first, err, line)
	}
	if got := string(appendJSONText(nil, "a\xff\x00\"")); got != `"a`+"\uFFFD"+`\u0000\""` {
		t.Errorf("a text that is no UTF-8: %s", got)
	}
}

func TestExportPDN(t *testing.T) {
	games := append(randomGames(t, 5, 30, 0.5), hardGames()...)
	text := exported(t, newGames(t, games), ExportOptions{Format: PDN, Kind: Games})
	gen := federation(t).Generator()
	reader := dama.NewPDNReader(strings.NewReader(text), "", gen)
	for _, g := range games {
		back, err := reader.Next()
		if err != nil || len(back.Warnings) > 0 {
			t.Fatalf("%s: %v, %v", g.ID, err, back.Warnings)
		}
		p, start := back.Start, dama.StartPosition()
		if g.StartFEN != nil {
			start, _ = dama.ParseFEN(*g.StartFEN)
		}
		var moves []string
		for _, m := range back.Moves {
			moves, p = append(moves, gen.Text(p, m.Move)), p.Make(m.Move)
		}
		if back.Start != start || strings.Join(moves, " ") != strings.Join(g.Moves, " ") {
			t.Errorf("%s: %v, not %v", g.ID, moves, g.Moves)
		}
		result, known := back.Result.Result()
		if known != (g.Result != nil) || known && int8(result) != *g.Result {
			t.Errorf("%s: result %v", g.ID, back.Result)
		}
		for name, want := range map[string]string{
			"GameType": "30,W,8,8,A0,0", "Ruleset": "federation", "GameID": g.ID, "Termination": string(g.Termination), "EndedBy": string(g.EndedBy),
			"Black": g.Black, "Round": fmt.Sprint(g.Index + 1), "OpeningPlies": fmt.Sprint(g.OpeningPlies), "White": strings.ReplaceAll(g.White, "\r\n", " "),
		} {
			if got, ok := back.Tag(name); !ok || got != want {
				t.Errorf("%s: tag %s is %q, not %q", g.ID, name, got, want)
			}
		}
	}
	if _, err := reader.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("more games than were written: %v", err)
	}
}

func TestExportPositionsOfGames(t *testing.T) {
	games := randomGames(t, 6, 12, 0)
	in := newGames(t, games)
	for name, f := range filters() {
		if name == "not-capped" {
			continue
		}
		out := filepath.Join(t.TempDir(), "p")
		if _, err := WritePositions(t.Context(), mustOpen(t, in), out, PositionsOptions{Filter: f}); err != nil {
			t.Fatal(err)
		}
		want := exported(t, out, ExportOptions{Format: CSV, Kind: Positions})
		if got := exported(t, in, ExportOptions{Format: CSV, Kind: Positions, Filter: f}); got != want || len(got) < 1000 {
			t.Errorf("%s: %d bytes from the games, %d from the stored positions", name, len(got), len(want))
		}
	}
	whole := filepath.Join(t.TempDir(), "p")
	if _, err := WritePositions(t.Context(), mustOpen(t, in), whole, PositionsOptions{}); err != nil {
		t.Fatal(err)
	}
	f := PositionFilter{Quiet: true, Score: Bounds{Min: new(-100)}}
	stored := exported(t, whole, ExportOptions{Format: JSONL, Kind: Positions, Filter: f})
	if made := exported(t, in, ExportOptions{Format: JSONL, Kind: Positions, Filter: f}); made != stored {
		t.Error("the same filter on games and on their stored positions gives other rows")
	}
}

func TestExportRefuses(t *testing.T) {
	illegal := randomGames(t, 3, 3, 0)
	illegal[1].Moves[5] = "a1-a2"
	all, broken, puzzles := everyKind(t, storedGames()), newGames(t, illegal), newPuzzles(t)
	for _, c := range []struct {
		dir  string
		o    ExportOptions
		want string
	}{
		{all, ExportOptions{Format: PDN, Kind: Puzzles}, "not for puzzles"},
		{all, ExportOptions{Format: NPZ, Kind: Games}, "not for games"},
		{all, ExportOptions{Format: FEN, Kind: Puzzles}, "not for puzzles"},
		{all, ExportOptions{Format: "xml", Kind: Games}, "not for games"},
		{broken, ExportOptions{Format: CSV, Kind: Puzzles}, "has no puzzles"},
		{puzzles, ExportOptions{Format: CSV, Kind: Positions}, "has no positions"},
		{puzzles, ExportOptions{Format: PDN, Kind: Games}, "has no games"},
		{all, ExportOptions{Format: CSV, Kind: Positions, Filter: PositionFilter{AfterOpening: true}}, "without their games"},
		{broken, ExportOptions{Format: PDN, Kind: Games}, "game 0123456789abcdef-00000001: ply 5"},
		{broken, ExportOptions{Format: NPZ, Kind: Positions}, "game 0123456789abcdef-00000001, ply 5"},
	} {
		out := filepath.Join(t.TempDir(), "out")
		_, err := ExportFile(t.Context(), mustOpen(t, c.dir), out, false, c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.o, err)
		}
		if left := listing(t, filepath.Dir(out)); left != filepath.Dir(out) {
			t.Errorf("%+v: left %s", c.o, left)
		}
	}
}

func TestExportFile(t *testing.T) {
	in := newGames(t, randomGames(t, 1, 3, 0))
	o := ExportOptions{Format: CSV, Kind: Games}
	want := exported(t, in, o)
	dir := t.TempDir()
	out, link, folder := filepath.Join(dir, "games.csv"), filepath.Join(dir, "link.csv"), filepath.Join(dir, "folder")
	export := func(path string, force bool) error {
		_, err := ExportFile(t.Context(), mustOpen(t, in), path, force, o)
		return err
	}
	if err := export(out, false); err != nil || string(mustRead(t, out)) != want {
		t.Errorf("new: %v", err)
	}
	os.WriteFile(out, []byte("mine"), 0o600)
	if err := export(out, false); !errors.Is(err, ErrExists) || string(mustRead(t, out)) != "mine" {
		t.Errorf("in the way: %v", err)
	}
	if err := export(out, true); err != nil || string(mustRead(t, out)) != want {
		t.Errorf("replaced: %v", err)
	}
	os.Symlink("nowhere", link)
	if err := export(link, false); !errors.Is(err, ErrExists) {
		t.Errorf("a link: %v", err)
	}
	os.Mkdir(folder, 0o700)
	if err := export(folder, true); err == nil || !strings.Contains(err.Error(), "regular") {
		t.Errorf("a folder: %v", err)
	}
	shard := filepath.Join(in, "games", "shard-00000.parquet")
	before := sha(mustRead(t, shard))
	if err := export(shard, true); err == nil || !strings.Contains(err.Error(), "within the input") || sha(mustRead(t, shard)) != before {
		t.Errorf("the input: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ExportFile(ctx, mustOpen(t, in), filepath.Join(dir, "x"), false, o); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if err := export(filepath.Join(dir, "no", "such", "folder"), false); err == nil {
		t.Error("a file in a folder that is not there")
	}
}

// fullDisk takes a few bytes and no more.
type fullDisk struct{ room int }

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.room -= len(p); d.room < 0 {
		return 0, errors.New("no space left")
	}
	return len(p), nil
}

func TestExportToAFullDisk(t *testing.T) {
	in := newGames(t, randomGames(t, 1, 30, 0))
	for _, f := range ExportFormats() {
		o := ExportOptions{Format: f, Kind: f.Kinds()[0], TempDir: t.TempDir()}
		var whole bytes.Buffer
		if _, err := Export(t.Context(), mustOpen(t, in), &whole, o); err != nil {
			t.Fatal(err)
		}
		for _, room := range []int{0, 100, whole.Len() - 1} {
			if _, err := Export(t.Context(), mustOpen(t, in), &fullDisk{room}, o); err == nil {
				t.Errorf("%s: %d of %d bytes were written without an error", f, room, whole.Len())
			}
		}
		if left := listing(t, o.TempDir); left != o.TempDir {
			t.Errorf("%s: left %s", f, left)
		}
	}
}
