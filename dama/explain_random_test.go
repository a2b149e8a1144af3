package dama_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/internal/referee"
)

// Explanations of random texts in random positions: held against ParseMove and
// the legal moves, and against what the referee and a second walk over the board,
// written square by square, say of them.

// TestExplainRoutes explains every route of the legal moves, and texts that
// differ from one a little.
func TestExplainRoutes(t *testing.T) {
	for _, rs := range testRulesets(t) {
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			r, g, n := newRand(t), rs.Generator(), 200
			if deep() {
				n = 20_000
			}
			for _, p := range samplePositions(r, g, n) {
				if routesOf(g, p) > refereeRoutes() {
					continue
				}
				for _, m := range g.Moves(p) {
					for route := range g.Routes(p, m) {
						squares := append([]dama.Square{m.From()}, route...)
						if reason := checkExplanation(t, rs.Facts, p, textOf(squares, m.IsCapture())); reason != legal {
							t.Fatalf("%v: the route %v: %s", p, squares, reason)
						}
					}
				}
				for range 10 {
					checkAgainstWalk(t, rs.Facts, p, mutated(r, p, g.Moves(p)))
				}
			}
		})
	}
}

// TestExplainPairs explains every pair of squares as a quiet move and as a
// capture.
func TestExplainPairs(t *testing.T) {
	for variant := range uint8(4) {
		r, f := newRand(t), fuzzedFacts(variant)
		n := 2
		if deep() {
			n = 200
		}
		for _, p := range samplePositions(r, f.Generator(), n) {
			for i := range dama.Square(64) {
				for j := range dama.Square(64) {
					checkAgainstWalk(t, f, p, i.String()+"-"+j.String())
					checkAgainstWalk(t, f, p, i.String()+"x"+j.String())
				}
			}
		}
	}
}

// textOf writes squares as a move text.
func textOf(squares []dama.Square, capture bool) string {
	var names []string
	for _, s := range squares {
		names = append(names, s.String())
	}
	return strings.Join(names, map[bool]string{false: "-", true: "x"}[capture])
}

// mutated returns the text of a legal move with something changed, or of a move
// that may be anything.
func mutated(r *rand.Rand, p dama.Position, moves []dama.Move) string {
	square := func() dama.Square { return dama.Square(r.IntN(64)) }
	if len(moves) == 0 || r.IntN(4) == 0 {
		own := slices.Collect(p.Pieces(p.Side()).Squares())
		if len(own) == 0 {
			own = []dama.Square{square()}
		}
		squares := []dama.Square{own[r.IntN(len(own))]}
		for range 1 + r.IntN(3) {
			squares = append(squares, square())
		}
		return textOf(squares, r.IntN(3) > 0)
	}
	m := moves[r.IntN(len(moves))]
	route := []dama.Square{m.To()}
	if m.Captured().Count() < 8 {
		// The generator is the same for all: the least route is near enough.
		route = slices.Clone(dama.Rulesets()[0].Generator().Route(p, m))
	}
	squares := append([]dama.Square{m.From()}, route...)
	at := r.IntN(len(squares))
	switch r.IntN(7) {
	case 0: // a step less
		squares = squares[:len(squares)-1]
	case 1: // a step more
		squares = append(squares, square())
	case 2: // another square on the way
		squares[at] = square()
	case 3: // another one near it
		squares[at] = (squares[at] + []dama.Square{1, 63, 8, 56}[r.IntN(4)]) % 64
	case 4: // turned round
		slices.Reverse(squares)
	case 5: // a step left out
		squares = slices.Delete(squares, at, at+1)
	case 6: // the other sign
		return textOf(squares, !m.IsCapture())
	}
	return textOf(squares, m.IsCapture())
}

// TestExplainAgainstReferee explains the captures that the referee finds before
// the maximum rule, also under facts that are not the referee's.
func TestExplainAgainstReferee(t *testing.T) {
	for variant := range uint8(4) {
		f := fuzzedFacts(variant)
		t.Run(string(f.Promotion)+" "+string(f.Reversal), func(t *testing.T) {
			t.Parallel()
			r, g, met, n := newRand(t), f.Generator(), map[dama.Refusal]int{}, 150
			if deep() {
				n = 3_000
			}
			for _, p := range append(samplePositions(r, g, n), promising(r, n)...) {
				if routesOf(g, p) > refereeRoutes() {
					continue
				}
				most := 0
				if moves := g.Moves(p); len(moves) > 0 {
					most = moves[0].Captured().Count()
				}
				checkShortForms(t, f, p)
				for other := range uint8(4) {
					for _, m := range referee.Captures(fuzzedFacts(other), p) {
						met[checkCapture(t, f, p, m, other == variant, most)]++
					}
				}
			}
			for _, reason := range []dama.Refusal{legal, dama.NotMaximum, dama.StillAMan, dama.TurnedBack} {
				never := reason == dama.StillAMan && variant&1 == 1 || reason == dama.TurnedBack && variant&2 == 2
				if n := met[reason]; never && n > 0 || !never && n < 5 {
					t.Errorf("%q was met %d times", reason, n)
				}
			}
		})
	}
}

// promising returns positions with men close to the far rank and kings there to
// take, and kings with enemies on both sides.
func promising(r *rand.Rand, n int) (all []dama.Position) {
	for range n {
		file := dama.Square(r.IntN(8))
		b := [2][2]dama.Bitboard{{(40 + file).Bit(), 0}, {(48 + file).Bit(), 0}}
		for range 4 {
			if s := dama.Square(r.IntN(64)); s != 40+file && s != 48+file && s != 56+file && s > 7 {
				b[dama.Black][dama.King] |= s.Bit()
			}
		}
		all = append(all, mustPosition(b, dama.White))
	}
	return all
}

// checkCapture explains each route of a complete capture that the referee has
// found under the same facts or others, and returns the last answer.
func checkCapture(t *testing.T, f dama.Facts, p dama.Position, m referee.Move, same bool, most int) (reason dama.Refusal) {
	t.Helper()
	for _, route := range m.Routes {
		text := textOf(append([]dama.Square{m.From}, route...), true)
		reason = checkAgainstWalk(t, f, p, text)
		want := dama.NotMaximum
		if m.Captured.Count() == most {
			want = legal
		}
		shortForm := len(route) == 1 && (reason == legal || reason == dama.Unreadable) // of one move or several
		if same && reason != want && !shortForm {
			t.Fatalf("%v %s, %s, %s: %q, want %q", p, text, f.Promotion, f.Reversal, reason, want)
		}
		for i := 2; same && i < len(route); i++ {
			part := textOf(append([]dama.Square{m.From}, route[:i]...), true)
			if reason := checkAgainstWalk(t, f, p, part); reason != dama.StopsEarly {
				t.Fatalf("%v %s, %s, %s: %q, want %q", p, part, f.Promotion, f.Reversal, reason, dama.StopsEarly)
			}
		}
	}
	return reason
}

// checkShortForms explains origin and destination of the complete captures that
// the referee finds. Where that is no possible jump, one that takes the most of
// those that fit is meant.
func checkShortForms(t *testing.T, f dama.Facts, p dama.Position) {
	t.Helper()
	most := map[string]int{}
	for _, m := range referee.Captures(f, p) {
		if _, occupied := p.At(m.To); !occupied || m.To == m.From { // else it may name a captured piece
			text := m.From.String() + "x" + m.To.String()
			most[text] = max(most[text], m.Captured.Count())
		}
	}
	for text, n := range most {
		e := f.Explain(p, text)
		if walked, _ := walkText(f, p, text); walked == legal || e.Legal || e.Reason == dama.Unreadable {
			continue
		}
		if said := e.Text(dama.Turkish); e.Reason != dama.NotMaximum || !strings.Contains(said, fmt.Sprintf(" %d taş;", n)) {
			t.Fatalf("%v %s, %s, %s: %q, want %d pieces", p, text, f.Promotion, f.Reversal, said, n)
		}
	}
}

// FuzzExplain: any text has an answer in any position, and the second walk agrees.
func FuzzExplain(f *testing.F) {
	f.Add("a3-a4", uint64(0xFFFF00), uint64(0), uint64(0xFFFF<<40), uint64(0), false, uint8(0))
	f.Add("d2xb6", uint64(1<<11), uint64(0), uint64(1<<19|1<<26|1<<33|1<<10|1<<17), uint64(0), false, uint8(1))
	f.Add("d4xd7xd1", uint64(0), uint64(1<<27), uint64(1<<43|1<<11), uint64(0), false, uint8(2))
	f.Add("d6xd8xh8", uint64(1<<43), uint64(0), uint64(1<<51), uint64(1<<62), false, uint8(0))
	f.Add("h7-h6-x{at}", uint64(1<<43), uint64(0), uint64(1<<51), uint64(1<<62), true, uint8(0))
	f.Fuzz(func(t *testing.T, text string, wm, wk, bm, bk uint64, black bool, variant uint8) {
		checkAgainstWalk(t, fuzzedFacts(variant), fuzzedPosition(wm, wk, bm, bk, black, 10), text)
	})
}
