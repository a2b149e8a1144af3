package dama_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"damalab/dama"
)

func writtenPDN(t testing.TB, games ...dama.PDNGame) string {
	t.Helper()
	var b strings.Builder
	for _, g := range games {
		if err := dama.WritePDN(&b, g, federationMoves(t)); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestPDNIsWritten(t *testing.T) {
	text, err := os.ReadFile("testdata/pdn/annotated.pdn")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/pdn/written.pdn")
	if err != nil {
		t.Fatal(err)
	}
	got := writtenPDN(t, readGoodPDN(t, string(text))...)
	if got != string(want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if again := writtenPDN(t, readGoodPDN(t, got)...); again != got {
		t.Errorf("written again:\n%s\nwant:\n%s", again, got)
	}
}

func TestPDNIsWrittenFromNothing(t *testing.T) {
	gen := federationMoves(t)
	black := mustFEN(t, "B:Wa2:Bf6,h7")
	for want, g := range map[string]dama.PDNGame{
		"[GameType \"30,W,8,8,A0,0\"]\n[Result \"*\"]\n\n*\n\n": {Start: dama.StartPosition()},
		"[White \"a\\\"\\\\\"]\n[GameType \"30,W,8,8,A0,0\"]\n[SetUp \"1\"]\n[FEN \"B:Wa2:Bf6,h7\"]\n[Result \"0-1\"]\n\n{) a b} 1... f6-f5 0-1\n\n": {
			Tags: []dama.PDNTag{{Name: "White", Value: `a"\`}}, Start: black, Result: "0-2",
			Notes: dama.PDNNotes{Comments: []string{" ", "} a\n\n b "}, Variations: []string{" "}},
			Moves: []dama.PDNMove{{Move: mustMove(t, gen, black, "f6-f5"), Text: "never mind"}},
		},
		"[Result \"1/2-1/2\"]\n[SetUp \"0\"]\n[GameType \"30,W,8,8,A0,0\"]\n\n1/2-1/2\n\n": {
			Tags: []dama.PDNTag{{Name: "Result", Value: "1-0"}, {Name: "SetUp", Value: "1"}}, Start: dama.StartPosition(), Result: "1-1",
		},
	} {
		if got := writtenPDN(t, g); got != want {
			t.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
	}
}

func mustMove(t testing.TB, gen dama.Generator, p dama.Position, text string) dama.Move {
	t.Helper()
	m, err := gen.ParseMove(p, text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestPDNLinesAreWrapped(t *testing.T) {
	tricky := strings.Repeat("çok uzun bir yorum [Event \"x\"] %clk ", 40)
	g := dama.PDNGame{Start: dama.StartPosition(), Notes: dama.PDNNotes{
		Comments:   []string{tricky, strings.Repeat("x", 300)},
		Variations: []string{strings.Repeat("1. a3-a4 %hide \ufeffmark {%% [Event \"x\"] [%clk 1]} (h6-h5) ", 30)},
	}}
	text := writtenPDN(t, g)
	for line := range strings.Lines(text) {
		// Two words may be tied to the one before them.
		if n := utf8.RuneCountInString(line); n > 81+14 && n < 300 || strings.HasPrefix(line, "%") {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	back := readGoodPDN(t, text)
	if len(back) != 1 || back[0].Notes.Comments[0] != strings.TrimSpace(tricky) || writtenPDN(t, back...) != text {
		t.Errorf("read back:\n%+v", back)
	}
}

func TestPDNWriterRefuses(t *testing.T) {
	gen, start := federationMoves(t), dama.StartPosition()
	note := func(n dama.PDNNotes) dama.PDNGame { return dama.PDNGame{Start: start, Notes: n} }
	tags := func(pairs ...string) dama.PDNGame {
		g := dama.PDNGame{Start: start}
		for i := 0; i < len(pairs); i += 2 {
			g.Tags = append(g.Tags, dama.PDNTag{Name: pairs[i], Value: pairs[i+1]})
		}
		return g
	}
	move := mustMove(t, gen, start, "a3-a4")
	for want, g := range map[string]dama.PDNGame{
		"ply 2, a3 to a4, is not legal there": {Start: start, Moves: []dama.PDNMove{{Move: move}, {Move: move}}},
		"ply 1: the glyph $256":               {Start: start, Moves: []dama.PDNMove{{Move: move, PDNNotes: dama.PDNNotes{NAGs: []int{256}}}}},
		"the glyph $-1 is not":                note(dama.PDNNotes{NAGs: []int{-1}}),
		`"a3-a4)" can't be written`:           note(dama.PDNNotes{Variations: []string{"a3-a4)"}}),
		`"(a3-a4" can't be written`:           note(dama.PDNNotes{Variations: []string{"(a3-a4"}}),
		`"a) (b" can't be written`:            note(dama.PDNNotes{Variations: []string{"a) (b"}}),
		`"{a" can't be written`:               note(dama.PDNNotes{Variations: []string{"{a"}}),
		`"!" can't be written`:                note(dama.PDNNotes{Variations: []string{"!"}}),
		"comment of more than":                note(dama.PDNNotes{Comments: []string{strings.Repeat("a", 1<<20)}}),
		`tag name "1x" is not`:                tags("1x", "y"),
		`tag name "" is not`:                  tags("", "y"),
		"of the tag White holds a line break": tags("White", "a\nb"),
		"the tag Event is given twice":        tags("White", "a", "Event", "b", "Event", "c"),
		"the tag White is given twice":        tags("White", "a", "Event", "b", "White", "c"),
		"the tag Result is given twice":       tags("White", "a", "Result", "*", "Result", "*"),
		"more than 1000 tags":                 {Start: start, Tags: make([]dama.PDNTag, 1000)},
		"the game is longer than":             note(dama.PDNNotes{Comments: strings.SplitAfter(strings.Repeat(strings.Repeat("a", 1<<19)+"b", 9), "b")}),
	} {
		var b strings.Builder
		err := dama.WritePDN(&b, g, gen)
		if err == nil || !strings.Contains(err.Error(), want) || b.Len() > 0 || strings.Contains(err.Error(), "\n") {
			t.Errorf("want %q, got %v and %q", want, err, b.String())
		}
	}
	full := errors.New("the disk is full")
	if err := dama.WritePDN(failingWriter{full}, tags(), gen); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
