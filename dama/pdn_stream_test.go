package dama_test

import (
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"damalab/dama"
)

// repeated is an endless file cut at a length: the same text over and over.
type repeated struct {
	text string
	at   int
	left int
}

func (r *repeated) Read(buf []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n := copy(buf[:min(len(buf), r.left)], r.text[r.at:])
	r.at = (r.at + n) % len(r.text)
	r.left -= n
	return n, nil
}

// pdnSample writes a few games of random moves with comments, as servers do.
func pdnSample(t testing.TB, games int) string {
	t.Helper()
	gen, rng := federationMoves(t), rand.New(rand.NewPCG(1, 2))
	var file strings.Builder
	for range games {
		g := dama.PDNGame{Start: dama.StartPosition(), Result: "1-0", Tags: []dama.PDNTag{{Name: "Event", Value: "Akış"}, {Name: "White", Value: "a"}}}
		p := g.Start
		for moves := gen.Moves(p); len(moves) > 0 && len(g.Moves) < 120; moves = gen.Moves(p) {
			m := dama.PDNMove{Move: moves[rng.IntN(len(moves))]}
			if len(g.Moves)%10 == 0 {
				m.Comments = []string{"[%clk 0:10:00]"}
			}
			g.Moves = append(g.Moves, m)
			p = p.Make(m.Move)
		}
		if err := dama.WritePDN(&file, g, gen); err != nil {
			t.Fatal(err)
		}
	}
	return file.String()
}

// TestPDNStreams reads a file of 50 MB, which is never in memory, and then one
// that is a single unclosed comment.
func TestPDNStreams(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 50 MB twice")
	}
	const size = 50 << 20
	sample := pdnSample(t, 20)
	whole := size / len(sample) * len(sample)
	games, peak := streamPDN(t, &repeated{text: sample, left: whole}, 0)
	if want := 20 * (whole / len(sample)); games != want {
		t.Errorf("%d games, want %d", games, want)
	}
	_, wide := streamPDN(t, io.MultiReader(strings.NewReader("1. a3-a4 {"), &repeated{text: "abc def\n", left: size}), 1)
	// The buffer and one game, or the part of a comment that is kept.
	if limit := uint64(4 << 20); peak > limit || wide > limit {
		t.Errorf("the live heap grew by %d and %d bytes, more than %d", peak, wide, limit)
	}
}

// streamPDN returns the number of games, and by how much the live heap grew at
// most.
func streamPDN(t *testing.T, in io.Reader, broken int) (games int, growth uint64) {
	t.Helper()
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before := m.HeapAlloc
	for _, err := range dama.NewPDNReader(in, "", federationMoves(t)).Games() {
		if err != nil {
			broken--
		} else {
			games++
		}
		if games%5000 == 0 {
			runtime.GC()
			if runtime.ReadMemStats(&m); m.HeapAlloc > before {
				growth = max(growth, m.HeapAlloc-before)
			}
		}
	}
	if broken != 0 {
		t.Errorf("%d errors fewer than expected", broken)
	}
	return games, growth
}

func BenchmarkPDNRead(b *testing.B) {
	text := pdnSample(b, 100)
	gen := federationMoves(b)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range dama.NewPDNReader(strings.NewReader(text), "", gen).Games() {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkPDNWrite(b *testing.B) {
	text := pdnSample(b, 100)
	games := readGoodPDN(b, text)
	gen := federationMoves(b)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		for _, g := range games {
			if err := dama.WritePDN(io.Discard, g, gen); err != nil {
				b.Fatal(err)
			}
		}
	}
}
