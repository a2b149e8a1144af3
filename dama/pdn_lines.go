package dama

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// pdnLines writes words with single spaces and line breaks between them.
type pdnLines struct {
	out    *bytes.Buffer
	column int // characters on this line so far
}

const pdnWidth = 80

func (w *pdnLines) word(text string) {
	// At the start of a line a percent sign would hide the line, a bracket would
	// look like a tag, and a byte order mark would be skipped.
	tied := strings.HasPrefix(text, "%") || strings.HasPrefix(text, "[") || strings.HasPrefix(text, pdnMark)
	length := utf8.RuneCountInString(text)
	switch {
	case w.column == 0:
	case w.column+1+length > pdnWidth && !tied:
		w.out.WriteByte('\n')
		w.column = 0
	default:
		w.out.WriteByte(' ')
		w.column++
	}
	w.out.WriteString(text)
	w.column += length
}

func (w *pdnLines) notes(n PDNNotes) error {
	for _, nag := range n.NAGs {
		if nag < 0 || nag > pdnNAGLimit {
			return fmt.Errorf("the glyph $%d is not between 0 and %d", nag, pdnNAGLimit)
		}
		w.word(fmt.Sprintf("$%d", nag))
	}
	for _, c := range n.Comments {
		if err := w.comment(c); err != nil {
			return err
		}
	}
	for _, v := range n.Variations {
		if err := w.variation(v); err != nil {
			return err
		}
	}
	return nil
}

// comment writes a comment, unless it is empty.
func (w *pdnLines) comment(text string) error {
	var plain pdnText
	for _, c := range []byte(strings.ReplaceAll(text, "}", ")")) {
		plain.add(c)
	}
	if plain.full {
		return fmt.Errorf("a comment of more than %d bytes", pdnTextLimit)
	}
	w.wrapped("{", string(plain.text), "}")
	return nil
}

// wrapped writes a text whose words have one space between them, unless it is
// empty.
func (w *pdnLines) wrapped(before, text, after string) {
	if text == "" {
		return
	}
	words := strings.Split(text, " ")
	words[0] = before + words[0]
	words[len(words)-1] += after
	for _, word := range words {
		w.word(word)
	}
}

// variation writes what stands between parentheses. It goes through the reader's
// own eyes, so that nothing is written that would be read differently.
func (w *pdnLines) variation(text string) error {
	lex := pdnLexer{newPDNBytes(strings.NewReader(" " + text + "\n)"))}
	read, _, err := pdnVariation(lex.token)
	if err != nil {
		return fmt.Errorf("the variation %q can't be written: %w", pdnShort(text), err)
	}
	if rest := lex.token(); rest.kind != pdnEnd || pdnStrength(read) {
		return fmt.Errorf("the variation %q can't be written: it must be moves, with parentheses that match", pdnShort(text))
	}
	w.wrapped("(", read, ")")
	return nil
}
