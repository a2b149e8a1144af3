package puzzles

import "math/bits"

// What makes a capture hard to find, in rating points. No solver has been asked:
// these are an ordering by what there is to see, not a measurement, and
// gradeError says so. They stand in a row until [Rate] asks.
const (
	gradeBase       = 1000 // three pieces straight ahead with nothing else to take
	gradeCapture    = 60   // for each piece above three: one more jump to follow
	gradeTurn       = 40   // for each corner: a new line to look along
	gradeDecoys     = 25   // for each doubling of the shorter captures
	gradeCloseDecoy = 100  // a decoy takes just one piece fewer: it must be counted
	gradeCrossing   = 80   // the board in the diagram is not the board of the move
	gradeKing       = 60   // a king has many landings to choose from

	// gradeError is the standard error of a rating without a single result, as
	// the Glicko system sets it.
	gradeError = 350
)

// grade estimates the difficulty of a capture from the position alone, in rating
// points. Of a solution with several routes the written one counts.
func grade(s Subject) int32 {
	captures, route := s.Solution.Captured.Count(), s.jumps(s.Solution.Routes[0])
	decoys, best := s.decoys(), 0
	for _, d := range decoys {
		best = max(best, d.Captured.Count())
	}
	points := gradeBase + gradeCapture*(captures-3) + gradeTurn*turns(route) + gradeDecoys*bits.Len(uint(len(decoys)))
	for _, extra := range []struct {
		holds  bool
		points int
	}{
		{len(decoys) > 0 && best == captures-1, gradeCloseDecoy},
		{s.everyRoute(crosses), gradeCrossing},
		{s.byKing(), gradeKing},
	} {
		if extra.holds {
			points += extra.points
		}
	}
	return int32(points)
}
