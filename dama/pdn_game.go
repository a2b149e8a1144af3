package dama

import (
	"errors"
	"fmt"
)

// pdnBuilder builds one game from its tokens.
type pdnBuilder struct {
	from  *PDNReader
	game  PDNGame
	pos   Position // where the moves so far lead
	begin int64    // the offset at which the game begins
	setUp pdnToken // the SetUp tag, if its place is known
	// inMoves is true once the tags are over. Then the next tag belongs to the
	// next game, even if this one has no result.
	inMoves  bool
	base     int  // what move numbers are too high by
	numbered bool // a move number has been seen
	ended    bool // the game's end has been read, though the game be broken
	complete bool // it was a result, so that nothing can be missing
}

// errPDNDone means that a game has been read to its end; it is no failure.
var errPDNDone = errors.New("the game is complete")

// add takes the next token. It returns errPDNDone when the game is complete, and
// a [*PDNError] when it is broken.
func (b *pdnBuilder) add(t pdnToken) error {
	if b.from.lex.offset-b.begin > pdnGameLimit {
		return b.fail(t, fmt.Errorf("the game is longer than %d bytes", pdnGameLimit))
	}
	switch t.kind {
	case pdnEnd:
		return b.finish(t, "")
	case pdnTagPair, pdnBrokenTag:
		if b.startsNext(t) {
			b.from.putBack(t)
			return b.finish(t, "")
		}
		return b.tag(t)
	case pdnComment:
		b.comment(t)
		return nil
	case pdnBroken:
		return b.fail(t, errors.New(t.text))
	}
	b.inMoves = true
	switch t.kind {
	case pdnWord:
		return b.word(t)
	case pdnGlyph:
		b.glyph(t.number)
	case pdnOpen:
		return b.variation(t)
	case pdnClose:
		return b.fail(t, errors.New("a ) without its ("))
	}
	return nil
}

func (b *pdnBuilder) fail(t pdnToken, err error) error {
	e := &PDNError{
		File: b.from.name, Game: b.game.Number, Line: t.line, Column: t.column, Err: err,
		Tags: b.game.Tags, Position: b.pos,
	}
	if b.inMoves {
		e.Ply = len(b.game.Moves) + 1
		e.MoveNumber = 1 + (len(b.game.Moves)+int(b.game.Start.side))/2 + b.base
	}
	return e
}

func (b *pdnBuilder) warn(t pdnToken, format string, args ...any) {
	if len(b.game.Warnings) < pdnWarnings {
		b.game.Warnings = append(b.game.Warnings, fmt.Sprintf("line %d: ", t.line)+fmt.Sprintf(format, args...))
	}
}

// notes returns the notes at the place that the game has reached.
func (b *pdnBuilder) notes() *PDNNotes {
	if n := len(b.game.Moves); n > 0 {
		return &b.game.Moves[n-1].PDNNotes
	}
	return &b.game.Notes
}

func (b *pdnBuilder) glyph(number int) {
	n := b.notes()
	n.NAGs = append(n.NAGs, number)
}

func (b *pdnBuilder) comment(t pdnToken) {
	if t.odd {
		b.warn(t, "a comment has another { inside: perhaps it was not closed")
	}
	if t.text != "" {
		n := b.notes()
		n.Comments = append(n.Comments, t.text)
	}
}

// startsNext tells whether a tag belongs to the next game: it stands behind
// moves, or this game's first tag or its Event comes again, or an Event comes
// behind an empty line, since it is the first tag of nearly all games.
func (b *pdnBuilder) startsNext(t pdnToken) bool {
	if b.inMoves {
		return true
	}
	if t.text == "Event" && t.afterBlank && len(b.game.Tags) > 0 {
		return true
	}
	if t.text == "" || len(b.game.Tags) == 0 || t.text != "Event" && t.text != b.game.Tags[0].Name {
		return false
	}
	_, again := b.game.Tag(t.text)
	return again
}

// tag takes a tag of this game.
func (b *pdnBuilder) tag(t pdnToken) error {
	if t.kind == pdnBrokenTag {
		return b.fail(t, errors.New(t.value))
	}
	if len(b.game.Tags) == pdnTagLimit {
		return b.fail(t, fmt.Errorf("more than %d tags", pdnTagLimit))
	}
	if _, again := b.game.Tag(t.text); again {
		if pdnSpoken(t.text) {
			return b.fail(t, fmt.Errorf("the tag %s is given twice", t.text))
		}
		b.warn(t, "the tag %s is given twice", pdnShort(t.text))
	}
	b.game.Tags = append(b.game.Tags, PDNTag{Name: t.text, Value: t.value})
	switch t.text {
	case "GameType":
		if err := checkPDNGameType(t.value); err != nil {
			return b.fail(t, err)
		}
	case "FEN":
		return b.fen(t)
	case "SetUp":
		b.setUp = t
	case "Result":
		if t.value != "" && t.value != "?" && !pdnTerminator(t.value) {
			b.warn(t, "the Result tag says %q, which is no result", pdnShort(t.value))
		}
	}
	return nil
}

// pdnSpoken tells whether a tag means something to this package.
func pdnSpoken(name string) bool {
	return name == "GameType" || name == "FEN" || name == "SetUp" || name == "Result"
}

// fen sets the position that the game starts from. An empty value stands for an
// unknown one, which is the usual start.
func (b *pdnBuilder) fen(t pdnToken) error {
	const most = 1000 // bytes; 64 kings need less than a third of it
	if len(t.value) > most {
		return b.fail(t, fmt.Errorf("the FEN tag holds %d bytes, which is no position", len(t.value)))
	}
	if t.value == "" {
		return nil
	}
	p, err := ParseFEN(t.value)
	if err != nil {
		return b.fail(t, err)
	}
	b.game.Start, b.pos = p, p
	return nil
}
