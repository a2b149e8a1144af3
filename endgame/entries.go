package endgame

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"damalab/dama"
)

// Entry is a position of a table with its worth. White is the side to move: the
// same position with Black to move is this one with ranks and colors exchanged.
type Entry struct {
	Material Material // the mover's pieces first
	Position dama.Position
	Value    Value
	// Mirrored tells that the position's left-right mirror image is another
	// position, which has no entry of its own.
	Mirrored bool
}

// Entries yields the positions of one file of the set, which is named as
// [Materials] has it: the table of the material, and then that of the other side to
// move if it is another one. Of a position and its left-right mirror image only the
// first in the order of [Tables.Order] is there, and the entries of a table are in
// that order. An error, which may be the context's, comes last.
func (t *Tables) Entries(ctx context.Context, m Material) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for _, side := range m.Tables() {
			table := t.set.tables[side.slot()]
			if table == nil {
				yield(Entry{}, fmt.Errorf("these tables know nothing of %v: they reach %d pieces", m, t.MaxPieces()))
				return
			}
			for from := 0; from < table.layout.size; from += blockSize {
				if err := ctx.Err(); err != nil {
					yield(Entry{}, err)
					return
				}
				if !t.block(table, from, yield) {
					return
				}
			}
		}
	}
}

// block yields the entries of the block that begins at an index; it tells whether
// to go on.
func (t *Tables) block(table *table, from int, yield func(Entry, error) bool) bool {
	l := table.layout
	for i := from; i < min(from+blockSize, l.size); i++ {
		b, real := l.boards(i)
		if !real {
			continue
		}
		mirror := b.mirror()
		if l.twin(i) {
			// Both are stored where the lead is its own mirror image.
			if other, _, _ := l.index(&mirror); other < i {
				continue
			}
		}
		v, ok := table.source.at(i)
		if !ok {
			yield(Entry{}, t.Err())
			return false
		}
		result, plies := v.result()
		if !yield(Entry{l.material, b.position(), Value{result, plies}, mirror != b}, nil) {
			return false
		}
	}
	return true
}

// kindNames are the kinds of piece as White sees them who is to move.
var kindNames = [kinds]string{"white_men", "white_kings", "black_men", "black_kings"}

// Order names the boards by which the entries of a table are sorted, White being
// to move, the first counting most: its 64 bits are compared as a number, a1 being
// bit 0. Boards that are always empty are left out.
func (t *Tables) Order(m Material) []string {
	table := t.set.tables[m.slot()]
	if table == nil {
		return nil
	}
	order := []string{kindNames[table.layout.leader]}
	for _, d := range table.layout.rest {
		order = append(order, kindNames[d.kind])
	}
	return order
}

// FindMaterial reads the name of a material, whichever side stands first in it and
// in letters of either case, and returns it as [Materials] has it. ok is false if
// there is none of that name.
func FindMaterial(name string) (m Material, ok bool) {
	for _, m := range Materials(MaxPieces) {
		for _, side := range m.Tables() {
			if strings.EqualFold(side.String(), name) {
				return m, true
			}
		}
	}
	return Material{}, false
}
