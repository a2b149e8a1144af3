package proof

import (
	"slices"

	"damalab/dama"
	"damalab/internal/referee"
)

// This file says whether a move is legal and why not, by the order of reasons
// that package dama documents, from the referee's captures and the board alone.
// The squares of a capture are its landings; a text that could also be a short
// form or a list of captured pieces is no question, since its answer would depend
// on how it is meant.

// verdict is the answer to whether a move is legal.
func (a answering) verdict() ([]string, error) {
	from, rest := a.q.Squares[0], a.q.Squares[1:]
	if _, ok := referee.Find(a.facts, a.p, a.q.Move()); ok {
		return []string{Legal}, nil
	}
	w := walk{facts: a.facts, p: a.p, from: from, at: from, occupied: a.p.Occupied() &^ from.Bit()}
	piece, there := a.p.At(from)
	w.kind = piece.Kind
	var reason dama.Refusal
	switch {
	case !there:
		reason = dama.NoPiece
	case piece.Color != a.p.Side():
		reason = dama.NotYours
	case !a.q.Capture:
		reason = w.quietFault(rest[0])
	default:
		routes := routesFrom(referee.Captures(a.facts, a.p), from)
		if slices.ContainsFunc(routes, func(r [][2]dama.Square) bool { return fitsOtherwise(r, rest) }) {
			return nil, ErrTwoReadings
		}
		reason = w.captureFault(rest, routes)
	}
	answers := []string{string(reason)}
	if move := a.nearest(w.taken); move != "" {
		answers = append(answers, move)
	}
	return answers, nil
}

// routesFrom lists the routes of the complete captures from a square: of each
// jump the landing and the square of the piece that it takes.
func routesFrom(captures []referee.Move, from dama.Square) (routes [][][2]dama.Square) {
	for _, m := range captures {
		if m.From != from {
			continue
		}
		for _, landings := range m.Routes {
			var route [][2]dama.Square
			at, left := from, m.Captured
			for _, to := range landings {
				victim := (between(at, to) & left).First()
				left &^= victim.Bit()
				route = append(route, [2]dama.Square{to, victim})
				at = to
			}
			routes = append(routes, route)
		}
	}
	return routes
}

// fitsOtherwise tells whether the squares are, instead of landings, the pieces
// that the route takes first, or a single square where it lands later.
func fitsOtherwise(route [][2]dama.Square, rest []dama.Square) bool {
	if len(rest) == 1 && slices.ContainsFunc(route[1:], func(j [2]dama.Square) bool { return j[0] == rest[0] }) {
		return true
	}
	if len(rest) > len(route) {
		return false
	}
	for i, s := range rest {
		if route[i][1] != s {
			return false
		}
	}
	return true
}

// walk follows a move square by square.
type walk struct {
	facts    dama.Facts
	p        dama.Position
	from, at dama.Square
	kind     dama.Kind
	occupied dama.Bitboard // without the mover
	taken    dama.Bitboard
}

// quietFault is the reason against a quiet move.
func (w *walk) quietFault(to dama.Square) dama.Refusal {
	if reason := w.wrongWay(to, 1); reason != "" {
		return reason
	}
	if (between(w.at, to)|to.Bit())&w.occupied != 0 {
		return dama.Blocked
	}
	return dama.MustCapture // or it would be legal
}

// captureFault is the reason against a capture, given the routes of all complete
// captures of the piece: what begins none of them fails in the step after the
// longest beginning that they share.
func (w *walk) captureFault(rest []dama.Square, routes [][][2]dama.Square) dama.Refusal {
	for i, to := range rest {
		routes = slices.DeleteFunc(slices.Clone(routes), func(r [][2]dama.Square) bool {
			return len(r) <= i || r[i][0] != to
		})
		if len(routes) == 0 {
			return w.jumpFault(to)
		}
		victim := routes[0][i][1]
		w.at, w.taken, w.occupied = to, w.taken|victim.Bit(), w.occupied&^victim.Bit()
		if w.facts.Promotion == dama.DuringCapture && to.Rank() == w.p.Side().FarRank() {
			w.kind = dama.King
		}
	}
	if slices.ContainsFunc(routes, func(r [][2]dama.Square) bool { return len(r) == len(rest) }) {
		return dama.NotMaximum
	}
	return dama.StopsEarly
}

// jumpFault is the reason against a jump that no capture makes.
func (w *walk) jumpFault(to dama.Square) dama.Refusal {
	reason := w.wrongWay(to, 2)
	if reason != "" && reason != dama.Diagonal && w.at.Rank() == w.p.Side().FarRank() {
		return dama.StillAMan
	}
	if reason != "" {
		return reason
	}
	way, own := between(w.at, to), w.p.Pieces(w.p.Side())
	switch {
	case w.occupied.Has(to) || way&w.occupied&own != 0:
		return dama.Blocked
	case (way & w.occupied).Count() != 1:
		return dama.NothingToCapture
	}
	return dama.TurnedBack
}

// wrongWay is what is wrong with the direction or the length of a step, where a
// man may go so many squares; "" if nothing is.
func (w *walk) wrongWay(to dama.Square, far int) dama.Refusal {
	files, ranks := to.File()-w.at.File(), to.Rank()-w.at.Rank()
	if w.p.Side() == dama.Black {
		ranks = -ranks // forward is up
	}
	switch {
	case files != 0 && ranks != 0:
		return dama.Diagonal
	case w.kind == dama.Man && ranks < 0:
		return dama.Backward
	case w.kind == dama.Man && max(files, -files, ranks) > far:
		return dama.TooFar
	}
	return ""
}

// between returns the squares strictly between two squares of one line; none if
// they are on no common line.
func between(a, b dama.Square) (squares dama.Bitboard) {
	for s := range dama.NoSquare {
		onFile := a.File() == b.File() && s.File() == a.File()
		onRank := a.Rank() == b.Rank() && s.Rank() == a.Rank()
		if (onFile || onRank) && min(a, b) < s && s < max(a, b) {
			squares |= s.Bit()
		}
	}
	return squares
}
