package dama

import (
	"iter"
	"math/bits"
)

// Bitboard is a set of squares: bit n stands for [Square] n, so a1 is bit 0.
type Bitboard uint64

// The files and ranks that the shifts of the move generator must not cross.
const (
	fileA Bitboard = 0x0101010101010101
	fileH Bitboard = fileA << 7
	rank1 Bitboard = 0xFF
	rank8 Bitboard = rank1 << 56
)

// Has tells whether the square is in the set.
func (b Bitboard) Has(s Square) bool { return b>>s&1 != 0 }

// Count returns the number of squares in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of a set, [NoSquare] of an empty one.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// last returns the highest square of a set that is not empty.
func (b Bitboard) last() Square { return Square(63 - bits.LeadingZeros64(uint64(b))) }

// Squares yields the set's squares in the order a1, b1, ... h8.
func (b Bitboard) Squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; b != 0; b &= b - 1 {
			if !yield(b.First()) {
				return
			}
		}
	}
}

// FlipRanks turns the board upside down: a1 becomes a8.
func (b Bitboard) FlipRanks() Bitboard { return Bitboard(bits.ReverseBytes64(uint64(b))) }

// MirrorFiles mirrors the board left to right: a1 becomes h1.
func (b Bitboard) MirrorFiles() Bitboard {
	return Bitboard(bits.ReverseBytes64(bits.Reverse64(uint64(b))))
}
