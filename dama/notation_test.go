package dama_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"damalab/dama"
)

// TestMoveTexts: every form in which a legal move may be written is read as that
// move, or is refused with all the moves that it could mean.
func TestMoveTexts(t *testing.T) {
	for _, rs := range testRulesets(t)[:8] {
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			r, g := newRand(t), rs.Generator()
			for _, p := range samplePositions(r, g, 500) {
				if routesOf(g, p) > 200 {
					continue
				}
				for _, m := range g.Moves(p) {
					checkForms(t, g, p, m)
				}
			}
		})
	}
}

func checkForms(t *testing.T, g dama.Generator, p dama.Position, m dama.Move) {
	t.Helper()
	checkReads(t, g, p, g.Text(p, m), m)
	if !m.IsCapture() {
		checkReads(t, g, p, numeric(m.From())+"-"+numeric(m.To()), m)
		return
	}
	origin := m.From().String()
	for route := range g.Routes(p, m) {
		checkReads(t, g, p, joined(origin, route), m)
	}
	checkFits(t, g, p, origin+"x"+m.To().String(), m)
	checkFits(t, g, p, joined(origin, takenInOrder(m, g.Route(p, m))), m)
}

func joined(origin string, squares []dama.Square) string {
	for _, s := range squares {
		origin += "x" + s.String()
	}
	return origin
}

func numeric(s dama.Square) string {
	return map[bool]string{true: "0"}[s < 9] + strconv.Itoa(s.Number())
}

// takenInOrder returns the squares of the captured pieces along a route: the one
// between each landing and the last that still has its piece.
func takenInOrder(m dama.Move, route []dama.Square) (taken []dama.Square) {
	at, left := m.From(), m.Captured()
	for _, to := range route {
		for s := range left.Squares() {
			if between(at, s, to) {
				taken, left = append(taken, s), left&^s.Bit()
				break
			}
		}
		at = to
	}
	return taken
}

func between(a, s, b dama.Square) bool {
	sameFile := a.File() == s.File() && s.File() == b.File()
	sameRank := a.Rank() == s.Rank() && s.Rank() == b.Rank()
	return (sameFile || sameRank) && (a < s && s < b || b < s && s < a)
}

// checkReads wants the text to mean exactly this move.
func checkReads(t *testing.T, g dama.Generator, p dama.Position, text string, want dama.Move) {
	t.Helper()
	if got, err := g.ParseMove(p, text); err != nil || got != want {
		t.Errorf("%v: %q is read as %v (%v), want %s", p, text, got, err, g.Text(p, want))
	}
}

// checkFits wants the text to mean this move, or another of which it is a whole
// route, or to be refused with at least two legal candidates and this move among
// them.
func checkFits(t *testing.T, g dama.Generator, p dama.Position, text string, want dama.Move) {
	t.Helper()
	got, err := g.ParseMove(p, text)
	if err == nil {
		if got != want && !hasRoute(g, p, got, text) && !isShortForm(text, got) {
			t.Errorf("%v: %q is read as %s, want %s", p, text, g.Text(p, got), g.Text(p, want))
		}
		return
	}
	var e *dama.MoveError
	if !errors.As(err, &e) || e.Fault != dama.MoveAmbiguous || len(e.Candidates) < 2 {
		t.Errorf("%v: %q: %v", p, text, err)
		return
	}
	for _, c := range e.Candidates {
		if m, err := g.ParseMove(p, c); err != nil || g.Text(p, m) != c {
			t.Errorf("%v: %q: the candidate %s is read as %v (%v)", p, text, c, m, err)
		}
		if !strings.Contains(err.Error(), c) {
			t.Errorf("%v does not name %s", err, c)
		}
	}
}

func hasRoute(g dama.Generator, p dama.Position, m dama.Move, text string) bool {
	for route := range g.Routes(p, m) {
		if joined(m.From().String(), route) == text {
			return true
		}
	}
	return false
}

// isShortForm: a list of one captured square looks like a short form, which
// goes first.
func isShortForm(text string, m dama.Move) bool {
	return text == m.From().String()+"x"+m.To().String()
}

func TestAmbiguousMove(t *testing.T) {
	p := mustFEN(t, "W:Wd2:Bd3,c4,b5,c2,b3")
	_, err := dama.Generator{}.ParseMove(p, "d2xb6")
	var e *dama.MoveError
	if !errors.As(err, &e) || e.Fault != dama.MoveAmbiguous {
		t.Fatalf("d2xb6: %v", err)
	}
	slices.Sort(e.Candidates)
	if got := strings.Join(e.Candidates, " "); got != "d2xb2xb4xb6 d2xd4xb4xb6" {
		t.Errorf("candidates %s", got)
	}
	if want := `move "d2xb6" is ambiguous: write one of `; !strings.HasPrefix(e.Error(), want) {
		t.Errorf("%v", e)
	}
}

func TestMoveErrors(t *testing.T) {
	for _, c := range []struct {
		fen, text string
		fault     dama.MoveFault
		says      string
	}{
		{"", "", dama.MoveUnreadable, "a quiet move is written a3-a4, a capture a3xa5xc5"},
		{"", "a3", dama.MoveUnreadable, "a quiet move is written a3-a4"},
		{"", "a3a4", dama.MoveUnreadable, "a quiet move is written a3-a4"},
		{"", "a3-a4-a5", dama.MoveUnreadable, "a quiet move is written a3-a4"},
		{"", "a3-", dama.MoveUnreadable, `unknown square ""`},
		{"", "x", dama.MoveUnreadable, `unknown square ""`},
		{"", "a3-z9", dama.MoveUnreadable, `unknown square "z9"`},
		{"", "i1-a2", dama.MoveUnreadable, `unknown square "i1"`},
		{"", "a3-65", dama.MoveUnreadable, `unknown square "65"`},
		{"", "a3-a4xa5", dama.MoveUnreadable, `unknown square "a4xa5"`},
		{"", "a3 - a4", dama.MoveUnreadable, `unknown square "a3 "`},
		{"", "A3-A4", dama.MoveUnreadable, `unknown square "A3"`},
		{"", "Kü-şa", dama.MoveUnreadable, `unknown square "Kü"`},
		{"", "a3-a5", dama.MoveIllegal, `move "a3-a5" is not legal here`},
		{"", "a3-b4", dama.MoveIllegal, "not legal"},
		{"", "a6-a5", dama.MoveIllegal, "not legal"},
		{"", "d4-d5", dama.MoveIllegal, "not legal"},
		{"", "a3xa4", dama.MoveIllegal, "not legal"},                   // a quiet move with an x
		{"W:Wa2,d4:Bd5,h7", "a2-a3", dama.MoveIllegal, "not legal"},    // must capture
		{"W:Wa2,d4:Bd5,h7", "d4-d6", dama.MoveIllegal, "not legal"},    // a capture with a dash
		{"W:Wd2:Bd3,c4,b5", "d2xd4", dama.MoveIllegal, "not legal"},    // stops early
		{"W:Wd2,g2:Bd3,c4,g3", "g2xg4", dama.MoveIllegal, "not legal"}, // not the most
		{"W:WKd4:Bd6,f8,h8", "d4xd7xd6", dama.MoveIllegal, "not legal"},
		{"W:W:Ba4", "a3-a4", dama.MoveIllegal, "not legal"},
	} {
		p := dama.StartPosition()
		if c.fen != "" {
			p = mustFEN(t, c.fen)
		}
		m, err := dama.Generator{}.ParseMove(p, c.text)
		var e *dama.MoveError
		if !errors.As(err, &e) {
			t.Errorf("%v: %q is read as %s", p, c.text, tableForm(m))
			continue
		}
		if e.Fault != c.fault || e.Text != c.text || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %q: %v (%s), want %q", p, c.text, err, e.Fault, c.says)
		}
	}
}

// TestFederationForms reads the rule book's way of naming captured squares.
func TestFederationForms(t *testing.T) {
	p := mustFEN(t, "W:Wa4,h4,a3,b3,c3,d3,e3,f3,g3,h3,a2,c2,d2,f2:Bc7,h7,a6,b6,c6,d6,e6,g6,h6,a5,b5,c5,e5,g5,f4")
	g := dama.Rulesets()[0].Generator()
	only := g.Moves(p)[0]
	for _, text := range []string{"f3xf5xd5xd7xb7", "f3xb7", "f3xf4xe5xd6xc7", " f3xb7\n", "22x50"} {
		checkReads(t, g, p, text, only)
	}
}

// TestAppend: what stands in the buffer before stays, and there is room for
// several positions in one buffer.
func TestAppend(t *testing.T) {
	r, g := newRand(t), dama.Generator{}
	buf := []dama.Move{}
	for _, p := range samplePositions(r, g, 200) {
		before := slices.Clone(buf)
		buf = g.AppendMoves(buf, p)
		if !slices.Equal(buf[:len(before)], before) || !slices.Equal(buf[len(before):], g.Moves(p)) {
			t.Fatalf("%v: AppendMoves behind %d moves", p, len(before))
		}
		if len(buf) > 500 {
			buf = buf[:r.IntN(3)]
		}
	}
}

// TestPlainMoveTexts: a text of two squares is read without looking further, and
// must mean what it means with a blank before it, which takes the long way. All
// texts are tried, of which most mean nothing.
func TestPlainMoveTexts(t *testing.T) {
	r, g := newRand(t), testRulesets(t)[1].Generator()
	found := 0
	for _, p := range samplePositions(r, g, 25) {
		moves := g.Moves(p)
		for from := range dama.Square(64) {
			for to := range dama.Square(64) {
				for _, between := range []string{"-", "x"} {
					text := from.String() + between + to.String()
					fast, err := g.ParseMoveAmong(p, text, moves)
					slow, want := g.ParseMoveAmong(p, " "+text, moves)
					if fast != slow || (err == nil) != (want == nil) {
						t.Fatalf("%s in %v: %v, %v; with a blank %v, %v", text, p, fast, err, slow, want)
					}
					if err == nil {
						found++
					}
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("%d legal texts, too few to test anything", found)
	}
}
