package search

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/eval"
)

func facts(t testing.TB, name string) dama.Facts {
	t.Helper()
	r, err := dama.FindRuleset(name)
	if err != nil {
		t.Fatal(err)
	}
	return r.Facts
}

func mustFEN(t testing.TB, text string) dama.Position {
	t.Helper()
	p, err := dama.ParseFEN(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// randomPosition plays random moves from the start.
func randomPosition(f dama.Facts, seed uint64, plies int) *dama.History {
	rng := rand.New(rand.NewPCG(seed, 5))
	h := dama.NewHistory(f, dama.StartPosition())
	for range plies {
		moves := f.Generator().Moves(h.Position())
		if len(moves) == 0 {
			break
		}
		h.Play(moves[rng.IntN(len(moves))])
		if h.Outcome().Over {
			h.Undo()
			break
		}
	}
	return h
}

// judge is minimax at the root, where a single reply is searched like any other
// move.
func judge(e *eval.Evaluator, h *dama.History, depth int) Score {
	best := -Infinite
	for _, m := range h.Facts().Generator().Moves(h.Position()) {
		h.Play(m)
		best = max(best, -minimax(e, h, depth-1, 1))
		h.Undo()
	}
	return best
}

// minimax is the slow, plain judge: the same tree without any pruning, window,
// table or order.
func minimax(e *eval.Evaluator, h *dama.History, depth, ply int) Score {
	gen := h.Facts().Generator()
	moves := gen.Moves(h.Position())
	switch {
	case len(moves) == 0:
		return lossIn(ply)
	case h.Facts().MaterialDraw(h.Position()) != "" || h.CounterOutcome().Over:
		return DrawScore
	case h.Facts().Repetition > 0 && h.RepeatedSince(h.Plies()-ply):
		return DrawScore
	case depth <= 0 && !moves[0].IsCapture():
		return leafScore(e, h, moves, ply)
	}
	next := max(depth, 0) - 1
	if len(moves) == 1 && moves[0].IsCapture() {
		next++
	}
	best := -Infinite
	for _, m := range moves {
		h.Play(m)
		best = max(best, -minimax(e, h, next, ply+1))
		h.Undo()
	}
	return best
}

// leafScore is the evaluation or, if that is better, the best crowning.
func leafScore(e *eval.Evaluator, h *dama.History, moves []dama.Move, ply int) Score {
	best := fromEval(e.Score(h.Present()))
	for _, m := range moves {
		if m.Crowned() {
			h.Play(m)
			best = max(best, -minimax(e, h, 0, ply+1))
			h.Undo()
		}
	}
	return best
}

// TestSearchIsMinimax switches off what may change a score (reductions) and what
// depends on the path (repetition); all the rest must not.
func TestSearchIsMinimax(t *testing.T) {
	ev := eval.New(eval.Default())
	p := DefaultParams()
	p.ReduceDepth = maxPly
	p.TableEntries, p.ShallowEntries = 1<<8, 1<<4 // small, so that entries collide
	for _, rules := range []string{"share-link", "ply-yard"} {
		f := facts(t, rules)
		e := New(f, ev, p)
		for seed := range uint64(60) {
			h := randomPosition(f, seed, int(seed)*2)
			if h.Outcome().Over {
				continue
			}
			e.NewGame()
			for depth := 1; depth <= 4; depth++ {
				want := judge(ev, h, depth)
				got := e.Search(context.Background(), h, Limits{Depth: depth, Lines: 1}, nil)
				if got.Score() != want && got.Depth == depth {
					t.Errorf("%s, seed %d, depth %d, %v: search says %d, minimax %d", rules, seed, depth, h.Position(), got.Score(), want)
				}
			}
		}
	}
}

// TestRepetitionIsSeen asks about every root move of games that have gone in
// circles, so that the next move back is a draw: within the line, and by the third
// time in the game. Both must be seen on the last ply, too.
func TestRepetitionIsSeen(t *testing.T) {
	ev := eval.New(eval.Default())
	p := DefaultParams()
	p.ReduceDepth, p.TableEntries, p.ShallowDepth = maxPly, 1, -1 // what the table knows of one path must not answer for another
	f := facts(t, "federation")
	gen := f.Generator()
	draws := 0
	for _, circle := range []string{"a1-a2 h8-h7 a2-a1 h7-h8", "d2-e2 b6-c6 e2-d2 c6-b6"} {
		h := dama.NewHistory(f, mustFEN(t, "W:Wd2,g3,Ka1:Bb6,f6,Kh8"))
		moves := strings.Fields(circle + " " + circle)
		for _, text := range moves[:6] {
			m, err := gen.ParseMove(h.Position(), text)
			if err != nil {
				t.Fatal(err)
			}
			h.Play(m)
			root := gen.Moves(h.Position())
			for depth := 2; depth <= 3; depth++ {
				r := New(f, ev, p).Search(context.Background(), h, Limits{Depth: depth, Lines: len(root)}, nil)
				for _, l := range r.Lines {
					h.Play(l.PV[0])
					want := -minimax(ev, h, depth-1, 1)
					h.Undo()
					if l.Score != want {
						t.Errorf("%s, after %d moves, depth %d, %s: %d, want %d", circle, h.Plies(), depth, gen.Text(h.Position(), l.PV[0]), l.Score, want)
					}
					if l.Score == DrawScore {
						draws++
					}
				}
			}
		}
	}
	if draws == 0 {
		t.Error("no line was a draw: the games go in no circles")
	}
}

func TestSameAnswerEveryTime(t *testing.T) {
	f := facts(t, "federation")
	ev := eval.New(eval.Default())
	used := New(f, ev, DefaultParams())
	for seed := range uint64(6) {
		h := randomPosition(f, seed, 30)
		fresh := New(f, ev, DefaultParams()).Search(context.Background(), h, Limits{Nodes: 5000}, nil)
		used.NewGame()
		again := used.Search(context.Background(), h, Limits{Nodes: 5000}, nil)
		if fresh.Best() != again.Best() || fresh.Score() != again.Score() || fresh.Nodes != again.Nodes {
			t.Errorf("seed %d: a used engine answers %v, a fresh one %v", seed, again, fresh)
		}
		if fresh.Nodes > 5000 {
			t.Errorf("seed %d: %d nodes, limit 5000", seed, fresh.Nodes)
		}
	}
}

func TestProvenEnds(t *testing.T) {
	for _, c := range []struct {
		fen string
		win int // plies; negative for a loss
	}{
		{"W:Wa3:Ba4", 1},      // takes the last man
		{"W:WKa1,Kb2:Ba7", 1}, // the flying king takes it
		{"W:WKa1,Kh1,Ke2:BKd8", 3},
		{"B:WKa7,Kh1:Bh7", -2}, // h7-g7 and h7-h6 both lose the man
	} {
		h := dama.NewHistory(facts(t, "federation"), mustFEN(t, c.fen))
		e := New(h.Facts(), eval.New(eval.Default()), DefaultParams())
		r := e.Search(context.Background(), h, Limits{Depth: 9}, nil)
		n, ok := r.Score().WinIn()
		if c.win < 0 {
			n, ok = r.Score().LossIn()
			n = -n
		}
		if !ok || n != c.win {
			t.Errorf("%s: score %d at depth %d (%d plies, %v), want an end in %d", c.fen, r.Score(), r.Depth, n, ok, c.win)
		}
	}
}

func TestPVIsLegal(t *testing.T) {
	f := facts(t, "ludoteka")
	e := New(f, eval.New(eval.Default()), DefaultParams())
	for seed := range uint64(10) {
		h := randomPosition(f, seed, int(seed)*5)
		if h.Outcome().Over {
			continue
		}
		before := h.Position()
		r := e.Search(context.Background(), h, Limits{Nodes: 20000, Lines: 3}, nil)
		if h.Position() != before {
			t.Fatal("the game was changed")
		}
		seen := map[dama.Move]bool{}
		for _, l := range r.Lines {
			if seen[l.PV[0]] {
				t.Errorf("seed %d: the same root move twice", seed)
			}
			seen[l.PV[0]] = true
			checkPV(t, f, before, l.PV)
		}
		if want := min(3, len(f.Generator().Moves(before))); len(r.Lines) != want {
			t.Errorf("seed %d: %d lines, want %d", seed, len(r.Lines), want)
		}
	}
}

func checkPV(t *testing.T, f dama.Facts, p dama.Position, pv []dama.Move) {
	t.Helper()
	for i, m := range pv {
		legal := false
		for _, k := range f.Generator().Moves(p) {
			legal = legal || k == m
		}
		if !legal {
			t.Fatalf("move %d of the line is not legal in %v", i, p)
		}
		p = p.Make(m)
	}
}

func TestStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	h := dama.NewHistory(facts(t, "federation"), dama.StartPosition())
	e := New(h.Facts(), eval.New(eval.Default()), DefaultParams())
	if r := e.Search(ctx, h, Limits{}, nil); len(r.Lines) == 0 || r.Nodes > 5000 {
		t.Errorf("a cancelled search gave %v", r)
	}
}

func BenchmarkSearch(b *testing.B) {
	f := facts(b, "federation")
	e := New(f, eval.New(eval.Default()), DefaultParams())
	h := randomPosition(f, 3, 20)
	b.ReportAllocs()
	nodes := uint64(0)
	for b.Loop() {
		e.NewGame()
		nodes += e.Search(context.Background(), h, Limits{Nodes: 1_000_000}, nil).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
