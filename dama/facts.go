package dama

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
)

// Promotion says when a man that lands on the far rank in the middle of a
// capture becomes a king.
type Promotion string

// AtMoveEnd: it goes on as a man, so only sideways, and is crowned when the
// move ends. DuringCapture: it is a king at once and goes on with a king's range.
const (
	AtMoveEnd     Promotion = "move-end"
	DuringCapture Promotion = "during-capture"
)

// Reversal says whether a king may turn by 180 degrees between two consecutive
// jumps of one capture.
type Reversal string

// The two answers of the rule pages.
const (
	ReversalForbidden Reversal = "forbidden"
	ReversalAllowed   Reversal = "allowed"
)

// OnePieceEach says what happens when both sides are down to one piece.
type OnePieceEach string

// A draw at once; a draw unless the mover can capture; or no rule.
const (
	OnePieceDraw          OnePieceEach = "draw"
	OnePieceUnlessCapture OnePieceEach = "unless-capture"
	OnePieceNo            OnePieceEach = "no"
)

// KingVersusMan says what happens when one side has just one king and the other
// just one man.
type KingVersusMan string

// A draw at once, or no rule.
const (
	KingVersusManDraw KingVersusMan = "draw"
	KingVersusManNo   KingVersusMan = "no"
)

// Reset is an event that starts the no-progress count again.
type Reset string

// The events that rule pages name.
const (
	ResetCapture   Reset = "capture"
	ResetPromotion Reset = "promotion"
	ResetManMove   Reset = "man-move"
)

// Facts are the points on which the published rules differ: all that move
// generation and the end of a game ask a ruleset. The zero numbers mean that
// there is no such rule. Plies count the moves of both sides.
type Facts struct {
	Promotion Promotion `json:"promotion"`
	Reversal  Reversal  `json:"reversal"`
	// Repetition: the same position with the same side to move for the Nth
	// time is a draw; the starting position counts as its first time.
	Repetition int `json:"repetition"`
	// KingMoveLimit: this many plies in a row that are all king moves without
	// a capture are a draw.
	KingMoveLimit int `json:"king_move_limit"`
	// NoProgressPlies: this many plies in a row without one of
	// NoProgressResets are a draw.
	NoProgressPlies  int           `json:"no_progress_plies"`
	NoProgressResets []Reset       `json:"no_progress_resets"`
	OnePieceEach     OnePieceEach  `json:"one_piece_each"`
	KingVersusMan    KingVersusMan `json:"king_versus_man"`
}

// Digest identifies the facts: the SHA-256, in hex, of their JSON. Two rulesets
// under which every game is the same have the same digest, whatever their names.
func (f Facts) Digest() string {
	f = f.normal()
	data, err := json.Marshal(f)
	if err != nil {
		// Strings and numbers always marshal.
		panic("dama: facts do not marshal: " + err.Error())
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// normal gives facts that mean the same the same form: the resets sorted, once
// each, and none where there is no limit to reset.
func (f Facts) normal() Facts {
	f.NoProgressResets = slices.Compact(slices.Sorted(slices.Values(f.NoProgressResets)))
	if f.NoProgressResets == nil || f.NoProgressPlies == 0 {
		f.NoProgressResets = []Reset{}
	}
	return f
}

// maxPlies is far above the length of any game.
const maxPlies = 10_000

// Validate reports the first fact that has no meaning, by its field name.
func (f Facts) Validate() error {
	if err := oneOf("promotion", f.Promotion, AtMoveEnd, DuringCapture); err != nil {
		return err
	}
	if err := oneOf("reversal", f.Reversal, ReversalForbidden, ReversalAllowed); err != nil {
		return err
	}
	if f.Repetition != 0 && f.Repetition != 3 {
		return fmt.Errorf("repetition = %d: it is 3, or 0 for no such rule", f.Repetition)
	}
	if f.KingMoveLimit < 0 || f.KingMoveLimit > maxPlies {
		return fmt.Errorf("king_move_limit = %d: it is a number of plies up to %d, or 0 for no such rule", f.KingMoveLimit, maxPlies)
	}
	if f.NoProgressPlies < 0 || f.NoProgressPlies > maxPlies {
		return fmt.Errorf("no_progress_plies = %d: it is a number of plies up to %d, or 0 for no such rule", f.NoProgressPlies, maxPlies)
	}
	for _, r := range f.NoProgressResets {
		if err := oneOf("no_progress_resets", r, ResetCapture, ResetPromotion, ResetManMove); err != nil {
			return err
		}
	}
	if err := oneOf("one_piece_each", f.OnePieceEach, OnePieceDraw, OnePieceUnlessCapture, OnePieceNo); err != nil {
		return err
	}
	return oneOf("king_versus_man", f.KingVersusMan, KingVersusManDraw, KingVersusManNo)
}

func oneOf[T ~string](field string, value T, allowed ...T) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return fmt.Errorf("%s = %q: it is one of %q", field, value, allowed)
}
