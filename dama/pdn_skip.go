package dama

import "slices"

// pdnSkip is what must be known to tell the rest of a broken game from the next.
type pdnSkip struct {
	inMoves bool
	tags    []string // names of tags that have been seen
}

func newPDNSkip(b *pdnBuilder, last pdnToken) *pdnSkip {
	s := &pdnSkip{inMoves: b.inMoves}
	if last.kind == pdnBroken {
		s.broken(last, &b.from.lex)
	}
	for _, t := range b.game.Tags {
		s.tags = append(s.tags, t.Name)
	}
	if last.kind == pdnBrokenTag {
		s.tags = append(s.tags, last.text)
	}
	return s
}

// broken takes a token that can't be understood. It is no tag and so ends the tags,
// unless it is a line of its own that was to be one.
func (s *pdnSkip) broken(t pdnToken, lex *pdnLexer) {
	if t.odd && !s.inMoves {
		lex.skipLine()
		return
	}
	s.inMoves = true
}

// begins tells whether a tag is the next game's: it stands behind moves, or
// repeats a tag, or is an Event behind an empty line.
func (s *pdnSkip) begins(t pdnToken) bool {
	if s.inMoves || t.text == "Event" && t.afterBlank || t.text != "" && slices.Contains(s.tags, t.text) {
		return true
	}
	if len(s.tags) < pdnTagLimit {
		s.tags = append(s.tags, t.text)
	}
	return false
}

// resync skips the rest of a broken game.
func (r *PDNReader) resync() {
	s := r.skip
	if r.skip = nil; s == nil {
		return
	}
	for result := (pdnToken{}); ; {
		t := r.take()
		switch t.kind {
		case pdnEnd:
			return
		case pdnTagPair, pdnBrokenTag:
			if s.begins(t) {
				r.putBack(t)
				return
			}
			continue
		case pdnComment:
			// One on a result's line still belongs to it.
			if result.line == 0 || result.line == t.line {
				continue
			}
		case pdnClose:
			result = pdnToken{} // it was only a variation's
			continue
		case pdnBroken:
			s.broken(t, &r.lex)
			continue
		}
		if result.line != 0 {
			r.putBack(t)
			return
		}
		s.inMoves = true
		if t.kind == pdnWord && pdnTerminator(t.text) {
			result = t
		}
	}
}
