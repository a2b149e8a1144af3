package dama_test

import (
	"slices"
	"strings"
	"testing"

	"damalab/dama"
)

const legal dama.Refusal = ""

// explained are texts whose answer is the same under every ruleset. They are told
// from White's side; the test also turns them round.
var explained = []struct {
	fen, move string
	want      dama.Refusal
	english   string // a part of the sentence
	instead   string // joined by blanks
}{
	{"W:Wc3:Ba7,h7", "c3-c4", legal, "c3-c4 is legal.", ""},
	{"W:Wc7:Ba7,h6", "c7-c8", legal, "c7-c8 is legal, and the man is crowned.", ""},
	{"W:Wf3,a2:Bf4,e5,d6,c7,h7", "f3xb7", legal, "f3xf5xd5xd7xb7 is legal and takes f4, e5, d6, c7.", ""},
	{"W:Wf3,a2:Bf4,e5,d6,c7,h7", "f3xf4xe5xd6xc7", legal, "f3xf5xd5xd7xb7 is legal and takes", ""},
	{"W:Wc6,a2:Bc7,h7", "c6xc8", legal, "c6xc8 is legal, takes c7, and the man is crowned.", ""},
	{"W:Wc6,a2:Bc7,h7", "43x59", legal, "c6xc8 is legal", ""},

	{"W:Wc3:Bh7", "", dama.Unreadable, "can't be read", ""},
	{"W:Wc3:Bh7", "c3", dama.Unreadable, "can't be read", ""},
	{"W:Wc3:Bh7", "c3c4", dama.Unreadable, "can't be read", ""},
	{"W:Wc3:Bh7", "c3-c4-c5", dama.Unreadable, "can't be read", ""},
	{"W:Wc3:Bh7", "c3-c9", dama.Unreadable, "can't be read", ""},
	{"W:Wc3:Bh7", "c3xc5-e5", dama.Unreadable, "can't be read", ""},
	{"W:Wc3:Bh7", "{from}\x00\xff%s", dama.Unreadable, "can't be read", ""},
	{"W:Wd2:Bd3,c4,b5,c2,b3", "d2xb6", dama.Unreadable, "More than one legal capture fits", "d2xd4xb4xb6 d2xb2xb4xb6"},

	{"W:Wa3,c3:Bh7", "b3-b4", dama.NoPiece, "no piece on b3", ""},
	{"W:Wa3,c3:Bh7", "b3-c4", dama.NoPiece, "no piece on b3", "c3-c4"},
	{"W:Wa3,c3:Bh7", "b3xd4", dama.NoPiece, "no piece on b3", ""},
	{"W:Wc3,f2:Bc4,h7", "b3-b4", dama.NoPiece, "no piece on b3", "c3xc5"},
	{"W:Wa3,c3:Bh7", "h7-h6", dama.NotYours, "h7 belongs to Black, and it is White's turn", ""},
	{"W:Wa3,c3:Bh7", "h7xa1xz", dama.Unreadable, "can't be read", ""},

	{"W:Wa3:Bh7", "a3-b4", dama.Diagonal, "a3 and b4 share neither", "a3-b3 a3-a4"},
	{"W:Wa3:Bh7", "a3-c4", dama.Diagonal, "a3 and c4", "a3-b3 a3-a4"},
	{"W:Wb3:Bh7", "b3-a2", dama.Diagonal, "b3 and a2", "b3-a3 b3-c3 b3-b4"},
	{"W:WKd1:Bg4,h7", "d1xh5", dama.Diagonal, "d1 and h5", "d1-a1 d1-b1 d1-c1 d1-e1 d1-f1"},
	{"W:Wc3:Bc4,h7", "c3xc5xd6", dama.Diagonal, "c5 and d6", "c3xc5"},

	{"W:Wc3:Bh7", "c3-c2", dama.Backward, "c2 lies behind c3", "c3-b3 c3-d3 c3-c4"},
	{"W:Wc3:Bh7", "c3-c1", dama.Backward, "c1 lies behind c3", "c3-b3 c3-d3 c3-c4"},
	{"W:Wd4:Bd3,h7", "d4xd2", dama.Backward, "d2 lies behind d4", "d4-c4 d4-e4 d4-d5"},
	{"W:Wd4:Bc4,b3,h7", "d4xb4xb2", dama.Backward, "b2 lies behind b4", "d4xb4"},

	{"W:Wc3:Bh7", "c3-c5", dama.TooFar, "one square at a time, and c3 to c5", "c3-b3 c3-d3 c3-c4"},
	{"W:Wc3:Bh7", "c3-f3", dama.TooFar, "c3 to f3", "c3-b3 c3-d3 c3-c4"},
	{"W:Wc3:Bc4,h7", "c3xc6", dama.TooFar, "lands right behind that piece, and c3 to c6", "c3xc5"},
	{"W:Wc3:Bc4,h7", "c3-c5", dama.TooFar, "A capture is written with x: c3xc5.", "c3xc5"},

	{"W:Wc3,c4:Bh7", "c3-c4", dama.Blocked, "land on is occupied: c4", "c3-b3 c3-d3"},
	{"W:Wc3:Bh7", "c3-c3", dama.Blocked, "land on is occupied: c3", "c3-b3 c3-d3 c3-c4"},
	{"W:WKa1,a3:Bh7", "a1-a5", dama.Blocked, "blocked by the piece on a3", "a1-b1 a1-c1 a1-d1 a1-e1 a1-f1"},
	{"W:WKa1:Ba3,h7", "a1-a5", dama.Blocked, "A capture is written with x: a1xa5.", "a1xa5 a1xa4 a1xa6 a1xa7 a1xa8"},
	{"W:Wc3:Bc4,c5,h7", "c3xc5", dama.Blocked, "land on is occupied: c5", "c3-b3 c3-d3"},
	{"W:WKa1,a3:Ba5,h7", "a1xa7", dama.Blocked, "own side, and such a one stands on a3", "a1-b1 a1-c1 a1-d1 a1-e1 a1-f1"},
	{"W:Wc3,d3:Bh7", "c3xe3", dama.Blocked, "stands on d3", "c3-b3 c3-c4"},
	{"W:Wa3,a4,b3:Ba5,b4,b5,Kh8", "a3-a4", dama.Blocked, "occupied: a4", "a4xc4 a4xa6"},

	{"W:Wc3:Bh7", "c3xc5", dama.NothingToCapture, "to take between c3 and c5", "c3-b3 c3-d3 c3-c4"},
	{"W:Wc3:Bh7", "c3xc3", dama.NothingToCapture, "between c3 and c3", "c3-b3 c3-d3 c3-c4"},
	{"W:Wc3:Bh7", "c3xc4", dama.NothingToCapture, "a quiet move is written with a hyphen: c3-c4.", "c3-c4 c3-b3 c3-d3"},
	{"W:WKa1:Ba5,a6,h7", "a1xa7", dama.NothingToCapture, "between a1 and a7 there are more: a5, a6", "a1-b1 a1-c1 a1-d1 a1-e1 a1-f1"},
	{"W:WKa1:Ba4,h7", "a1xa5xa1", dama.NothingToCapture, "between a5 and a1", "a1xa5 a1xa6 a1xa7 a1xa8"},

	{"W:Wf3,a2:Bf4,e5,d6,c7,h7", "f3xf5", dama.StopsEarly, "can't stop on f5", "f3xf5xd5xd7xb7"},
	{"W:Wf3,a2:Bf4,e5,d6,c7,h7", "f3xd7", dama.StopsEarly, "can't stop on d7", "f3xf5xd5xd7xb7"},
	{"W:Wf3,a2:Bf4,e5,d6,c7,h7", "f3xf4xe5", dama.StopsEarly, "can't stop on d5", "f3xf5xd5xd7xb7"},
	{"W:Wd2:Bd3,c4,b5,c2,b3", "d2xd4xd6", dama.NothingToCapture, "between d4 and d6", "d2xd4xb4xb6 d2xb2xb4xd4 d2xb2xb4xb6"},
	{"W:WKd1,a2:Bd3,d5,c6,h7", "d1xd4", dama.StopsEarly, "can't stop on d4", "d1xd4xd6xa6 d1xd4xd6xb6"},

	{"W:Wc3,h2:Bc4,b3,a4,h7", "c3xc5", dama.NotMaximum, "c3xc5 takes 1 piece, but as many as possible must be taken, here 2 pieces: c3xa3xa5.", "c3xa3xa5"},
	{"W:Wc3,h2:Bc4,b3,a4,h7", "c3xc4", dama.NotMaximum, "takes 1 piece", "c3xa3xa5"},
	{"W:Wc3,f3:Bc4,f4,e5,h7", "c3xc5", dama.NotMaximum, "c3xc5 takes 1 piece, but another piece can take 2 pieces, and as many as possible must be taken: f3xf5xd5.", "f3xf5xd5"},
	{"W:Wc3,f3,h2:Bc4,b5,f4,e5,d6,h7", "c3xa5", dama.NotMaximum, "c3xa5 takes 2 pieces, but another piece can take 3", "f3xf5xd5xd7"},

	{"W:Wc3,h2:Bc4,h7", "h2-h3", dama.MustCapture, "h2-h3 takes nothing, but capturing is compulsory, and another piece can capture: c3xc5.", "c3xc5"},
	{"W:Wc3,h2:Bc4,h7", "c3-b3", dama.MustCapture, "c3-b3 takes nothing, but capturing is compulsory: c3xc5.", "c3xc5"},
	{"W:WKa1,h2:Ba4,h7", "a1-a3", dama.MustCapture, "takes nothing", "a1xa5 a1xa6 a1xa7 a1xa8"},
}

// timedRow is a text whose answer depends on when a man is crowned and on whether
// a king may turn back.
type timedRow struct {
	fen, move string
	// By promotion at the end of the move or during a capture, and by
	// reversal forbidden or allowed.
	endForbidden, endAllowed, duringForbidden, duringAllowed dama.Refusal
}

var timed = []timedRow{
	// d6xd8 crowns; then over g8, sideways and far.
	{"W:Wd6,a2:Bd7,Kg8,a7", "d6xd8xh8", dama.StillAMan, dama.StillAMan, legal, legal},
	{"W:Wd6,a2:Bd7,Kg8,a7", "d6xd8", legal, legal, dama.StopsEarly, dama.StopsEarly},
	// Sideways next to it, which a man can do as well.
	{"W:Wd6,a2:Bd7,Ke8,a7", "d6xd8xf8", legal, legal, legal, legal},
	{"W:Wd6,a2:Bd7,Ke8,a7", "d6xd8xg8", dama.StillAMan, dama.StillAMan, legal, legal},
	// Backward after the crowning, over a corner and straight back.
	{"W:Wf6,a2:Bf7,Ke8,d6,h5", "f6xf8xd8xd5", dama.StillAMan, dama.StillAMan, legal, legal},
	{"W:Wd6,a2:Bd7,d4,h7", "d6xd8xd3", dama.StillAMan, dama.StillAMan, dama.TurnedBack, legal},
	// A king that turns back, at once and after a corner.
	{"W:WKd4,a2:Bd6,d2,h7", "d4xd7xd1", dama.TurnedBack, legal, dama.TurnedBack, legal},
	{"W:WKd4,a2:Bd6,d2,h7", "d4xd7", legal, legal, legal, legal}, // the short form of d4xd1xd7 where that is possible
	{"W:WKa4,h2:Bc4,d6,d2,h7", "a4xd4xd7xd1", dama.TurnedBack, legal, dama.TurnedBack, legal},
	// A turn over two right-angled corners is always fine.
	{"W:WKa1,h2:Ba4,c6,e4,g7", "a1xa6xe6xe1", legal, legal, legal, legal},
	// Nothing to turn back for.
	{"W:WKd4,a2:Bd6,h7", "d4xd7xd1", dama.NothingToCapture, dama.NothingToCapture, dama.NothingToCapture, dama.NothingToCapture},
	// Less than the most only where the man goes on as a king.
	{"W:Wd6,b3:Bd7,Kg8,b4,h6", "b3xb5", legal, legal, dama.NotMaximum, dama.NotMaximum},
}

func (row timedRow) want(f dama.Facts) dama.Refusal {
	during, allowed := f.Promotion == dama.DuringCapture, f.Reversal == dama.ReversalAllowed
	switch {
	case during && allowed:
		return row.duringAllowed
	case during:
		return row.duringForbidden
	case allowed:
		return row.endAllowed
	}
	return row.endForbidden
}

func TestExplain(t *testing.T) {
	for _, rs := range testRulesets(t) {
		t.Run(rs.Name, func(t *testing.T) {
			met := map[dama.Refusal]bool{}
			for _, row := range explained {
				e := explainBoth(t, rs.Facts, row.fen, row.move, row.want)
				if got := e.Text(dama.English); !strings.Contains(got, row.english) {
					t.Errorf("%s %q: %q does not say %q", row.fen, row.move, got, row.english)
				}
				if got := strings.Join(e.Instead, " "); got != row.instead {
					t.Errorf("%s %q: instead %q, want %q", row.fen, row.move, got, row.instead)
				}
				met[row.want] = true
			}
			for _, row := range timed {
				want := row.want(rs.Facts)
				explainBoth(t, rs.Facts, row.fen, row.move, want)
				met[want] = true
			}
			for _, r := range dama.Refusals() {
				never := r == dama.StillAMan && rs.Facts.Promotion == dama.DuringCapture ||
					r == dama.TurnedBack && rs.Facts.Reversal == dama.ReversalAllowed
				if met[r] == never {
					t.Errorf("%s: in the tables %v, impossible %v", r, met[r], never)
				}
			}
		})
	}
}

// explainBoth explains a text, and its mirror image from Black's side, which has
// the same answer.
func explainBoth(t *testing.T, f dama.Facts, fen, move string, want dama.Refusal) dama.Explanation {
	t.Helper()
	p := mustFEN(t, fen)
	e := f.Explain(p, move)
	if e.Reason != want || e.Legal != (want == legal) {
		t.Errorf("%s %q: legal %v, %q, want %q (%s)", fen, move, e.Legal, e.Reason, want, e.Text(dama.English))
	}
	if strings.HasPrefix(move, "4") {
		return e // a number
	}
	turned := f.Explain(dama.SwapColors.Position(p), flipped(move))
	if turned.Reason != want {
		t.Errorf("%s %q from Black's side: %q, want %q (%s)", fen, move, turned.Reason, want, turned.Text(dama.English))
	}
	// Which of several legal moves and routes is shown depends on the side.
	shows := want == legal || want == dama.MustCapture || want == dama.Unreadable
	if got, want := turnedWords(turned), words(e.Text(dama.English)); !shows && !slices.Equal(got, want) {
		t.Errorf("%s %q from Black's side: %v, want %v", fen, move, got, want)
	}
	checkExplanation(t, f, p, move)
	return e
}

// words returns the words of a text, sorted, since lists of squares are.
func words(text string) []string {
	return slices.Sorted(strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" ,:.;", r) }))
}

// turnedWords returns the words of an explanation as the other side would get it.
func turnedWords(e dama.Explanation) []string {
	return words(flipped(strings.NewReplacer("White", "Black", "Black", "White").Replace(e.Text(dama.English))))
}

// flipped turns the ranks of a move text upside down.
func flipped(move string) string {
	text := []byte(move)
	for i := 1; i < len(text); i++ {
		if text[i-1] >= 'a' && text[i-1] <= 'h' && text[i] >= '1' && text[i] <= '8' {
			text[i] = '1' + '8' - text[i]
		}
	}
	return string(text)
}

// checkExplanation holds an explanation against ParseMove and the legal moves, and
// returns its reason.
func checkExplanation(t testing.TB, f dama.Facts, p dama.Position, text string) dama.Refusal {
	t.Helper()
	g, e := f.Generator(), f.Explain(p, text)
	m, err := g.ParseMove(p, text)
	if e.Legal != (err == nil) || e.Move != m || e.Legal != (e.Reason == legal) {
		t.Fatalf("%v %q: %+v, ParseMove says %v, %v", p, text, e, m, err)
	}
	if !e.Legal && !slices.Contains(dama.Refusals(), e.Reason) || e.Over != f.BoardOutcome(p).Reason {
		t.Fatalf("%v %q: %+v", p, text, e)
	}
	if len(e.Instead) > dama.MaxInstead || e.Legal && len(e.Instead) > 0 {
		t.Fatalf("%v %q: instead %v", p, text, e.Instead)
	}
	for _, other := range e.Instead {
		if m, err := g.ParseMove(p, other); err != nil || g.Text(p, m) != other {
			t.Fatalf("%v %q: instead %s: %v", p, text, other, err)
		}
	}
	for _, l := range []dama.Language{dama.English, dama.Turkish} {
		said := e.Text(l) + e.Suggestion(l) + e.Note(l)
		if e.Text(l) == "" || strings.ContainsAny(said, "{}") || !namesAll(said, e.Instead) || (e.Note(l) == "") != (e.Over == "") {
			t.Fatalf("%v %q: %s: %q", p, text, l, said)
		}
	}
	return e.Reason
}

func namesAll(text string, moves []string) bool {
	return !slices.ContainsFunc(moves, func(m string) bool { return !strings.Contains(text, m) })
}

// TestExplainOver: the board alone decides what is legal, and a game that is over
// is said to be.
func TestExplainOver(t *testing.T) {
	for _, row := range []struct {
		ruleset, fen, move, want string
		over                     dama.Termination
	}{
		{"federation", "W:WKa1:BKh8", "a1-a2", "", dama.OnePieceEachDrawn},
		{"ply-yard", "W:WKa1:BKh8", "a1-a2", "", ""},
		{"traditional", "W:WKa1:Bh7", "a1-b2", "diagonal", dama.KingVersusManDrawn},
		{"federation", "W:Wa2:B", "a2-a3", "", dama.Elimination},
		{"federation", "W:W:Bb7", "b7-b6", "not-yours", dama.Elimination},
		{"federation", "W:W:Bb7", "b5-b6", "no-piece", dama.Elimination},
		{"federation", "B:Wa3,a4,b5,c5:Ba5", "a5-a4", "blocked", dama.BlockedSide},
		{"federation", "B:Wa3,a4,b5,c5:Ba5", "a5xa3", "blocked", dama.BlockedSide},
	} {
		rs, err := dama.FindRuleset(row.ruleset)
		if err != nil {
			t.Fatal(err)
		}
		p := mustFEN(t, row.fen)
		e := rs.Facts.Explain(p, row.move)
		if string(e.Reason) != row.want || e.Over != row.over {
			t.Errorf("%+v: %q, over %q", row, e.Reason, e.Over)
		}
		checkExplanation(t, rs.Facts, p, row.move)
	}
}

func TestParseLanguage(t *testing.T) {
	for text, ok := range map[string]bool{"en": true, "tr": true, "": false, "EN": false, "de": false} {
		if l, err := dama.ParseLanguage(text); (err == nil) != ok || ok && string(l) != text {
			t.Errorf("%q: %q, %v", text, l, err)
		}
	}
}
