package puzzles

import (
	"strconv"

	"damalab/dama"
	"damalab/puzzles/proof"
)

// again says what is so of a puzzle under other facts instead of the same solution
// being the only one: a new certificate is made, and confirmed. Where none can be
// made within the usual bounds, the opposite is tried, and failing that nothing is
// proven; only what is proven is called valid.
func (e elsewhere) again(f dama.Facts, p dama.Position, l proof.Line) difference {
	t := termsOf(fastBook{}, f, p)
	first, legal := t.read(p, l.Solution[0])
	if !legal {
		return difference{remark("the first move is not legal"), true}
	}
	usual := defaultLineCriteria()
	c := claim{
		first: first.moveID, gain: l.Gain, others: l.Gain - l.Margin,
		horizon: l.Horizon, keep: usual.KeepNodes, hold: usual.HoldNodes, plies: usual.MaxPlies,
	}
	found, reason := t.solve(p, c, func(*solved) Reason { return "" })
	switch {
	case reason == ClaimFails:
		return t.getsLess(first, c)
	case reason != "":
		return t.secondSolution(p, first, c)
	}
	if what := lineDifference(l.Solution, found.texts()); what != "" {
		return difference{what, true}
	}
	if other, ok := found.certificate(l.Kind, usual.MaxEdges); !ok || !e.confirms(f, other) {
		return difference{what: remark("the solution is not proven to be the only one")}
	}
	return difference{}
}

// getsLess says that a first move is not seen to keep a claim, and tries to prove
// that it does not.
func (t terms) getsLess(first option, c claim) difference {
	opponent := newProver(t, t.solver.Other(), c.gain-1, c.hold)
	if opponent.holds(first.after, c.horizon) {
		return difference{remark("the solution gets less"), true}
	}
	return difference{what: remark("the solution is not proven to get as much")}
}

// secondSolution says that another first move is not refuted, and tries to prove
// of one that it cannot be.
func (t terms) secondSolution(p dama.Position, first option, c claim) difference {
	solver := newProver(t, t.solver, c.others+1, c.keep)
	for _, o := range t.book.appendOptions(nil, t.facts, p) {
		if o.after != first.after && solver.holds(o.after, c.horizon) {
			return difference{remark("the first move {move} is good, too", t.book.text(t.facts, p, o.moveID)), true}
		}
	}
	return difference{what: remark("another first move is not refuted")}
}

// lineDifference says where a line leaves that of the solution, or "".
func lineDifference(solution, other []string) string {
	for i := range min(len(solution), len(other)) {
		if solution[i] != other[i] {
			return remark("move {number} of the line is {move}", strconv.Itoa(i+1), other[i])
		}
	}
	switch {
	case len(other) < len(solution):
		return remark("the line ends after move {number}", strconv.Itoa(len(other)))
	case len(other) > len(solution):
		return remark("the line goes on with {move}", other[len(solution)])
	}
	return ""
}
