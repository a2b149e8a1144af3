package puzzles

import (
	"damalab/dama"
	"damalab/puzzles/proof"
)

// What makes a question hard, in rating points on the scale of [grade]. Nobody has
// been asked: these are an ordering by what there is to see and to know, and
// gradeError says so.
const (
	drillBase    = 500 // where a man may go, with two answers
	drillAnswer  = 30  // for each answer above two: one more to find
	drillCapture = 50  // for each piece that a move must take above one: to be followed
)

// drillPoints is what a type adds: the number of lines to look along.
var drillPoints = map[proof.QuestionType]int{
	proof.AskSteps: 0, proof.AskLandings: 100, proof.AskMaximum: 150, proof.AskCaptures: 250, proof.AskLegal: 0,
}

// refusalPoints is what the right answer of the type legal adds: from what is seen
// at the first square to what needs every capture of the position.
var refusalPoints = map[string]int{
	string(dama.NoPiece): 0, string(dama.NotYours): 0, string(dama.Diagonal): 20, string(dama.Backward): 20,
	string(dama.TooFar): 20, string(dama.Blocked): 40, string(dama.NothingToCapture): 80, string(dama.MustCapture): 150,
	proof.Legal: 150, string(dama.StopsEarly): 200, string(dama.NotMaximum): 250, string(dama.TurnedBack): 300, string(dama.StillAMan): 300,
}

// gradeDrill estimates the difficulty of a question from its answers alone.
func gradeDrill(q proof.Question, d proof.Drill) int32 {
	points := drillBase + drillPoints[q.Type] + drillCapture*max(0, d.Captures-1)
	if q.Type == proof.AskLegal {
		return int32(points + refusalPoints[d.Answers[0]])
	}
	return int32(points + drillAnswer*max(0, len(d.Answers)-2))
}
