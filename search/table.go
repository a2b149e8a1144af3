package search

import (
	"reflect"

	"damalab/dama"
)

// bound says what a stored score means.
type bound uint8

const (
	noBound bound = iota
	exact
	atLeast // the search was cut off: the true score is this or more
	atMost  // no move reached the window: the true score is this or less
)

// EntryBytes is the size of one entry of the transposition table.
const EntryBytes = 16

// entry is one position in the table, in 16 bytes, so that four of them share a
// line of the processor's cache. It is packed into two numbers that the compiler
// keeps in registers:
//
//	whose  bits 32-63 the upper half of the position's key (its lower half is the
//	       place in the table), 0-31 the move
//	what   bits 48-63 the score, 32-47 the game, 8-15 the depth, 0-7 the bound
type entry struct{ whose, what uint64 }

func newEntry(key uint64, m moveCode, s Score, game uint16, depth int, b bound) entry {
	return entry{
		whose: key>>32<<32 | uint64(m),
		what:  uint64(uint16(s))<<48 | uint64(game)<<32 | uint64(uint8(depth))<<8 | uint64(b),
	}
}

// of tells whether the entry is that of a position in the given game. Entries of
// other games count as empty.
func (e entry) of(key uint64, game uint16) bool {
	return e.whose>>32 == key>>32 && e.game() == game
}

func (e entry) game() uint16   { return uint16(e.what >> 32) }
func (e entry) move() moveCode { return moveCode(e.whose) }
func (e entry) score() Score   { return Score(int64(e.what) >> 48) }
func (e entry) depth() int     { return int(int8(e.what >> 8)) }
func (e entry) bound() bound   { return bound(e.what) }

// aged returns the entry as if it had been searched a ply less deep.
func (e entry) aged() entry {
	e.what = e.what&^(0xFF<<8) | uint64(uint8(e.depth()-1))<<8
	return e
}

// moveCode stands for a move where there is no room for one: its squares, what
// becomes of the piece, and 16 bits of a hash of the captured squares. It is only
// compared with the codes of legal moves, so a rare mix-up costs time, not truth.
type moveCode uint32

// noMove is the code of no move.
const noMove moveCode = 0

// pair returns the squares of the move.
func (c moveCode) pair() pairCode { return pairCode(c & (squarePairs - 1)) }

func codeOf(m dama.Move) moveCode {
	c := moveCode(m.From()) | moveCode(m.To())<<6 | 1<<31
	if m.Crowned() {
		c |= 1 << 12
	}
	return c | moveCode(uint64(m.Captured())*0x9E3779B97F4A7C15>>48)<<13
}

// table remembers positions already searched. Each position has one place, which
// the deeper search of the present game keeps.
//
// Half of those who ask are captures where the depth is used up. They have a small
// part of their own, which stays in the processor's cache: a place in the large one
// has to be fetched from far away, which takes as long as all else in such a node.
type table struct {
	deep, shallow []entry
	game          uint16
	shallowDepth  int // the greatest depth that the shallow part is for
	keep          int // how many plies deeper an old entry must be to hold its place
}

func newTable(p *Params) *table {
	return &table{
		deep: newEntries(p.TableEntries), shallow: newEntries(p.ShallowEntries),
		game: 1, shallowDepth: p.ShallowDepth, keep: p.TableKeep,
	}
}

// newGame makes the table empty without touching it: entries carry the number of
// their game. Only when the numbers run out is it really cleared.
func (t *table) newGame() {
	t.game++
	if t.game == 0 {
		clear(t.deep)
		clear(t.shallow)
		t.game = 1
	}
}

// newEntries returns empty entries, as many as the greatest power of two that is
// not above limit. A table of some megabytes has more pages of the usual size than
// a processor can find at once, so huge pages are asked for.
func newEntries(limit int) []entry {
	n := 1
	for n*2 <= limit {
		n *= 2
	}
	if n*EntryBytes < hugePage {
		return make([]entry, n)
	}
	all := make([]entry, n+hugePage/EntryBytes)
	skip := -reflect.ValueOf(all).Pointer() % hugePage / EntryBytes // a huge page begins at a multiple of its size
	adviseHuge(all[skip:][:n])
	return all[skip:][:n:n]
}

// place returns where a position is kept when it is searched to a depth.
func (t *table) place(key uint64, depth int) *entry {
	part := t.deep
	if depth <= t.shallowDepth {
		part = t.shallow
	}
	return &part[key&uint64(len(part)-1)]
}

// fetch returns the entry in a position's place, which may be another position's.
func (t *table) fetch(key uint64, depth int) entry { return *t.place(key, depth) }

// store keeps a result. That of a position with a capture is kept in the shallow
// part too, where it answers when the position comes up with no depth left.
func (t *table) store(key uint64, m moveCode, s Score, depth int, b bound, capture bool) {
	t.put(t.place(key, depth), key, m, s, depth, b)
	if capture && depth > t.shallowDepth && t.shallowDepth >= 0 {
		t.put(t.place(key, t.shallowDepth), key, m, s, depth, b)
	}
}

// put keeps a result in a place unless a deeper one of another position stands
// there. A result without a move keeps the move known before.
func (t *table) put(e *entry, key uint64, m moveCode, s Score, depth int, b bound) {
	old := *e
	if old.game() == t.game {
		if old.whose>>32 == key>>32 {
			if m == noMove {
				m = old.move()
			}
		} else if old.depth() > depth+t.keep {
			*e = old.aged() // so that it does not stay for ever
			return
		}
	}
	*e = newEntry(key, m, s, t.game, depth, b)
}
