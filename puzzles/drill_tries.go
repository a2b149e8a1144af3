package puzzles

import (
	"slices"

	"damalab/dama"
	"damalab/puzzles/proof"
)

// Which moves are asked about
//
// Wrong moves come from the errors that people make. For each error one move of
// the position is taken, the most tempting, and [dama.Facts.Explain] says what is
// really wrong with it: an error may turn out to be legal, or wrong for a simpler
// reason. The text unreadable is never asked about: it is no move.

// try is a move that somebody might take for legal.
type try struct {
	squares []dama.Square // the origin first
	capture bool
	tempts  int // 0 for what few would play
}

// tries returns the moves that come of each kind of error.
func (a *asking) tries() [][]try {
	lists := [][]try{a.habits(), a.blockedTries(), a.kingTries(), a.othersMoves(), a.legalTries()}
	if a.capture {
		return append(lists, a.shorterCaptures(), a.brokenOff(), a.quietInstead(), a.underOtherRules())
	}
	return lists
}

// askLegal asks about one move for each answer that the tries have.
func (a *asking) askLegal() ([]drillFind, Reason) {
	best := map[string]int{} // where the find for an answer is
	var finds []drillFind
	for _, list := range a.tries() {
		if len(list) == 0 {
			continue
		}
		t := slices.MaxFunc(list, a.moreTempting)
		q := proof.Question{Type: proof.AskLegal, Squares: t.squares, Capture: t.capture}
		x := a.facts.Explain(a.position, q.Move())
		answer := string(x.Reason)
		if x.Legal {
			answer = proof.Legal
		}
		found := drillFind{q, []string{answer}, t.tempts}
		if i, ok := best[answer]; !ok {
			best[answer] = len(finds)
			finds = append(finds, found)
		} else if found.worth > finds[i].worth {
			finds[i] = found
		}
	}
	if len(finds) == 0 {
		return nil, NothingTelling
	}
	return finds, ""
}

// moreTempting compares two tries; of equals a hash decides, so that it is not
// always the piece next to a1.
func (a *asking) moreTempting(x, y try) int {
	if x.tempts != y.tempts {
		return x.tempts - y.tempts
	}
	key := func(t try) uint64 {
		return spread(a.position.FEN(), proof.Question{Squares: t.squares, Capture: t.capture}.Move())
	}
	if key(x) < key(y) {
		return -1
	}
	return 1
}

// habits are from other draughts: diagonal and backward moves and captures, and
// two squares at once.
func (a *asking) habits() (list []try) {
	forward := a.directions()[0][1]
	enemies, occupied := a.position.Pieces(a.position.Side().Other()), a.position.Occupied()
	for at := range a.position.Men(a.position.Side()).Squares() {
		for _, d := range [][2]int{{-1, forward}, {1, forward}, {0, -forward}, {0, 2 * forward}, {2, 0}, {-2, 0}} {
			to, ok := beside(at, d[0], d[1])
			switch {
			case !ok:
			case !occupied.Has(to):
				list = append(list, try{[]dama.Square{at, to}, false, 1})
			case enemies.Has(to) && d[0] != 2*forward:
				beyond, ok := beside(at, 2*d[0], 2*d[1])
				if ok && !occupied.Has(beyond) {
					list = append(list, try{[]dama.Square{at, beyond}, true, 2})
				}
			}
		}
	}
	return list
}

// blockedTries go where somebody stands, or jump where there is no room.
func (a *asking) blockedTries() (list []try) {
	enemies, occupied := a.position.Pieces(a.position.Side().Other()), a.position.Occupied()
	for at := range a.position.Pieces(a.position.Side()).Squares() {
		for _, d := range a.directions() {
			next, ok := beside(at, d[0], d[1])
			if !ok || !occupied.Has(next) {
				continue
			}
			beyond, ok := beside(next, d[0], d[1])
			switch {
			case ok && enemies.Has(next) && occupied.Has(beyond):
				// Over two at once, where a king would have room behind them.
				if last, ok := beside(beyond, d[0], d[1]); ok && enemies.Has(beyond) && !occupied.Has(last) {
					list = append(list, try{[]dama.Square{at, last}, true, 3})
				}
				list = append(list, try{[]dama.Square{at, beyond}, true, 2})
			case ok && !enemies.Has(next) && !occupied.Has(beyond):
				list = append(list, try{[]dama.Square{at, beyond}, true, 1})
			default:
				list = append(list, try{[]dama.Square{at, next}, false, 0})
			}
		}
	}
	return list
}

// kingTries are a king's over more than one piece, or over one of its own.
func (a *asking) kingTries() (list []try) {
	enemies, occupied := a.position.Pieces(a.position.Side().Other()), a.position.Occupied()
	for at := range a.position.Kings(a.position.Side()).Squares() {
		for _, d := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
			own, taken := 0, 0
			for to, ok := beside(at, d[0], d[1]); ok; to, ok = beside(to, d[0], d[1]) {
				switch {
				case enemies.Has(to):
					taken++
				case occupied.Has(to):
					own++
				case taken > 1 || taken == 1 && own > 0:
					list = append(list, try{[]dama.Square{at, to}, true, 3 - own})
				case own > 0:
					list = append(list, try{[]dama.Square{at, to}, false, 1})
				}
			}
		}
	}
	return list
}

// othersMoves are the opponent's, and the move that he has just made.
func (a *asking) othersMoves() (list []try) {
	for _, m := range a.gen.Moves(a.position.Pass()) {
		list = append(list, a.tryOf(m, 0))
	}
	if a.ply > 0 && !a.position.Occupied().Has(a.last.From()) {
		list = append(list, try{[]dama.Square{a.last.From(), a.last.To()}, a.last.IsCapture(), 0})
	}
	return list
}

// legalTries are legal and look as if they were not: sideways, by a king, or by
// a route that crosses itself.
func (a *asking) legalTries() (list []try) {
	for _, m := range a.legal {
		t := a.tryOf(m, 0)
		switch {
		case m.IsCapture() && a.sideways(m):
			t.tempts = 2 + m.Captured().Count()
		case m.IsCapture():
			t.tempts = 1 + m.Captured().Count()
		case m.From().Rank() == m.To().Rank():
			t.tempts = 1
		}
		list = append(list, t)
	}
	return list
}

// shorterCaptures are complete, and others take more.
func (a *asking) shorterCaptures() (list []try) {
	most := a.legal[0].Captured().Count()
	for _, c := range a.complete {
		if n := c.Captured.Count(); n < most {
			list = append(list, try{append([]dama.Square{c.From}, c.Routes[0]...), true, 2 + n})
		}
	}
	return list
}

// brokenOff are legal captures without their last jump.
func (a *asking) brokenOff() (list []try) {
	for _, m := range a.legal {
		t := a.tryOf(m, 0)
		if n := len(t.squares); n > 2 {
			t.squares, t.tempts = t.squares[:n-1], n
			list = append(list, t)
		}
	}
	return list
}

// quietInstead are the steps that men could make if nothing had to be taken.
func (a *asking) quietInstead() (list []try) {
	for at := range a.position.Men(a.position.Side()).Squares() {
		for _, d := range a.directions() {
			if to, ok := beside(at, d[0], d[1]); ok && !a.position.Occupied().Has(to) {
				list = append(list, try{[]dama.Square{at, to}, false, 2})
			}
		}
	}
	return list
}

// underOtherRules are captures that are legal only where kings may turn back, or
// where a man is crowned, or is not, in the middle of a capture.
func (a *asking) underOtherRules() (list []try) {
	for _, promotion := range []dama.Promotion{dama.AtMoveEnd, dama.DuringCapture} {
		for _, reversal := range []dama.Reversal{dama.ReversalForbidden, dama.ReversalAllowed} {
			f := a.facts
			f.Promotion, f.Reversal = promotion, reversal
			gen := f.Generator()
			for _, m := range gen.AppendCaptures(nil, a.position) {
				if slices.Contains(a.legal, m) {
					continue
				}
				route := gen.Route(a.position, m)
				list = append(list, try{append([]dama.Square{m.From()}, route...), true, 3 + len(route)})
			}
		}
	}
	return list
}

func (a *asking) tryOf(m dama.Move, tempts int) try {
	gen, p := a.gen, a.position
	if piece, _ := p.At(m.From()); piece.Color != p.Side() {
		p = p.Pass()
	}
	return try{append([]dama.Square{m.From()}, gen.Route(p, m)...), m.IsCapture(), tempts}
}
