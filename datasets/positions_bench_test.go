package datasets

import (
	"path/filepath"
	"testing"
)

func BenchmarkExpand(b *testing.B) {
	gen := federation(b).Generator()
	games := randomGames(b, 11, 100, 0.9)
	for b.Loop() {
		for _, g := range games {
			if _, err := Expand(g, gen); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N*plies(games))/b.Elapsed().Seconds(), "rows/s")
}

func BenchmarkWritePositions(b *testing.B) {
	gen := federation(b).Generator()
	var rows []PositionRow
	for _, g := range randomGames(b, 11, 500, 0.9) {
		r, err := Expand(g, gen)
		if err != nil {
			b.Fatal(err)
		}
		rows = append(rows, r...)
	}
	path := filepath.Join(b.TempDir(), "shard.parquet")
	for b.Loop() {
		if _, err := Write(path, testMeta(b), All(rows)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*len(rows))/b.Elapsed().Seconds(), "rows/s")
}
