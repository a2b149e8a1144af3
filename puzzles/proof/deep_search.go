package proof

import "damalab/dama"

// tableSize is how many positions are remembered, a power of two.
const tableSize = 1 << 15

// unsettledPlies is how many plies more are looked at where a capture threatens when
// the quiet plies have run out.
const unsettledPlies = 4

// digger searches for one puzzle.
type digger struct {
	facts  dama.Facts
	gen    dama.Generator
	solver dama.Color
	start  int // his balance in the first position
	plies  int
	left   int // positions that may still be seen
	table  []dug
	first  [256]dama.Move // what answered last, by the ply
}

// dug is what is known of a position with some quiet plies left: the solver gets at
// least low and less than high.
type dug struct {
	position  dama.Position
	rest      int8
	used      bool
	low, high int32
	best      dama.Move
}

// gets tells whether the solver gets a value from a position. It means nothing once
// no nodes are left.
func (d *digger) gets(p dama.Position, value int) bool { return d.search(&p, d.plies, 0, value) }

// search is gets with some quiet plies left, below 0 where a capture threatens.
func (d *digger) search(p *dama.Position, rest, ply, bar int) bool {
	d.left--
	at := d.gen.Outlook(p)
	switch {
	case !at.Capture && !at.Quiet:
		return d.lost(p.Side()) >= bar
	case d.facts.MaterialDraw(*p) != "":
		return -d.start >= bar
	case d.left <= 0 || ply == len(d.first):
		d.left = 0
		return false
	case !at.Capture && rest <= 0:
		threatened := d.gen.CanCapture(p.Pass())
		if !threatened {
			return d.material(*p) >= bar
		}
		if rest <= -unsettledPlies {
			return d.exchanged(p.Pass(), bar)
		}
	}
	if !at.Capture {
		rest--
	}
	slot := &d.table[(p.Key()^uint64(uint8(rest))*0x9E3779B97F4A7C15)&(tableSize-1)]
	known := slot.used && slot.position == *p && slot.rest == int8(rest)
	if known && (bar <= int(slot.low) || bar >= int(slot.high)) {
		return bar <= int(slot.low)
	}
	guess := d.first[ply]
	if known {
		guess = slot.best
	}
	holds, best := d.answer(p, at, rest, ply, bar, guess)
	if d.left <= 0 {
		return false
	}
	if !slot.used || slot.position != *p || slot.rest != int8(rest) { // others may have come meanwhile
		*slot = dug{position: *p, rest: int8(rest), used: true, low: -2 * Win, high: 2 * Win}
	}
	slot.best = best
	if holds {
		slot.low = max(slot.low, int32(bar))
	} else {
		slot.high = min(slot.high, int32(bar))
	}
	return holds
}

// answer tries every move, one guess first, until the side to move has what it wants.
func (d *digger) answer(p *dama.Position, at dama.Outlook, rest, ply, bar int, guess dama.Move) (holds bool, best dama.Move) {
	var space [48]dama.Move
	moves := d.gen.AppendSeen(space[:0], p, at)
	wants := p.Side() == d.solver
	for i, m := range moves {
		if m == guess {
			moves[0], moves[i] = moves[i], moves[0]
			break
		}
	}
	for _, m := range moves {
		next := p.Make(m)
		if d.search(&next, rest, ply+1, bar) == wants {
			d.first[ply] = m
			return wants, m
		}
		if d.left <= 0 {
			break
		}
	}
	return !wants, moves[0]
}

// exchanged plays captures alone, as long as one is due.
func (d *digger) exchanged(p dama.Position, bar int) bool {
	d.left--
	var space [48]dama.Move
	moves := d.gen.AppendCaptures(space[:0], p)
	if len(moves) == 0 {
		return d.material(p) >= bar
	}
	wants := p.Side() == d.solver
	for _, m := range moves {
		if d.exchanged(p.Make(m), bar) == wants {
			return wants
		}
	}
	return !wants
}

// lost is the value of a game that a side has lost.
func (d *digger) lost(side dama.Color) int {
	if side == d.solver {
		return -Win
	}
	return Win
}

// material is what the solver has won by a position.
func (d *digger) material(p dama.Position) int { return balance(p, d.solver) - d.start }
