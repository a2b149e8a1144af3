package endgame

import "sync/atomic"

// state is what is known of one position while its table is solved, in one word
// so that it can be changed at once from several goroutines:
//
//	bits  0-11   its value, 0 as long as none is known
//	bits 12-19   how many quiet moves may still turn out not to lose, or a mark
//	bits 20-31   the slowest loss among the moves that leave the table
type state uint32

const (
	valueBits = 12
	countBits = 8
	// bound is above every value; a value that reaches it would need more bits.
	bound = 1<<valueBits - 1
)

// Marks in the place of the count; no position has so many moves.
const (
	noLoss uint32 = 254 // it has a move that does not lose
	closed uint32 = 255 // its value is known from the start
)

// hole is the state of an index that stands for no position.
const hole = state(closed<<valueBits | bound<<(valueBits+countBits))

func newState(v value, count uint32, slowest value) state {
	return state(uint32(v) | count<<valueBits | uint32(slowest)<<(valueBits+countBits))
}

func (s state) value() value   { return value(s & bound) }
func (s state) count() uint32  { return uint32(s) >> valueBits & (1<<countBits - 1) }
func (s state) slowest() value { return value(s >> (valueBits + countBits)) }

// winning is the state after a move to a lost position was found that makes a
// win of value v.
func (s state) winning(v value) state {
	if s.count() == closed || s.value() != 0 && s.value() <= v {
		return s
	}
	return newState(v, noLoss, 0)
}

// losing is the state after one more move turned out to lose; v is the value that
// this move gives. The moves come in the order of their values, so the last one
// is the slowest.
func (s state) losing(v value) state {
	switch n := s.count(); n {
	case noLoss, closed:
		return s
	case 1:
		return newState(max(v, s.slowest()), noLoss, 0)
	default:
		return newState(0, n-1, s.slowest())
	}
}

// update changes a state that other goroutines may change too, and returns the
// value that was given to it, 0 if none was.
func update(at *uint32, v value) value {
	for {
		old := state(atomic.LoadUint32(at))
		var s state
		if v.wins() {
			s = old.winning(v)
		} else {
			s = old.losing(v)
		}
		if s == old {
			return 0
		}
		if atomic.CompareAndSwapUint32(at, uint32(old), uint32(s)) {
			return s.value()
		}
	}
}
