package dama

import "fmt"

// pdnKind is what a token is.
type pdnKind uint8

const (
	pdnEnd       pdnKind = iota
	pdnTagPair           // text is the name, value the value
	pdnWord              // text is a number, a move, a suffix or a result
	pdnComment           // text is what stands in it
	pdnGlyph             // number is the glyph's
	pdnOpen              // (
	pdnClose             // )
	pdnBroken            // text is the reason
	pdnBrokenTag         // text is the name if that could be read, value the reason
)

// pdnToken is a part of a file, with the place where it begins.
type pdnToken struct {
	kind         pdnKind
	text, value  string
	number       int
	line, column int
	afterBlank   bool // an empty line stands before it
	odd          bool // a comment with a brace inside, a bracket at the start of a line
}

func (t pdnToken) broken(format string, args ...any) pdnToken {
	t.kind, t.text = pdnBroken, fmt.Sprintf(format, args...)
	return t
}

// pdnLexer cuts a file into tokens. What it can't understand is a broken token;
// it goes on behind that, so that a reader can look for the next game.
type pdnLexer struct{ pdnBytes }

func (l *pdnLexer) token() pdnToken {
	blank := l.skipSpace()
	t := pdnToken{line: l.line, column: l.column, afterBlank: blank}
	c, ok := l.peek(0)
	if !ok {
		return t
	}
	if c == '[' && l.tagHere() {
		return l.tag(t)
	}
	switch c {
	case '{':
		t = l.comment(t)
	case ';':
		t = l.lineComment(t)
	case '(', ')':
		l.next()
		t.kind = pdnOpen + pdnKind(c-'(')
	case '$':
		t = l.glyph(t)
	case '[', ']', '}', '"':
		l.next()
		t = t.broken("unexpected %c", c)
		t.odd = c == '[' && l.fresh
	default:
		t = l.word(t)
	}
	l.fresh = false
	return t
}

// pdnDelimiter tells whether a byte ends a word.
func pdnDelimiter(c byte) bool {
	switch c {
	case '(', ')', '{', '}', '[', ']', ';', '"', '$':
		return true
	}
	return pdnSpace(c)
}

func (l *pdnLexer) word(t pdnToken) pdnToken {
	var room [32]byte // enough for nearly all, so that a word is one allocation
	text, long := room[:0], false
	for c, ok := l.peek(0); ok && !pdnDelimiter(c); c, ok = l.peek(0) {
		l.next()
		if long = len(text) == pdnWordLimit; !long {
			text = append(text, c)
		}
	}
	if long {
		return t.broken("a word of more than %d bytes: %q", pdnWordLimit, pdnShort(string(text)))
	}
	t.kind, t.text = pdnWord, string(text)
	return t
}

func (l *pdnLexer) glyph(t pdnToken) pdnToken {
	l.next()
	digits := 0
	for c, ok := l.peek(0); ok && c >= '0' && c <= '9'; c, ok = l.peek(0) {
		l.next()
		digits++
		t.number = min(10*t.number+int(c-'0'), pdnNAGLimit+1)
	}
	if digits == 0 || t.number > pdnNAGLimit {
		return t.broken("a $ is followed by a number from 0 to %d", pdnNAGLimit)
	}
	t.kind = pdnGlyph
	return t
}

// comment reads a comment between braces. A line in it that begins like a tag
// pair means that somebody forgot the closing brace: the next game is not to be
// swallowed.
func (l *pdnLexer) comment(t pdnToken) pdnToken {
	l.next()
	var text pdnText
	for {
		c, ok := l.next()
		switch {
		case !ok:
			return t.broken("the comment that begins here is never closed")
		case c == '\n' && l.tagPairAhead():
			return t.broken("the comment that begins here is not closed before the tags on line %d", l.line)
		case c == '}':
			return t.comment(text)
		case c == '{':
			t.odd = true
		}
		text.add(c)
	}
}

// lineComment reads a comment from a semicolon to the end of the line. A closing
// brace, which could not be written back, is read as a parenthesis.
func (l *pdnLexer) lineComment(t pdnToken) pdnToken {
	l.next()
	var text pdnText
	for c, ok := l.inLine(); ok; c, ok = l.inLine() {
		l.next()
		if c == '}' {
			c = ')'
		}
		text.add(c)
	}
	return t.comment(text)
}

func (t pdnToken) comment(text pdnText) pdnToken {
	if text.full {
		return t.broken("a comment of more than %d bytes", pdnTextLimit)
	}
	t.kind, t.text = pdnComment, string(text.text)
	return t
}

// commentBehind tells whether a comment begins on the rest of the line.
func (l *pdnLexer) commentBehind() bool {
	l.blanks()
	c, ok := l.inLine()
	return ok && (c == '{' || c == ';')
}
