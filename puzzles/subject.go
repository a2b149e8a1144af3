package puzzles

import (
	"fmt"

	"damalab/dama"
	"damalab/internal/referee"
)

// Subject is a puzzle as themes and grades look at it: its position, its solution
// and what else could be played, all as the referee finds it.
type Subject struct {
	Facts dama.Facts
	// Turn is the first one: the position, and the solution's first move.
	Turn
	// Line has a turn for each move of the solution, the first one included: the
	// solver's at even indexes and the replies at odd ones.
	Line []Turn
	// End is the position after the last move, with the opponent to move.
	End dama.Position
	// Gain is the row's, in hundredths of a man.
	Gain int
	// Goal is "win" or "draw" for an endgame, and Plies what a win takes; "" and 0
	// for the other kinds.
	Goal  string
	Plies int
	// Dependent tells that the puzzle is proven to be another one under one of
	// the built-in rulesets.
	Dependent bool
}

// Turn is one move of a line and what else was there to play.
type Turn struct {
	Position dama.Position
	// Legal are the legal moves, and Solution is the one that is played.
	Legal    []referee.Move
	Solution referee.Move
	// Captures are all complete captures of the side to move, of any length.
	Captures []referee.Move
}

// SubjectOf looks at a position and the moves of a solution, replies included. The
// error names the first that is not legal. What a row adds to it is left out.
func SubjectOf(facts dama.Facts, p dama.Position, solution ...string) (Subject, error) {
	s := Subject{Facts: facts}
	for _, text := range solution {
		t := Turn{Position: p, Legal: referee.Moves(facts, p), Captures: referee.Captures(facts, p)}
		var ok bool
		if t.Solution, ok = referee.Find(facts, p, text); !ok {
			return Subject{}, fmt.Errorf("move %q is not legal in %s", text, p.FEN())
		}
		s.Line = append(s.Line, t)
		p = referee.Make(p, t.Solution)
	}
	if len(s.Line) == 0 {
		return Subject{}, fmt.Errorf("no move to solve %s", p.FEN())
	}
	s.Turn, s.End = s.Line[0], p
	return s, nil
}

// byKing tells whether a king makes the move.
func (t Turn) byKing() bool {
	return t.Position.Kings(t.Position.Side()).Has(t.Solution.From)
}

// quiet tells whether the move takes nothing.
func (t Turn) quiet() bool { return t.Solution.Captured == 0 }

// takes is how many pieces the move takes.
func (t Turn) takes() int { return t.Solution.Captured.Count() }

// decoys returns the complete captures that take fewer pieces than the move.
func (t Turn) decoys() []referee.Move {
	var list []referee.Move
	for _, c := range t.Captures {
		if c.Captured.Count() < t.takes() {
			list = append(list, c)
		}
	}
	return list
}

// everyRoute tells whether something is true of every route of the move, so
// that no way of playing it gets around it. It is false for a quiet move.
func (t Turn) everyRoute(holds func([]jump) bool) bool {
	for _, route := range t.Solution.Routes {
		if !holds(t.jumps(route)) {
			return false
		}
	}
	return !t.quiet()
}
