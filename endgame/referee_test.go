package endgame_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"damalab/dama"
	"damalab/endgame"
	"damalab/internal/referee"
)

// The slow twin: plain iteration over all positions, with the referee's moves and
// verdicts, knowing nothing of indices, symmetries or moves taken back.

type worth struct{ result, plies int }

// slow solves every position of some materials, which must be closed under moves.
type slow struct {
	facts      dama.Facts
	numbers    map[dama.Position]int
	positions  []dama.Position
	successors [][]int32
	over       []bool
	worths     []worth
}

// whiteToMove is a position as the slow twin numbers it: colors exchanged so that
// White is to move.
func whiteToMove(p dama.Position) dama.Position {
	if p.Side() == dama.Black {
		return dama.SwapColors.Position(p)
	}
	return p
}

// add numbers every placement of a material, White to move.
func (s *slow) add(m endgame.Material) {
	counts := [4]int{m.Mover.Men, m.Mover.Kings, m.Other.Men, m.Other.Kings}
	var boards [4]dama.Bitboard
	var put func(kind, left, from int)
	put = func(kind, left, from int) {
		if left == 0 {
			if kind == 3 {
				p, err := dama.NewPosition(boards[0], boards[1], boards[2], boards[3], dama.White)
				if err == nil { // no man on its far rank, one piece on a square
					s.numbers[p] = len(s.positions)
					s.positions = append(s.positions, p)
				}
				return
			}
			put(kind+1, counts[kind+1], 0)
			return
		}
		for q := from; q < 64; q++ {
			boards[kind] |= 1 << q
			put(kind, left-1, q+1)
			boards[kind] &^= 1 << q
		}
	}
	put(0, counts[0], 0)
}

// link lists each position's successors.
func (s *slow) link(t *testing.T) {
	for _, p := range s.positions {
		verdict := referee.Judge(s.facts, []dama.Position{p}, nil)
		var list []int32
		if !verdict.Over {
			for _, m := range referee.Moves(s.facts, p) {
				next := whiteToMove(referee.Make(p, m))
				i, ok := s.numbers[next]
				if next.Pieces(dama.White) == 0 {
					i, ok = -1, true
				}
				if !ok {
					t.Fatalf("%v is not among the positions", next)
				}
				list = append(list, int32(i))
			}
		}
		s.successors = append(s.successors, list)
		s.over = append(s.over, verdict.Over)
		s.worths = append(s.worths, worth{verdict.Result, 0}) // not over: a draw, for all that is known
	}
}

// iterate goes over all positions until nothing changes.
func (s *slow) iterate() {
	for changed := true; changed; {
		changed = false
		next := append([]worth{}, s.worths...)
		for i := range s.positions {
			if s.over[i] {
				continue
			}
			best := worth{-2, 0}
			for _, j := range s.successors[i] {
				w := worth{-1, 0} // nothing left
				if j >= 0 {
					w = s.worths[j]
				}
				w = worth{-w.result, w.plies + 1}
				if w.result == 0 {
					w.plies = 0
				}
				if best.result < w.result || best.result == w.result && w.result*w.plies < best.result*best.plies {
					best = w
				}
			}
			if best != s.worths[i] {
				next[i], changed = best, true
			}
		}
		s.worths = next
	}
}

// variants are fact sets that differ in all that matters to tables.
func variants() []dama.Facts {
	var list []dama.Facts
	for _, r := range dama.Rulesets() {
		list = append(list, r.Facts)
	}
	f := list[0]
	f.OnePieceEach = dama.OnePieceUnlessCapture
	list = append(list, f)
	f.KingVersusMan = dama.KingVersusManNo
	list = append(list, f)
	f.Promotion, f.Reversal = dama.DuringCapture, dama.ReversalAllowed
	list = append(list, f)
	known := map[endgame.Rules]bool{}
	return slices.DeleteFunc(list, func(f dama.Facts) bool {
		r := endgame.RulesOf(f)
		again := known[r]
		known[r] = true
		return again
	})
}

func side(men, kings int) endgame.Side { return endgame.Side{Men: men, Kings: kings} }

func both(list ...endgame.Material) []endgame.Material {
	for _, m := range list {
		if m.Mover != m.Other {
			list = append(list, endgame.Material{Mover: m.Other, Other: m.Mover})
		}
	}
	return list
}

func compare(t *testing.T, f dama.Facts, list []endgame.Material, tables *endgame.Tables) {
	t.Helper()
	s := &slow{facts: f, numbers: map[dama.Position]int{}}
	for _, m := range list {
		s.add(m)
	}
	s.link(t)
	s.iterate()
	for i, p := range s.positions {
		result, plies, ok := tables.Probe(p)
		if got := (worth{result, plies}); !ok || got != s.worths[i] {
			t.Fatalf("%+v: %v is %+v in the tables (%v), %+v by the slow way", endgame.RulesOf(f), p, got, ok, s.worths[i])
		}
	}
}

// built makes tables for facts that no ruleset has, and takes the built-in ones
// otherwise.
func built(t *testing.T, f dama.Facts, pieces int) *endgame.Tables {
	t.Helper()
	tables, ok := endgame.Builtin(f)
	if !ok {
		dir := t.TempDir()
		_, err := endgame.Build(t.Context(), dir, endgame.RulesOf(f), endgame.BuildOptions{Pieces: pieces, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if tables, err = endgame.Open(dir, f); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { tables.Close() })
	return tables
}

func TestTwoPiecesTheSlowWay(t *testing.T) {
	list := variants()
	if testing.Short() {
		list = []dama.Facts{list[1], list[4], list[5]}
	}
	for _, f := range list {
		compare(t, f, both(endgame.Materials(2)...), built(t, f, 2))
	}
}

// TestKingsTheSlowWay takes two kings against one, where a king in the middle may
// or may not turn back between its captures.
func TestKingsTheSlowWay(t *testing.T) {
	if testing.Short() {
		t.Skip("a quarter of a million positions")
	}
	f := dama.Rulesets()[0].Facts
	f.OnePieceEach, f.KingVersusMan = dama.OnePieceUnlessCapture, dama.KingVersusManNo
	for _, f.Reversal = range []dama.Reversal{dama.ReversalAllowed, dama.ReversalForbidden} {
		kings := both(endgame.Material{Mover: side(0, 1), Other: side(0, 1)}, endgame.Material{Mover: side(0, 2), Other: side(0, 1)})
		compare(t, f, kings, built(t, f, 3))
	}
}

// TestDeepThreePiecesTheSlowWay takes all positions of three pieces.
func TestDeepThreePiecesTheSlowWay(t *testing.T) {
	if os.Getenv("DAMA_DEEP") == "" {
		t.Skip("1.7 million positions for each of the rules; set DAMA_DEEP=1")
	}
	for _, f := range variants() {
		t.Run(endgame.RulesOf(f).Digest()[:12], func(t *testing.T) {
			compare(t, f, both(endgame.Materials(3)...), built(t, f, 3))
		})
	}
}

// TestThreePiecesMoveByMove holds random positions of three pieces against their
// successors, by the referee's moves.
func TestThreePiecesMoveByMove(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for _, ruleset := range dama.Rulesets() {
		f := ruleset.Facts
		tables := built(t, f, 3)
		ask := func(p dama.Position) worth {
			result, plies, ok := tables.Probe(p)
			if !ok {
				t.Fatalf("%s: no answer for %v", ruleset.Name, p)
			}
			return worth{result, plies}
		}
		for range 1500 {
			p := crowded(r)
			s := &slow{facts: f, numbers: map[dama.Position]int{p: 0}, positions: []dama.Position{p}}
			if v := referee.Judge(f, s.positions, nil); v.Over {
				want := v.Result
				if p.Side() == dama.Black {
					want = -want
				}
				if got := ask(p); got != (worth{want, 0}) {
					t.Fatalf("%s: %v is over with %d, and %+v in the tables", ruleset.Name, p, want, got)
				}
				continue
			}
			best := worth{-2, 0}
			for _, m := range referee.Moves(f, p) {
				w := ask(referee.Make(p, m))
				w = worth{-w.result, w.plies + 1}
				if w.result == 0 {
					w.plies = 0
				}
				if best.result < w.result || best.result == w.result && w.result*w.plies < best.result*best.plies {
					best = w
				}
			}
			if got := ask(p); got != best {
				t.Fatalf("%s: %v is %+v in the tables, %+v by its moves", ruleset.Name, p, got, best)
			}
		}
	}
}

// crowded puts three pieces within a few squares, so that captures of two and
// crownings in a capture come up often.
func crowded(r *rand.Rand) dama.Position {
	for {
		file, rank := r.IntN(5), r.IntN(5)
		var b [4]dama.Bitboard
		for range 3 {
			b[r.IntN(4)] |= dama.SquareAt(file+r.IntN(4), rank+r.IntN(4)).Bit()
		}
		p, err := dama.NewPosition(b[0], b[1], b[2], b[3], dama.Color(r.IntN(2)))
		if err == nil && b[0]|b[1] != 0 && b[2]|b[3] != 0 {
			return p
		}
	}
}
