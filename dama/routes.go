package dama

import "iter"

// A route is the ordered list of a capture's landing squares. Move generation
// does not keep routes, since captures that differ only there are one move; this
// file finds them again when somebody wants to read or write one.

// jumper makes the jumps of one piece that may take the given foes.
type jumper struct {
	gen    Generator
	foes   Bitboard  // as the side to move sees the board
	others Bitboard  // occupied squares that stay occupied
	first  walkState // before the first jump
	flip   Symmetry  // from the mover's view to the real board
}

// jumper returns the jumper of the piece of the given kind on a square of the
// real board; it may take every foe.
func (g Generator) jumper(p Position, from Square, kind Kind) jumper {
	v := p.view()
	j := jumper{gen: g, foes: v.foes()}
	if p.side == Black {
		j.flip = SwapColors
	}
	from = j.flip.Square(from)
	j.others = v.men&^from.Bit() | v.kings&^from.Bit()
	j.first = walkState{at: from, kind: kind, ways: allWays}
	return j
}

// router walks the chains that make up one given move.
type router struct {
	jumper
	move   Move                 // as the side to move sees the board
	counts map[walkState]uint64 // complete routes from each state
}

func (g Generator) router(p Position, m Move) *router {
	kind := Man
	if m.ByKing() {
		kind = King
	}
	r := &router{jumper: g.jumper(p, m.from, kind), move: m, counts: map[walkState]uint64{}}
	if p.side == Black {
		r.move = SwapColors.Move(m)
	}
	r.others |= r.foes &^ r.move.captured
	r.foes &= r.move.captured
	return r
}

// done tells whether a chain that stands in this state is the whole move.
func (r *router) done(st walkState) bool {
	king := st.kind == King || st.at >= 56
	return st.captured == r.move.captured && st.at == r.move.to && king == (r.move.piece != manStays)
}

// next yields the states after one more jump, in the order of the landing
// squares on the real board.
func (j *jumper) next(st walkState) []walkState {
	var out []walkState
	occupied := j.others | j.foes&^st.captured
	for d := up; d <= left; d++ {
		hit := reach[st.kind][d][st.at] & occupied
		if st.ways>>d&1 == 0 || hit == 0 {
			continue
		}
		victim := firstOn(d, hit)
		if !(j.foes &^ st.captured).Has(victim) {
			continue
		}
		behind := reach[st.kind][d][victim]
		if stop := behind & occupied; stop != 0 {
			next := firstOn(d, stop)
			behind &^= reach[King][d][next] | next.Bit()
		}
		for s := range behind.Squares() {
			out = append(out, j.landed(st, d, victim, s))
		}
	}
	j.sortByLanding(out)
	return out
}

func (j *jumper) landed(st walkState, d direction, victim, at Square) walkState {
	to := walkState{captured: st.captured | victim.Bit(), at: at, kind: st.kind, ways: onward[d]}
	if j.gen.mayReverse {
		to.ways = allWays
	}
	if j.gen.crownInCapture && at >= 56 {
		to.kind = King
	}
	return to
}

func (j *jumper) sortByLanding(states []walkState) {
	for i := 1; i < len(states); i++ {
		for k := i; k > 0 && j.flip.Square(states[k].at) < j.flip.Square(states[k-1].at); k-- {
			states[k], states[k-1] = states[k-1], states[k]
		}
	}
}

// count returns the number of ways to complete the move from a state.
func (r *router) count(st walkState) uint64 {
	if r.done(st) {
		return 1
	}
	if n, ok := r.counts[st]; ok {
		return n
	}
	n := uint64(0)
	for _, to := range r.next(st) {
		n += r.count(to)
	}
	r.counts[st] = n
	return n
}

// CountRoutes returns the number of routes of a move that is legal in p: 1 for a
// quiet move.
func (g Generator) CountRoutes(p Position, m Move) uint64 {
	if m.captured&(m.captured-1) == 0 { // nothing or one piece taken
		return 1
	}
	r := g.router(p, m)
	return r.count(r.first)
}

// Routes yields the routes of a move that is legal in p, each the list of its
// landing squares, in lexicographic order with a1 first. The slice is reused:
// copy it to keep it.
func (g Generator) Routes(p Position, m Move) iter.Seq[[]Square] {
	return func(yield func([]Square) bool) {
		if !m.IsCapture() {
			yield([]Square{m.to})
			return
		}
		r := g.router(p, m)
		r.each(r.first, nil, yield)
	}
}

func (r *router) each(st walkState, route []Square, yield func([]Square) bool) bool {
	if r.done(st) {
		return yield(route)
	}
	for _, to := range r.next(st) {
		if r.count(to) > 0 && !r.each(to, append(route, r.flip.Square(to.at)), yield) {
			return false
		}
	}
	return true
}

// Route returns the move's first route in lexicographic order, which is the one
// that is written.
func (g Generator) Route(p Position, m Move) []Square {
	for route := range g.Routes(p, m) {
		return route
	}
	return nil
}
