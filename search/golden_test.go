package search

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/eval"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares text with a file, or writes the file.
func golden(t *testing.T, path, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s differs; a change for speed alone must not move it. If the search was meant to change, "+
			"raise Version and run this test with -update.\ngot:\n%s", path, text)
	}
}

// benchPositions are middle games and endings of random play, made level enough
// that there is something to search.
func benchPositions(f dama.Facts) []dama.Position {
	var ps []dama.Position
	for seed := uint64(1); len(ps) < 12; seed++ {
		h := randomPosition(f, seed, 8+4*len(ps))
		if len(f.Generator().Moves(h.Position())) > 3 {
			ps = append(ps, h.Position())
		}
	}
	return ps
}

// TestBenchNodes holds the number of nodes that fixed depths take: it is the same
// on every machine and changes only when the search does.
func TestBenchNodes(t *testing.T) {
	var text strings.Builder
	f := facts(t, "federation")
	e := New(f, eval.New(eval.Default()), DefaultParams())
	total := uint64(0)
	for _, p := range benchPositions(f) {
		e.NewGame()
		r := e.Search(context.Background(), dama.NewHistory(f, p), Limits{Depth: 7}, nil)
		total += r.Nodes
		fmt.Fprintf(&text, "%d\t%d\t%s\t%v\n", r.Nodes, r.Score(), f.Generator().Text(p, r.Best()), p)
	}
	fmt.Fprintf(&text, "%d\ttotal\n", total)
	golden(t, "testdata/bench.tsv", text.String())
}

// tactic is a position with one winning move.
type tactic struct {
	fen, move string
	plies     int
}

// exhaustive returns parameters under which nothing is cut off but by alpha-beta.
func exhaustive() Params {
	p := DefaultParams()
	p.ReduceDepth = maxPly
	p.LazyMargin = 0
	return p
}

// findTactics plays quick games and keeps the positions in which one move wins by
// force in 5 plies or more, and an exhaustive search two plies deeper finds that
// no other move wins.
func findTactics(t *testing.T, f dama.Facts, want int) []tactic {
	ev := eval.New(eval.Default())
	player, judge := New(f, ev, DefaultParams()), New(f, ev, exhaustive())
	var found []tactic
	for seed := uint64(1); len(found) < want; seed++ {
		rng := rand.New(rand.NewPCG(seed, 9))
		h := randomPosition(f, seed, 10)
		player.NewGame()
		perGame := 0
		for !h.Outcome().Over && h.Plies() < 200 && perGame < 2 {
			moves := f.Generator().Moves(h.Position())
			if len(moves) > 1 && h.Position().Occupied().Count() <= 9 {
				if c, ok := judgeTactic(judge, f, h.Position()); ok {
					t.Logf("seed %d: %v", seed, c)
					found = append(found, c)
					perGame++
				}
			}
			if rng.IntN(6) == 0 {
				h.Play(moves[rng.IntN(len(moves))])
				continue
			}
			r := player.Search(context.Background(), h, Limits{Nodes: 300}, nil)
			h.Play(r.Best())
		}
	}
	return found
}

func judgeTactic(judge *Engine, f dama.Facts, p dama.Position) (tactic, bool) {
	game := dama.NewHistory(f, p)
	judge.NewGame()
	first := judge.Search(context.Background(), game, Limits{Depth: 6}, nil)
	n, ok := first.Score().WinIn()
	if !ok || n < 5 {
		return tactic{}, false
	}
	judge.NewGame()
	deep := judge.Search(context.Background(), game, Limits{Depth: n + 2, Lines: 2}, nil)
	if len(deep.Lines) < 2 || deep.Lines[0].Score < winBound || deep.Lines[1].Score >= winBound {
		return tactic{}, false
	}
	return tactic{p.FEN(), f.Generator().Text(p, deep.Best()), n}, true
}

const (
	tacticsFile = "testdata/tactics.tsv"
	tacticLimit = 20_000 // nodes
)

// TestTactics gives the engine a file of positions with one winning move each. The
// nodes that it took to settle on the move are in docs/bench/strength.md.
func TestTactics(t *testing.T) {
	f := facts(t, "federation")
	if *update {
		text := "fen\tmove\twin_in\n"
		for _, c := range findTactics(t, f, 24) {
			text += fmt.Sprintf("%s\t%s\t%d\n", c.fen, c.move, c.plies)
		}
		golden(t, tacticsFile, text)
	}
	solved, nodes := 0, uint64(0)
	tactics := readTactics(t)
	for _, c := range tactics {
		p := mustFEN(t, c.fen)
		e := New(f, eval.New(eval.Default()), DefaultParams())
		settled := uint64(0) // when the move was found that was never left again
		r := e.Search(context.Background(), dama.NewHistory(f, p), Limits{Nodes: tacticLimit}, func(r Result) {
			if f.Generator().Text(p, r.Best()) != c.move {
				settled = r.Nodes
			}
		})
		if f.Generator().Text(p, r.Best()) == c.move {
			solved++
			nodes += settled
		} else {
			t.Logf("not solved in %d nodes: %s, %s wins in %d", tacticLimit, c.fen, c.move, c.plies)
		}
	}
	t.Logf("%d of %d solved, %d nodes each before the move was found", solved, len(tactics), nodes/uint64(max(solved, 1)))
	if len(tactics) < 24 || solved < len(tactics)*9/10 {
		t.Errorf("%d of %d tactics solved", solved, len(tactics))
	}
}

func readTactics(t *testing.T) (tactics []tactic) {
	t.Helper()
	file, err := os.Open(tacticsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for scan := bufio.NewScanner(file); scan.Scan(); {
		var c tactic
		if _, err := fmt.Sscan(scan.Text(), &c.fen, &c.move, &c.plies); err == nil {
			tactics = append(tactics, c)
		}
	}
	return tactics
}
