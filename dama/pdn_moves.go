package dama

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// word takes a move number, a move, a suffix or a result, or a number with one of
// the others attached to it.
func (b *pdnBuilder) word(t pdnToken) error {
	text, err := b.moveNumber(t)
	if err != nil || text == "" {
		return err
	}
	if pdnTerminator(text) {
		return b.finish(t, PDNResult(text))
	}
	bare := strings.TrimRight(text, "!?")
	if bare != "" {
		if err := b.move(t, bare); err != nil {
			return err
		}
	}
	if len(bare) < len(text) {
		b.glyph(pdnSuffixNAG(text[len(bare):]))
	}
	return nil
}

// moveNumber returns what is left of a word without its move number and dots. A
// number that doesn't fit is a sign that moves are missing, so it is worth a
// warning; the moves themselves decide. Without a dot it must fit, or it is left
// to be refused as a move: 1725 may be a move that lost its hyphen. A 1 in the
// middle is refused: there another game begins, and this one has lost its result.
func (b *pdnBuilder) moveNumber(t pdnToken) (string, error) {
	rest := strings.TrimLeft(t.text, "0123456789")
	digits := t.text[:len(t.text)-len(rest)]
	if rest != "" && rest[0] != '.' {
		return t.text, nil
	}
	if number, err := strconv.Atoi(digits); err == nil {
		due := b.dueNumber(number)
		if rest == "" && number != due {
			return t.text, nil
		}
		if number == 1 && due > 1 && len(b.game.Moves) > 0 {
			return "", b.fail(t, fmt.Errorf("move number 1, where %d is due: another game seems to begin here, and this one has no result", due))
		}
		if number != due {
			b.warn(t, "move number %d, where %d is due", number, due)
		}
		b.base, b.numbered = b.base+number-due, true // say it once
	} else if digits != "" {
		return t.text, nil
	}
	return strings.TrimLeft(rest, "."), nil
}

// dueNumber returns the move number that fits here. A position may come from the
// middle of some game, so there the first number fits if it can be one.
func (b *pdnBuilder) dueNumber(number int) int {
	plies := len(b.game.Moves) + int(b.game.Start.side)
	due := 1 + plies/2 + b.base
	_, setUp := b.game.Tag("FEN")
	if !b.numbered && setUp && number < 1000 {
		b.base += number - due
		return number
	}
	return due
}

func (b *pdnBuilder) move(t pdnToken, text string) error {
	if strings.HasPrefix(text, "/") {
		return b.fail(t, errors.New("a position set up within the moves (/FEN .../) is not supported"))
	}
	m, err := b.parseMove(text)
	if err != nil {
		return b.fail(t, err)
	}
	b.game.Moves = append(b.game.Moves, PDNMove{Move: m, Text: text})
	b.pos = b.pos.Make(m)
	return nil
}

// parseMove reads a move as [Generator.ParseMove] does, and also the two forms
// that the standard adds: a colon for the capture's x, and two squares by letters
// with nothing between them.
func (b *pdnBuilder) parseMove(text string) (Move, error) {
	gen := b.game.Generator
	usual := strings.ReplaceAll(text, ":", "x")
	if len(text) == 4 && !strings.ContainsAny(text, "-x:") {
		joint := "-"
		if gen.CanCapture(b.pos) {
			joint = "x"
		}
		usual = text[:2] + joint + text[2:]
		if _, _, err := readSquares(usual); err != nil || pdnDigit(text[0]) || pdnDigit(text[2]) {
			usual = text // the complaint is to be about the text as it stands
		}
	}
	b.from.legal = gen.AppendMoves(b.from.legal[:0], b.pos)
	m, err := gen.ParseMoveAmong(b.pos, usual, b.from.legal)
	if e := (*MoveError)(nil); errors.As(err, &e) {
		e.Text = text
	}
	return m, err
}

func pdnDigit(c byte) bool { return '0' <= c && c <= '9' }
