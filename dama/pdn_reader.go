package dama

import (
	"errors"
	"io"
	"iter"
	"slices"
)

// PDNReader reads the games of a file one after the other. It holds one game at a
// time, so files may be of any size; what a single game may hold is limited (a
// comment, a variation or a tag value to 1 MiB, a game to 4 MiB). It is not safe
// for use by several goroutines at once.
//
// Moves may be written in every form that [Generator.ParseMove] reads, with a
// colon for the x of a capture, and without a hyphen or x between two squares by
// letters. Move numbers are not needed. A star only ever ends a game.
type PDNReader struct {
	lex   pdnLexer
	name  string
	gen   Generator
	games int
	legal []Move     // room for a list of moves
	moves []PDNMove  // room for the moves of a game
	ahead []pdnToken // at most one token that was taken too many
	skip  *pdnSkip   // set while a broken game's rest is still to be skipped
	err   error      // what ended reading
}

// NewPDNReader returns a reader of the games in r. The name stands in messages
// and may be empty; gen makes the moves that are legal.
func NewPDNReader(r io.Reader, name string, gen Generator) *PDNReader {
	return &PDNReader{lex: pdnLexer{newPDNBytes(r)}, name: name, gen: gen}
}

// Next returns the next game, and [io.EOF] after the last one. For a game with a
// move that is illegal, ambiguous or unreadable, or with a broken tag or comment,
// it returns a [*PDNError]; the call after that goes on with the following game,
// which begins behind the broken one's result or at the next tag section. Any
// other error is one of reading from the file; it ends reading, and the game in
// which it happened is lost.
func (r *PDNReader) Next() (PDNGame, error) {
	if r.err != nil {
		return PDNGame{}, r.err
	}
	r.resync()
	first, leading, lost := r.begin()
	if first.kind == pdnEnd {
		r.err = io.EOF
		if r.lex.err != nil {
			r.err = r.lex.err
		}
		return PDNGame{}, r.err
	}
	return r.build(first, leading, lost)
}

// Games yields the games as [PDNReader.Next] returns them. Behind a [*PDNError]
// it goes on; it stops at the end of the file or after another error.
func (r *PDNReader) Games() iter.Seq2[PDNGame, error] {
	return func(yield func(PDNGame, error) bool) {
		for {
			g, err := r.Next()
			if r.err == io.EOF {
				return
			}
			if !yield(g, err) || r.err != nil {
				return
			}
		}
	}
}

// take returns the next token.
func (r *PDNReader) take() pdnToken {
	if n := len(r.ahead); n > 0 {
		t := r.ahead[n-1]
		r.ahead = r.ahead[:n-1]
		return t
	}
	return r.lex.token()
}

func (r *PDNReader) putBack(t pdnToken) { r.ahead = append(r.ahead, t) }

// begin finds the first token of the next game, with the comments before it. A
// result without a game is a separator too many and is passed over, as are
// comments that no game follows. Comments that are too long together are lost.
func (r *PDNReader) begin() (first pdnToken, leading []pdnToken, lost bool) {
	size := 0
	for {
		t := r.take()
		switch {
		case t.kind == pdnComment:
			if size += len(t.text) + 1; size <= pdnTextLimit {
				leading = append(leading, t)
			}
		case t.kind == pdnWord && pdnTerminator(t.text):
			leading, size = nil, 0
		default:
			return t, leading, size > pdnTextLimit
		}
	}
}

// build reads the game that begins with the token.
func (r *PDNReader) build(first pdnToken, leading []pdnToken, lost bool) (PDNGame, error) {
	r.games++
	b := pdnBuilder{from: r, pos: StartPosition(), begin: r.lex.offset}
	b.game = PDNGame{Generator: r.gen, Start: b.pos, Moves: r.moves[:0], Line: first.line, Number: r.games}
	for _, t := range leading {
		b.comment(t)
	}
	if lost {
		b.warn(first, "the comments before the game are longer than %d bytes and not all kept", pdnTextLimit)
	}
	t := first
	err := b.add(t)
	for ; err == nil; err = b.add(t) {
		t = r.take()
	}
	r.moves = b.game.Moves
	b.game.Moves = slices.Clone(r.moves)
	if clear(r.moves); cap(r.moves) > 1<<12 {
		r.moves = nil // one huge game is no reason to keep room for another
	}
	if r.lex.err != nil && !b.complete { // it is cut short, whatever it looks like
		r.err = r.lex.err
		return PDNGame{}, r.err
	}
	if errors.Is(err, errPDNDone) {
		return b.game, nil
	}
	if !b.ended {
		r.skip = newPDNSkip(&b, t)
	}
	return PDNGame{}, err
}
