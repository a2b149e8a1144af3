package puzzles

import (
	"slices"
	"strings"
	"testing"

	"damalab/datasets"
	"damalab/puzzles/proof"
)

// TestLineNotes: what a note says where another ruleset makes another puzzle of a
// line, and that it comes with the theme.
func TestLineNotes(t *testing.T) {
	for _, c := range []struct{ kind, fen, note string }{
		{"choice", "W:WKh2,Ka8:Bc2,Ka1", "Under ply-yard, share-link, traditional and checkers-arena the first move h2xa2 is good, too."},
		{"choice", "W:Wb2,d2,a3,b3,a4,f4,Kh1:Bd4,h4,a5,e5,a6,d6,g7,h7", "Under ludoteka the first move is not legal."},
		{"shot", "B:Wa2,h3,d6,a7,Kh4:Bc5,Kh1", "Under ludoteka the line ends after move 1."},
		{"shot", "B:Wb2,e2,a3,g3,a4,e4,a5,c5,Kh8:Ba6,a7,b7,d7,e7,g7,Kh1", "Under ludoteka move 3 of the line is h1xh3xe3xe1xe5xb5xb1."},
		{"shot", crowning, ""},
	} {
		o := lineOptions(t, datasets.PuzzleKind(c.kind))
		found, funnel := mineAll(t, []datasets.Game{still(o.Ruleset, "x", c.fen)}, o)
		if len(found) != 1 {
			t.Errorf("%s: %v", c.fen, funnel)
			continue
		}
		p := found[0]
		if orEmpty(p.RulesetNote) != c.note || slices.Contains(p.Themes, "ruleset-dependent") != (c.note != "") {
			t.Errorf("%s: %q, %q", c.fen, orEmpty(p.RulesetNote), p.Themes)
		}
		if err := VerifyOne(p, o.Ruleset.Facts); err != nil {
			t.Errorf("%s: %v", c.fen, err)
		}
	}
}

// TestNotProven: what no search within bounds finds out is said, and not called a
// difference.
func TestNotProven(t *testing.T) {
	tm := termsOf(fastBook{}, ruleset(t, "federation").Facts, position(t, eliminating))
	first, _ := tm.read(position(t, eliminating), "a3-a4")
	other, _ := tm.read(position(t, eliminating), "a8-b8")
	long := claim{gain: 100, horizon: 1, keep: 20_000, hold: 20_000}
	short := claim{gain: 100, horizon: 1, keep: 1, hold: 1}
	long.others, short.others = proof.Win-1, proof.Win-1
	for _, c := range []struct {
		got    difference
		says   string
		proven bool
	}{
		{tm.getsLess(other, long), "the solution gets less", true},
		{tm.getsLess(first, long), "not proven to get as much", false}, // and it is not so
		{tm.getsLess(other, short), "not proven to get as much", false},
		{tm.secondSolution(position(t, eliminating), other, long), "the first move a3-a4 is good, too", true},
		{tm.secondSolution(position(t, eliminating), other, short), "another first move is not refuted", false},
	} {
		if !strings.Contains(c.got.what, c.says) || c.got.proven != c.proven {
			t.Errorf("%+v instead of %q", c.got, c.says)
		}
	}
}

// TestAtTheBound: a solution that gets just as much as it should is not said to get
// less, nor another that gets just as much as it may to be good.
func TestAtTheBound(t *testing.T) {
	s, reason := prove(t, choosing, "c2xc4", 0, 1)
	if reason != "" {
		t.Fatal(reason)
	}
	l, ok := s.certificate(proof.KindChoice, 4000)
	if !ok {
		t.Fatal("no certificate")
	}
	first, _ := s.read(s.root, "c2xc4")
	c := s.claim
	c.gain, c.others = l.Gain, -300 // what a4xc4 gets
	if d := s.getsLess(first, c); d.proven {
		t.Errorf("%+v", d)
	}
	if d := s.secondSolution(s.root, first, c); d.proven {
		t.Errorf("%+v", d)
	}
	c.gain, c.others = c.gain+1, c.others-1
	if d := s.getsLess(first, c); !d.proven {
		t.Errorf("%+v", d)
	}
	if d := s.secondSolution(s.root, first, c); !d.proven {
		t.Errorf("%+v", d)
	}
}

func TestLineDifference(t *testing.T) {
	whole := strings.Fields(crowningLine)
	for _, c := range []struct {
		other []string
		want  string
	}{
		{whole, ""},
		{whole[:3], "the line ends after move 3"},
		{append(slices.Clone(whole), "a1-a2", "a7-a6"), "the line goes on with a1-a2"},
		{append(slices.Clone(whole[:4]), "d5xd3"), "move 5 of the line is d5xd3"},
	} {
		if got := lineDifference(whole, c.other); got != c.want {
			t.Errorf("%q instead of %q", got, c.want)
		}
	}
}
