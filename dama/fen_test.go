package dama_test

import (
	"errors"
	"strings"
	"testing"

	"damalab/dama"
)

func TestFENRoundTrip(t *testing.T) {
	r, g := newRand(t), dama.Generator{}
	for _, p := range samplePositions(r, g, 3_000) {
		text := p.FEN()
		got, err := dama.ParseFEN(text)
		if err != nil || got != p || got.Key() != p.Key() || p.String() != text {
			t.Fatalf("%s is read as %v (%v)", text, got, err)
		}
		for s := range dama.Square(64) {
			piece, ok := p.At(s)
			if ok != p.Occupied().Has(s) || ok && !p.Pieces(piece.Color).Has(s) {
				t.Fatalf("%s: on %v stands %v %v", text, s, piece, ok)
			}
		}
	}
}

// TestFENForms: the other ways in which a position may be written.
func TestFENForms(t *testing.T) {
	start := dama.StartPosition().FEN()
	for _, c := range []struct{ text, want string }{
		{start, start},
		{"W:W9-24:B41-56", start},
		{"W:Wa2-h3:Ba6-h7", start},
		{"W:Wa2-h2,a3-h3:B41-48,a7-56", start},
		{"W:Ba6-h7:Wa2-h3", start},
		{"W:W9,10,K28:B49,K64", "W:Wa2,b2,Kd4:Ba7,Kh8"},
		{"B:WKa1-c1:BKf8-h8", "B:WKa1,Kb1,Kc1:BKf8,Kg8,Kh8"},
		{"W:Wa2-a2:B", "W:Wa2:B"},
		{"W:W:B", "W:W:B"},
		{"B:W:Ba7", "B:W:Ba7"},
		{"  W:Wa2:Ba7.\r\n", "W:Wa2:Ba7"},
		{"W:W b2, a2 ,Kd4:B a7", "W:Wa2,b2,Kd4:Ba7"},
		{"W:WKd4,b2,Ka8,a2:B", "W:Wa2,b2,Kd4,Ka8:B"},
	} {
		p, err := dama.ParseFEN(c.text)
		if err != nil || p.FEN() != c.want {
			t.Errorf("%q is read as %v (%v), want %s", c.text, p, err, c.want)
		}
	}
}

// TestFENErrors: each says at which character (counted from 1) and why.
func TestFENErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `character 1: the side to move comes first, as W or B and a colon; found ""`},
		{"Wa2:Ba7", `character 1: the side to move comes first, as W or B and a colon; found "Wa2"`},
		{" :Wa2:Ba7", `character 2: the side to move comes first`},
		{"w:Wa2:Ba7", `character 1: the side to move comes first, as W or B and a colon; found "w"`},
		{"W", `character 2: a field is missing`},
		{"W:Wa2", `character 6: a field is missing: a position has three`},
		{"W:Wa2:", `character 7: a list of pieces begins with W or B; found ""`},
		{"W::Ba7", `character 3: a list of pieces begins with W or B; found ""`},
		{"W:a2:Ba7", `character 3: a list of pieces begins with W or B; found "a2"`},
		{"W:Wa2:Wa3", `character 7: White's pieces are given twice`},
		{"W:Ba7:Ba6", `character 7: Black's pieces are given twice`},
		{"W:Wa2:Ba7:", `character 10: text after the third field`},
		{"W:Wa2:Ba7:H0:F1", `character 10: text after the third field`},
		{"W:Wa2:Ba7 x", `character 8: unknown square "a7 x"`},
		{"W:Wa2,a2:B", `character 7: two pieces on a2`},
		{"W:Wa2,Ka2:B", `character 8: two pieces on a2`},
		{"W:WKa2,Ka2:B", `character 9: two pieces on a2`},
		{"W:WKa2:BKa2", `character 10: two pieces on a2`},
		{"W:WKa2:Ba2", `character 9: two pieces on a2`},
		{"W:Wa2:Bb7,a2", `character 11: two pieces on a2`},
		{"W:Wa2-c2,b2:B", `character 10: two pieces on b2`},
		{"W:Wa8:B", `character 4: a white man on a8, its own far rank: it would have been crowned (write Ka8 for a king)`},
		{"W:Wa2:Bb7,h1", `character 11: a black man on h1, its own far rank: it would have been crowned (write Kh1 for a king)`},
		{"W:Wg7-b8:B", `character 4: a white man on a8, its own far rank`},
		{"W:Wz9:B", `character 4: unknown square "z9": squares run from a1 to h8`},
		{"W:Wa2,i1:B", `character 7: unknown square "i1": squares run from a1 to h8`},
		{"W:Wa9:B", `character 4: unknown square "a9": squares run from a1 to h8`},
		{"W:W65:B", `character 4: unknown square "65": numbers run from 1 (a1) to 64 (h8)`},
		{"W:W0:B", `character 4: unknown square "0": numbers run from 1 (a1) to 64 (h8)`},
		{"W:Wka1:B", `character 4: unknown square "ka1"`},
		{"W:WA2:B", `character 4: unknown square "A2"`},
		{"W:W+5:B", `character 4: unknown square "+5"`},
		{"W:W100:B", `character 4: unknown square "100"`},
		{"W:WKa2-z9:B", `character 8: unknown square "z9"`},
		{"W:Wa2-:B", `character 7: unknown square ""`},
		{"W:W-a2:B", `character 4: unknown square ""`},
		{"W:Wa2-b2-c2:B", `character 7: unknown square "b2-c2"`},
		{"W:Wb2-a2:B", `character 4: the range b2-a2 runs backwards: write a2-b2`},
		{"W:WK20-9:B", `character 5: the range 20-9 runs backwards: write 9-20`},
		{"W:Wa2,:B", `character 7: a square is missing`},
		{"W:W,a2:B", `character 4: a square is missing`},
		{"W:Wa2, ,b2:B", `a square is missing`},
		{"W:WK:B", `character 5: a square is missing`},
		{"W:Wa2:Bş", `character 8: unknown square "ş"`},
	} {
		p, err := dama.ParseFEN(c.text)
		var e *dama.FENError
		if !errors.As(err, &e) {
			t.Errorf("%q is read as %v (%v)", c.text, p, err)
			continue
		}
		if p != (dama.Position{}) || e.Text != c.text || e.Reason == "" || e.Offset < 0 || e.Offset > len(c.text) {
			t.Errorf("%q: %v, %#v", c.text, p, e)
		}
		if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestNewPositionErrors(t *testing.T) {
	a1, a2, a8 := dama.Bitboard(1), dama.Bitboard(1)<<8, dama.Bitboard(1)<<56
	for _, c := range []struct {
		wm, wk, bm, bk dama.Bitboard
		side           dama.Color
		want           string
	}{
		{a2, a2, 0, 0, dama.White, "two pieces on a2"},
		{a2, 0, a2, 0, dama.White, "two pieces on a2"},
		{a2, 0, 0, a2, dama.White, "two pieces on a2"},
		{0, a8, 0, a8, dama.White, "two pieces on a8"},
		{a8, 0, 0, 0, dama.White, "a white man on its far rank, a8: it would have been crowned"},
		{0, 0, a1, 0, dama.White, "a black man on its far rank, a1: it would have been crowned"},
		{a2, 0, 0, 0, 2, "the side to move is neither White nor Black"},
	} {
		p, err := dama.NewPosition(c.wm, c.wk, c.bm, c.bk, c.side)
		if err == nil || err.Error() != c.want || p != (dama.Position{}) {
			t.Errorf("%+v: %v, %v", c, p, err)
		}
	}
}

func TestParseSquareErrors(t *testing.T) {
	for _, text := range []string{
		"", "a", "z9", "i1", "a9", "a0", "65", "0", "00", "99", "-1", "+1", "a1 ", " a1", "a11", "064", "1a", "A1", "ı1", "6.4", "1_0", "٣",
	} {
		if s, err := dama.ParseSquare(text); err == nil || s != dama.NoSquare || !strings.Contains(err.Error(), "unknown square") {
			t.Errorf("%q is read as %v (%v)", text, s, err)
		}
	}
}
