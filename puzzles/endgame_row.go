package puzzles

import (
	"damalab/dama"
	"damalab/puzzles/proof"
)

// What makes the only move of an endgame hard to see, in rating points, besides
// what makes a line so; see grade.
const (
	gradeSurprise = 120 // it gives something up, or goes the other way
	gradeDistance = 5   // for each move of a win beyond the line: it must be judged, not seen
)

// deriveEndgame works out the fields of an endgame. The ruleset's name is own. What
// holds under other rules the tables say that elsewhere gives for them.
func deriveEndgame(book rulebook, own string, s Subject, e proof.Endgame, elsewhere func(dama.Facts) tables) derived {
	s.Goal, s.Plies = e.Goal, e.Plies
	d := derived{solverPlies: int32(len(s.Line)+1) / 2, ratingError: gradeError}
	d.rating = gradeBase + gradeMove*(d.solverPlies-1) + gradeDistance*int32(max(0, e.Plies-len(s.Line))/2)
	for i, t := range s.Line {
		if i%2 == 0 {
			d.captures += int32(t.takes())
			if t.quiet() {
				d.rating += gradeQuiet
			}
		}
	}
	if s.surprising() {
		d.rating += gradeSurprise
	}
	play := settler{book: book, facts: s.Facts, known: map[dama.Position]int{}}
	d.gain = int32(-play.settle(s.End) - balance(s.Position))
	d.validIn(own, &s, func(f dama.Facts) difference { return endgameUnder(book, f, elsewhere(f), s, e) })
	d.themed(s)
	return d
}
