package dama

import (
	"fmt"
	"strings"
)

// PDN, the Portable Draughts Notation, is how draughts programs exchange games:
//
//	[Event "Ankara Open"]            tags: a name and a value
//	[GameType "30,W,8,8,A0,0"]       30 is Turkish draughts
//	[Result "1-0"]
//
//	1. a3-a4 $1 {quiet} (1. b3-b4)   moves with notes
//	1... h6-h5 1-0                   and a result, which ends the game
//
// Reading follows the liberal reading grammar of the PDN 3.0 draft, writing its
// strict grammar, with one deviation of the project: captures are written with
// every landing. Blank lines mean nothing: a game ends at its result or where the
// next tags begin. The pieces: pdn_bytes.go counts lines and columns, pdn_lex.go
// makes tokens, pdn_game.go builds a game from them (its moves in pdn_moves.go, its
// end in pdn_finish.go), pdn_reader.go walks from game to game, pdn_skip.go past
// broken ones, pdn_writer.go writes.

// PDNTag is one tag pair of a game: [Name "Value"]. The value is held without
// the quotes and backslashes that escape it in a file.
type PDNTag struct {
	Name  string // a letter, then letters, digits and underscores; case counts
	Value string // any text without a line break
}

// PDNNotes are what a game says beside its moves. Each list keeps its order; the
// order between the lists is not kept, and they are written in the order here.
type PDNNotes struct {
	// NAGs are numeric glyphs, 0 to 255, written $5. A move's suffixes are read
	// as glyphs: ! is 1, ? is 2, !! is 3, ?? is 4, !? is 5 and ?! is 6.
	NAGs []int
	// Comments are free texts, such as "[%clk 0:12:30]". Runs of blanks and line
	// breaks in them are one space.
	Comments []string
	// Variations are the texts between parentheses, without the outer pair, with
	// one space between their parts. Their moves are not checked.
	Variations []string
}

// PDNMove is one move of a game, with the notes behind it.
type PDNMove struct {
	Move Move
	Text string // as it was read, without its number and suffix; not used in writing
	PDNNotes
}

// PDNGame is one game of a PDN file.
type PDNGame struct {
	Tags      []PDNTag  // in the file's order, unknown ones too
	Generator Generator // the rules by which the moves were read
	Start     Position  // of the FEN tag, or the usual start
	Notes     PDNNotes  // those that stand before the first move
	Moves     []PDNMove
	// Result is how the game ended, as it was read. The terminator decides; where
	// it is missing or *, the Result tag does (in PDN 3.0, * only separates games).
	Result PDNResult
	// Warnings tell, each in one line, what was odd but no reason to refuse the
	// game, such as a Result tag that contradicts the terminator.
	Warnings []string
	Line     int // where the game begins in its file, from 1; 0 if not read
	Number   int // which game of its file it is, broken ones counted, from 1; 0 if not read
}

// Tag returns the value of the first tag of that name, and whether there is one.
func (g PDNGame) Tag(name string) (value string, ok bool) {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value, true
		}
	}
	return "", false
}

// PDNError says why one game of a file was refused, and where.
type PDNError struct {
	File   string // the name given to the reader
	Game   int    // the game's number in its file, from 1
	Ply    int    // the ply being read, from 1; 0 in the tags
	Line   int    // from 1
	Column int    // in bytes, from 1
	// Tags are those that were read before the fault.
	Tags []PDNTag
	// MoveNumber is the number that the move has in the file, and Position where it
	// was to be played; 0 and the usual start in the tags.
	MoveNumber int
	Position   Position
	// Err is the reason: a [*MoveError], a [*FENError], a [*PDNGameTypeError] or a
	// plain error.
	Err error
}

// Error is one line: the place, the game, the ply and the reason.
func (e *PDNError) Error() string {
	file := e.File
	if file == "" {
		file = "PDN"
	}
	at := fmt.Sprintf("%s:%d:%d: game %d", file, e.Line, e.Column, e.Game)
	if e.Ply > 0 {
		at += fmt.Sprintf(", ply %d", e.Ply)
	}
	return at + ": " + e.Err.Error()
}

// Unwrap returns the reason.
func (e *PDNError) Unwrap() error { return e.Err }

// What a game may hold at most. They are far above what any game needs and keep
// a broken or hostile file from filling the memory.
const (
	pdnTextLimit = 1 << 20 // bytes of one tag value, comment or variation
	pdnWordLimit = 255     // bytes of one word between blanks, or a tag's name
	pdnTagLimit  = 1000    // tags of one game
	pdnGameLimit = 4 << 20 // bytes of the file that one game covers
	pdnWarnings  = 20      // warnings of one game; more are not kept
	pdnNAGLimit  = 255     // the greatest numeric glyph
)

// pdnSpace tells whether a byte only separates. 0x1A ends files of old systems.
func pdnSpace(c byte) bool {
	return c == ' ' || '\t' <= c && c <= '\r' || c == 0x1A
}

// pdnText gathers a text with its runs of blanks made one space.
type pdnText struct {
	text []byte
	gap  bool // a blank stands between the text so far and what comes next
	full bool // there was more than pdnTextLimit, which is not kept
}

func (t *pdnText) add(c byte) {
	switch {
	case pdnSpace(c):
		t.gap = len(t.text) > 0
	case len(t.text)+1 >= pdnTextLimit:
		t.full = true
	default:
		if t.gap {
			t.text = append(t.text, ' ')
			t.gap = false
		}
		t.text = append(t.text, c)
	}
}

// pdnStrength tells whether a text is a move's suffix by itself, such as "!?".
func pdnStrength(text string) bool {
	return text != "" && strings.Trim(text, "!?") == ""
}

// pdnSuffixNAG returns the glyph of a suffix. Longer suffixes than those of the
// standard count as their first two characters.
func pdnSuffixNAG(suffix string) int {
	suffix = suffix[:min(2, len(suffix))]
	return 1 + max(0, strings.Index("!  ?  !! ?? !? ?! ", suffix+" "))/3
}
