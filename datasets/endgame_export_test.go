package datasets

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"damalab/dama"
)

// kingRows are rows of a king against a king, a few for each square of the first.
func kingRows(most int) []EndgameRow {
	var rows []EndgameRow
	for a := range 64 {
		for b := range 64 {
			if a == b || len(rows) == most {
				continue
			}
			row := EndgameRow{Material: "KvK", WhiteKings: 1 << a, BlackKings: 1 << b, Pieces: 2, Positions: 2}
			if a/8 == b/8 || a%8 == b%8 {
				row.Result, row.Plies = 1, new(int16(1))
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// kingSet has two files.
func kingSet() EndgameSet {
	return EndgameSet{
		Pieces: 3, Rules: json.RawMessage(`{"promotion":"move-end"}`), RulesDigest: "rr", TablesDigest: "tt",
		Files: []EndgameFile{
			{Name: "KvM", Order: map[string][]string{"KvM": {"white_kings"}}, Rows: All(kingRows(10))},
			{Name: "KvK", Order: map[string][]string{"KvK": {"white_kings"}}, Rows: All(kingRows(4000))},
		},
	}
}

func TestExportEndgames(t *testing.T) {
	out, again := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "again")
	last := 0
	m, err := ExportEndgames(t.Context(), out, kingSet(), 2, func(rows int) { last = rows })
	if err != nil {
		t.Fatal(err)
	}
	if m.Rows() != 4010 || last != 4010 || m.Files[0].Path != "KvM.parquet" || m.Bytes() != m.Files[0].Bytes+m.Files[1].Bytes {
		t.Errorf("%+v; the last step is %d", m, last)
	}
	var stored EndgameManifest
	if err := json.Unmarshal(mustRead(t, filepath.Join(out, ManifestName)), &stored); err != nil || stored.Schema != EndgamesSchema || !reflect.DeepEqual(stored.Files, m.Files) {
		t.Errorf("%+v, %v", stored, err)
	}
	for _, f := range m.Files {
		if got := sha(mustRead(t, filepath.Join(out, f.Path))); got != f.SHA256 {
			t.Errorf("%s has the checksum %s, and the manifest says %s", f.Path, got, f.SHA256)
		}
	}
	rows, err := Read[EndgameRow](filepath.Join(out, "KvK.parquet"))
	if err != nil || !reflect.DeepEqual(rows, kingRows(4000)) {
		t.Errorf("%d rows are read back, %v", len(rows), err)
	}
	h, err := ReadHeader(filepath.Join(out, "KvK.parquet"))
	want := map[string]string{"material": "KvK", "order": `{"KvK":["white_kings"]}`, "rules": `{"promotion":"move-end"}`, "rules_digest": "rr", "tables_digest": "tt"}
	if err != nil || h.Kind != Endgames || !maps.Equal(h.Extra, want) {
		t.Errorf("header %+v, %v", h, err)
	}
	if _, err := ExportEndgames(t.Context(), again, kingSet(), 1, nil); err != nil || !maps.Equal(contents(t, again), contents(t, out)) {
		t.Errorf("by one worker other bytes (%v)", err)
	}
	// It is no dataset, and says so; it is not written over.
	if _, err := Open(out); !errors.Is(err, ErrNotOurs) || !strings.Contains(err.Error(), EndgamesSchema) {
		t.Errorf("%v", err)
	}
	if _, err := ExportEndgames(t.Context(), out, kingSet(), 1, nil); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("%v", err)
	}
}

func TestExportEndgamesFails(t *testing.T) {
	fault := errors.New("a block is damaged")
	ends := func(err error) iter.Seq2[EndgameRow, error] {
		return func(yield func(EndgameRow, error) bool) {
			for _, row := range kingRows(1000) {
				if !yield(row, nil) {
					return
				}
			}
			yield(EndgameRow{}, err)
		}
	}
	bad := kingRows(1)
	bad[0].Plies = new(int16(3)) // of a draw
	bad[0].Result = 0
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := filepath.Join(t.TempDir(), "out")
	for _, c := range []struct {
		name    string
		ctx     context.Context
		rows    iter.Seq2[EndgameRow, error]
		message string
	}{
		{"damaged", t.Context(), ends(fault), "a block is damaged"},
		{"a bad row", t.Context(), All(bad), "KvK.parquet, row 0: column plies"},
		{"nothing", t.Context(), All[EndgameRow](nil), "KvK: there is no position in it"},
		{"cancelled", ctx, ends(nil), "context canceled"},
	} {
		set := kingSet()
		set.Files[1].Rows = c.rows
		if _, err := ExportEndgames(c.ctx, out, set, 2, nil); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v", c.name, err)
		}
		gone(t, out)
	}
	if _, err := ExportEndgames(t.Context(), out, EndgameSet{}, 1, nil); err == nil {
		t.Error("nothing is exported, without an error")
	}
	// Into the folder of the tables, or around it.
	tables := t.TempDir()
	set := kingSet()
	set.From = []string{tables}
	if _, err := ExportEndgames(t.Context(), filepath.Join(tables, "x"), set, 1, nil); err == nil || !strings.Contains(err.Error(), "inside the other") {
		t.Errorf("%v", err)
	}
}

// What a kill leaves is done again.
func TestExportEndgamesAfterAKill(t *testing.T) {
	out := t.TempDir()
	for name, text := range map[string]string{unfinishedName: "", "KKvK.parquet": "half of it"} {
		mustWriteText(t, filepath.Join(out, name), text)
	}
	m, err := ExportEndgames(t.Context(), out, kingSet(), 1, nil)
	if err != nil || len(m.Files) != 2 {
		t.Fatalf("%+v, %v", m, err)
	}
	if _, err := os.Stat(filepath.Join(out, "KKvK.parquet")); err == nil {
		t.Error("what was there before stays")
	}
}

func TestEndgameRowCheck(t *testing.T) {
	for column, change := range map[string]func(*EndgameRow){
		"material":                 func(r *EndgameRow) { r.Material = "" },
		"side":                     func(r *EndgameRow) { r.Side = int8(dama.Black) },
		"white_men to black_kings": func(r *EndgameRow) { r.BlackKings = r.WhiteKings },
		"pieces":                   func(r *EndgameRow) { r.Pieces = 3 },
		"positions":                func(r *EndgameRow) { r.Positions = 3 },
		"result":                   func(r *EndgameRow) { r.Result, r.Plies = 2, new(int16(1)) },
		"plies":                    func(r *EndgameRow) { r.Result = 1 },
	} {
		row := EndgameRow{Material: "KvK", WhiteKings: 1, BlackKings: 1 << 20, Pieces: 2, Positions: 2}
		if err := row.check(); err != nil {
			t.Fatal(err)
		}
		change(&row)
		if fault := faultOf(row.check()); fault == nil || fault.Column != column {
			t.Errorf("%s: %v", column, fault)
		}
	}
}
