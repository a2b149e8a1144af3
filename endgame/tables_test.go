package endgame

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"damalab/dama"
)

// builtinOf returns the built-in tables of a ruleset.
func builtinOf(t testing.TB, name string) *Tables {
	t.Helper()
	r, err := dama.FindRuleset(name)
	if err != nil {
		t.Fatal(err)
	}
	tables, ok := Builtin(r.Facts)
	if !ok {
		t.Fatalf("no built-in tables for %s", name)
	}
	t.Cleanup(func() { tables.Close() })
	return tables
}

func TestProbe(t *testing.T) {
	for _, c := range []struct{ ruleset, fen, want string }{
		{"federation", "W:Wa7,Kg1:Ba8", "win in 25"}, // the longest of its kind
		{"federation", "B:Wh1:Bh2,Kb8", "win in 25"}, // the same with the colors exchanged, and mirrored
		{"federation", "W:Wa1:Ba2", "draw"},
		{"share-link", "W:Wa1:Ba2", "win in 1"},
		{"share-link", "W:WKa1:Ba2", "win in 1"},
		{"traditional", "W:WKa1:Ba2", "draw"},
		{"traditional", "W:WKa1:BKa2", "win in 1"},
		{"federation", "W:Wa1:B", "win in 0"},
		{"federation", "W:W:Ba8", "loss in 0"},
		{"federation", "W:Wb1:Ba2,h3", "loss in 38"},
	} {
		v, err := builtinOf(t, c.ruleset).Ask(mustFEN(t, c.fen))
		if err != nil || v.String() != c.want {
			t.Errorf("%s, %s: %v, %v; want %s", c.ruleset, c.fen, v, err, c.want)
		}
	}
}

func TestTooManyPieces(t *testing.T) {
	tables := builtinOf(t, "federation")
	p := mustFEN(t, "W:Wa1,a2:BKh8,Kh7")
	if _, _, ok := tables.Probe(p); ok {
		t.Error("three-piece tables answer for four")
	}
	if _, _, ok := tables.Probe(dama.StartPosition()); ok {
		t.Error("three-piece tables answer for 32")
	}
	_, err := tables.Ask(p)
	if !errors.Is(err, ErrTooManyPieces) || !strings.Contains(err.Error(), "the position has 4, and these tables reach 3") {
		t.Error(err)
	}
	if _, err := tables.Moves(p); !errors.Is(err, ErrTooManyPieces) {
		t.Error(err)
	}
	if tables.Err() != nil {
		t.Error("a question beyond the tables is no fault of theirs:", tables.Err())
	}
}

// TestMovesAgreeWithValue: the best of a position's moves is what the position is
// worth, and they come best first.
func TestMovesAgreeWithValue(t *testing.T) {
	tables := builtinOf(t, "ply-yard")
	r := seeded(t)
	for range 2000 {
		p := randomPosition(r, 3)
		v, err := tables.Ask(p)
		if err != nil {
			t.Fatal(err)
		}
		moves, err := tables.Moves(p)
		if err != nil {
			t.Fatal(err)
		}
		over := tables.Rules().Facts().BoardOutcome(p).Over
		if over != (len(moves) == 0) {
			t.Fatalf("%v: over %v, %d moves", p, over, len(moves))
		}
		for i, m := range moves {
			if i == 0 && m.Value != v || i > 0 && m.Better(moves[i-1].Value) {
				t.Fatalf("%v is %v, and move %d of %v", p, v, i, moves)
			}
		}
	}
}

// seeded returns a random source and prints its seed.
func seeded(t testing.TB) *rand.Rand {
	t.Helper()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// randomPosition puts 2 to most pieces on the board, at least one for each side.
func randomPosition(r *rand.Rand, most int) dama.Position {
	for {
		var b [4]dama.Bitboard
		for i := range 2 + r.IntN(most-1) {
			kind := r.IntN(2)
			if i == 1 || i > 1 && r.IntN(2) == 0 {
				kind += 2
			}
			b[kind] |= 1 << r.IntN(64)
		}
		p, err := dama.NewPosition(b[0], b[1], b[2], b[3], dama.Color(r.IntN(2)))
		if err == nil && b[0]|b[1] != 0 && b[2]|b[3] != 0 {
			return p
		}
	}
}

func TestSymmetries(t *testing.T) {
	tables := builtinOf(t, "share-link")
	r := seeded(t)
	for range 5000 {
		p := randomPosition(r, 3)
		v, _ := tables.Ask(p)
		for _, y := range []dama.Symmetry{dama.SwapColors, dama.MirrorFiles, dama.SwapColors | dama.MirrorFiles} {
			if w, err := tables.Ask(y.Position(p)); err != nil || w != v {
				t.Fatalf("%v is %v, and %v is %v (%v)", p, v, y.Position(p), w, err)
			}
		}
	}
}

// TestSmallCache asks from several goroutines with room for two blocks.
func TestSmallCache(t *testing.T) {
	sub, err := fs.Sub(builtin, "builtin/federation")
	if err != nil {
		t.Fatal(err)
	}
	const limit = 2 * blockSize
	small, err := openFS(sub, "small", limit)
	if err != nil {
		t.Fatal(err)
	}
	defer small.Close()
	large := builtinOf(t, "federation")
	r := seeded(t)
	var list []dama.Position
	for range 300 {
		list = append(list, randomPosition(r, 3))
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for _, p := range list {
				v, err := small.Ask(p)
				if w, _ := large.Ask(p); err != nil || v != w {
					t.Errorf("%v: %v (%v), want %v", p, v, err, w)
				}
			}
		})
	}
	group.Wait()
	if small.cache.bytes > limit {
		t.Errorf("%d bytes in a cache of %d", small.cache.bytes, limit)
	}
	held := 0
	for _, table := range small.set.tables {
		if table == nil {
			continue
		}
		blocks := table.source.(*stored).blocks
		for i := range blocks {
			if b := blocks[i].Load(); b != nil {
				held += len(b.values)
			}
		}
	}
	if held != small.cache.bytes {
		t.Errorf("%d bytes can be reached, and the cache counts %d", held, small.cache.bytes)
	}
}

func TestProbeDoesNotAllocate(t *testing.T) {
	tables := builtinOf(t, "federation")
	p := mustFEN(t, "B:Wh1:Bh2,Kb8")
	tables.Probe(p)
	if n := testing.AllocsPerRun(100, func() { tables.Probe(p) }); n != 0 {
		t.Errorf("%v allocations for a probe", n)
	}
}

func BenchmarkProbe(b *testing.B) {
	tables := builtinOf(b, "federation")
	r := seeded(b)
	list := make([]dama.Position, 1<<12)
	for i := range list {
		list[i] = randomPosition(r, 3)
		tables.Probe(list[i])
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		tables.Probe(list[i%len(list)])
	}
}

// BenchmarkProbeCold asks without a cache: each probe reads a block, checks it and
// unpacks it.
func BenchmarkProbeCold(b *testing.B) {
	sub, err := fs.Sub(builtin, "builtin/federation")
	if err != nil {
		b.Fatal(err)
	}
	tables, err := openFS(sub, "cold", 0)
	if err != nil {
		b.Fatal(err)
	}
	defer tables.Close()
	r := seeded(b)
	list := make([]dama.Position, 1<<12)
	for i := range list {
		list[i] = randomPosition(r, 3)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		tables.Probe(list[i%len(list)])
	}
}
