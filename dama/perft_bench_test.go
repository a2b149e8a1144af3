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
		{"king-heavy", "W:Wb3,d3,f3,Ka1,Kc2,Ke1:Bc6,e6,g6,Kb8,Kd7,Kh8", 5},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := ParseFEN(c.fen)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			leaves, began := uint64(0), cpuTime()
			for b.Loop() {
				n, err := Generator{}.Perft(context.Background(), p, c.depth, PerftOptions{Workers: 1})
				if err != nil {
					b.Fatal(err)
				}
				leaves += n
			}
			b.ReportMetric(float64(leaves)/(cpuTime()-began).Seconds()/1e6, "Mleaves/cpu-s")
		})
	}
}
