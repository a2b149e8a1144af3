package dama

import (
	"errors"
	"fmt"
	"strings"
)

// variation takes what stands between parentheses, up to and with the closing
// one. Its text is made the same for the same contents.
func (b *pdnBuilder) variation(open pdnToken) error {
	text, stop, err := pdnVariation(b.from.take)
	if err != nil {
		b.ended = errors.Is(err, errPDNOpen)
		b.from.putBack(stop)
		return b.fail(open, err)
	}
	if pdnStrength(text) { // a move's suffix in parentheses: 29-23(?)
		b.glyph(pdnSuffixNAG(text))
		return nil
	}
	if text != "" {
		n := b.notes()
		n.Variations = append(n.Variations, text)
	}
	return nil
}

// errPDNOpen says that a variation ran into the end of its game.
var errPDNOpen = errors.New("the variation that begins here is not closed before the game's result")

// pdnVariation reads on behind an opening parenthesis. With an error it returns
// the token that was too much. A result can only be the last thing in
// parentheses: where something follows, a closing one was forgotten and the game
// ended with the result; that something, a word then, belongs to the next game.
func pdnVariation(take func() pdnToken) (string, pdnToken, error) {
	var text strings.Builder
	tight, ended := true, false // no space comes next; the last word was a result
	for depth := 1; ; {
		t := take()
		part := t.text
		switch t.kind {
		case pdnEnd, pdnTagPair, pdnBrokenTag:
			return "", t, errors.New("the variation that begins here is never closed")
		case pdnBroken:
			return "", t, fmt.Errorf("the variation that begins here is broken: %s", t.text)
		case pdnComment:
			part = "{" + t.text + "}"
		case pdnGlyph:
			part = fmt.Sprintf("$%d", t.number)
		case pdnOpen:
			part = "("
			depth++
		case pdnClose:
			part, tight, ended = ")", true, false
			if depth--; depth == 0 {
				return text.String(), t, nil
			}
		case pdnWord:
			if ended {
				return "", t, errPDNOpen
			}
			ended = pdnTerminator(t.text)
		}
		if !tight {
			text.WriteByte(' ')
		}
		if text.WriteString(part); text.Len() > pdnTextLimit {
			return "", t, fmt.Errorf("a variation of more than %d bytes", pdnTextLimit)
		}
		tight = t.kind == pdnOpen
	}
}
