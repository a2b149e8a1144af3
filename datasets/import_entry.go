package datasets

import (
	"errors"
	"fmt"
	"strings"

	"damalab/dama"
)

// ImportReason says why a game was skipped, or what was odd about one that was not.
type ImportReason string

// Why a game is skipped.
const (
	// ImportIllegalMove, ImportAmbiguousMove and ImportUnreadableMove: a move text
	// names no legal move, several, or is none.
	ImportIllegalMove    ImportReason = "illegal-move"
	ImportAmbiguousMove  ImportReason = "ambiguous-move"
	ImportUnreadableMove ImportReason = "unreadable-move"
	// ImportBadPosition: the FEN tag holds no position.
	ImportBadPosition ImportReason = "bad-position"
	// ImportGameType: the GameType tag is of another game or notation.
	ImportGameType ImportReason = "game-type"
	// ImportMalformed: a tag, comment or variation is broken.
	ImportMalformed ImportReason = "malformed"
	// ImportOtherRuleset: the game says that it was played under other rules.
	ImportOtherRuleset ImportReason = "other-ruleset"
	// ImportAfterTheEnd: moves follow where the rules have ended the game.
	ImportAfterTheEnd ImportReason = "after-the-end"
	// ImportContradiction: the file's result is not the rules', or it gives two.
	ImportContradiction ImportReason = "contradiction"
	// ImportNoMoves: the game has no moves.
	ImportNoMoves ImportReason = "no-moves"
	// ImportTooLong: the game has more plies than any game.
	ImportTooLong ImportReason = "too-long"
	// ImportDuplicate: an earlier game has the same start, moves and players. It is
	// also the note of such a game that is kept.
	ImportDuplicate ImportReason = "duplicate"
)

// Of a whole file, with game number 0: it holds no games, or is something else.
const (
	ImportNoGames ImportReason = "no-games"
	ImportNotPDN  ImportReason = "not-pdn"
)

// What is noted of a game that is imported.
const (
	// ImportRuleResult: the file gives no result, and the rules decide it.
	ImportRuleResult ImportReason = "result-by-rule"
	// ImportOverruled: the file's result was another than the rules', which is kept.
	ImportOverruled ImportReason = "result-overruled"
	// ImportUnknownRuleset: the game names rules that are not known here.
	ImportUnknownRuleset ImportReason = "unknown-ruleset"
	// ImportEncoding: a player's name is not UTF-8 and was read as Windows-1254.
	ImportEncoding ImportReason = "encoding"
	// ImportNameChanged: a player's name was too long, or held control characters.
	ImportNameChanged ImportReason = "name-changed"
	// ImportWarning: the reader found something odd, such as a wrong move number or
	// no result behind the moves.
	ImportWarning ImportReason = "warning"
)

// ImportEntry is what there is to say of one game of a source.
type ImportEntry struct {
	File string `json:"file"`
	Game int    `json:"game"` // its number in the file, from 1, broken ones counted; 0 for the file
	Line int    `json:"line"` // where the fault is, or where the game begins; from 1
	Ply  int    `json:"ply"`  // which move, from 1; 0 if it is about none
	// Skipped tells whether the game was left out.
	Skipped bool         `json:"skipped"`
	Reason  ImportReason `json:"reason"`
	Detail  string       `json:"detail"` // one line
	// FEN is the position in which a move is no good; empty if it is about none.
	FEN string `json:"fen,omitempty"`
}

// entry hands an entry on and counts it.
func (im *importer) entry(e ImportEntry) error {
	e.File = im.source
	switch {
	case !e.Skipped:
		im.summary.Notes[e.Reason]++
	default:
		im.summary.Reasons[e.Reason]++
		if e.Game > 0 {
			im.summary.Skipped++
		}
	}
	if im.options.Entry == nil {
		return nil
	}
	return im.options.Entry(e)
}

// brokenEntry is the entry of a game that the reader refused. A game that names other
// rules is said to be one of those: by them its moves may well be right.
func (im *importer) brokenEntry(broken *dama.PDNError) ImportEntry {
	e := ImportEntry{
		Game: broken.Game, Line: broken.Line, Ply: broken.Ply,
		Skipped: true, Reason: brokenReason(broken.Err), Detail: broken.Err.Error(),
	}
	if _, other := im.checkRules(&dama.PDNGame{Tags: broken.Tags}); other != "" {
		e.Ply, e.Reason, e.Detail = 0, ImportOtherRuleset, other
		return e
	}
	if move := (*dama.MoveError)(nil); errors.As(broken.Err, &move) {
		e.FEN = broken.Position.FEN()
		e.Detail = im.moveDetail(broken, move)
	}
	return e
}

// moveDetail says which move is no good, as the file numbers it, and for an illegal
// one which rule it breaks.
func (im *importer) moveDetail(broken *dama.PDNError, move *dama.MoveError) string {
	dots := "."
	if broken.Position.Side() == dama.Black {
		dots = "..."
	}
	why := broken.Err.Error()
	if move.Fault == dama.MoveIllegal {
		x := im.options.Ruleset.Facts.Explain(broken.Position, strings.ReplaceAll(move.Text, ":", "x"))
		if !x.Legal {
			why = x.Text(dama.English)
		}
	}
	return fmt.Sprintf("%d%s %s: %s", broken.MoveNumber, dots, move.Text, why)
}

func brokenReason(err error) ImportReason {
	var move *dama.MoveError
	var position *dama.FENError
	var gameType *dama.PDNGameTypeError
	switch {
	case errors.As(err, &position):
		return ImportBadPosition
	case errors.As(err, &gameType):
		return ImportGameType
	case !errors.As(err, &move):
		return ImportMalformed
	case move.Fault == dama.MoveAmbiguous:
		return ImportAmbiguousMove
	case move.Fault == dama.MoveIllegal:
		return ImportIllegalMove
	}
	return ImportUnreadableMove
}
