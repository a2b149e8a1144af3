package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"unicode"
)

// playLine is a line as it was typed.
type playLine struct {
	text string
	long bool  // there was more of it than anybody types; text is its beginning
	err  error // reading failed; there is no text
}

// readPlayLines reads lines until the input ends or the context does. Reading
// can't be interrupted, so it has a goroutine of its own, which the end of the
// program ends if nothing else does.
func readPlayLines(ctx context.Context, in io.Reader) <-chan playLine {
	lines := make(chan playLine)
	go func() {
		defer close(lines)
		r := bufio.NewReader(in)
		for {
			line := readPlayLine(r)
			if errors.Is(line.err, io.EOF) {
				return
			}
			select {
			case lines <- line:
			case <-ctx.Done():
				return
			}
			if line.err != nil {
				return
			}
		}
	}()
	return lines
}

// readPlayLine reads a line of any length and keeps its beginning.
func readPlayLine(r *bufio.Reader) playLine {
	begin, more, err := r.ReadLine()
	line := playLine{text: string(begin), long: more, err: err}
	for more && err == nil {
		_, more, err = r.ReadLine()
	}
	return line
}

// The orders that a line can give besides a move.
const (
	playHelp   = "help"
	playMoves  = "moves"
	playUndo   = "undo"
	playHint   = "hint"
	playResign = "resign"
	playSave   = "save"
	playBoard  = "board"
	playFEN    = "fen"
	playSwitch = "switch"
	playQuit   = "quit"
)

// playOrder returns the order that a line gives, or "" if it is none, and the
// rest of the line. Orders are understood in both languages, whatever the
// language of the game.
func playOrder(line string) (order, rest string) {
	switch plainLetters(line) {
	case "help", "h", "?", "yardim":
		return playHelp, ""
	case "moves", "hamleler":
		return playMoves, ""
	case "undo", "geri al", "geri":
		return playUndo, ""
	case "hint", "ipucu":
		return playHint, ""
	case "resign", "pes", "pes et":
		return playResign, ""
	case "board", "tahta":
		return playBoard, ""
	case "fen":
		return playFEN, ""
	case "switch", "taraf degistir":
		return playSwitch, ""
	case "quit", "exit", "q", "cik":
		return playQuit, ""
	}
	line = strings.TrimSpace(line)
	first := strings.IndexFunc(line+" ", unicode.IsSpace)
	switch plainLetters(line[:first]) {
	case "save", "kaydet":
		return playSave, strings.TrimSpace(line[first:])
	}
	return "", line
}

// plainLetters writes a text in small letters without their marks, with single
// spaces between its words, so that ÇIK, çık, Cik and even QUİT find their
// command whatever the keyboard and its idea of a capital i.
func plainLetters(text string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) { // a mark that is a character of its own
			return -1
		}
		switch unicode.ToLower(r) {
		case 'ı', 'i':
			return 'i'
		case 'ç':
			return 'c'
		case 'ğ':
			return 'g'
		case 'ö':
			return 'o'
		case 'ş':
			return 's'
		case 'ü':
			return 'u'
		}
		return unicode.ToLower(r)
	}, text)
	return strings.Join(strings.Fields(plain), " ")
}

// playMoveText brings a typed move into the form of the notation: small letters,
// no blanks, one kind of dash and of cross; c3c4 gets its dash.
func playMoveText(line string) string {
	text := strings.NewReplacer("×", "x", "–", "-", "—", "-", "−", "-", " ", "", "\t", "").Replace(plainLetters(line))
	if len(text) == 4 && !strings.ContainsAny(text, "-x") {
		return text[:2] + "-" + text[2:]
	}
	return text
}

// playPrintable makes typed text fit to be shown: no control characters, and not
// too much of it.
func playPrintable(text string) string {
	const most = 60
	shown := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text))
	if len(shown) > most {
		return string(shown[:most]) + "..."
	}
	return string(shown)
}
