package search

import "damalab/dama"

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
// line of the processor's cache.
type entry struct {
	check uint32 // the upper half of the position's key; the lower half is its place
	move  moveCode
	score int16
	game  uint16 // entries of other games count as empty
	depth int8
	bound bound
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
type table struct {
	entries []entry
	mask    uint64
	game    uint16
	keep    int // how many plies deeper an old entry must be to hold its place
}

func newTable(p *Params) *table {
	n := 1
	for n*2 <= p.TableEntries {
		n *= 2
	}
	return &table{entries: make([]entry, n), mask: uint64(n - 1), game: 1, keep: p.TableKeep}
}

// newGame makes the table empty without touching it: entries carry the number of
// their game. Only when the numbers run out is it really cleared.
func (t *table) newGame() {
	t.game++
	if t.game == 0 {
		clear(t.entries)
		t.game = 1
	}
}

// find returns the entry of a position, or nil.
func (t *table) find(key uint64) *entry {
	e := &t.entries[key&t.mask]
	if e.check == uint32(key>>32) && e.game == t.game {
		return e
	}
	return nil
}

// store keeps a result unless a deeper one of another position stands there. A
// result without a move keeps the move known before.
func (t *table) store(key uint64, m moveCode, s Score, depth int, b bound) {
	e := &t.entries[key&t.mask]
	same := e.game == t.game && e.check == uint32(key>>32)
	if e.game == t.game && !same && int(e.depth) > depth+t.keep {
		e.depth-- // so that it does not stay for ever
		return
	}
	if m == noMove && same {
		m = e.move
	}
	*e = entry{check: uint32(key >> 32), move: m, score: int16(s), game: t.game, depth: int8(depth), bound: b}
}
