package puzzles

import (
	"slices"

	"damalab/dama"
)

// claim is what is to be proven of a position.
type claim struct {
	first   moveID // the solution's first move
	gain    int    // what the solver gets at least, hundredths of a man
	others  int    // what every other move gets him at most
	horizon int    // see [proof.Line]
	keep    int    // positions that may be looked at to prove the gain
	hold    int    // and to hold one other move
	plies   int    // the longest line that is followed
}

// solved is a position whose claim is proven.
type solved struct {
	terms
	claim
	root   dama.Position
	keeper *prover // the solver keeps the gain
	holder *prover // the opponent holds the others
	line   []moveID
	rival  moveID // with [SecondSolution]: another first move that is not held
}

// solve proves a claim, or says why it cannot. The solution goes on as long as
// the opponent's replies are compulsory captures and the solver's move is the only
// one that keeps the claim; where another one does, it ends with the move before.
// With [SecondSolution] what is solved so far comes along, for it names the rival.
// It is asked whether the whole line is worth the trouble before the dearer half
// of the proof, and again if the line turns out shorter.
func (t terms) solve(p dama.Position, c claim, worth func(*solved) Reason) (*solved, Reason) {
	s := &solved{terms: t, claim: c, root: p}
	s.keeper = newProver(t, t.solver, c.gain, c.keep)
	s.holder = newProver(t, t.solver.Other(), c.others, c.hold)
	after, ok := t.make(p, c.first)
	if !ok || !s.keeper.holds(after, c.horizon) {
		return nil, ClaimFails
	}
	s.line = s.mainLine(after)
	if reason := worth(s); reason != "" {
		return nil, reason
	}
	if reason := s.shorten(); reason != "" {
		return s, reason
	}
	return s, worth(s)
}

// shorten ends the line before the first move of the solver that is not the only
// one, and tells if that is the very first.
func (s *solved) shorten() Reason {
	at := s.root
	for i, m := range s.line {
		if i%2 == 0 {
			if rival, has := s.rivalOf(at, m); has {
				return s.endBefore(i, rival)
			}
		}
		at, _ = s.make(at, m)
	}
	return ""
}

// endBefore ends the line before the reply that leads to move i, which has a rival.
func (s *solved) endBefore(i int, rival moveID) Reason {
	switch {
	case i > 0:
		s.line = s.line[:i-1]
		return ""
	case s.holder.budget <= 0:
		return TooLarge
	}
	s.rival = rival
	return SecondSolution
}

// make finds a move among the legal ones and makes it.
func (t *terms) make(p dama.Position, m moveID) (dama.Position, bool) {
	for _, o := range t.book.appendOptions(nil, t.facts, p) {
		if o.moveID == m {
			return o.after, true
		}
	}
	return dama.Position{}, false
}

// rivalOf returns the first move that leads elsewhere than m and is not held.
func (s *solved) rivalOf(p dama.Position, m moveID) (rival moveID, has bool) {
	goal, _ := s.make(p, m)
	for _, o := range s.book.appendOptions(nil, s.facts, p) {
		if o.after != goal && !s.holder.holds(o.after, s.horizon) {
			return o.moveID, true
		}
	}
	return moveID{}, false
}

// rivalGets tells whether the rival is proven to get the gain, too.
func (s *solved) rivalGets() bool {
	after, legal := s.make(s.root, s.rival)
	return legal && s.keeper.holds(after, s.horizon)
}

// mainLine is the line from the position after the first move: while replies are
// compulsory captures, the reply that holds out longest, the first of those in
// the order of the moves, and the move by which the claim is kept.
func (s *solved) mainLine(after dama.Position) []moveID {
	line := []moveID{s.claim.first}
	for len(line)+2 <= s.plies {
		a, ok := s.longest(after)
		if !ok {
			break
		}
		line, after = append(line, a.reply, a.move), a.next
	}
	return line
}

// answered is a compulsory reply, the solver's move behind it, and where that
// leads.
type answered struct {
	reply, move moveID
	next        dama.Position
}

// answers lists the compulsory replies in a position with the moves by which the
// solver keeps the claim; none where the line ends, for the game is over, or
// nothing is due, or it ends with the reply.
func (s *solved) answers(after dama.Position) []answered {
	if at := s.outlook(after); at.over || !at.capture {
		return nil
	}
	var list []answered
	for _, o := range s.book.appendOptions(nil, s.facts, after) {
		f := s.keeper.known[knot{o.after, int8(s.horizon)}]
		if next, legal := s.make(o.after, f.move); f.holds && legal {
			list = append(list, answered{o.moveID, f.move, next})
		}
	}
	return list
}

// longest returns the reply that holds out longest; false where the line ends.
func (s *solved) longest(after dama.Position) (longest answered, ok bool) {
	best := -1
	for _, a := range s.answers(after) {
		if n := s.length(a.next, s.plies); n > best {
			best, longest, ok = n, a, true
		}
	}
	return longest, ok
}

// length is how many of the solver's moves follow by force, up to a limit.
func (s *solved) length(after dama.Position, limit int) int {
	n := 0
	if limit > 0 {
		for _, a := range s.answers(after) {
			n = max(n, 1+s.length(a.next, limit-2))
		}
	}
	return n
}

// ends appends the positions in which no reply is compulsory any more, whatever
// the replies before, and in which the game is not over.
func (s *solved) ends(list []dama.Position, after dama.Position, limit int) []dama.Position {
	answers := s.answers(after)
	if len(answers) == 0 || limit <= 0 {
		if !s.outlook(after).over && !slices.Contains(list, after) {
			list = append(list, after)
		}
		return list
	}
	for _, a := range answers {
		list = s.ends(list, a.next, limit-2)
	}
	return list
}
