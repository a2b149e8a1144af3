package datasets

import (
	"context"
	"path/filepath"
	"testing"
)

// BenchmarkImport imports 2,000 random games, reading, judging and writing.
func BenchmarkImport(b *testing.B) {
	const games = 2000
	rules := federation(b)
	text := manyPDN(b, rules, 1, games)
	dir := b.TempDir()
	b.SetBytes(int64(len(text)))
	n := 0
	for b.Loop() {
		n++
		out := filepath.Join(dir, GameID("out", int64(n)))
		s, err := Import(context.Background(), out, []ImportSource{pdnSource("a.pdn", text)}, ImportOptions{Ruleset: rules})
		if err != nil || s.Imported < games {
			b.Fatal(s, err)
		}
	}
	b.ReportMetric(games*float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
