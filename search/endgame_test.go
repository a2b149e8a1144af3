package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"damalab/dama"
	"damalab/endgame"
	"damalab/eval"
)

// fewPieces returns a random position of three pieces, one at least for each side,
// in which the game goes on.
func fewPieces(r *rand.Rand, f dama.Facts) dama.Position {
	for {
		var b [4]dama.Bitboard
		for i := range 3 {
			kind := 2*i + r.IntN(2) // White's, Black's, and then anybody's
			if i == 2 {
				kind = r.IntN(4)
			}
			b[kind] |= 1 << r.IntN(64)
		}
		p, err := dama.NewPosition(b[0], b[1], b[2], b[3], dama.Color(r.IntN(2)))
		if err == nil && p.Occupied().Count() == 3 && !f.BoardOutcome(p).Over {
			return p
		}
	}
}

// helped returns an engine with the built-in tables of a ruleset.
func helped(t *testing.T, f dama.Facts) (*Engine, *endgame.Tables) {
	t.Helper()
	tables, ok := endgame.Builtin(f)
	if !ok {
		t.Fatal("no built-in tables")
	}
	t.Cleanup(func() { tables.Close() })
	p := DefaultParams()
	p.TableEntries = 1 << 10
	e := New(f, eval.New(eval.Default()), p)
	e.UseEndgames(tables)
	return e, tables
}

// toTheEnd plays on: the engine for one side and, out of the tables, the best moves
// for the other. It returns the outcome and the number of plies.
func toTheEnd(t *testing.T, e *Engine, tables *endgame.Tables, h *dama.History, engineSide dama.Color, most int) (dama.Outcome, int) {
	t.Helper()
	begun := h.Plies()
	for h.Plies()-begun < most && !h.Outcome().Over {
		if h.Position().Side() == engineSide {
			r := e.Search(context.Background(), h, Limits{Nodes: 1}, nil)
			h.Play(r.Best())
			continue
		}
		moves, err := tables.Moves(h.Position())
		if err != nil {
			t.Fatal(err)
		}
		h.Play(moves[0].Move)
	}
	return h.Outcome(), h.Plies() - begun
}

// TestKnownEndingsArePlayedOut: under any limit the engine wins in exactly the
// number of plies that the tables say, holds out for as long when it is lost, and
// keeps a draw.
func TestKnownEndingsArePlayedOut(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for _, rules := range dama.Rulesets() {
		e, tables := helped(t, rules.Facts)
		for wins, losses, draws := 0, 0, 0; wins < 50 || losses < 10 || draws < 10; {
			p := fewPieces(r, rules.Facts)
			result, plies, ok := tables.Probe(p)
			h := dama.NewHistory(rules.Facts, p)
			found := e.Search(context.Background(), h, Limits{Nodes: 1}, nil)
			s := found.Score()
			if !ok {
				t.Fatalf("%s: %v is not known", rules.Name, p)
			}
			switch {
			case result == 0:
				if s != DrawScore {
					t.Fatalf("%s: %v is drawn, and the score is %d", rules.Name, p, s)
				}
				if draws++; draws > 10 {
					continue
				}
				if o, _ := toTheEnd(t, e, tables, h, p.Side(), 60); o.Result != dama.Draw {
					t.Errorf("%s: %v is drawn and ended with %+v", rules.Name, p, o)
				}
			case plies > h.CounterPlies():
				// Not proven: a count may come first.
			case result > 0:
				wins++
				if n, ok := s.WinIn(); !ok || n != plies {
					t.Fatalf("%s: %v wins in %d, and the score is %d", rules.Name, p, plies, s)
				}
				if o, n := toTheEnd(t, e, tables, h, p.Side(), 300); o.Result != dama.WinFor(p.Side()) || n != plies {
					t.Errorf("%s: %v wins in %d plies; after %d it is %+v", rules.Name, p, plies, n, o)
				}
			default:
				losses++
				if n, ok := s.LossIn(); !ok || n != plies {
					t.Fatalf("%s: %v loses in %d, and the score is %d", rules.Name, p, plies, s)
				}
				if o, n := toTheEnd(t, e, tables, h, p.Side(), 300); o.Result != dama.WinFor(p.Side().Other()) || n != plies {
					t.Errorf("%s: %v loses in %d plies; after %d it is %+v", rules.Name, p, plies, n, o)
				}
			}
		}
	}
}

// TestLinesOfAKnownPosition: several lines come best first, each with its worth.
func TestLinesOfAKnownPosition(t *testing.T) {
	f := facts(t, "federation")
	e, tables := helped(t, f)
	p := mustFEN(t, "W:Wa3,b2:Bg7")
	reports := 0
	r := e.Search(context.Background(), dama.NewHistory(f, p), Limits{Nodes: 1, Lines: 3}, func(Result) { reports++ })
	moves, err := tables.Moves(p)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Lines) != 3 || reports != 1 || r.Best() != moves[0].Move {
		t.Fatalf("%d lines, %d reports: %+v", len(r.Lines), reports, r)
	}
	if n, ok := r.Score().WinIn(); !ok || n != 27 || r.Lines[1].Score != DrawScore {
		t.Errorf("scores %d and %d", r.Score(), r.Lines[1].Score)
	}
}

// TestCountsLimitWhatIsProven: a win that a count may cut off is no proven win,
// but is preferred to anything that an evaluation can say.
func TestCountsLimitWhatIsProven(t *testing.T) {
	p := mustFEN(t, "W:WKa1,Kh8:BKd4")
	for _, limit := range []int{0, 4, 5, 6, 7, 8, 32} {
		f := facts(t, "share-link")
		f.KingMoveLimit = limit
		e, tables := helped(t, f)
		_, plies, _ := tables.Probe(p)
		r := e.Search(context.Background(), dama.NewHistory(f, p), Limits{Depth: 1}, nil)
		s := r.Score()
		n, proven := s.WinIn()
		if fits := limit == 0 || plies <= limit; plies < 5 || proven != fits || proven && n != plies || s < 20000 {
			t.Errorf("a win in %d under a limit of %d king moves: score %d", plies, limit, s)
		}
	}
}

// knowNothing answers no question.
type knowNothing struct{ asked int }

func (*knowNothing) MaxPieces() int { return 3 }

func (k *knowNothing) Probe(dama.Position) (result, plies int, ok bool) {
	k.asked++
	return 0, 0, false
}

// TestTablesThatKnowNothingChangeNothing compares whole searches, node for node.
func TestTablesThatKnowNothingChangeNothing(t *testing.T) {
	f := facts(t, "federation")
	k := &knowNothing{}
	for _, p := range append(benchPositions(f)[:4], mustFEN(t, "W:Wa3,b2,Kc1:Bg7"), mustFEN(t, "W:Wa3,b2:Bg7")) {
		var results [2]Result
		for i := range results {
			e := New(f, eval.New(eval.Default()), DefaultParams())
			if i == 1 {
				e.UseEndgames(k)
			}
			results[i] = e.Search(context.Background(), dama.NewHistory(f, p), Limits{Depth: 5}, nil)
		}
		if a, b := results[0], results[1]; a.Nodes != b.Nodes || a.Score() != b.Score() || a.Best() != b.Best() {
			t.Errorf("%v: %d nodes, score %d without tables, %d nodes, score %d with", p, a.Nodes, a.Score(), b.Nodes, b.Score())
		}
	}
	if k.asked == 0 {
		t.Error("nothing was asked")
	}
}
