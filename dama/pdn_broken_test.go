package dama_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"damalab/dama"
)

// brokenPDN has one broken game each, which begins on line 4 behind a good game;
// want is its error behind the file's name.
var brokenPDN = map[string]struct{ text, want string }{
	"illegal move":             {"1. a3-a4 h6-h5\n2. a4-a6 g6-g5 1-0", `6:4: game 2, ply 3: move "a4-a6" is not legal here`},
	"illegal, numbers":         {"1.17-33", `5:1: game 2, ply 1: move "17-33" is not legal here`},
	"unreadable move":          {"1. a3-a4 h6-k5 1-0", `5:10: game 2, ply 2: move "h6-k5" is unreadable: unknown square "k5": squares run from a1 to h8`},
	"a star as strength":       {"1. a3-a4* h6-h5 1-0", `5:4: game 2, ply 1: move "a3-a4*" is unreadable: unknown square "a4*": squares run from a1 to h8`},
	"move in pieces":           {"1. a3 - a4 1-0", `5:4: game 2, ply 1: move "a3" is unreadable: a quiet move is written a3-a4, a capture a3xa5xc5`},
	"numbers, nothing between": {"1. 1725 1-0", ""},
	"unknown move":             {"1. - - 1-0", ""},
	"null bytes":               {"1. \x00a3-a4 1-0", ""},
	"prose":                    {"This game was short.\n1. a3-a4 *", ""},
	"ambiguous move":           {"[FEN \"W:Wd2:Bd3,c4,b5,c2,b3\"]\n1. d2xb6 1-0", `6:4: game 2, ply 1: move "d2xb6" is ambiguous: write one of d2xd4xb4xb6, d2xb2xb4xb6`},
	"long word":                {"1. " + strings.Repeat("a", 300) + " 1-0", `5:4: game 2, ply 1: a word of more than 255 bytes: "` + strings.Repeat("a", 80) + `..."`},
	"glyph without number":     {"1. a3-a4 $ 1-0", `5:10: game 2, ply 2: a $ is followed by a number from 0 to 255`},
	"glyph too great":          {"1. a3-a4 $256 1-0", `5:10: game 2, ply 2: a $ is followed by a number from 0 to 255`},
	"glyph far too great":      {"1. a3-a4 $99999999999999999999999 1-0", ""},
	"stray )":                  {"1. a3-a4 ) 1-0", `5:10: game 2, ply 2: a ) without its (`},
	"stray }":                  {"1. a3-a4 } 1-0", `5:10: game 2, ply 2: unexpected }`},
	"stray ]":                  {"1. a3-a4 ] 1-0", ""},
	"stray quote":              {"1. a3-a4 \" 1-0", ""},
	"clock without comment":    {"1. a3-a4 [%clk 0:10:00] h6-h5 1-0", `5:10: game 2, ply 2: unexpected [`},
	"and on its own line":      {"1. a3-a4\n[%clk 0:10:00]\nh6-h5 1-0", `6:1: game 2, ply 2: unexpected [`},
	"set up in the middle":     {"1. a3-a4 /FEN \"W:Wa2:Bh7\"/ h7-h6 1-0", `5:10: game 2, ply 2: a position set up within the moves (/FEN .../) is not supported`},
	"unclosed comment":         {"1. a3-a4 {and so on\nh6-h5 1-0", `5:10: game 2, ply 2: the comment that begins here is not closed before the tags on line 8`},
	"unclosed, with tags in":   {"{so [Event \"y\"] on\n1. a3-a4 h6-h5 1-0", `5:1: game 2: the comment that begins here is not closed before the tags on line 8`},
	"unclosed, behind result":  {"1. a3-a4 1-0 {and so on", `5:14: game 2, ply 2: the comment that begins here is not closed before the tags on line 7`},
	"unclosed variation":       {"1. a3-a4 (1. b3-b4\nh6-h5", `5:10: game 2, ply 2: the variation that begins here is never closed`},
	"unclosed before result":   {"1. a3-a4 (1. b3-b4\nh6-h5 1-0", ""},
	"broken variation":         {"1. a3-a4 (1. b3-b4 ]) h6-h5 1-0", `5:10: game 2, ply 2: the variation that begins here is broken: unexpected ]`},
	"long comment":             {"1. a3-a4 {" + strings.Repeat("abc 1-0 ", 1<<17+1) + "} h6-h5 1-0", `5:10: game 2, ply 2: a comment of more than 1048576 bytes`},
	"long line comment":        {"1. a3-a4 ;" + strings.Repeat("abc 1-0 ", 1<<17+1), `5:10: game 2, ply 2: a comment of more than 1048576 bytes`},
	"long variation":           {"1. a3-a4 (" + strings.Repeat("b3-b4 ", 1<<18) + ") 1-0", `5:10: game 2, ply 2: a variation of more than 1048576 bytes`},
	"deep variation":           {"1. a3-a4 " + strings.Repeat("(", 1<<20+9), ""},
	"long value":               {"[White \"" + strings.Repeat("a", 1<<20+1) + "\"]\n[Black \"b\"]\n1. a3-a4 1-0", `5:1: game 2: the tag White has a value of more than 1048576 bytes`},
	"long name":                {"[" + strings.Repeat("W", 1<<20) + " \"a\"]\n1. a3-a4 1-0", ""},
	"too many tags":            {manyTags(1001) + "1. a3-a4 1-0", "1004:1: game 2: more than 1000 tags"},
	"long game":                {"1. a3-a4 {c} ($1) " + strings.Repeat(" {"+strings.Repeat("c", 1<<19)+"}", 9) + " 1-0", ""},
	"game of no moves":         {"1. " + strings.Repeat("... ", 1<<20+9) + "1-0", ""},
	"unquoted value":           {"[White a]\n[Black \"b\"]\n1. a3-a4 1-0", `5:1: game 2: the tag White has no value in quotes`},
	"no value":                 {"[White]\n[Black \"b\"]\n1. a3-a4 1-0", `5:1: game 2: the tag White has no value in quotes`},
	"unclosed value":           {"[White \"a]\n[Black \"b\"]\n1. a3-a4 1-0", `5:1: game 2: the tag White has a value whose closing quote is missing on its line`},
	"quote within value":       {"[White \"Ali \"Baba\" Can\"]\n[Black \"b\"]\n1. a3-a4 1-0", `5:1: game 2: the tag White has no ] behind its value; a quote within a value is written \"`},
	"backslash at the end":     {"[White \"C:\\\"]\n[Black \"b\"]\n1. a3-a4 1-0", ""},
	"unclosed tag":             {"[White \"a\"\n[Black \"b\"]\n1. a3-a4 1-0", `5:1: game 2: the tag White has no ] behind its value; a quote within a value is written \"`},
	"broken name":              {"[1White \"a\"]\n[Black \"b\"]\n1. a3-a4 1-0", ""},
	"bad position":             {"[FEN \"W:Wa8:Bh7\"]\n[Black \"b\"]\n1. a3-a4 1-0", ""},
	"long position":            {"[FEN \"W:W" + strings.Repeat("a1,", 1000) + ":Bh7\"]\n1. a3-a4 1-0", ""},
	"two positions":            {"[FEN \"W:Wa2:Bh7\"]\n[FEN \"W:Wa2:Bh7\"]\n1. a2-a3 1-0", `6:1: game 2: the tag FEN is given twice`},
	"set up, no position":      {"[SetUp \"1\"]\n[Black \"b\"]\n1. a3-a4 1-0", `5:1: game 2, ply 2: the SetUp tag says 1, and there is no FEN tag with a position`},
	"two games in one":         {"1. a3-a4 h6-h5 2. b3-b4\n\n1. c3-c4 g6-g5 1-0", `7:1: game 2, ply 4: move number 1, where 2 is due: another game seems to begin here, and this one has no result`},
	"another game":             {"[GameType \"25,W,8,8,A0,0\"]\n[Black \"b\"]\n1. a3-b4 1-0", `5:1: game 2: GameType 25 is Russian draughts; Turkish draughts is 30`},
}

func manyTags(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[A%d \"a\"]\n", i)
	}
	return b.String()
}

// tooLongForShort keeps the cases that test limits, of a megabyte and more each,
// out of short runs.
func tooLongForShort(text string) bool { return testing.Short() && len(text) > 1<<16 }

// TestPDNBrokenGames puts every kind of breakage between two good games, and wants both of those and one error.
func TestPDNBrokenGames(t *testing.T) {
	before := "[Event \"a\"]\n1. a3-a4 *\n\n"
	after := "[Event \"c\"]\n[White \"w\"]\n1. c3-c4 h6-h5 0-1\n"
	for name, c := range brokenPDN {
		if name != "long comment" && tooLongForShort(c.text) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			text := before + "[Event \"b\"]\n" + c.text + "\n\n" + after
			games, broken := readPDN(t, text)
			if got := shape(games); got != "a3-a4 *|c3-c4 h6-h5 0-1" {
				t.Errorf("games: %q", got)
			}
			if len(broken) != 1 || broken[0].Game != 2 || broken[0].Line < 4 || broken[0].Column < 1 || strings.Contains(broken[0].Error(), "\n") {
				t.Fatalf("errors: %v", broken)
			}
			if got := broken[0].Error(); c.want != "" && got != "test.pdn:"+c.want {
				t.Errorf("got %s\nwant test.pdn:%s", got, c.want)
			}
			if tag, _ := games[1].Tag("Event"); tag != "c" || len(games[1].Tags) != 2 || games[1].Number < 3 {
				t.Errorf("the game behind: %+v", games[1])
			}
		})
	}
}

// TestPDNBrokenAtTheEnd cuts the file off behind the broken game: it must still be
// an error, and nothing else.
func TestPDNBrokenAtTheEnd(t *testing.T) {
	for name, c := range brokenPDN {
		if tooLongForShort(c.text) {
			continue
		}
		games, broken := readPDN(t, "[Event \"b\"]\n"+c.text)
		if len(games) != 0 || len(broken) != 1 {
			t.Errorf("%s: %q, %v", name, shape(games), broken)
		}
	}
}

func TestPDNErrorsCarryTheirReason(t *testing.T) {
	_, broken := readPDN(t, "1. a3-a5 *")
	var move *dama.MoveError
	if len(broken) != 1 || !errors.As(broken[0], &move) || move.Fault != dama.MoveIllegal || move.Text != "a3-a5" {
		t.Errorf("got %v", broken)
	}
	_, broken = readPDN(t, "[FEN \"W:Wa8:Bh7\"] 1. a3-a5 *")
	var fen *dama.FENError
	if len(broken) != 1 || !errors.As(broken[0], &fen) || fen.Offset != 3 {
		t.Errorf("got %v", broken)
	}
	_, broken = readPDN(t, "[GameType \"25\"] 1. a3-a4 *")
	var other *dama.PDNGameTypeError
	if len(broken) != 1 || !errors.As(broken[0], &other) {
		t.Errorf("got %v", broken)
	}
	e := dama.PDNError{Game: 2, Line: 3, Column: 4, Err: errors.New("why")}
	if got := e.Error(); got != "PDN:3:4: game 2: why" {
		t.Errorf("got %q", got)
	}
}

// TestPDNWhereTheNextGameBegins is about files in which that is not plain.
func TestPDNWhereTheNextGameBegins(t *testing.T) {
	for name, c := range map[string]struct {
		text, want string
		errors     int
	}{
		"without tags":                     {"1. a3-a5 h6-h5 1-0\n1. b3-b4 0-1", "b3-b4 0-1", 1},
		"result in a skipped variation":    {"1. a3-a5 (b3-b4 1-0) (c3-c4 0-1 {why}) h6-h5 1-0 {so}\n{next} 1. b3-b4 0-1", "b3-b4 0-1", 1},
		"unclosed variation, no tags":      {"1. a3-a4 (1. c3-c4 1-0\n1. b3-b4 0-1", "b3-b4 0-1", 1},
		"two broken ones":                  {"1. a3-a5 1-0 1. a3-a5 1-0 1. b3-b4 0-1", "b3-b4 0-1", 2},
		"tags alone, the next has moves":   {"[Event x]\n[White \"a\"]\n\n[Event \"y\"]\n[White \"b\"]\n1. b3-b4 0-1", "b3-b4 0-1", 1},
		"the same without an Event":        {"[White x]\n[Black \"a\"]\n\n[White \"y\"]\n[Black \"b\"]\n1. b3-b4 0-1", "b3-b4 0-1", 1},
		"blank line within the tags":       {"[Event \"x\"]\n[White a]\n\n[Black \"b\"]\n1. a3-a4 1-0", "", 1},
		"broken tag begins the next":       {"1. a3-a4\n[White a]\n[Black \"b\"]\n1. a3-a4 1-0\n[White \"c\"] 1. b3-b4 0-1", "a3-a4 *|b3-b4 0-1", 1},
		"broken behind broken":             {"1. a3-a5\n[White a]\n[Black \"b\"]\n1. a3-a4 1-0\n[White \"c\"] 1. b3-b4 0-1", "b3-b4 0-1", 2},
		"no result, broken, then tags":     {"[Event \"1\"]\n1. a3-a5\n\n[Event \"2\"]\n1. b3-b4", "b3-b4 *", 1},
		"tags alone and no Event":          {"[White \"x\"]\n\n[Event \"y\"]\n1. b3-b4 0-1", "*|b3-b4 0-1", 0},
		"tags in a comment of a good game": {"1. a3-a4 {see [Event \"x\"] there} h6-h5 1-0", "a3-a4 h6-h5 1-0", 0},
	} {
		games, broken := readPDN(t, c.text)
		if got := shape(games); got != c.want || len(broken) != c.errors {
			t.Errorf("%s: got %q, want %q; errors %v", name, got, c.want, broken)
		}
	}
}

func TestPDNOneBrokenGameOfAHundred(t *testing.T) {
	var file strings.Builder
	for i := range 100 {
		move := "h6-h5"
		if i == 49 {
			move = "h6-h4"
		}
		fmt.Fprintf(&file, "[Event \"%d\"]\n[Result \"1-0\"]\n\n1. a3-a4\n\n%s 2. b3-b4 1-0\n\n", i+1, move)
	}
	games, broken := readPDN(t, file.String())
	if len(games) != 99 || len(broken) != 1 {
		t.Fatalf("%d games, errors %v", len(games), broken)
	}
	const want = `test.pdn:349:1: game 50, ply 2: move "h6-h4" is not legal here`
	if got := broken[0].Error(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for i, g := range games {
		number := i + 1
		if number >= 50 {
			number++
		}
		event, _ := g.Tag("Event")
		if event != fmt.Sprint(number) || g.Number != number || g.Line != 7*number-6 || shape(games[i:i+1]) != "a3-a4 h6-h5 b3-b4 1-0" {
			t.Errorf("game %d: %+v", number, g)
		}
	}
}
