package main

import (
	"fmt"

	"damalab/dama"
)

func playEnglish() *playText {
	return &playText{
		lang:       dama.English,
		colors:     [2]string{"White", "Black"},
		welcome:    "You play %s against the engine; rules: %s. Type a move such as c3-c4, or 'help'.",
		help:       playHelpEnglish,
		prompt:     "Your move",
		toPlay:     "Move %d. %s to play.",
		mustTake:   "Captures are compulsory: you must take %s; there %s.",
		thinking:   "The engine is thinking ...",
		engineMove: "The engine plays %s.",
		hint:       "Hint: %s (%s).",
		takes:      "%s takes %s",
		scoreIs:    "score",
		decimal:    ".",

		won:             "%s wins: %s. You have won!",
		lost:            "%s wins: %s. You have lost.",
		drawn:           "The game is a draw: %s.",
		afterwards:      "'save FILE' keeps the game, 'undo' takes your last move back, 'quit' leaves.",
		afterwardsSaved: "'undo' takes your last move back, 'quit' leaves.",
		isOver:          "The game is over; 'undo' takes your last move back, 'quit' leaves.",
		nothingToUndo:   "There is no move of yours to take back.",
		inputEnded:      "The input has ended. Goodbye.",
		tooLong:         "That line is too long to be a move or a command.",

		saveWhere:   "Name the file too, such as 'save game.pdn'.",
		saveNothing: "Nothing was played, so nothing is saved.",
		saved:       "The game is saved in %s.",
		saveExists:  "%s exists and stays as it is; choose another name.",
		saveFailed:  "The game could not be saved: %s.",

		unreadable: "'%s' is neither a move nor a command. A quiet move is c3-c4, a capture c3xc5; 'help' lists the commands.",

		pieces: func(n int) string { return plural(n, "piece", "pieces") },
		ways: func(n int) string {
			return map[bool]string{true: "is ", false: "are "}[n == 1] + plural(n, "way", "ways")
		},
		winsIn:  func(moves int) string { return "you win in " + plural(moves, "move", "moves") },
		losesIn: func(moves int) string { return "you lose in " + plural(moves, "move", "moves") },
		reason:  reasonInEnglish,
	}
}

const playHelpEnglish = `Moves
  c3-c4         a quiet move: from, to
  c3xc5xe5      a capture: from, and every square landed on
  c3xe5         the same in short, where only one move fits
Commands
  moves         list the legal moves
  hint          what the engine would play
  undo          take your last move back, and the engine's answer
  board         draw the board again; the last move is in [ ]
  fen           the position as a text
  switch        change sides with the engine
  save FILE     write the game to a new PDN file
  resign        give the game up
  quit          leave
`

// plural writes a count with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func reasonInEnglish(t dama.Termination, loser string, f dama.Facts) string {
	switch t {
	case dama.Elimination:
		return loser + " has no piece left"
	case dama.BlockedSide:
		return loser + " has no move left"
	case dama.OnePieceEachDrawn:
		return "both sides are down to one piece"
	case dama.KingVersusManDrawn:
		return "one king against one man"
	case dama.RepetitionDrawn:
		return fmt.Sprintf("the same position has come up %d times", f.Repetition)
	case dama.KingMovesDrawn:
		return fmt.Sprintf("%d moves in a row by kings, without a capture", f.KingMoveLimit)
	case dama.NoProgressDrawn:
		return fmt.Sprintf("%d moves in a row without progress", f.NoProgressPlies)
	case playResignation:
		return loser + " has resigned"
	}
	return string(t)
}
