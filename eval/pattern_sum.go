package eval

import (
	"math/bits"

	"damalab/dama"
)

// How patterns are added up. Four groups that stand side by side are four lanes of
// 16 bits in one word. What a rank's men are in each lane is looked up by the byte
// that the rank is in a bitboard, for the own men and for the others, and the
// ranks of a group are joined in all lanes at once:
//
//	code of a rank = lanes[own men] + 2*lanes[other men]
//	raw indices    = code of the lowest rank + 3^width * (code of the next + ...)
//
// Groups on the right use the table of their mirror image on the left, by lanes that
// read the rank backwards, and groups of the upper half that of the lower half, by
// looking at the board as the other side sees it. So there is one table for up to
// four groups, and the processor's caches hold them.

// patternSum adds up the patterns of a position.
type patternSum struct {
	strips []strip
}

// strip is a rectangle at up to four files, at every height.
type strip struct {
	lanes  [256]uint64
	power  uint64 // 3^width
	height int
	bands  []band
}

// band is a strip at one height, and at the height that the other side sees there.
type band struct {
	rank   int
	middle bool // both are the same
	tables [4]*patternTable
}

// patternTable holds a group's weights by its raw index. It is long enough for any 16
// bits, so that no bounds are checked, though nobody asks beyond the group's own:
// tables that follow one another overlap there.
type patternTable [1 << 16]patternValue

// patternValue is a weight's opening value in the upper 16 bits and its ending value
// in the lower ones, so that one addition adds both; the lower half borrows from the
// upper one where it is negative.
type patternValue int32

// PatternLimit is the most that a pattern weighs, either way, in hundredths of a man:
// the sum over 32 groups must fit into 16 bits.
const PatternLimit = 1023

func packPattern(w Pair) patternValue {
	return patternValue(w.Opening)<<16 + patternValue(w.Ending)
}

// widened gives the halves 32 bits each.
func (v patternValue) widened() packed {
	ending := int16(v)
	return packed((v-patternValue(ending))>>16)<<32 + packed(ending)
}

// newPatternSum returns nil for no patterns.
func newPatternSum(p *Patterns) *patternSum {
	if p == nil {
		return nil
	}
	sum, store := &patternSum{}, p.store()
	for _, r := range p.Set.rectangles {
		for i := 0; i < len(r.files); i += 4 {
			sum.strips = append(sum.strips, store.strip(r, r.files[i:min(i+4, len(r.files))]))
		}
	}
	return sum
}

// patternStore is all tables one behind the other.
type patternStore struct {
	set    *PatternSet
	values []patternValue
	begin  map[group]int
}

// store spreads the weights over the raw indices of the groups that have a table.
func (p *Patterns) store() *patternStore {
	t := &patternStore{set: p.Set, begin: map[group]int{}}
	for number, g := range p.Set.groups {
		if g != g.left() || g.rank > g.turned().rank {
			continue
		}
		t.begin[g] = len(t.values)
		for index := range p.Set.Raw(number) {
			w, sign := p.Set.Weight(number, uint16(index))
			value := patternValue(0)
			if sign != 0 {
				value = patternValue(sign) * packPattern(p.Pairs[w])
			}
			t.values = append(t.values, value)
		}
	}
	t.begin[group{}] = len(t.values) // of no group: nothing but 0
	t.values = append(t.values, make([]patternValue, len(patternTable{}))...)
	return t
}

// left returns which of a group and its mirror image is further left.
func (g group) left() group {
	g.file = min(g.file, g.mirrored().file)
	return g
}

func (t *patternStore) table(g group) *patternTable {
	return (*patternTable)(t.values[t.begin[g]:])
}

func (t *patternStore) strip(r rectangle, files []int) strip {
	s := strip{power: uint64(power3(r.width)), height: r.height}
	for b := range s.lanes {
		s.lanes[b] = lanesOf(uint8(b), r.width, files)
	}
	for rank := lowestMen; 2*rank+r.height <= 8; rank++ {
		b := band{rank: rank, middle: 2*rank+r.height == 8}
		for lane := range b.tables {
			b.tables[lane] = t.table(group{})
			if lane < len(files) {
				b.tables[lane] = t.table(group{r.width, r.height, files[lane], rank}.left())
			}
		}
		s.bands = append(s.bands, b)
	}
	return s
}

// lanesOf reads a rank from each of the files, backwards on the right half.
func lanesOf(b uint8, width int, files []int) (lanes uint64) {
	mask := uint8(1<<width - 1)
	for i, file := range files {
		men, left := b, 8-width-file
		if left < file {
			men = bits.Reverse8(b)
		}
		lanes |= uint64(ternary[men>>min(file, left)&mask]) << (16 * i)
	}
	return lanes
}

// of returns what the men are worth to the side that sees them so.
func (x *patternSum) of(own, foe dama.Bitboard) packed {
	var sum patternValue
	for i := range x.strips {
		sum += x.strips[i].of(uint64(own), uint64(foe))
	}
	return sum.widened()
}

func (s *strip) of(own, foe uint64) (sum patternValue) {
	var ours, theirs [8]uint64 // the codes of the ranks as each side sees them
	for rank := lowestMen; rank <= highestMen; rank++ {
		a, b := s.lanes[uint8(own>>(8*rank))], s.lanes[uint8(foe>>(8*rank))]
		ours[rank], theirs[7-rank] = a+2*b, b+2*a
	}
	for i := range s.bands {
		b := &s.bands[i]
		sum += b.at(s.join(&ours, b.rank))
		if !b.middle {
			sum -= b.at(s.join(&theirs, b.rank))
		}
	}
	return sum
}

// join returns the raw indices of the lanes at a height.
func (s *strip) join(codes *[8]uint64, rank int) uint64 {
	index := uint64(0)
	for r := rank + s.height - 1; r >= rank; r-- {
		index = index*s.power + codes[r&7]
	}
	return index
}

func (b *band) at(index uint64) patternValue {
	return b.tables[0][uint16(index)] + b.tables[1][uint16(index>>16)] +
		b.tables[2][uint16(index>>32)] + b.tables[3][uint16(index>>48)]
}
