package dama_test

import (
	"context"
	"errors"
	"os"
	"strconv"
	"testing"

	"damalab/dama"
	"damalab/internal/referee"
)

// perftStarts are positions with men, with kings, with long captures, and with
// nothing to do.
var perftStarts = []string{
	dama.StartPosition().FEN(),
	"W:Wa2,c2,e2,g2,b3,d3,f3,h3,c4,f4:Ba7,c7,e7,g7,b6,d6,f6,h6,c5,f5",
	"W:Wb3,d3,f3,Ka1,Kc2,Ke1:Bc6,e6,g6,Kb8,Kd7,Kh8",
	"W:Wd6,a2:Bd7,d3,h7",
	"B:WKa1,Kh1,d5:BKa8,Kd4,e7,g3",
	"W:W:Ba7",
}

// perftWays are the ways to count the same thing: workers and tables change the
// time alone.
var perftWays = []dama.PerftOptions{
	{Workers: 1},
	{Workers: 3},
	{},
	{Workers: 1, TableEntries: 1},
	{Workers: 2, TableEntries: 1000},
	{TableEntries: 1 << 14},
}

func TestPerftWays(t *testing.T) {
	t.Parallel()
	for _, fen := range perftStarts {
		for _, r := range dama.Rulesets()[:4] { // all the ways of capturing of the built-in ones
			for depth := range 5 {
				checkPerftWays(t, r.Facts, mustFEN(t, fen), depth)
			}
		}
	}
}

func checkPerftWays(t *testing.T, f dama.Facts, p dama.Position, depth int) {
	t.Helper()
	for _, byRoute := range []bool{false, true} {
		want := uint64(0)
		for i, o := range perftWays {
			o.ByRoute = byRoute
			got, err := f.Generator().Perft(t.Context(), p, depth, o)
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				want = got
				if depth <= 3 {
					check(t, p, "perft", got, referee.Perft(f, p, depth, byRoute))
				}
			}
			if got != want {
				t.Errorf("%v, depth %d, %+v: %d, want %d", p, depth, o, got, want)
			}
		}
	}
}

// TestPerftSmallTable has two men that walk to and fro, so that the same position
// comes up at several depths and fights for a place in a table of a few entries.
func TestPerftSmallTable(t *testing.T) {
	t.Parallel()
	p, g := mustFEN(t, "W:Wa2:Bh7"), dama.Generator{}
	for depth := 7; depth <= 10; depth++ {
		want, err := g.Perft(t.Context(), p, depth, dama.PerftOptions{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		for entries := 1; entries <= 64; entries *= 2 {
			got, err := g.Perft(t.Context(), p, depth, dama.PerftOptions{Workers: 1, TableEntries: entries})
			if err != nil || got != want {
				t.Errorf("depth %d, %d entries: %d, want %d (%v)", depth, entries, got, want, err)
			}
		}
	}
}

// TestDivide: the shares of the root moves, in the order of Moves, are those of
// the positions behind them.
func TestDivide(t *testing.T) {
	t.Parallel()
	for _, fen := range perftStarts {
		for _, byRoute := range []bool{false, true} {
			for depth := 1; depth <= 4; depth++ {
				checkDivide(t, mustFEN(t, fen), depth, dama.PerftOptions{ByRoute: byRoute})
			}
		}
	}
}

func checkDivide(t *testing.T, p dama.Position, depth int, o dama.PerftOptions) {
	t.Helper()
	g := dama.Rulesets()[1].Generator()
	lines, err := g.Divide(t.Context(), p, depth, o)
	if err != nil {
		t.Fatal(err)
	}
	moves := g.Moves(p)
	check(t, p, "lines of Divide", len(lines), len(moves))
	sum := uint64(0)
	for i, l := range lines {
		check(t, p, "root move", l.Move, moves[i])
		below, err := g.Perft(t.Context(), p.Make(l.Move), depth-1, o)
		if err != nil {
			t.Fatal(err)
		}
		if o.ByRoute {
			below *= g.CountRoutes(p, l.Move)
		}
		check(t, p, "leaves below "+g.Text(p, l.Move), l.Leaves, below)
		sum += l.Leaves
	}
	total, err := g.Perft(t.Context(), p, depth, o)
	if err != nil {
		t.Fatal(err)
	}
	check(t, p, "sum of Divide", sum, total)
}

// TestPerftStops: a count that would take days gives up as soon as it is told,
// before it begins or in the middle, with the context's error.
func TestPerftStops(t *testing.T) {
	t.Parallel()
	g, why := dama.Generator{}, errors.New("enough")
	for _, o := range []dama.PerftOptions{{}, {Workers: 1}, {Workers: 2, TableEntries: 1 << 10}} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(why)
		if _, err := g.Perft(ctx, dama.StartPosition(), 14, o); !errors.Is(err, context.Canceled) {
			t.Errorf("%+v, cancelled before: %v", o, err)
		}
		ctx, stop := context.WithTimeout(t.Context(), 1)
		if _, err := g.Perft(ctx, dama.StartPosition(), 14, o); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%+v, out of time: %v", o, err)
		}
		stop()
		later, cancelLater := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			_, err := g.Perft(later, dama.StartPosition(), 14, o)
			ended <- err
		}()
		cancelLater()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("%+v, cancelled later: %v", o, err)
		}
	}
}

// TestDeepPerft counts what published tables say of the start, and every row of
// perft.tsv up to a number of leaves: the greatest would take hours.
// DAMA_PERFT_LEAVES=n sets another number.
func TestDeepPerft(t *testing.T) {
	needDeep(t)
	g := dama.Generator{}
	for byRoute, want := range map[bool]uint64{false: 123_285_642, true: 123_290_300} {
		for _, entries := range []int{0, 1 << 20} {
			o := dama.PerftOptions{ByRoute: byRoute, TableEntries: entries}
			if got, err := g.Perft(t.Context(), dama.StartPosition(), 8, o); err != nil || got != want {
				t.Errorf("%+v: %d, want %d (%v)", o, got, want, err)
			}
		}
	}
	limit := uint64(5_000_000_000)
	if text := os.Getenv("DAMA_PERFT_LEAVES"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("DAMA_PERFT_LEAVES: %v", err)
		}
		limit = n
	}
	for _, row := range readTable(t, "testdata/perft.tsv") {
		deepPerftRow(t, row, limit)
	}
}

func deepPerftRow(t *testing.T, row map[string]string, limit uint64) {
	t.Helper()
	want, err := strconv.ParseUint(row["count"], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	if want > limit {
		t.Logf("perft.tsv:%s is not counted: %d leaves", row["line"], want)
		return
	}
	depth, err := strconv.Atoi(row["depth"])
	if err != nil {
		t.Fatal(err)
	}
	o := dama.PerftOptions{ByRoute: row["count_by"] == "routes", TableEntries: 1 << 20}
	got, err := rowGenerator(row).Perft(t.Context(), mustFEN(t, row["fen"]), depth, o)
	if err != nil || got != want {
		t.Errorf("perft.tsv:%s: %s depth %d: %d, want %d (%v)", row["line"], row["name"], depth, got, want, err)
	}
}
