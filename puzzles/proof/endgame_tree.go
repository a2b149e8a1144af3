package proof

import (
	"fmt"
	"strings"

	"damalab/dama"
	"damalab/internal/referee"
)

// winTree follows the tree of an [Endgame] with the referee: the solver plays one
// move, the opponent all of his, and each branch ends with the solver's win.
type winTree struct {
	facts  dama.Facts
	nodes  [][]Edge
	solver dama.Color
	seen   []won
	path   []string // the moves that led here, for messages
}

// won is a position in which the solver wins, in that many plies at most.
type won struct {
	position dama.Position
	plies    int
	done     bool // the positions behind it have been walked
}

// walk proves the tree from its first position and returns the positions in it, or
// none if there is no tree.
func (w *winTree) walk(p dama.Position) (map[dama.Position]int, error) {
	if len(w.nodes) == 0 {
		return nil, nil
	}
	if _, err := w.node(0, p); err != nil {
		return nil, err
	}
	if len(w.seen) != len(w.nodes) {
		return nil, fmt.Errorf("%w: the tree has %d nodes, of which %d can be reached", ErrDiffers, len(w.nodes), len(w.seen))
	}
	proven := make(map[dama.Position]int, len(w.seen))
	for _, v := range w.seen {
		proven[v.position] = v.plies
	}
	return proven, nil
}

func (w *winTree) wrong(format string, values ...any) error {
	return fmt.Errorf("%w: in the tree of the win, after %q, %s", ErrDiffers, strings.Join(w.path, " "), fmt.Sprintf(format, values...))
}

// node returns in how many plies the solver wins at a node.
func (w *winTree) node(number int, p dama.Position) (int, error) {
	switch {
	case number < 0 || number >= len(w.nodes):
		return 0, w.wrong("there is no node %d", number)
	case number > len(w.seen):
		return 0, w.wrong("node %d comes before node %d", number, len(w.seen))
	case number < len(w.seen) && w.seen[number].position != p:
		return 0, w.wrong("node %d stands for another position", number)
	case number < len(w.seen) && !w.seen[number].done:
		return 0, w.wrong("node %d leads back to itself", number)
	case number < len(w.seen):
		return w.seen[number].plies, nil
	}
	w.seen = append(w.seen, won{position: p})
	plies, err := w.moves(w.nodes[number], p)
	w.seen[number].plies, w.seen[number].done = plies, true
	return plies, err
}

// moves walks the edges of a node.
func (w *winTree) moves(edges []Edge, p dama.Position) (plies int, err error) {
	legal := referee.Moves(w.facts, p)
	if p.Side() == w.solver {
		if len(edges) != 1 {
			return 0, w.wrong("%d moves are given instead of one", len(edges))
		}
		m, ok := find(legal, edges[0].Move)
		if !ok {
			return 0, w.wrong("%s is not legal, or not written by its least route", edges[0].Move)
		}
		legal = []referee.Move{m}
	}
	if len(edges) != len(legal) {
		return 0, w.wrong("%d moves are given instead of %d", len(edges), len(legal))
	}
	for i, m := range legal {
		if edges[i].Move != m.Text() {
			return 0, w.wrong("move %d of %d is %s instead of %s", i+1, len(edges), edges[i].Move, m.Text())
		}
		n, err := w.follow(edges[i], referee.Make(p, m))
		if err != nil {
			return 0, err
		}
		plies = max(plies, n+1)
	}
	return plies, nil
}

// follow walks from a move to the position behind it.
func (w *winTree) follow(e Edge, after dama.Position) (int, error) {
	w.path = append(w.path, e.Move)
	v, ends := over(w.facts, after)
	if after.Side() == w.solver {
		v.result = -v.result
	}
	switch {
	case ends && v.result >= 0:
		return 0, w.wrong("the game is over and not won")
	case ends && (e.To != ToEnd || e.Number != 1):
		return 0, w.wrong("the game is won, and the tree says %s", e)
	case !ends && e.To != ToNode:
		return 0, w.wrong("the game is not over, and the tree says %s", e)
	}
	plies := 0
	if !ends {
		var err error
		if plies, err = w.node(e.Number, after); err != nil {
			return 0, err
		}
	}
	w.path = w.path[:len(w.path)-1]
	return plies, nil
}
