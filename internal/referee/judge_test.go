package referee

import (
	"fmt"
	"strings"
	"testing"

	"damalab/dama"
)

// game plays moves, written with spaces between them, from a position.
func game(t *testing.T, f dama.Facts, fen, texts string) ([]dama.Position, []Move) {
	t.Helper()
	p := position(t, fen)
	positions, moves := []dama.Position{p}, []Move(nil)
	for _, text := range strings.Fields(texts) {
		m, ok := Find(f, p, text)
		if !ok {
			t.Fatalf("%v: %s is not legal; legal: %s", p, text, list(Moves(f, p)))
		}
		p = Make(p, m)
		positions, moves = append(positions, p), append(moves, m)
	}
	return positions, moves
}

// verdict judges a game and writes what came out: "+1 elimination", or "goes on".
func verdict(t *testing.T, f dama.Facts, fen, texts string) string {
	t.Helper()
	positions, moves := game(t, f, fen, texts)
	v := Judge(f, positions, moves)
	if !v.Over {
		if v != (Verdict{}) {
			t.Errorf("%s %s: not over, yet %+v", fen, texts, v)
		}
		return "goes on"
	}
	return fmt.Sprintf("%+d %s", v.Result, v.Termination)
}

// with returns the plain facts with changes.
func with(change func(*dama.Facts)) dama.Facts {
	f := plain
	change(&f)
	return f
}

func TestJudgeLosses(t *testing.T) {
	everyDraw := dama.Facts{
		Promotion: dama.AtMoveEnd, Reversal: dama.ReversalForbidden, Repetition: 1, KingMoveLimit: 1,
		NoProgressPlies: 1, OnePieceEach: dama.OnePieceDraw, KingVersusMan: dama.KingVersusManDraw,
	}
	for _, c := range []struct{ name, fen, moves, want string }{
		{"White takes the last piece", "W:Wd4:Bd5", "d4xd6", "+1 elimination"},
		{"Black takes the last piece", "B:Wd4:Bd5", "d5xd3", "-1 elimination"},
		{"the mover has no piece", "W:W:Ba7", "", "-1 elimination"},
		{"the opponent has no piece", "W:Wa2:B", "", "+1 elimination"},
		{"the opponent has no piece, Black to move", "B:W:Ba7", "", "-1 elimination"},
		{"nobody has a piece", "W:W:B", "", "-1 elimination"},
		{"nobody has a piece, Black to move", "B:W:B", "", "+1 elimination"},
		{"Black is blocked", "B:Wa3,a4,b5,c5:Ba5", "", "+1 blocked"},
		{"White is blocked", "W:Wa4:Ba6,a5,b4,c4", "", "-1 blocked"},
		{"blocked by a man move", "W:Wa3,b4,b5,c5:Ba5", "b4-a4", "+1 blocked"},
		{"blocked by a king move", "W:Wa3,Kb4,b5,c5:Ba5", "b4-a4", "+1 blocked"},
	} {
		for _, f := range []dama.Facts{plain, everyDraw} {
			if got := verdict(t, f, c.fen, c.moves); got != c.want {
				t.Errorf("%s, %s: %s, want %s", c.name, c.fen, got, c.want)
			}
		}
	}
}

func TestJudgeFewPieces(t *testing.T) {
	const on, one, versus = "goes on", "+0 one-piece-each", "+0 king-versus-man"
	for _, c := range []struct{ fen, draw, unlessCapture, kingVersusMan string }{
		{"W:WKa1:BKh8", one, one, on},
		{"W:Wd2:Bd7", one, one, on},
		{"W:WKa1:Bh7", one, one, versus},
		{"B:Wd2:BKh8", one, one, versus},
		{"W:WKa1:BKa5", one, on, on},      // the mover can capture
		{"B:WKa1:BKb8", one, one, on},     // nobody can
		{"W:WKa1:Ba5", one, on, versus},   // a draw at once
		{"B:Wd4:BKd8", one, on, versus},   // the other way round
		{"B:WKa8:Ba5", one, one, versus},  // only the opponent could
		{"W:WKa1,a2:BKh8", on, on, on},    // two pieces
		{"W:WKa1:Bh7,h6", on, on, on},     // two men
		{"W:WKa1,Kb1:Bh7", on, on, on},    // two kings
		{"W:WKa1:BKh8,h7", on, on, on},    // a man beside the king
		{"W:Wa2,Kb1:Bh7,Kh8", on, on, on}, // two each
	} {
		one := func(v dama.OnePieceEach) dama.Facts {
			return with(func(f *dama.Facts) { f.OnePieceEach = v })
		}
		versus := with(func(f *dama.Facts) { f.KingVersusMan = dama.KingVersusManDraw })
		for _, try := range []struct {
			name  string
			facts dama.Facts
			want  string
		}{
			{"no rule", plain, on},
			{"one piece each", one(dama.OnePieceDraw), c.draw},
			{"one piece each unless capture", one(dama.OnePieceUnlessCapture), c.unlessCapture},
			{"king versus man", versus, c.kingVersusMan},
		} {
			if got := verdict(t, try.facts, c.fen, ""); got != try.want {
				t.Errorf("%s, %s: %s, want %s", c.fen, try.name, got, try.want)
			}
		}
	}
}

// shuffle is a game of kings that comes back to its start every four plies.
const (
	shuffleStart = "W:WKa1,a2:BKh8,h7"
	shuffle      = " a1-b1 h8-g8 b1-a1 g8-h8"
)

func TestJudgeRepetition(t *testing.T) {
	three := with(func(f *dama.Facts) { f.Repetition = 3 })
	two := with(func(f *dama.Facts) { f.Repetition = 2 })
	tempo := " a1-b1 h8-g8 b1-c1 g8-h8 c1-a1" // the start with the other side to move
	for _, c := range []struct {
		name  string
		facts dama.Facts
		fen   string
		moves string
		want  string
	}{
		{"the start once more", three, shuffleStart, shuffle, "goes on"},
		{"a ply before the third time", three, shuffleStart, shuffle + " a1-b1 h8-g8 b1-a1", "goes on"},
		{"the start counts as the first time", three, shuffleStart, shuffle + shuffle, "+0 repetition"},
		{"a later position for the third time", three, shuffleStart, " a1-c1 h8-e8 c1-a1 e8-h8 a1-c1 h8-f8 c1-a1 f8-h8", "+0 repetition"},
		{"not the start, but what came of it", three, "W:WKc1,a2:BKh8,h7", " c1-a1 h8-g8" + " a1-b1 g8-h8 b1-a1 h8-g8 a1-b1 g8-h8 b1-a1 h8-g8", "+0 repetition"},
		{"after the third time it is no third time", three, shuffleStart, shuffle + shuffle + " a1-d1", "goes on"},
		{"the side to move counts", two, shuffleStart, tempo, "goes on"},
		{"the side to move counts, twice", two, shuffleStart, tempo + " h8-g8 a1-b1 g8-f8 b1-a1 f8-h8", "+0 repetition"},
		{"no such rule", plain, shuffleStart, shuffle + shuffle + shuffle, "goes on"},
	} {
		if got := verdict(t, c.facts, c.fen, c.moves); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestJudgeCounters plays one event and a quiet king move after it. The count
// is 1 if the event starts a counter again and 2 if it does not.
func TestJudgeCounters(t *testing.T) {
	for _, c := range []struct {
		name, fen, moves                     string
		kingMoves, capture, promotion, moved int
	}{
		{"king move", shuffleStart, "a1-b1 h8-g8", 2, 2, 2, 2},
		{"man move", "W:Wd2,Ka1:BKh8,h7", "d2-d3 h8-g8", 1, 2, 2, 1},
		{"man move sideways", "W:Wd2,Ka1:BKh8,h7", "d2-c2 h8-g8", 1, 2, 2, 1},
		{"promotion", "W:Wd7,Ka1:BKh5,h6", "d7-d8 h5-g5", 1, 2, 1, 1},
		{"capture by a man", "W:Wd4,Ka1:Bd5,Kh7,h8", "d4xd6 h7-g7", 1, 1, 2, 1},
		{"capture by a king", "W:WKd1,a2:Bd5,Kh7,h8", "d1xd6 h7-g7", 1, 1, 2, 2},
		{"capture with promotion", "W:Wd6,Ka1:Bd7,Kh5,h6", "d6xd8 h5-g5", 1, 1, 1, 1},
	} {
		count(t, c.name+", king moves", c.fen, c.moves, c.kingMoves, "king-moves",
			func(f *dama.Facts, limit int) { f.KingMoveLimit = limit })
		resets := func(want int, list ...dama.Reset) {
			t.Helper()
			count(t, fmt.Sprint(c.name, ", ", list), c.fen, c.moves, want, "no-progress",
				func(f *dama.Facts, limit int) { f.NoProgressPlies, f.NoProgressResets = limit, list })
		}
		resets(c.capture, dama.ResetCapture)
		resets(c.promotion, dama.ResetPromotion)
		resets(c.moved, dama.ResetManMove)
		resets(min(c.capture, c.promotion), dama.ResetCapture, dama.ResetPromotion)
		resets(min(c.capture, c.moved), dama.ResetCapture, dama.ResetManMove)
		resets(min(c.capture, c.promotion, c.moved), dama.ResetCapture, dama.ResetPromotion, dama.ResetManMove)
		resets(2)
	}
}

// count checks that the game is a draw under a limit of want plies, goes on
// under one of a ply more, and goes on where 0 says that there is no such rule.
func count(t *testing.T, name, fen, moves string, want int, termination string, set func(*dama.Facts, int)) {
	t.Helper()
	for limit, text := range map[int]string{want: "+0 " + termination, want + 1: "goes on", 0: "goes on"} {
		f := with(func(f *dama.Facts) { set(f, limit) })
		if got := verdict(t, f, fen, moves); got != text {
			t.Errorf("%s, limit %d: %s, want %s", name, limit, got, text)
		}
	}
}

func TestJudgeCountsAgainAfterReset(t *testing.T) {
	fen, moves := "W:WKa1,a2:BKh8,h6", "a1-b1 h8-g8 b1-c1 h6-h5 c1-d1 g8-f8 d1-c1"
	count(t, "king moves", fen, moves, 3, "king-moves",
		func(f *dama.Facts, limit int) { f.KingMoveLimit = limit })
	count(t, "no progress", fen, moves, 3, "no-progress",
		func(f *dama.Facts, limit int) {
			f.NoProgressPlies, f.NoProgressResets = limit, []dama.Reset{dama.ResetManMove}
		})
	count(t, "no progress", fen, moves, 7, "no-progress",
		func(f *dama.Facts, limit int) {
			f.NoProgressPlies, f.NoProgressResets = limit, []dama.Reset{dama.ResetCapture}
		})
}

func TestJudgeOrder(t *testing.T) {
	f := dama.Facts{
		Promotion: dama.AtMoveEnd, Reversal: dama.ReversalForbidden, Repetition: 3, KingMoveLimit: 8,
		NoProgressPlies: 8, OnePieceEach: dama.OnePieceDraw, KingVersusMan: dama.KingVersusManDraw,
	}
	check := func(fen, moves, want string) {
		t.Helper()
		if got := verdict(t, f, fen, moves); got != want {
			t.Errorf("%s: %s, want %s", fen, got, want)
		}
	}
	check("W:WKa1:BKh8", shuffle+shuffle, "+0 one-piece-each")
	check("W:WKa1:Bh7", "", "+0 one-piece-each")
	f.OnePieceEach = dama.OnePieceNo
	check("W:WKa1:Bh7", "", "+0 king-versus-man")
	check(shuffleStart, shuffle+shuffle, "+0 repetition")
	f.Repetition = 0
	check(shuffleStart, shuffle+shuffle, "+0 king-moves")
	f.KingMoveLimit = 0
	check(shuffleStart, shuffle+shuffle, "+0 no-progress")
	f.NoProgressPlies = 0
	check(shuffleStart, shuffle+shuffle, "goes on")
}

// TestJudgeNamedRulesets asks each ruleset how a king against a man ends, how the
// start for the third time, and, repetition apart, at which ply a game of king
// moves is a draw.
func TestJudgeNamedRulesets(t *testing.T) {
	for _, c := range []struct {
		name, kingVersusMan, thirdTime string
		plies                          int
		termination                    string
	}{
		{"federation", "+0 one-piece-each", "+0 repetition", 0, ""},
		{"ply-yard", "goes on", "goes on", 100, "no-progress"},
		{"share-link", "goes on", "goes on", 0, ""},
		{"ludoteka", "+0 one-piece-each", "+0 repetition", 32, "king-moves"},
		{"traditional", "+0 king-versus-man", "goes on", 0, ""},
		{"checkers-arena", "goes on", "+0 repetition", 100, "no-progress"},
	} {
		r, err := dama.FindRuleset(c.name)
		if err != nil {
			t.Fatal(err)
		}
		f := r.Facts
		if got := verdict(t, f, "W:WKa1:Bh7", ""); got != c.kingVersusMan {
			t.Errorf("%s, king versus man: %s, want %s", c.name, got, c.kingVersusMan)
		}
		if got := verdict(t, f, shuffleStart, shuffle+shuffle); got != c.thirdTime {
			t.Errorf("%s, third time: %s, want %s", c.name, got, c.thirdTime)
		}
		f.Repetition = 0
		positions, moves := game(t, f, shuffleStart, strings.Repeat(shuffle, 30))
		for n := range positions {
			want := Verdict{}
			if c.plies > 0 && n >= c.plies {
				want = Verdict{Over: true, Termination: c.termination}
			}
			if got := Judge(f, positions[:n+1], moves[:n]); got != want {
				t.Errorf("%s, ply %d: %+v, want %+v", c.name, n, got, want)
			}
		}
	}
}

func TestJudgePanicsOnListsThatDoNotFit(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Judge(plain, nil, nil)
}
