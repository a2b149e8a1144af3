package main

import (
	"damalab/dama"
)

// playText is all that a player reads, in one language. Whoever adds a line adds
// it to both; a test counts them and their arguments.
type playText struct {
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
	ambiguous       string // what was typed, the moves that fit
	noPiece         string // the square
	notYours        string // the square, the owner
	cantMove        string // the square
	cantGo          string // what was typed, moves
	mustCapture     string // what was typed, pieces, moves
	notMaximum      string // what was typed, pieces taken, pieces required, moves
	pieces, ways    func(n int) string
	winsIn, losesIn func(moves int) string
	andMore         func(n int) string
	reason          func(t dama.Termination, loser string, f dama.Facts) string
}

// playTextOf reads --lang.
func playTextOf(language string) (*playText, error) {
	switch language {
	case "en":
		return playEnglish(), nil
	case "tr":
		return playTurkish(), nil
	}
	return nil, badUsage("--lang: %q is neither en nor tr", language)
}
