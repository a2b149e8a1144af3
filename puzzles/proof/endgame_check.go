package proof

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"damalab/dama"
	"damalab/internal/referee"
)

// ErrUnchecked: a certificate fits together, but states what neither the referee
// nor a table at hand can tell. Test with errors.Is; nothing is said of the puzzle.
var ErrUnchecked = errors.New("not checked")

// CheckEndgame is [Check] for the kind endgame, with what is known besides the
// rules. It holds if
//
//   - the certificate is of these rules, and of tables of these rules;
//   - all that [Endgame] says of a line and its values is so, every list of moves
//     being complete and every move legal;
//   - the tree, if there is one, proves the win in as many plies as stated;
//   - each stated value is what a table says, or the board where the game is over,
//     or where neither knows the position and a capture is due the values behind
//     the captures, or, last, a position of the tree.
//
// Where the rest holds but a value is known in none of these ways, the error is
// [ErrUnchecked].
func CheckEndgame(facts dama.Facts, fen string, solution []string, certificate []byte, known Exact) error {
	if err := facts.Validate(); err != nil {
		return err
	}
	p, err := dama.ParseFEN(fen)
	if err != nil {
		return err
	}
	said, err := DecodeEndgame(certificate)
	if err != nil {
		return err
	}
	if !bytes.Equal(certificate, said.Encode()) {
		return fmt.Errorf("%w: it is not written as it was made", ErrDiffers)
	}
	if what := said.headDifference(facts, p, known.Rules); what != "" {
		return fmt.Errorf("%w: %s", ErrDiffers, what)
	}
	if !slices.Equal(solution, said.Solution) {
		return fmt.Errorf("the solution is %q, and the certificate proves %q", solution, said.Solution)
	}
	c := endgameCheck{facts: facts, said: &said, known: known, solver: p.Side()}
	tree := winTree{facts: facts, nodes: said.Nodes, solver: p.Side()}
	if c.tree, err = tree.walk(p); err != nil {
		return err
	}
	return c.line(p)
}

// headDifference names the first thing that a head says otherwise than it should.
func (e *Endgame) headDifference(f dama.Facts, p dama.Position, rules string) string {
	for _, field := range []struct {
		name        string
		said, found any
	}{
		{"promotion", e.Promotion, f.Promotion},
		{"reversal", e.Reversal, f.Reversal},
		{"one_piece_each", e.OnePieceEach, f.OnePieceEach},
		{"king_versus_man", e.KingVersusMan, f.KingVersusMan},
		{"the digest of the tables' rules", e.Rules, rules},
		{"fen", e.FEN, p.FEN()},
	} {
		if field.said != field.found {
			return fmt.Sprintf("%s is %v instead of %v", field.name, field.said, field.found)
		}
	}
	switch {
	case len(e.Solution)%2 == 0:
		return fmt.Sprintf("the solution has %d moves, and the last one is not the solver's", len(e.Solution))
	case e.Goal != GoalWin && e.Goal != GoalDraw:
		return fmt.Sprintf("the goal is %q, and it must be %q or %q", e.Goal, GoalWin, GoalDraw)
	case e.Goal == GoalDraw && len(e.Nodes) > 0:
		return "a draw has a tree, which proves wins only"
	}
	return ""
}

// endgameCheck follows the line of one certificate.
type endgameCheck struct {
	facts   dama.Facts
	said    *Endgame
	known   Exact
	solver  dama.Color
	tree    map[dama.Position]int
	values  int // how many have been looked up
	unknown int // of them, how many nobody knows
	pieces  int // the most on the board of one of those
}

// line walks the line and then says whether anything was left unknown.
func (c *endgameCheck) line(p dama.Position) error {
	for i := range c.said.Solution {
		next, err := c.turn(i, p)
		if err != nil {
			return fmt.Errorf("%w: in %s, %w", ErrDiffers, p.FEN(), err)
		}
		p = next
	}
	if err := c.last(p); err != nil {
		return fmt.Errorf("%w: in %s, %w", ErrDiffers, p.FEN(), err)
	}
	if c.unknown == 0 {
		return nil
	}
	rest := ""
	if c.tree != nil {
		rest = "; that it wins its tree proves, but not that nothing else does"
	}
	return fmt.Errorf("%w: no table at hand knows %d of its %d values, of positions of up to %d pieces%s",
		ErrUnchecked, c.unknown, c.values, c.pieces, rest)
}

// turn checks a position on the line and makes the line's move.
func (c *endgameCheck) turn(i int, p dama.Position) (dama.Position, error) {
	if _, ends := over(c.facts, p); ends {
		return p, fmt.Errorf("the game is over before move %d of the solution", i+1)
	}
	legal, best, err := c.moves(i, p)
	if err != nil {
		return p, err
	}
	if i == 0 {
		if err := c.goal(best); err != nil {
			return p, err
		}
	}
	m, ok := find(legal, c.said.Solution[i])
	if !ok {
		return p, fmt.Errorf("move %d of the solution, %s, is not legal, or not written by its least route", i+1, c.said.Solution[i])
	}
	worth := c.worthOf(i)
	for _, v := range c.said.Turns[i] {
		switch own := v.Move == m.Text(); {
		case i%2 == 0 && own && v.Result() != best.Result():
			return p, fmt.Errorf("%s, of the solution, is a %v, and %v is possible", v.Move, v.Worth, best)
		case i%2 == 0 && !own && v.Result() >= worth.Result():
			return p, fmt.Errorf("%s, a %v, is as good as the solution's %s", v.Move, v.Worth, m.Text())
		case i%2 == 1 && own && best.Better(v.Worth):
			return p, fmt.Errorf("the reply %s is a %v, and the best is a %v", v.Move, v.Worth, best)
		}
	}
	return referee.Make(p, m), nil
}

// moves checks the values of a position's moves and returns the moves with the
// worth of the best one.
func (c *endgameCheck) moves(i int, p dama.Position) (legal []referee.Move, best Worth, err error) {
	if i >= len(c.said.Turns) {
		return nil, 0, errors.New("no moves are given")
	}
	legal, given := referee.Moves(c.facts, p), c.said.Turns[i]
	for j, m := range legal[:min(len(legal), len(given))] {
		if given[j].Move != m.Text() {
			return nil, 0, fmt.Errorf("move %d of %d is %s instead of %s", j+1, len(given), given[j].Move, m.Text())
		}
		if err := c.confirm(given[j], referee.Make(p, m)); err != nil {
			return nil, 0, err
		}
		if j == 0 || given[j].Better(best) {
			best = given[j].Worth
		}
	}
	if len(given) != len(legal) {
		return nil, 0, fmt.Errorf("%d moves are given instead of %d", len(given), len(legal))
	}
	if i > 0 && c.worthOf(i-1) != best.Before() {
		return nil, 0, fmt.Errorf("the best move is a %v, and the move before is a %v instead of a %v", best, c.worthOf(i-1), best.Before())
	}
	if plies, ok := c.tree[p]; c.tree != nil && (!ok || plies != valueOf(best).plies) {
		return nil, 0, fmt.Errorf("the best move is a %v, and the tree does not win in as many plies", best)
	}
	return legal, best, nil
}

// confirm looks the value of a move up by the position behind it.
func (c *endgameCheck) confirm(v Valued, after dama.Position) error {
	c.values++
	found, ok := c.known.value(c.facts, after)
	if plies, inTree := c.tree[after]; !ok && inTree {
		found, ok = value{result: -1, plies: plies}, true
		if after.Side() == c.solver {
			found.result = 1
		}
	}
	switch {
	case !ok:
		c.unknown++
		c.pieces = max(c.pieces, after.Occupied().Count())
	case found.before() != v.Worth:
		return fmt.Errorf("%s is a %v, and the certificate says %v", v.Move, found.before(), v.Worth)
	}
	return nil
}

// goal compares the best move of the first position with what is to be reached.
func (c *endgameCheck) goal(best Worth) error {
	goal, plies := GoalWin, int(best)
	switch best.Result() {
	case 0:
		goal = GoalDraw
	case -1:
		return fmt.Errorf("every move loses")
	}
	if c.said.Goal != goal || c.said.Plies != plies {
		return fmt.Errorf("the best is a %v, and the certificate's goal is a %s in %d plies", best, c.said.Goal, c.said.Plies)
	}
	return nil
}

// last checks the position after the line.
func (c *endgameCheck) last(p dama.Position) error {
	n := len(c.said.Solution)
	v, ends := over(c.facts, p)
	if !ends {
		if _, _, err := c.moves(n, p); err != nil {
			return err
		}
		n++
	} else if worth := c.worthOf(n - 1); worth != v.before() {
		return fmt.Errorf("the game is over, and the last move is a %v instead of a %v", worth, v.before())
	}
	if len(c.said.Turns) != n {
		return fmt.Errorf("the moves of %d positions are given instead of %d", len(c.said.Turns), n)
	}
	return nil
}

// worthOf is the worth of move i of the solution.
func (c *endgameCheck) worthOf(i int) Worth {
	for _, v := range c.said.Turns[i] {
		if v.Move == c.said.Solution[i] {
			return v.Worth
		}
	}
	return 0
}
