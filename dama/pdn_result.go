package dama

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// PDNResult is a game's result as PDN writes it. The scores of international
// draughts (2-0, 1-1, 0-2) and the double forfeit 0-0 are read too; see
// [PDNResult.Standard] for what is written.
type PDNResult string

// The results that are written: White wins, Black wins, a draw, and none or an
// unknown one.
const (
	PDNWhiteWins PDNResult = "1-0"
	PDNBlackWins PDNResult = "0-1"
	PDNDraw      PDNResult = "1/2-1/2"
	PDNUnknown   PDNResult = "*"
)

// pdnForfeit is the game lost for both sides, which no result here can express.
const pdnForfeit PDNResult = "0-0"

// Standard returns which of the four written results this is. The double forfeit
// and everything that is no result are [PDNUnknown].
func (r PDNResult) Standard() PDNResult {
	switch r {
	case PDNWhiteWins, "2-0":
		return PDNWhiteWins
	case PDNBlackWins, "0-2":
		return PDNBlackWins
	case PDNDraw, "1-1":
		return PDNDraw
	}
	return PDNUnknown
}

// Result returns the result from White's point of view, and false where none is
// known.
func (r PDNResult) Result() (Result, bool) {
	switch r.Standard() {
	case PDNWhiteWins:
		return WhiteWins, true
	case PDNBlackWins:
		return BlackWins, true
	case PDNDraw:
		return Draw, true
	}
	return Draw, false
}

// pdnTerminator tells whether a word ends a game.
func pdnTerminator(word string) bool {
	r := PDNResult(word)
	return r == PDNUnknown || r == pdnForfeit || r.Standard() != PDNUnknown
}

// pdnGameType is the GameType tag that is written: Turkish draughts, White
// begins, 8 by 8, letters and digits with a1 at the beginner's lower left.
const pdnGameType = "30,W,8,8,A0,0"

// pdnOtherGames names the other numbers of the standard's table.
func pdnOtherGames(number int) string {
	names := map[int]string{
		0: "chess", 1: "Chinese chess", 20: "international draughts", 21: "English draughts",
		22: "Italian draughts", 23: "pool checkers", 24: "Spanish draughts", 25: "Russian draughts",
		26: "Brazilian draughts", 27: "Canadian draughts", 28: "Portuguese draughts", 29: "Czech draughts",
		31: "Thai draughts", 40: "Frisian draughts", 41: "Spantsiretti draughts", 50: "Othello",
	}
	if name := names[number]; name != "" {
		return name
	}
	return "another game"
}

// PDNGameTypeError says why a GameType tag was refused: it is unreadable, of
// another game, or of a notation in which the same text means another square.
type PDNGameTypeError struct{ Reason string }

// Error is the reason.
func (e *PDNGameTypeError) Error() string { return e.Reason }

func badPDNGameType(format string, args ...any) error {
	return &PDNGameTypeError{Reason: fmt.Sprintf(format, args...)}
}

// checkPDNGameType refuses games other than Turkish draughts and notations in
// which the same text would mean another square. An empty value or a question
// mark stands for an unknown one and is accepted like a missing tag.
func checkPDNGameType(value string) error {
	if value == "" || value == "?" {
		return nil
	}
	fields := strings.Split(pdnShort(value), ",")
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	number, err := strconv.Atoi(fields[0])
	if err != nil || len(fields) > 6 {
		return badPDNGameType("GameType %q is unreadable: it is written %q", pdnShort(value), pdnGameType)
	}
	if number != 30 && number != 43 { // 43 is what one server writes
		return badPDNGameType("GameType %d is %s; Turkish draughts is 30", number, pdnOtherGames(number))
	}
	allowed := [][]string{{"W", "B"}, {"8"}, {"8"}, {"A0", "A1", "N0"}, {"0", "1"}}
	what := []string{"beginner", "width", "height", "notation", "invert flag"}
	for i, field := range fields[1:] {
		if !slices.Contains(allowed[i], field) {
			return badPDNGameType("GameType %q has the %s %q; accepted: %s", pdnShort(value), what[i], field, strings.Join(allowed[i], ", "))
		}
	}
	return nil
}

// pdnShort cuts a text that is to stand in a message.
func pdnShort(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}
