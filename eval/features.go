package eval

import "damalab/dama"

// Shape says how the weights of a feature are laid out.
type Shape uint8

const (
	// Number is a single weight.
	Number Shape = iota
	// Ranks is a table of 8 weights, from the owner's first rank to its far
	// rank.
	Ranks
	// Board is a table over the board whose left and right halves are equal:
	// 32 different weights, 64 in a weights file.
	Board
)

// Size returns the number of different weights of the shape.
func (s Shape) Size() int { return [...]int{Number: 1, Ranks: 8, Board: Squares}[s] }

// Squares is the number of different weights in a table over the board: 64
// squares, left and right halves equal.
const Squares = 32

// Feature is a named group of weights.
type Feature struct {
	// Name is the feature's name in weights files.
	Name string
	// Shape says how many weights the feature has and what they stand for.
	Shape Shape
	// Doc says in a few words what is counted.
	Doc string
	// First is the index of the feature's first weight among all weights.
	First int
}

// Size returns the number of different weights of the feature.
func (f Feature) Size() int { return f.Shape.Size() }

// Where each feature's weights begin among all weights.
const (
	atMan = iota
	atKing
	atTempo
	atManSteps
	atKingLines
	atPairsBeside
	atPairsBehind
	atRowsOfThree
	atFilesOfThree
	atBlockedMen
	atBackGuards
	atEdgeMen
	atCentreMen
	atWingGap
	atKingShut
	atKingThreatened
	atManThreatened
	numbers // how many features are single numbers

	atFreeMan    = numbers
	atManRank    = atFreeMan + 8
	atManSquare  = atManRank + 8
	atKingSquare = atManSquare + Squares

	// Size is the number of features with their own weight, tables counted
	// entry by entry. There are twice as many weights: opening and ending.
	Size = atKingSquare + Squares
)

// Features returns the features in the order of their weights. Ranks, squares and
// "in front" are as the owner of the piece sees the board.
func Features() []Feature {
	return []Feature{
		{"man", Number, "men", atMan},
		{"king", Number, "kings", atKing},
		{"tempo", Number, "having the move", atTempo},
		{"man_steps", Number, "quiet moves that men have", atManSteps},
		{"king_lines", Number, "empty squares that kings see along their lines", atKingLines},
		{"pairs_beside", Number, "pairs of men side by side", atPairsBeside},
		{"pairs_behind", Number, "pairs of men one behind the other", atPairsBehind},
		{"rows_of_three", Number, "three men side by side", atRowsOfThree},
		{"files_of_three", Number, "three men one behind the other", atFilesOfThree},
		{"blocked_men", Number, "men without a quiet move", atBlockedMen},
		{"back_guards", Number, "pieces on the own first two ranks", atBackGuards},
		{"edge_men", Number, "men on the outer files", atEdgeMen},
		{"centre_men", Number, "men on the squares c3 to f6", atCentreMen},
		{"wing_gap", Number, "men by which one wing outnumbers the other", atWingGap},
		{"king_shut", Number, "kings without a quiet move", atKingShut},
		{"king_threatened", Number, "kings that the other side could take", atKingThreatened},
		{"man_threatened", Number, "men that the other side could take", atManThreatened},
		{"free_man", Ranks, "men with nothing in front of them, by rank", atFreeMan},
		{"man_rank", Ranks, "men by rank", atManRank},
		{"man_square", Board, "men by square", atManSquare},
		{"king_square", Board, "kings by square", atKingSquare},
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
