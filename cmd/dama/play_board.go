package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"damalab/dama"
)

// playScreen is how a game is shown: with which pieces, and what the terminal can.
type playScreen struct {
	out          io.Writer
	pieces       [2][2]string // by color and kind
	empty, taken string
	colors       bool
	terminal     bool // lines that were written can be written over
	echoes       bool // nobody sees what is typed, so it is repeated
	width        int  // of text, in characters
}

func newPlayScreen(e *env, ascii bool) playScreen {
	s := playScreen{
		out: e.stdout, width: 79,
		pieces: [2][2]string{{"⛀", "⛁"}, {"⛂", "⛃"}}, empty: "·", taken: "×",
		terminal: isTerminal(e.stdout) && os.Getenv("TERM") != "dumb", echoes: !isTerminal(e.stdin),
	}
	if ascii {
		s.pieces, s.empty, s.taken = [2][2]string{{"w", "W"}, {"b", "B"}}, ".", "x"
	}
	s.colors = s.terminal && os.Getenv("NO_COLOR") == ""
	return s
}

// isTerminal tells whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// wait says that something takes its time, where that can be wiped out again.
func (s playScreen) wait(text string) {
	if s.terminal {
		writef(s.out, "%s", text)
	}
}

func (s playScreen) waited() {
	if s.terminal {
		writef(s.out, "\r\x1b[K")
	}
}

// echo repeats what came from a file or a pipe.
func (s playScreen) echo(line string) {
	if s.echoes {
		writef(s.out, "%s\n", playPrintable(line))
	}
}

// sayf is say with arguments.
func (g *playGame) sayf(format string, args ...any) { g.say(fmt.Sprintf(format, args...)) }

// say writes a message, broken into lines that fit.
func (g *playGame) say(message string) {
	line := ""
	for _, word := range strings.Fields(message) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > g.screen.width {
			g.e.printf("%s\n", line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	g.e.printf("%s\n", line)
}

// show draws the board and says how the game stands.
func (g *playGame) show() {
	g.stale = false
	side := []string{g.material(g.player.Other()), "", "", "", "", "", "", g.material(g.player)}
	g.e.printf("\n%s\n", g.screen.draw(g.history, g.player, side))
	g.status()
}

// material counts a side's pieces.
func (g *playGame) material(c dama.Color) string {
	p, pieces := g.history.Position(), g.screen.pieces[c]
	return fmt.Sprintf("%-5s  %s %d  %s %d", g.text.colors[c],
		pieces[dama.Man], p.Men(c).Count(), pieces[dama.King], p.Kings(c).Count())
}

// draw draws the board as the given side sees it, with a text beside each row.
// The squares that the last move left and reached stand in brackets, and those
// of the pieces it took are crossed.
//
//	   a  b  c  d  e  f  g  h
//	8  ·  ·  ·  ·  ·  ·  ·  ·  8
//	7  ⛂  ⛂  ⛂ [·] ⛂  ⛂  ⛂  ⛂  7   Black  ⛂ 16  ⛃ 0
func (s playScreen) draw(game *dama.History, side dama.Color, beside []string) string {
	var b strings.Builder
	files := "    "
	for i := range 8 {
		files += fmt.Sprintf(" %c ", 'a'+seenFrom(side, i))
	}
	files = strings.TrimRight(files, " ") + "\n"
	b.WriteString(files)
	for row := range 8 {
		rank := 7 - seenFrom(side, row)
		writef(&b, " %d  ", rank+1)
		for i := range 8 {
			b.WriteString(s.square(game, dama.SquareAt(seenFrom(side, i), rank)))
		}
		line := fmt.Sprintf("  %d    %s", rank+1, beside[row])
		writef(&b, "%s\n", strings.TrimRight(line, " "))
	}
	b.WriteString(files)
	return b.String()
}

// seenFrom turns an index around where Black looks at the board.
func seenFrom(side dama.Color, index int) int {
	if side == dama.Black {
		return 7 - index
	}
	return index
}

// square draws one square, three characters wide.
func (s playScreen) square(game *dama.History, at dama.Square) string {
	last := game.LastMove()
	piece, occupied := game.Position().At(at)
	text := s.empty
	switch {
	case occupied:
		text = s.pieces[piece.Color][piece.Kind]
	case last.Captured().Has(at):
		text = s.taken
	}
	marked := !last.IsZero() && (at == last.From() || at == last.To())
	if marked {
		text = "[" + text + "]"
	} else {
		text = " " + text + " "
	}
	if s.colors {
		return paint(text, piece.Color, occupied, marked)
	}
	return text
}

// paint gives a square the brown of a board and its piece the color that it is
// called by: without that, an outlined piece looks black on a dark terminal.
func paint(text string, color dama.Color, occupied, marked bool) string {
	const brown, light, sand, white, black = 94, 130, 180, "1;38;5;231", "38;5;16"
	ground, ink := brown, fmt.Sprintf("38;5;%d", sand)
	if marked {
		ground = light
	}
	if occupied {
		ink = [2]string{white, black}[color]
	}
	return fmt.Sprintf("\x1b[48;5;%d;%sm%s\x1b[0m", ground, ink, text)
}
