package datasets

import (
	"os"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// columnBytes returns the compressed size of each top-level column of a file.
func columnBytes(t testing.TB, path string) map[string]int64 {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	stat, _ := f.Stat()
	parsed, err := parquet.OpenFile(f, stat.Size())
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[string]int64{}
	for _, group := range parsed.Metadata().RowGroups {
		for _, c := range group.Columns {
			sizes[c.MetaData.PathInSchema[0]] += c.MetaData.TotalCompressedSize
		}
	}
	return sizes
}

// The aim is 2.5 bytes a ply for moves and scores together. Games of the engine
// in shards of a thousand keep it (2.3). The games here do not: they blunder at
// every turn, so their scores jump more, and in 500 games the table of move texts
// weighs 0.2 bytes a ply. The limits only notice when something gets worse.
func TestSize(t *testing.T) {
	if testing.Short() {
		t.Skip("measures the storage of 1000 games")
	}
	for _, c := range []struct {
		name            string
		skill           float64
		games           int
		gameMax, plyMax float64
	}{
		{"random moves", 0, 500, 3.25, 9},
		{"uneven moves", 0.9, 500, 2.95, 9},
	} {
		games := randomGames(t, 11, c.games, c.skill)
		gen := federation(t).Generator()
		var rows []PositionRow
		for _, g := range games {
			r, err := Expand(g, gen)
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, r...)
		}
		plies := float64(len(rows))
		path, positions := shardFile(t), shardFile(t)
		whole := mustWrite(t, path, games)
		derived := mustWrite(t, positions, rows)
		size := columnBytes(t, path)
		perPly := float64(size["moves"]+size["scores"]) / plies
		perRow := float64(derived.Bytes) / plies
		t.Logf("%s: %d games of %.0f plies: moves %.2f + scores %.2f = %.2f bytes a ply, whole file %.2f; positions %.2f bytes a row",
			c.name, c.games, plies/float64(c.games), float64(size["moves"])/plies, float64(size["scores"])/plies, perPly, float64(whole.Bytes)/plies, perRow)
		if perPly > c.gameMax {
			t.Errorf("%s: %.2f bytes a ply, over %.2f", c.name, perPly, c.gameMax)
		}
		if perRow > c.plyMax {
			t.Errorf("%s: %.2f bytes a position, over %.2f; columns %v", c.name, perRow, c.plyMax, columnBytes(t, positions))
		}
	}
}

func BenchmarkWriteGames(b *testing.B) {
	games := randomGames(b, 11, 500, 0)
	path := shardFile(b)
	for b.Loop() {
		if _, err := WriteGames(path, testMeta(b), games); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*plies(games))/b.Elapsed().Seconds(), "plies/s")
}

func BenchmarkReadGames(b *testing.B) {
	games := randomGames(b, 11, 500, 0)
	path := shardFile(b)
	mustWrite(b, path, games)
	for b.Loop() {
		if _, err := ReadGames(path); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*plies(games))/b.Elapsed().Seconds(), "plies/s")
}

func BenchmarkReadPositions(b *testing.B) {
	gen := federation(b).Generator()
	var rows []PositionRow
	for _, g := range randomGames(b, 11, 500, 0) {
		r, err := Expand(g, gen)
		if err != nil {
			b.Fatal(err)
		}
		rows = append(rows, r...)
	}
	path := shardFile(b)
	mustWrite(b, path, rows)
	for b.Loop() {
		for _, err := range Rows[PositionRow](path) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N*len(rows))/b.Elapsed().Seconds(), "rows/s")
}

func plies(games []Game) (n int) {
	for _, g := range games {
		n += len(g.Moves)
	}
	return n
}
