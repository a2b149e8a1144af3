package dama

import "fmt"

// Tags begin with a bracket, which has no other use outside of comments. Still, a
// bracket is only taken for a tag where it looks like one, so that stray text such
// as a clock time outside of a comment breaks its own game and not the next.

// tagHere tells whether the bracket that comes next begins a tag: at the start of
// a line (or behind another tag) a letter after it is enough, so that a tag that is
// broken further on still begins the next game.
func (l *pdnLexer) tagHere() bool {
	if !l.fresh {
		return l.tagPairFrom(0)
	}
	c, ok := l.peek(l.blankAhead(1))
	return ok && pdnLetter(c)
}

// tagPairAhead tells whether the line that begins here looks like a tag pair: a
// bracket, a name and an opening quote.
func (l *pdnLexer) tagPairAhead() bool { return l.tagPairFrom(l.blankAhead(0)) }

func (l *pdnLexer) tagPairFrom(i int) bool {
	if c, ok := l.peek(i); !ok || c != '[' {
		return false
	}
	i = l.blankAhead(i + 1)
	if c, ok := l.peek(i); !ok || !pdnLetter(c) {
		return false
	}
	for end := i + pdnWordLimit; i < end; i++ {
		if c, ok := l.peek(i); !ok || !pdnNameByte(c) {
			break
		}
	}
	c, ok := l.peek(l.blankAhead(i))
	return ok && c == '"'
}

// blankAhead returns the place of the first byte from i on that is no blank; it
// does not look further than a sensible line would need.
func (l *pdnLexer) blankAhead(i int) int {
	for end := i + pdnWordLimit; i < end; i++ {
		if c, ok := l.peek(i); !ok || c != ' ' && c != '\t' {
			break
		}
	}
	return i
}

func pdnLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func pdnNameByte(c byte) bool { return pdnLetter(c) || '0' <= c && c <= '9' || c == '_' }

// pdnName tells whether a text may be a tag's name.
func pdnName(text string) bool {
	for i := range len(text) {
		if !pdnNameByte(text[i]) {
			return false
		}
	}
	return text != "" && len(text) <= pdnWordLimit && pdnLetter(text[0])
}

// tag reads a tag pair, which stands on one line. Of a broken one the rest of the
// line is skipped.
func (l *pdnLexer) tag(t pdnToken) pdnToken {
	l.next()
	l.blanks()
	var name []byte
	for c, ok := l.peek(0); ok && pdnNameByte(c) && len(name) < pdnWordLimit; c, ok = l.peek(0) {
		name = append(name, c)
		l.next()
	}
	t.kind, t.text = pdnTagPair, string(name)
	l.blanks()
	if !l.take('"') {
		return l.badTag(t, "has no value in quotes")
	}
	value, reason := l.quoted()
	if reason != "" {
		return l.badTag(t, reason)
	}
	l.blanks()
	if !l.take(']') {
		return l.badTag(t, `has no ] behind its value; a quote within a value is written \"`)
	}
	t.value, l.fresh = value, true
	return t
}

func (l *pdnLexer) badTag(t pdnToken, reason string) pdnToken {
	l.skipLine()
	t.kind, t.value = pdnBrokenTag, fmt.Sprintf("the tag %s %s", pdnShort(t.text), reason)
	return t
}

// quoted reads a value up to its closing quote. A backslash escapes a quote or a
// backslash; before anything else it is just a backslash.
func (l *pdnLexer) quoted() (value, reason string) {
	var text []byte
	for {
		c, ok := l.inLine()
		if !ok {
			return "", "has a value whose closing quote is missing on its line"
		}
		l.next()
		if c == '"' {
			return string(text), ""
		}
		if after, _ := l.peek(0); c == '\\' && (after == '"' || after == '\\') {
			c, _ = l.next()
		}
		if len(text) == pdnTextLimit {
			return "", fmt.Sprintf("has a value of more than %d bytes", pdnTextLimit)
		}
		text = append(text, c)
	}
}
