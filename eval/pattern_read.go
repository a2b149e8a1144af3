package eval

import "damalab/dama"

// How raw indices are read: like pattern_sum.go, up to four groups that stand side by
// side at a time, in lanes of 16 bits, but each group by itself.

// Men returns the men of the side to move and those of the other side as the side to
// move sees them: its own move up.
func Men(p dama.Position) (own, foe dama.Bitboard) {
	v, _ := views(&p)
	return v.men, v.foeMen
}

// PatternIndices has room for the raw indices of any set, the first group's first.
// What stands behind the last group's means nothing.
type PatternIndices [32 + 3]uint16

// Indices fills in the raw index of each group, from the men as [Men] returns them;
// only those on the second to the seventh rank count.
func (s *PatternSet) Indices(buf *PatternIndices, own, foe dama.Bitboard) {
	for i := range s.readers {
		s.readers[i].read(buf, uint64(own), uint64(foe))
	}
}

// reader reads a rectangle at up to four files, at every height. It writes four
// numbers at a time even where there are fewer groups: what it writes too much stands
// where it, or a reader after it, writes next.
type reader struct {
	lanes  [256]uint64 // of what men a rank has, in each lane the digits of a group's rank
	power  uint64      // 3^width
	height int
	at     int // the first group's number
	step   int // from a group's number to that of the same files one rank up
}

func newReaders(rectangles []rectangle) (readers []reader) {
	at := 0
	for _, r := range rectangles {
		for i := (len(r.files) - 1) / 4 * 4; i >= 0; i -= 4 {
			files := r.files[i:min(i+4, len(r.files))]
			x := reader{power: uint64(power3(r.width)), height: r.height, at: at + i, step: len(r.files)}
			for b := range x.lanes {
				for lane, file := range files {
					x.lanes[b] |= uint64(ternary[b>>file&(1<<r.width-1)]) << (16 * lane)
				}
			}
			readers = append(readers, x)
		}
		at += len(r.files) * (highestMen - lowestMen + 2 - r.height)
	}
	return readers
}

func (x *reader) read(buf *PatternIndices, own, foe uint64) {
	var codes [8]uint64
	for rank := lowestMen; rank <= highestMen; rank++ {
		own, foe = own>>8, foe>>8
		codes[rank] = x.lanes[uint8(own)] + 2*x.lanes[uint8(foe)]
	}
	at := x.at
	for rank := lowestMen; rank+x.height-1 <= highestMen; rank++ {
		index := uint64(0)
		for r := rank + x.height - 1; r >= rank; r-- {
			index = index*x.power + codes[r&7]
		}
		four := (*[4]uint16)(buf[at:])
		four[0], four[1], four[2], four[3] = uint16(index), uint16(index>>16), uint16(index>>32), uint16(index>>48)
		at += x.step
	}
}
