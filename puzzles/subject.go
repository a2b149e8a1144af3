package puzzles

import (
	"fmt"

	"damalab/dama"
	"damalab/internal/referee"
)

// Subject is a puzzle as themes and grades look at it: a position, its solution
// and what else could be played, all as the referee finds it.
type Subject struct {
	Facts    dama.Facts
	Position dama.Position
	// Legal are the legal moves, and Solution is one of them.
	Legal    []referee.Move
	Solution referee.Move
	// Captures are all complete captures of the side to move, of any length.
	Captures []referee.Move
}

// SubjectOf looks at a position and the first move of a solution. The error says
// that the text names no legal move.
func SubjectOf(facts dama.Facts, p dama.Position, solution string) (Subject, error) {
	s := Subject{
		Facts: facts, Position: p,
		Legal: referee.Moves(facts, p), Captures: referee.Captures(facts, p),
	}
	var ok bool
	if s.Solution, ok = referee.Find(facts, p, solution); !ok {
		return Subject{}, fmt.Errorf("move %q is not legal in %s", solution, p.FEN())
	}
	return s, nil
}

// byKing tells whether a king makes the solution.
func (s Subject) byKing() bool {
	return s.Position.Kings(s.Position.Side()).Has(s.Solution.From)
}

// decoys returns the complete captures that take fewer pieces than the solution.
func (s Subject) decoys() []referee.Move {
	var list []referee.Move
	for _, c := range s.Captures {
		if c.Captured.Count() < s.Solution.Captured.Count() {
			list = append(list, c)
		}
	}
	return list
}

// everyRoute tells whether something is true of every route of the solution, so
// that no way of playing it gets around it. It is false for a quiet move.
func (s Subject) everyRoute(holds func([]jump) bool) bool {
	for _, route := range s.Solution.Routes {
		if !holds(s.jumps(route)) {
			return false
		}
	}
	return s.Solution.Captured != 0
}
