package dama_test

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"damalab/dama"
)

// readTable reads a tab-separated table with a header line.
func readTable(t *testing.T, path string) []map[string]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	names := strings.Split(lines[0], "\t")
	var rows []map[string]string
	for i, line := range lines[1:] {
		fields := strings.Split(line, "\t")
		if len(fields) != len(names) {
			t.Fatalf("%s:%d: %d fields, want %d", path, i+2, len(fields), len(names))
		}
		row := map[string]string{"line": strconv.Itoa(i + 2)}
		for j, n := range names {
			row[n] = fields[j]
		}
		rows = append(rows, row)
	}
	return rows
}

func rowGenerator(row map[string]string) dama.Generator {
	return dama.Facts{
		Promotion: dama.Promotion(row["promotion"]), Reversal: dama.Reversal(row["reversal"]),
	}.Generator()
}

func mustFEN(t testing.TB, text string) dama.Position {
	t.Helper()
	p, err := dama.ParseFEN(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// tableForm writes a move as moves.tsv does.
func tableForm(m dama.Move) string {
	if !m.IsCapture() {
		return m.From().String() + "-" + m.To().String()
	}
	var taken []string
	for s := range m.Captured().Squares() {
		taken = append(taken, s.String())
	}
	return m.From().String() + "x" + m.To().String() + "[" + strings.Join(taken, ",") + "]"
}

func TestMovesTable(t *testing.T) {
	rows := readTable(t, "testdata/moves.tsv")
	if len(rows) < 100 {
		t.Fatalf("only %d rows", len(rows))
	}
	for _, row := range rows {
		var got []string
		for _, m := range rowGenerator(row).Moves(mustFEN(t, row["fen"])) {
			got = append(got, tableForm(m))
		}
		slices.Sort(got)
		if g := strings.Join(got, " "); g != row["moves"] {
			t.Errorf("moves.tsv:%s: %s, %s, %s:\n got %s\nwant %s", row["line"], row["id"], row["promotion"], row["reversal"], g, row["moves"])
		}
	}
}

// shortLeaves is the number of leaves up to which a row of perft.tsv is counted
// in a short run; deepLeaves in a usual one. TestDeepPerft counts the others.
const (
	shortLeaves = 2_000_000
	deepLeaves  = 200_000_000
)

func TestPerftTable(t *testing.T) {
	rows := readTable(t, "testdata/perft.tsv")
	limit := uint64(deepLeaves)
	if testing.Short() {
		limit = shortLeaves
	}
	counted := 0
	for _, row := range rows {
		want, err := strconv.ParseUint(row["count"], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if want > limit {
			continue
		}
		depth, err := strconv.Atoi(row["depth"])
		if err != nil {
			t.Fatal(err)
		}
		counted++
		checkPerft(t, row, depth, want)
	}
	if counted < 400 {
		t.Errorf("only %d of %d rows were counted", counted, len(rows))
	}
}

func checkPerft(t *testing.T, row map[string]string, depth int, want uint64) {
	t.Helper()
	start := mustFEN(t, row["fen"])
	for _, table := range []int{0, 1 << 12} {
		o := dama.PerftOptions{ByRoute: row["count_by"] == "routes", TableEntries: table}
		got, err := rowGenerator(row).Perft(context.Background(), start, depth, o)
		if err != nil || got != want {
			t.Errorf("perft.tsv:%s: %s %s %s by %s depth %d, table %d: got %d, want %d (%v)", row["line"], row["name"],
				row["promotion"], row["reversal"], row["count_by"], depth, table, got, want, err)
		}
	}
}
