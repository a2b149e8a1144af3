package puzzles

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
)

const (
	winning         = "W:We3,Kh8:Bb2"
	chain           = "W:Wa2:Ba3,b4,c5,d6" // a2xa4xc4xc6xe6 is all there is
	crowningLine    = "a5-b5 a3xa5 c5-d5 a5xc5 d5xd3xd1"
	eliminatingLine = "a3-a4 a5xa3 a8xa4xa1xh1xh6xc6xa6"
	manyCaptures    = "W:Wa2,h2,a3,g3,h3,a4,b4,h4,d5:Bb3,a5,c5,e5,g5,h5,a6,g6,h6,a7,b7"
	between         = "B:Wa2,d2,a3,c3,g3,h3,a4,b4,c4,f4,h4,e5:Bd4,a5,f5,h5,a6,b6,c6,f6,g6,h6,b7,e7"
	betweenLine     = "f5xf3 g3xe3 a5-b5 c4xe4 b5xb3xd3xd1"

	example = "W:Wa4,h4,a3,b3,c3,d3,e3,f3,g3,h3,a2,c2,d2,f2:Bc7,e7,g7,a6,b6,c6,d6,e6,g6,h6,a5,b5,c5,e5,g5,f4"
)

// TestThemes has a yes and a no, at least, for each theme.
func TestThemes(t *testing.T) {
	covered := map[string][2]bool{}
	for _, c := range []struct {
		theme, ruleset, fen, move string
		want                      bool
	}{
		{"majority", "federation", "W:Wa3,h3:Ba4,h4,h6", "h3xh5xh7", true},
		{"majority", "federation", chain, "a2xa4xc4xc6xe6", false},
		{"only-move", "federation", "W:Wa3,h3:Ba4,h4,h6", "h3xh5xh7", true},
		{"only-move", "federation", "W:Wa3,h3:Ba4,h4,d8", "a3xa5", false},
		{"turn", "federation", chain, "a2xa4xc4xc6xe6", true},
		{"turn", "federation", "W:WKa1:Ba3,a5,a7", "a1xa4xa6xa8", false},
		{"turn", "ludoteka", "W:WKd4:Bc4,e4", "d4xf4xb4", false}, // back along the same line
		{"turn", "federation", "W:Wa2,c2:Ba7", "a2-a3", false},
		{"long-route", "federation", example, "f3xf5xh5xh7xf7xd7xb7", true},
		{"long-route", "federation", chain, "a2xa4xc4xc6xe6", false},
		{"crossed-square", "federation", "W:WKa4:Bc4,e6,d8,c2", "a4xe4xe8xc8xc1", true},
		{"crossed-square", "federation", "W:WKd1:Bd3,b5,a3,Kb1", "d1xd5xa5xa1xd1", true}, // its own first square
		{"crossed-square", "federation", "W:WKd1:Bd3,b5,a3,Kb1", "d1xd5xa5xa1xc1", false},
		{"crossed-square", "federation", "W:WKa1:Ba3,a5,a7", "a1xa4xa6xa8", false},
		{"king-capture", "federation", "W:WKa1:Ba3,a5,a7", "a1xa4xa6xa8", true},
		{"king-capture", "federation", chain, "a2xa4xc4xc6xe6", false},
		{"king-capture", "federation", "W:WKa1:Bh7,h6", "a1-a2", false},
		{"promotion", "federation", "W:Wd6,a2:Bd7,b8,h7", "d6xd8", true},
		{"promotion", "federation", "B:Wd2,a1,h7:Bd3", "d3xd1", true},
		{"promotion", "federation", chain, "a2xa4xc4xc6xe6", false},
		{"promotion-in-capture", "ply-yard", "W:Wd6,a2:Bd7,b8,h7", "d6xd8xa8", true},
		{"promotion-in-capture", "federation", "W:Wf6,a1:Bf7,Ke8,Kc8,h5", "f6xf8xd8xb8", true},
		{"promotion-in-capture", "federation", "W:Wd6,a2:Bd7,b8,h7", "d6xd8", false},
		{"promotion-in-capture", "federation", "W:WKa1:Ba3,c8", "a1xa8xd8", false}, // a king was one before
		{"majority", "federation", manyCaptures, "d5xb5 a5xc5 a3xc3", false},
		{"majority-reply", "federation", "W:Wc2,a3,h3,a4,Kh8:Ba5,b5,c5,e5,a6,Kh1", "a3-b3 a5xa3xc3xc1 h3-h4", true},
		{"majority-reply", "federation", eliminating, eliminatingLine, false},
		{"majority-reply", "federation", example, "f3xf5xh5xh7xf7xd7xb7", false}, // his own
		{"only-move", "federation", eliminating, eliminatingLine, false},
		{"long-route", "federation", eliminating, eliminatingLine, true}, // not with the first move
		{"king-capture", "federation", eliminating, eliminatingLine, true},
		{"king-capture", "ply-yard", "W:Wd6,a2:Bd7,b8,h7", "d6xd8xa8", false}, // it was a man
		{"back-rank", "federation", eliminating, eliminatingLine, true},
		{"back-rank", "federation", "W:WKa1:Ba3,c8", "a1xa8xd8", false}, // a man
		{"back-rank", "federation", "W:Wa2:Ba3,Kb4,c5,d6", "a2xa4xc4xc6xe6", false},
		{"edge", "federation", "W:WKa1:Ba3,a5,a7", "a1xa4xa6xa8", true},
		{"edge", "federation", "W:WKa1:Ba3,h8", "a1xa8", false},
		{"edge", "federation", chain, "a2xa4xc4xc6xe6", false},
		{"promotion", "federation", crowning, crowningLine, true},
		{"breakthrough", "federation", crowning, crowningLine, true},
		{"breakthrough", "federation", "W:Wd6,a2:Bd7,b8,h7", "d6xd8", false},
		{"breakthrough", "federation", eliminating, eliminatingLine, false},
		{"sacrifice", "federation", eliminating, eliminatingLine, true},
		{"sacrifice", "federation", crowning, crowningLine, false},
		{"sacrifice", "federation", manyCaptures, "d5xb5 a5xc5 a3xc3", false},
		{"multiple-sacrifice", "federation", crowning, crowningLine, true},
		{"multiple-sacrifice", "federation", eliminating, eliminatingLine, false},
		{"exchange", "federation", manyCaptures, "d5xb5 a5xc5 a3xc3", true},
		{"exchange", "federation", crowning, crowningLine, false}, // he gives first
		{"from-behind", "federation", eliminating, eliminatingLine, true},
		{"from-behind", "federation", "W:Wa2:Ba3,b4,c5,d6,e7,Ke8", "a2xa4xc4xc6xe6", false},
		{"from-behind", "federation", "W:Wa2,a1:Ba3,b4,c5", "a2xa4xc4xc6", false}, // just one man
		{"saving-move", "federation", "B:Wa2,b2,a3,b3,d3,g3,h3,d4,e4,f4,g4,h4,c5:Ba5,b5,a6,b6,c6,e6,g6,h6,d7,e7,f7,g7,h7", "c6xc4", true},
		{"saving-move", "federation", "W:Wd6,f2:Bd7,Kh8", "d6xd8", false}, // nothing to choose
		{"saving-move", "federation", manyCaptures, "d5xb5 a5xc5 a3xc3", false},
		{"quiet-first-move", "federation", crowning, crowningLine, true},
		{"quiet-first-move", "federation", chain, "a2xa4xc4xc6xe6", false},
		{"quiet-in-between", "federation", between, betweenLine, true},
		{"quiet-in-between", "federation", crowning, crowningLine, false}, // all quiet moves come first
		{"forced-chain", "federation", crowning, crowningLine, true},
		{"forced-chain", "federation", eliminating, eliminatingLine, false}, // one reply
		{"forced-chain", "federation", "W:Wa3,a4,e4,g5,Ka1:Ba5,a6,c6,Kg3", "g5-g6 g3xg7 a3-b3 a5xa3xc3 a1xa7xh7", false},
		{"long-line", "federation", ninePlies, "c5-c4 c3xc5 e5-f5 c5xe5 f5xf3 g3xe3 g5xg3 h3xf3 h5xh3xh1", true},
		{"long-line", "federation", crowning, crowningLine, false},
		{"blockade", "federation", blocking, "e4-f4 f5xf3 g3xe3", true},
		{"blockade", "federation", strings.Replace(blocking, ":B", ":Bh7,", 1), "e4-f4 f5xf3 g3xe3", false},
		{"blockade", "federation", eliminating, eliminatingLine, false}, // nothing to block
		{"elimination", "federation", eliminating, eliminatingLine, true},
		{"elimination", "federation", blocking, "e4-f4 f5xf3 g3xe3", false},
		{"king-taken", "federation", "W:Wa2:Ba3,Kb4,c5,d6", "a2xa4xc4xc6xe6", true},
		{"king-taken", "federation", chain, "a2xa4xc4xc6xe6", false},
		{"king-hunt", "federation", "W:Wa2,c3,h3,h4,Ka5:Bc5,h5,Kh1", "h4xh6 h1xh4xh7 a5xh5xh8", true},
		{"king-hunt", "federation", eliminating, eliminatingLine, false},            // it stood there
		{"king-hunt", "federation", "W:Wb2,Ka1:Bc3,b7", "b2-c2 c3xc1 a1xd1", false}, // it was a man
		{"king-taken", "federation", "W:Wb2,Ka1:Bc3,b7", "b2-c2 c3xc1 a1xd1", true},
		{"trapped-king", "federation", "W:Wc2,c4,c5,Kh8:Bg7,Kc1", "h8-h3", false}, // it captures, and is taken
		{"trapped-king", "federation", "W:Wa2,a3,Kh8:Bg7,Ka1", "h8-h1", true},
		{"trapped-king", "ludoteka", "W:Wa2,a3,Kh8:Bg7,Ka1", "h8-h1", true},
		{"trapped-king", "federation", "W:Wa6,a7,h2,Kb8,Kc8:Bh7,Ka8", "h2-h3", true}, // no move at all
		{"trapped-king", "federation", "W:Wa2,a3,Kh8:Bg7,Ka1", "h8-h2", false},
		{"trapped-king", "federation", "W:Wa2,Kh8:Bg7,Ka1", "h8-h1", false}, // it captures
		{"trapped-king", "federation", blocking, "e4-f4 f5xf3 g3xe3", false},
		{"few-pieces", "federation", chain, "a2xa4xc4xc6xe6", true},
		{"few-pieces", "federation", example, "f3xf5xh5xh7xf7xd7xb7", false},
		{"man-endgame", "federation", chain, "a2xa4xc4xc6xe6", true},
		{"man-endgame", "federation", example, "f3xf5xh5xh7xf7xd7xb7", false},
		{"man-endgame", "federation", "W:WKa1:Ba3,a5,a7", "a1xa4xa6xa8", false},
		{"king-against-men", "federation", "W:WKa1:Ba3,a5,a7", "a1xa4xa6xa8", true},
		{"king-against-men", "federation", chain, "a2xa4xc4xc6xe6", false},
		{"king-endgame", "federation", "W:WKd1:Bd3,b5,a3,Kb1", "d1xd5xa5xa1xd1", true},
		{"king-endgame", "federation", "W:WKa1:Ba3,a5,a7", "a1xa4xa6xa8", false},
		{"king-endgame", "federation", eliminating, eliminatingLine, false}, // more than eight
		{"kings-only", "federation", "W:WKa1,Kb3:BKh8", "a1-a8", true},
		{"kings-only", "federation", winning, "h8-h1", false},
		{"kings-versus-men", "federation", "W:WKa1:Ba3,a5,a7", "a1xa4xa6xa8", true},
		{"kings-versus-men", "federation", "B:WKb8,Kh8:Be2,d7", "e2-e1", true},
		{"kings-versus-men", "federation", winning, "h8-h1", false}, // a king and a man against a man
		{"kings-versus-men", "federation", "W:WKa1,Kb3:BKh8", "a1-a8", false},
		{"men-race", "federation", "B:Wd6:Bh2,f6", "h2-h1", true},
		{"men-race", "federation", "B:Wh2,h6:Bc5,d6", "c5-c4 h6-h7 c4-c3 h7-h8 c3-c2", true}, // the reply crowns
		{"men-race", "federation", "W:Wb2,a4:Bd5", "b2-c2", false},
		{"men-race", "federation", "W:Wh7,Ka1:Bh2", "h7-h8", false},
	} {
		s := subject(t, c.ruleset, c.fen, c.move)
		if got := slices.Contains(themesOf(s), c.theme); got != c.want {
			t.Errorf("%s: %v for %s in %s", c.theme, got, c.move, c.fen)
		}
		seen := covered[c.theme]
		seen[0], seen[1] = seen[0] || c.want, seen[1] || !c.want
		covered[c.theme] = seen
	}
	for _, theme := range Themes() {
		exact := slices.Contains([]string{themeWin, themeDraw, themeLong, themeSurprising}, theme.ID) // see TestExactThemes
		if theme.ID != "ruleset-dependent" && !exact && covered[theme.ID] != [2]bool{true, true} {
			t.Errorf("%s lacks a yes or a no", theme.ID)
		}
	}
}

// subject looks at a line, moves with spaces between them, whose gain is what the
// captures behind it leave.
func subject(t *testing.T, rules, fen, line string) Subject {
	t.Helper()
	f := ruleset(t, rules).Facts
	s, err := SubjectOf(f, position(t, fen), strings.Fields(line)...)
	if err != nil {
		t.Fatal(err)
	}
	play := settler{book: fastBook{}, facts: f, known: map[dama.Position]int{}}
	s.Gain = -play.settle(s.End) - balance(s.Position)
	return s
}

// TestRulesetDependent: of a move, of a line, and not of what is merely not proven.
func TestRulesetDependent(t *testing.T) {
	const short = "W:Wd6,a2:Bd7,b8,h7" // where a crowned man goes on, he takes two
	for rules, move := range map[string]string{"federation": "d6xd8", "ply-yard": "d6xd8xa8"} {
		if d := derive(t, fastBook{}, rules, short, move); !slices.Contains(d.themes, "ruleset-dependent") || d.rulesetNote == nil {
			t.Errorf("%s: %q", rules, d.themes)
		}
	}
	if d := derive(t, fastBook{}, "federation", example, "f3xf5xh5xh7xf7xd7xb7"); slices.Contains(d.themes, "ruleset-dependent") {
		t.Errorf("the same under all: %q", d.themes)
	}
	for proven, want := range map[bool]bool{true: true, false: false} {
		_, note, dependent := validity("federation", func(f dama.Facts) difference {
			if f.Reversal == dama.ReversalAllowed {
				return difference{"it is not so", proven}
			}
			return difference{}
		})
		if dependent != want || orEmpty(note) != "Under ludoteka it is not so." {
			t.Errorf("proven %v: %v, %q", proven, dependent, orEmpty(note))
		}
	}
}

// TestRepeatedThemes: no theme twice, and in the order of the table.
func TestRepeatedThemes(t *testing.T) {
	var order []string
	for _, theme := range Themes() {
		order = append(order, theme.ID)
	}
	for _, line := range [][2]string{{eliminating, eliminatingLine}, {crowning, crowningLine}, {between, betweenLine}} {
		last := -1
		for _, id := range themesOf(subject(t, "federation", line[0], line[1])) {
			at := slices.Index(order, id)
			if at <= last {
				t.Errorf("%s after %s", id, order[last])
			}
			last = at
		}
	}
	if len(order) < 20 {
		t.Errorf("only %d themes", len(order))
	}
}

func TestThemeTexts(t *testing.T) {
	seen := map[string]bool{}
	for _, theme := range Themes() {
		if !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(theme.ID) || seen[theme.ID] {
			t.Errorf("%q is no identifier, or there twice", theme.ID)
		}
		seen[theme.ID] = true
		for _, title := range []string{theme.English, theme.Turkish} {
			if title == "" || title[len(title)-1] == '.' {
				t.Errorf("%s: %q is no title", theme.ID, title)
			}
		}
		for _, text := range []string{theme.InEnglish, theme.InTurkish} {
			if text == "" || text[len(text)-1] != '.' {
				t.Errorf("%s: %q is no sentence", theme.ID, text)
			}
		}
	}
}

func TestGrade(t *testing.T) {
	// Each is harder than the one before.
	last := int32(0)
	for _, c := range []struct{ fen, move string }{
		{chain, "a2xa4xc4xc6xe6"},
		{"W:Wa2:Ba3,b4,c5,d6,b2", "a2xa4xc4xc6xe6"},
		{example, "f3xf5xh5xh7xf7xd7xb7"},
	} {
		s, err := SubjectOf(ruleset(t, "federation").Facts, position(t, c.fen), c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := grade(s); got <= last {
			t.Errorf("%s: %d after %d", c.fen, got, last)
		} else {
			last = got
		}
	}
}
