package dama

import "slices"

// This file goes along a move text and says what is wrong. Whether a jump is
// possible is asked of the jumper, which also finds the routes of legal moves;
// what is here only finds words for its no. Squares that the jumper knows are as
// the side to move sees them, so that forward is up.

// refuseQuiet returns the reason against a quiet move.
func (x *explainer) refuseQuiet(kind Kind) fault {
	j := x.gen.jumper(x.p, x.from, kind)
	f := fault{from: x.from, to: x.rest[0], move: x.from.String() + "-" + x.rest[0].String()}
	at, to := j.first.at, j.flip.Square(x.rest[0])
	switch wrongWay(kind, at, to, 1) {
	case Diagonal:
		return f.as(Diagonal, saysDiagonal)
	case Backward:
		return f.as(Backward, saysBackward)
	case TooFar:
		return f.as(TooFar, saysTooFar)
	}
	occupied := j.others | j.foes | at.Bit()
	d, way := between(at, to)
	switch way &= occupied; {
	case occupied.Has(to):
		f.at = f.to
		return f.as(Blocked, saysOccupied)
	case way != 0:
		f.at = j.flip.Square(firstOn(d, way))
		return f.as(Blocked, saysBlocked)
	}
	return f.as(MustCapture, saysMustCapture)
}

func (f fault) as(reason Refusal, s sentence) fault {
	f.reason, f.sentence = reason, s
	return f
}

// refuseCapture returns the reason against a capture.
func (x *explainer) refuseCapture(kind Kind) fault {
	j := x.gen.jumper(x.p, x.from, kind)
	st, steps := j.byLandings(x.rest)
	if steps == 0 {
		if meant, ok := j.otherwise(x.rest); ok {
			st, steps = meant, len(x.rest)
		}
	}
	x.taken = j.flip.Board(st.captured)
	if steps < len(x.rest) {
		return j.refuseJump(st, x.rest[steps])
	}
	f := fault{at: j.flip.Square(st.at), taken: x.taken, move: routeText(x.from, x.rest)}
	if len(j.next(st)) > 0 {
		return f.as(StopsEarly, saysStopsEarly)
	}
	return f.as(NotMaximum, saysNotMaximum)
}

// refuseJump returns the reason why the piece can't jump to a square of the real
// board.
func (j *jumper) refuseJump(st walkState, square Square) fault {
	to := j.flip.Square(square)
	f := fault{from: j.flip.Square(st.at), to: square}
	reason := wrongWay(st.kind, st.at, to, 2)
	switch {
	case reason == Diagonal:
		return f.as(Diagonal, saysDiagonal)
	case reason != "" && st.at >= 56: // no man stands there before a move
		return f.as(StillAMan, saysStillAMan)
	case reason == Backward:
		return f.as(Backward, saysBackward)
	case reason == TooFar:
		return f.as(TooFar, saysJumpTooFar)
	}
	foes := j.foes &^ st.captured
	d, way := between(st.at, to)
	own, taken := way&j.others, way&foes
	switch {
	case (j.others | foes).Has(to):
		f.at = square
		return f.as(Blocked, saysOccupied)
	case own != 0:
		f.at = j.flip.Square(firstOn(d, own))
		return f.as(Blocked, saysOwnInTheWay)
	case taken == 0:
		return f.as(NothingToCapture, saysNothing)
	case taken&(taken-1) != 0:
		f.taken = j.flip.Board(taken)
		return f.as(NothingToCapture, saysTwo)
	}
	return f.as(TurnedBack, saysTurnedBack)
}

// wrongWay returns what is wrong with the direction or the length of a step,
// where a man may go so many squares; "" if nothing is.
func wrongWay(kind Kind, from, to Square, far int) Refusal {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	switch {
	case files != 0 && ranks != 0:
		return Diagonal
	case kind == Man && ranks < 0:
		return Backward
	case kind == Man && max(files, -files, ranks) > far:
		return TooFar
	}
	return ""
}

// between returns the squares between two squares of one rank or file, and the
// direction from the one to the other.
func between(from, to Square) (direction, Bitboard) {
	for d := up; d <= left; d++ {
		if ray := reach[King][d][from]; ray.Has(to) {
			return d, ray &^ reach[King][d][to] &^ to.Bit()
		}
	}
	return up, 0
}

// byLandings follows the squares as landings and returns where the piece stands
// after the last that it can reach, and how many it can.
func (j *jumper) byLandings(squares []Square) (st walkState, steps int) {
	st = j.first
	for i, s := range squares {
		next := j.next(st)
		at := slices.IndexFunc(next, func(to walkState) bool { return j.flip.Square(to.at) == s })
		if at < 0 {
			return st, i
		}
		st = next[at] // the only one: one line leads there
	}
	return st, len(squares)
}

// otherwise reads the squares as captured pieces, or a single one as the end of a
// longer capture. Of several readings it takes one that is complete, if there is
// one, then one that takes the most.
func (j *jumper) otherwise(squares []Square) (best walkState, ok bool) {
	readings := j.after(squares, victimOf)
	if len(readings) == 0 && len(squares) == 1 {
		readings = j.endingOn(j.flip.Square(squares[0]))
	}
	for st := range readings {
		if !ok || j.better(st, best) {
			best, ok = st, true
		}
	}
	return best, ok
}

// better tells whether a reading is to be preferred to another. The squares
// decide last, so that the choice is always the same.
func (j *jumper) better(a, b walkState) bool {
	if done, other := len(j.next(a)) == 0, len(j.next(b)) == 0; done != other {
		return done
	}
	if n, other := a.captured.Count(), b.captured.Count(); n != other {
		return n > other
	}
	if a.captured != b.captured {
		return a.captured < b.captured
	}
	return a.at < b.at
}

// shortLimit bounds the states in which a short form is looked for. Games stay
// far below it; composed positions with scattered pieces may not, and then what
// lies beyond is not found and the text is taken for a single jump.
const shortLimit = 1 << 13

// endingOn returns the states with a piece on a square in which a capture can be.
func (j *jumper) endingOn(to Square) map[walkState]bool {
	found, seen := map[walkState]bool{}, map[walkState]bool{}
	for queue := []walkState{j.first}; len(queue) > 0 && len(seen) < shortLimit; queue = queue[1:] {
		for _, st := range j.next(queue[0]) {
			if seen[st] {
				continue
			}
			seen[st] = true
			queue = append(queue, st)
			if st.at == to {
				found[st] = true
			}
		}
	}
	return found
}
