package puzzles

import (
	"damalab/dama"
	"damalab/puzzles/proof"
)

// terms are what a tree is judged by, as package proof defines it for
// [proof.Line]: the rules, the solver, and the material he had at the start.
type terms struct {
	book   rulebook
	facts  dama.Facts
	solver dama.Color
	start  int // his balance in the first position, hundredths of a man
}

func termsOf(book rulebook, f dama.Facts, p dama.Position) terms {
	return terms{book, f, p.Side(), balance(p)}
}

// outlook is how a position stands for a tree.
type outlook struct {
	look
	settled bool
}

func (t *terms) outlook(p dama.Position) outlook {
	at := outlook{look: t.book.look(t.facts, p)}
	at.settled = !at.over && !at.capture && !t.book.look(t.facts, p.Pass()).capture
	return at
}

// end is where a tree ends: a position that is over or settled.
type end struct {
	to     proof.Target
	number int
}

// end returns how a tree ends at a position with that much of the horizon left,
// and false where it goes on.
func (t *terms) end(p dama.Position, at outlook, rest int) (end, bool) {
	switch {
	case at.over && p.Side() == t.solver:
		return end{proof.ToEnd, at.result}, true
	case at.over:
		return end{proof.ToEnd, -at.result}, true
	case at.settled && rest == 0:
		return end{proof.ToSettled, t.material(p)}, true
	}
	return end{}, false
}

// material is what the solver has won by a position, in hundredths of a man.
func (t *terms) material(p dama.Position) int {
	return worth(p, t.solver) - worth(p, t.solver.Other()) - t.start
}

// value is what an end is worth to the solver.
func (t *terms) value(e end) int {
	switch {
	case e.to == proof.ToSettled:
		return e.number
	case e.number == 0:
		return -t.start
	}
	return e.number * proof.Win
}
