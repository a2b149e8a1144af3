package dama_test

import (
	"errors"
	"testing"

	"damalab/dama"
)

// FuzzFEN: no text makes the reader panic, and what it accepts is written as a
// text that means the same.
func FuzzFEN(f *testing.F) {
	for _, text := range []string{dama.StartPosition().FEN(), "B:W9-24,K64:B41-56.", "W:WKa1-c1:B", "W:Wb2-a2:B", "W:Wa8:Bh1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := dama.ParseFEN(text)
		if err != nil {
			var e *dama.FENError
			if !errors.As(err, &e) || e.Text != text || e.Offset < 0 || e.Offset > len(text) || e.Reason == "" {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		if again, err := dama.ParseFEN(p.FEN()); err != nil || again != p || p != rebuilt(p) {
			t.Fatalf("%q is read as %v, which is read as %v (%v)", text, p, again, err)
		}
	})
}

// fuzzedPosition makes a position of any boards: a square that is claimed twice
// belongs to the first, a man on his far rank is left out, and what is more than
// so many pieces a side as well.
func fuzzedPosition(whiteMen, whiteKings, blackMen, blackKings uint64, black bool, atMost int) dama.Position {
	var b [2][2]dama.Bitboard
	used := dama.Bitboard(0)
	take := func(c dama.Color, k dama.Kind, board uint64) {
		for s := range dama.Bitboard(board).Squares() {
			full := (b[c][dama.Man] | b[c][dama.King]).Count() >= atMost
			if full || used.Has(s) || k == dama.Man && s.Rank() == c.FarRank() {
				continue
			}
			used |= s.Bit()
			b[c][k] |= s.Bit()
		}
	}
	take(dama.White, dama.King, whiteKings)
	take(dama.White, dama.Man, whiteMen)
	take(dama.Black, dama.King, blackKings)
	take(dama.Black, dama.Man, blackMen)
	side := dama.White
	if black {
		side = dama.Black
	}
	return mustPosition(b, side)
}

// fuzzedFacts takes one of the four ways of capturing.
func fuzzedFacts(variant uint8) dama.Facts {
	f := dama.Rulesets()[0].Facts
	f.Promotion = []dama.Promotion{dama.AtMoveEnd, dama.DuringCapture}[variant&1]
	f.Reversal = []dama.Reversal{dama.ReversalForbidden, dama.ReversalAllowed}[variant>>1&1]
	return f
}

// FuzzParseMove: no text makes the reader panic in any position; what it accepts
// is a legal move whose own text is read as the same move.
func FuzzParseMove(f *testing.F) {
	f.Add("a3-a4", uint64(0xFFFF00), uint64(0), uint64(0xFFFF<<40), uint64(0), false, uint8(0))
	f.Add("d2xb6", uint64(1<<11), uint64(0), uint64(1<<19|1<<26|1<<33|1<<10|1<<17), uint64(0), false, uint8(1))
	f.Add("d4xd7", uint64(0), uint64(1<<27), uint64(1<<43), uint64(0), false, uint8(2))
	f.Fuzz(func(t *testing.T, text string, wm, wk, bm, bk uint64, black bool, variant uint8) {
		p, g := fuzzedPosition(wm, wk, bm, bk, black, 10), fuzzedFacts(variant).Generator()
		m, err := g.ParseMove(p, text)
		if err != nil {
			checkMoveError(t, g, p, text, err)
			return
		}
		legal := false
		for _, l := range g.Moves(p) {
			legal = legal || l == m
		}
		again, err := g.ParseMove(p, g.Text(p, m))
		if !legal || err != nil || again != m {
			t.Fatalf("%v: %q is read as %v (legal: %v), its text as %v (%v)", p, text, m, legal, again, err)
		}
	})
}

func checkMoveError(t *testing.T, g dama.Generator, p dama.Position, text string, err error) {
	t.Helper()
	var e *dama.MoveError
	if !errors.As(err, &e) || e.Text != text || e.Error() == "" {
		t.Fatalf("%v: %q: %#v", p, text, err)
	}
	if (e.Fault == dama.MoveAmbiguous) != (len(e.Candidates) >= 2) || (e.Fault == dama.MoveUnreadable) != (e.Detail != "") {
		t.Fatalf("%v: %q: %#v", p, text, err)
	}
	for _, c := range e.Candidates {
		if _, err := g.ParseMove(p, c); err != nil {
			t.Fatalf("%v: the candidate %s: %v", p, c, err)
		}
	}
}

// FuzzMovesAgainstReferee has few pieces, since the referee follows every route.
func FuzzMovesAgainstReferee(f *testing.F) {
	f.Add(uint64(0xFFFF00), uint64(0), uint64(0xFFFF<<40), uint64(0), false, uint8(0))
	f.Add(uint64(1<<51|1<<8), uint64(0), uint64(1<<50|1<<43), uint64(1<<20), false, uint8(1))
	f.Add(uint64(0), uint64(1<<27|1), uint64(1<<43|1<<29), uint64(1<<24), true, uint8(2))
	f.Fuzz(func(t *testing.T, wm, wk, bm, bk uint64, black bool, variant uint8) {
		facts := fuzzedFacts(variant)
		p := fuzzedPosition(wm, wk, bm, bk, black, 8)
		if routesOf(facts.Generator(), p) > 1000 {
			t.Skip()
		}
		compare(t, facts, p)
	})
}
