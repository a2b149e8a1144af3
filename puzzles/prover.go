package puzzles

import (
	"cmp"
	"slices"

	"damalab/dama"
)

// prover finds out whether one side can keep the value at a bound, over the trees
// that [proof.Line] describes: one move is enough where the keeper moves, every
// move is tried where the other side does. A yes is a proof within the horizon. A
// no is none: the plies or the budget may have been too few.
type prover struct {
	terms
	keeper dama.Color
	bound  int // the solver's value is at least this, or at most, as the keeper is
	nodes  int // positions that may be looked at for one question
	budget int // how many of them are left
	known  map[knot]finding
	ready  [maxPlies][]option // one buffer a ply
	answer [maxPlies]moveID   // what held last, by the ply
}

// maxPlies is beyond any tree: a few quiet plies, and captures, of which there
// are no more than pieces.
const maxPlies = 80

// quietPlies is how many plies without a capture a tree may have. Captures do not
// count: they are compulsory, and there is an end to them.
const quietPlies = 10

// knot is a place in a tree.
type knot struct {
	position dama.Position
	rest     int8 // of the horizon
}

// finding is what is known of a place: that the keeper holds, and by which move,
// or with how many quiet plies left he was not seen to.
type finding struct {
	holds  bool
	move   moveID
	failed int8
}

func newProver(t terms, keeper dama.Color, bound, nodes int) *prover {
	return &prover{terms: t, keeper: keeper, bound: bound, nodes: nodes, known: map[knot]finding{}}
}

// holds tells whether the keeper is proven to hold from a position with that much
// of the horizon left. Short proofs are looked for before long ones.
func (r *prover) holds(p dama.Position, rest int) bool {
	r.budget = r.nodes
	for quiet := 2; quiet <= quietPlies && r.budget > 0; quiet++ {
		if r.search(p, rest, quiet, 0) {
			return true
		}
	}
	return false
}

// kept tells whether a value is on the keeper's side of the bound.
func (r *prover) kept(value int) bool {
	if r.keeper == r.solver {
		return value >= r.bound
	}
	return value <= r.bound
}

func (r *prover) search(p dama.Position, rest, quiet, ply int) bool {
	r.budget--
	at := r.outlook(p)
	if e, ends := r.end(p, at, rest); ends {
		return r.kept(r.value(e))
	}
	if !at.capture {
		quiet--
	}
	k := knot{p, int8(rest)}
	if f, seen := r.known[k]; seen && (f.holds || int(f.failed) >= quiet) {
		return f.holds
	}
	if r.budget <= 0 || quiet < 0 || ply >= maxPlies {
		return false
	}
	// A position that comes back is not held by coming back.
	f := finding{failed: int8(quiet)}
	r.known[k] = f
	options := r.book.appendOptions(r.ready[ply][:0], r.facts, p)
	r.ready[ply] = options
	if p.Side() == r.keeper {
		f.move, f.holds = r.anyHolds(options, rest, quiet, ply)
	} else {
		if at.settled {
			rest--
		}
		f.holds = r.allHold(options, rest, quiet, ply)
	}
	r.known[k] = f
	return f.holds
}

// anyHolds looks for a move of the keeper that holds.
func (r *prover) anyHolds(options []option, rest, quiet, ply int) (moveID, bool) {
	r.order(options, ply)
	for i := range options {
		if r.search(options[i].after, rest, quiet, ply+1) {
			r.answer[ply] = options[i].moveID
			return options[i].moveID, true
		}
	}
	return moveID{}, false
}

// allHold tries every move of the other side.
func (r *prover) allHold(options []option, rest, quiet, ply int) bool {
	for i := range options {
		if !r.search(options[i].after, rest, quiet, ply+1) {
			return false
		}
	}
	return true
}

// order puts what is likely to hold first: what held last at this ply, then moves
// to positions in which nothing is due, then the rest, the more material the
// better.
func (r *prover) order(options []option, ply int) {
	if len(options) < 2 {
		return
	}
	for i := range options {
		o := &options[i]
		o.rank = r.material(o.after) / manValue
		if r.keeper != r.solver {
			o.rank = -o.rank
		}
		switch {
		case o.moveID == r.answer[ply]:
			o.rank += 1000
		case !r.book.look(r.facts, o.after).capture:
			o.rank += 100
		}
	}
	slices.SortStableFunc(options, func(a, b option) int { return cmp.Compare(b.rank, a.rank) })
}
