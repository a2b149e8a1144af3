package dama

import (
	"errors"
	"fmt"
)

// finish completes the game with its terminator, "" if it has none.
func (b *pdnBuilder) finish(t pdnToken, terminator PDNResult) error {
	b.ended, b.complete = true, terminator != ""
	if err := b.checkSetUp(); err != nil {
		return err
	}
	b.settle(t, terminator)
	for terminator != "" && b.from.lex.commentBehind() {
		// A comment on the result's line belongs to this game, as in
		// "1-0 {White resigned}".
		c := b.from.take()
		if c.kind != pdnComment {
			b.ended = false
			return b.fail(c, errors.New(c.text))
		}
		b.comment(c)
		if b.from.lex.offset-b.begin > pdnGameLimit {
			return b.fail(c, fmt.Errorf("the game is longer than %d bytes", pdnGameLimit))
		}
	}
	return errPDNDone
}

// checkSetUp looks for the promise of a position that is not there: the moves
// would be read from the wrong start.
func (b *pdnBuilder) checkSetUp() error {
	fen, _ := b.game.Tag("FEN")
	switch b.setUp.value {
	case "1":
		if fen == "" {
			return b.fail(b.setUp, errors.New("the SetUp tag says 1, and there is no FEN tag with a position"))
		}
	case "0":
		if b.game.Start != StartPosition() {
			b.warn(b.setUp, "the SetUp tag says 0, the FEN tag gives another position, which is used")
		}
	}
	return nil
}

// settle finds the result. The terminator decides, unless it is a star, which in
// PDN 3.0 only separates games and says nothing about the result.
func (b *pdnBuilder) settle(t pdnToken, terminator PDNResult) {
	value, _ := b.game.Tag("Result")
	tag := PDNResult(value)
	known := pdnTerminator(value)
	switch {
	case terminator == "":
		b.warn(t, "the game ends here without a result behind its moves")
		fallthrough
	case terminator == PDNUnknown:
		terminator = PDNUnknown
		if known {
			terminator = tag
		}
	case known && tag.Standard() != terminator.Standard():
		b.warn(t, "the Result tag says %s, the game ends with %s, which is kept", tag, terminator)
	}
	if terminator == pdnForfeit {
		b.warn(t, "the result 0-0, lost for both sides, counts as unknown")
	}
	b.game.Result = terminator
}
