package eval

import "damalab/dama"

// Feature is a named group of weights. A group of one is a plain number, a group
// of [Squares] is a table over the board whose left and right halves are equal.
type Feature struct {
	// Name is the feature's name in weights files.
	Name string
	// Size is the number of different weights: 1, or 32 for a mirrored table.
	Size int
	// Doc says in a sentence what is counted.
	Doc string
	// First is the index of the group's first weight among all weights.
	First int
}

// Squares is the number of different weights in a table over the board: 64
// squares, left and right halves equal.
const Squares = 32

// Where each group begins among all weights; Size is their number.
const (
	atMan        = 0
	atKing       = atMan + 1
	atTempo      = atKing + 1
	atManSteps   = atTempo + 1
	atKingLines  = atManSteps + 1
	atManSquare  = atKingLines + 1
	atKingSquare = atManSquare + Squares

	// Size is the number of features with their own weight, tables counted
	// entry by entry. There are twice as many weights: opening and ending.
	Size = atKingSquare + Squares
)

// Features returns the features in the order of their weights.
func Features() []Feature {
	return []Feature{
		{"man", 1, "men on the board", atMan},
		{"king", 1, "kings on the board", atKing},
		{"tempo", 1, "having the move", atTempo},
		{"man_steps", 1, "quiet moves that men have", atManSteps},
		{"king_lines", 1, "empty squares that kings see along their lines", atKingLines},
		{"man_square", Squares, "a man's square, from its owner's side of the board", atManSquare},
		{"king_square", Squares, "a king's square, from its owner's side of the board", atKingSquare},
	}
}

// squareIndex holds the place of each square in a mirrored table: the square as
// its owner sees the board, the right half folded onto the left.
var squareIndex = makeSquareIndex()

func makeSquareIndex() (t [64]uint8) {
	for i := range Squares {
		left, right := IndexSquares(i)
		t[left], t[right] = uint8(i), uint8(i)
	}
	return t
}

// IndexSquares returns the two squares, as the owner of the piece sees the board,
// that share entry i (0 to 31) of a mirrored table.
func IndexSquares(i int) (left, right dama.Square) {
	return dama.SquareAt(i%4, i/4), dama.SquareAt(7-i%4, i/4)
}
