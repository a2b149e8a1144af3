package dama

import (
	"fmt"
	"strconv"
)

// Square is one of the 64 squares, 0 to 63: a1 is 0, b1 is 1, h8 is 63.
// a1 is White's lower left corner.
type Square uint8

// NoSquare is the value that names no square.
const NoSquare Square = 64

// SquareAt returns the square on a file (0 is a) and a rank (0 is rank 1).
func SquareAt(file, rank int) Square { return Square(rank*8 + file) }

// File returns the square's file, 0 for a to 7 for h.
func (s Square) File() int { return int(s) & 7 }

// Rank returns the square's rank, 0 for rank 1 to 7 for rank 8.
func (s Square) Rank() int { return int(s) >> 3 }

// Number returns the square's number in numeric notation, 1 (a1) to 64 (h8).
func (s Square) Number() int { return int(s) + 1 }

// Bit returns the board with this square alone.
func (s Square) Bit() Bitboard { return 1 << s }

// String returns the square's name, such as "a1", or "-" for [NoSquare].
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s.File()), '1' + byte(s.Rank())})
}

// ParseSquare reads a square's name ("a1" to "h8") or its number ("1" to "64").
func ParseSquare(text string) (Square, error) {
	if n, err := strconv.Atoi(text); err == nil && len(text) <= 2 && text[0] != '+' && text[0] != '-' {
		if n >= 1 && n <= 64 {
			return Square(n - 1), nil
		}
		return NoSquare, fmt.Errorf("unknown square %q: numbers run from 1 (a1) to 64 (h8)", text)
	}
	if len(text) == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8' {
		return SquareAt(int(text[0]-'a'), int(text[1]-'1')), nil
	}
	return NoSquare, fmt.Errorf("unknown square %q: squares run from a1 to h8", text)
}
