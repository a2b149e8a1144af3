package dama

import (
	"context"
	"testing"
)

// BenchmarkPerft counts in bulk on one goroutine without a table.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
	}{
		{"start", StartPosition().FEN(), 7},
		{"middle-game", "W:Wa2,c2,e2,g2,b3,d3,f3,h3,c4,f4:Ba7,c7,e7,g7,b6,d6,f6,h6,c5,f5", 6},
		{"king-heavy", "W:Wa3,h2,Kd1,Kg1:Bb6,g7,Kc8,Kf8", 5},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := ParseFEN(c.fen)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			leaves := uint64(0)
			for b.Loop() {
				n, err := Generator{}.Perft(context.Background(), p, c.depth, PerftOptions{Workers: 1})
				if err != nil {
					b.Fatal(err)
				}
				leaves += n
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
	}
}
