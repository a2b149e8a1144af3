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

// entry is one position in the table.
type entry struct {
	key   uint64
	move  dama.Move
	score int16
	game  uint16 // entries of other games count as empty
	depth int8
	bound bound
}

// table remembers positions already searched. Each position has one place, which
// the deeper search of the present game keeps.
type table struct {
	entries []entry
	mask    uint64
	game    uint16
}

func newTable(size int) *table {
	n := 1
	for n*2 <= size {
		n *= 2
	}
	return &table{entries: make([]entry, n), mask: uint64(n - 1), game: 1}
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
	if e.key == key && e.game == t.game {
		return e
	}
	return nil
}

// store keeps a result unless a deeper one of another position stands there. A
// result without a move keeps the move known before.
func (t *table) store(key uint64, m dama.Move, s Score, depth int, b bound) {
	e := &t.entries[key&t.mask]
	same := e.game == t.game && e.key == key
	if e.game == t.game && !same && int(e.depth) > depth+tableAge {
		e.depth-- // so that it does not stay for ever
		return
	}
	if m.IsZero() && same {
		m = e.move
	}
	*e = entry{key: key, move: m, score: int16(s), game: t.game, depth: int8(depth), bound: b}
}

// tableAge is how many plies deeper an old entry must be to hold its place.
const tableAge = 3
