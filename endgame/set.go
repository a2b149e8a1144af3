package endgame

import "damalab/dama"

// source gives the entries of one table. ok is false if they can't be read.
type source interface {
	at(index int) (v value, ok bool)
}

// table is a layout with its entries.
type table struct {
	layout *layout
	source source
}

// set finds the table of a position. It is written while a set is put together
// and only read afterwards.
type set struct {
	shapes *shapes
	tables [(MaxPieces + 1) * (MaxPieces + 1) * (MaxPieces + 1) * (MaxPieces + 1)]*table
}

func newSet() *set { return &set{shapes: newShapes()} }

// slot is where a material's table stands.
func (m Material) slot() int {
	const n = MaxPieces + 1
	return ((m.Mover.Men*n+m.Mover.Kings)*n+m.Other.Men)*n + m.Other.Kings
}

func (s *set) add(t *table) { s.tables[t.layout.material.slot()] = t }

// find returns the table for a position of at most MaxPieces pieces, nil if the
// set lacks it.
func (s *set) find(b *boards) *table {
	return s.tables[Material{
		Side{b[ownMen].Count(), b[ownKings].Count()}, Side{b[foeMen].Count(), b[foeKings].Count()},
	}.slot()]
}

// value returns the value of a position in which the opponent has a piece. ok is
// false if its table is missing or can't be read.
func (s *set) value(b *boards) (v value, ok bool) {
	if b[ownMen]|b[ownKings] == 0 {
		return lost, true
	}
	t := s.find(b)
	if t == nil {
		return drawn, false
	}
	i, _, _ := t.layout.index(b)
	return t.source.at(i)
}

// judge works out the values of positions from those of their successors. It is
// for one goroutine.
type judge struct {
	set   *set
	facts dama.Facts
	gen   dama.Generator
	moves []dama.Move
}

func newJudge(s *set, r Rules) *judge {
	f := r.Facts()
	return &judge{set: s, facts: f, gen: f.Generator()}
}

// begin lists the legal moves of a position. over is true if the board alone ends
// the game there, as [dama.Facts.BoardOutcome] says, with the value v.
func (j *judge) begin(p dama.Position) (v value, over bool) {
	j.moves = j.gen.AppendMoves(j.moves[:0], p)
	switch {
	case len(j.moves) == 0:
		return lost, true
	case j.facts.MaterialDraw(p) != "":
		return drawn, true
	}
	return drawn, false
}

// value works out a position's value from its successors. ok is false if one of
// them is not to be had.
func (j *judge) value(p dama.Position) (v value, ok bool) {
	if v, over := j.begin(p); over {
		return v, true
	}
	var c choice
	for _, m := range j.moves {
		next := boardsOf(p.Make(m))
		v, ok := j.set.value(&next)
		if !ok {
			return drawn, false
		}
		c.add(v)
	}
	return c.value(), true
}
