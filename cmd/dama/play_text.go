package main

import (
	"damalab/dama"
)

// playText is all that a player reads, in one language. Whoever adds a line adds
// it to both; a test counts them and their arguments.
type playText struct {
	lang    dama.Language
	colors  [2]string // White, Black
	welcome string    // the player's color, the ruleset
	help    string
	prompt  string

	toPlay     string // the number of the move, the color
	mustTake   string // pieces, ways
	thinking   string
	engineMove string // the move
	hint       string // the move, the score
	takes      string // a capture, the squares that it takes
	scoreIs    string
	decimal    string // the decimal point

	won, lost       string // the winner, the reason
	drawn           string // the reason
	afterwards      string
	afterwardsSaved string
	isOver          string
	nothingToUndo   string
	inputEnded      string
	tooLong         string
	saveWhere       string
	saveNothing     string
	saved           string // the file
	saveExists      string // the file
	saveFailed      string // the error
	unreadable      string // what was typed
	pieces, ways    func(n int) string
	winsIn, losesIn func(moves int) string
	reason          func(t dama.Termination, loser string, f dama.Facts) string
}

// playTextOf returns the texts of a language.
func playTextOf(l dama.Language) *playText {
	if l == dama.Turkish {
		return playTurkish()
	}
	return playEnglish()
}
