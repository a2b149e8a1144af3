package puzzles

import "damalab/dama"

// reasonTexts say in a sentence why a position is no puzzle, or why a question was
// not asked; turkishReasons has them in Turkish.
var reasonTexts = map[Reason]string{
	OnLine:           "The position is on the line of a puzzle found earlier in the game.",
	OneMove:          "Only one move is legal, so there is nothing to choose.",
	NotACapture:      "The side to move has nothing to capture.",
	SeveralMoves:     "Several moves are legal, so no one of them is the only solution.",
	TooFewCaptured:   "The move takes too few pieces.",
	TooManyRoutes:    "The captures have too many routes.",
	RefereeDisagrees: "The move generator and the referee differ, so one of them is wrong: please report the position.",
	NoDecoy:          "There is no shorter capture to fall for.",
	Duplicate:        "The position, its mirror image or its view from the other side was found before.",
	GameOver:         "The game is over.",
	AnswerCount:      "The question has too few or too many answers.",
	NothingTelling:   "There is nothing about the question that people get wrong.",
	Outdone:          "The game has a more telling question of that sort, or enough of them.",
	TwoReadings:      "The move that is asked about might be a short form of another one.",
	AlreadyWon:       "The side to move is too far ahead to begin with.",
	NoShot:           "No series of moves that oblige the opponent to capture seems to get enough.",
	NothingToKeep:    "Even the best capture ends too far behind.",
	ClaimFails:       "What seemed to get enough is not proven to: there is a reply to it.",
	NothingGiven:     "No compulsory reply on the line takes anything, so nothing is given up.",
	TooShort:         "The line has too few plies.",
	TooPlain:         "It is too plain: a short line that gives little and takes little, a choice of where to land, or a man that is crowned.",
	SecondSolution:   "Another first move is not refuted, so there may be a second solution.",
	TooLarge:         "Refuting another first move takes too many positions, or the certificate would have too many moves.",
	Unstable:         "A search some plies deeper finds otherwise.",
	SmallMargin:      "By a search some plies deeper another move is too little worse.",
	Listed:           "It is on the list of puzzles that are not wanted.",
	Similar:          "A better puzzle has the same line among the same pieces that matter.",
	NoTable:          "No endgame table at hand knows this position.",
	CaptureDue:       "A capture is compulsory, and which one to make is another kind of question.",
	TooFewMoves:      "Too few moves are legal, so a guess would do.",
	Lost:             "Every move loses.",
	SeveralKeep:      "More than one move keeps the result.",
	TooNear:          "The win is only a few plies away.",
	NoTry:            "Nearly every other move loses a piece at once, so nobody would try it.",
	Crowded:          "The set has enough puzzles like it, or of its game.",
	Undecided:        "The deeper search that would confirm it would be too long.",
}

// Text is the reason in a sentence. English is what any other language than Turkish
// gets.
func (r Reason) Text(lang dama.Language) string {
	texts := reasonTexts
	if lang == dama.Turkish {
		texts = turkishReasons
	}
	if text, ok := texts[r]; ok {
		return text
	}
	return string(r)
}

// Main is the reason that turned away most, of equals the one tested first; empty
// if nothing was turned away.
func (f Funnel) Main() Reason {
	var most Reason
	for _, r := range reasons {
		if f.Rejected[r] > f.Rejected[most] {
			most = r
		}
	}
	return most
}
