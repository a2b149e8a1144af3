package proof

import (
	"fmt"
	"strings"

	"damalab/dama"
	"damalab/internal/referee"
)

// walker follows the trees of one certificate with the referee.
type walker struct {
	facts  dama.Facts
	said   *Line
	solver dama.Color
	start  int      // the solver's balance in the first position
	seen   []visit  // the nodes so far, by number
	path   []string // the moves that led here, for messages
	steps  int      // how far along the solution the trees have come
	others int      // the best value of another move on the line
	any    bool     // whether there is one
}

// place is what a node stands for.
type place struct {
	position dama.Position
	keeper   dama.Color
	rest     int // of the horizon
	step     int // the number of the solution's moves before it; -1 off the line
}

type visit struct {
	place
	value int
	done  bool
}

// wrong is an error about the place at which the walker is.
func (w *walker) wrong(format string, values ...any) error {
	where := "in the first position"
	if len(w.path) > 0 {
		where = "after " + strings.Join(w.path, " ")
	}
	return fmt.Errorf("%w: %s, %s", ErrDiffers, where, fmt.Sprintf(format, values...))
}

// node returns the value of a node, which is walked when first met.
func (w *walker) node(number int, at place) (int, error) {
	switch {
	case number < 0 || number >= len(w.said.Nodes):
		return 0, w.wrong("there is no node %d", number)
	case number > len(w.seen):
		return 0, w.wrong("node %d comes before node %d", number, len(w.seen))
	case number < len(w.seen):
		v := w.seen[number]
		if v.place != at {
			return 0, w.wrong("node %d stands for another position, keeper or horizon", number)
		}
		if !v.done {
			return 0, w.wrong("node %d leads back to itself", number)
		}
		return v.value, nil
	}
	w.seen = append(w.seen, visit{place: at})
	value, err := w.choose(w.said.Nodes[number], at)
	w.seen[number].value, w.seen[number].done = value, true
	return value, err
}

// choose walks the edges of a node and returns its value.
func (w *walker) choose(edges []Edge, at place) (int, error) {
	legal := referee.Moves(w.facts, at.position)
	if at.position.Side() != at.keeper {
		return w.everyMove(edges, legal, at)
	}
	if len(edges) == 0 {
		return 0, w.wrong("no move is given")
	}
	first, ok := find(legal, edges[0].Move)
	if !ok {
		return 0, w.wrong("%s is not legal, or not written by its least route", edges[0].Move)
	}
	if at.step >= 0 {
		return w.solverOnLine(edges, legal, first, at)
	}
	if len(edges) > 1 {
		return 0, w.wrong("%d moves are given, and one is enough", len(edges))
	}
	return w.follow(edges[0], first, at)
}

// everyMove walks a position of the side that is held: all its moves.
func (w *walker) everyMove(edges []Edge, legal []referee.Move, at place) (int, error) {
	if err := w.complete(edges, legal); err != nil {
		return 0, err
	}
	free := at.step < 0 && settled(w.facts, at.position)
	worst := 0
	for i, m := range legal {
		next := at
		if free {
			next.rest--
		}
		if at.step >= 0 && (at.step >= len(w.said.Solution) || m.Text() != w.said.Solution[at.step]) {
			next.step = -1
		}
		value, err := w.follow(edges[i], m, next)
		if err != nil {
			return 0, err
		}
		better := value > worst
		if at.keeper == w.solver {
			better = value < worst
		}
		if i == 0 || better {
			worst = value
		}
	}
	return worst, nil
}

// solverOnLine walks a position of the solver on the line: the solution's move,
// and then the refutation of each other move.
func (w *walker) solverOnLine(edges []Edge, legal []referee.Move, right referee.Move, at place) (int, error) {
	if want := w.said.Solution[at.step]; edges[0].Move != want {
		return 0, w.wrong("the first move is %s, and the solution has %s", edges[0].Move, want)
	}
	w.steps = max(w.steps, at.step+1)
	value, err := w.follow(edges[0], right, at)
	if err != nil {
		return 0, err
	}
	others := make([]referee.Move, 0, len(legal))
	for _, m := range legal {
		if m.Text() != edges[0].Move {
			others = append(others, m)
		}
	}
	if err := w.complete(edges[1:], others); err != nil {
		return 0, err
	}
	goal := referee.Make(at.position, right)
	for i, m := range others {
		if referee.Make(at.position, m) == goal {
			if _, err := w.follow(edges[i+1], m, at); err != nil {
				return 0, err
			}
			continue
		}
		refutation := place{position: at.position, keeper: w.solver.Other(), rest: w.said.Horizon, step: -1}
		tried, err := w.follow(edges[i+1], m, refutation)
		if err != nil {
			return 0, err
		}
		if !w.any || tried > w.others {
			w.others, w.any = tried, true
		}
	}
	return value, nil
}

// follow makes a move and returns the value of where it leads. The place given
// is that before the move, but for what the move uses up.
func (w *walker) follow(e Edge, m referee.Move, before place) (int, error) {
	w.path = append(w.path, e.Move)
	after := before
	after.position = referee.Make(before.position, m)
	if after.step >= 0 {
		after.step++
		if after.step == len(w.said.Solution) {
			after.step = -1
		}
	}
	value, err := w.arrive(e, after)
	if err == nil {
		w.path = w.path[:len(w.path)-1]
	}
	return value, err
}

// arrive compares what an edge says of the position it leads to.
func (w *walker) arrive(e Edge, at place) (int, error) {
	to, number, ends := w.ending(at)
	switch {
	case ends && (e.To != to || e.Number != number):
		return 0, w.wrong("%s should be %s", e, Edge{e.Move, to, number})
	case ends:
		return w.valueOf(to, number), nil
	case e.To != ToNode:
		return 0, w.wrong("%s ends the tree, and the position is neither over nor settled within the horizon", e)
	}
	return w.node(e.Number, at)
}

// complete holds a list of moves against the legal ones.
func (w *walker) complete(edges []Edge, legal []referee.Move) error {
	for i := range min(len(edges), len(legal)) {
		if want := legal[i].Text(); edges[i].Move != want {
			return w.wrong("move %d of %d is %s instead of %s", i+1, len(edges), edges[i].Move, want)
		}
	}
	if len(edges) != len(legal) {
		return w.wrong("%d moves are given instead of %d", len(edges), len(legal))
	}
	return nil
}

// find returns the move with a text.
func find(legal []referee.Move, text string) (referee.Move, bool) {
	for _, m := range legal {
		if m.Text() == text {
			return m, true
		}
	}
	return referee.Move{}, false
}
