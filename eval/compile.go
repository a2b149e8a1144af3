package eval

import "damalab/dama"

// Weights are compiled once into the form in which the walk adds them up fastest.

// Evaluator scores positions with fixed weights. It does not change and may be
// shared between goroutines.
type Evaluator struct {
	weights  [Size]packed
	manRows  [8][256]packed // all that men's squares are worth, for each pattern on a rank
	kingAt   [64]packed     // all that a king's square is worth
	patterns *patternSum    // nil for none
	threats  bool           // threatened pieces have a weight; finding them takes time
}

// New returns an evaluator with a copy of the weights.
func New(w *Weights) *Evaluator {
	e := &Evaluator{patterns: newPatternSum(w.Patterns)}
	for i, pair := range w.Pairs {
		e.weights[i] = pack(pair)
	}
	e.threats = e.weights[atManThreatened]|e.weights[atKingThreatened] != 0
	for s := range e.kingAt {
		e.kingAt[s] = e.sumOf(squareFeatures[dama.King][s])
	}
	for rank := range e.manRows {
		for men := 1; men < 256; men++ {
			first := dama.Bitboard(men).First()
			e.manRows[rank][men] = e.manRows[rank][men&(men-1)] + e.sumOf(squareFeatures[dama.Man][rank*8+int(first)])
		}
	}
	return e
}

func (e *Evaluator) sumOf(features []uint16) (sum packed) {
	for _, index := range features {
		sum += e.weights[index]
	}
	return sum
}

// packed is a weight's opening value in the upper 32 bits and its ending value in
// the lower ones, so that one addition adds both. The lower half may be negative
// and then borrows from the upper one; unpacking gives it back.
type packed int64

func pack(w Pair) packed { return packed(w.Opening)<<32 + packed(w.Ending) }

func (s packed) unpack() (opening, ending int) {
	e := int32(s)
	return int((s - packed(e)) >> 32), int(e)
}

// blend returns the score of a sum.
func (s packed) blend(phase int) int {
	opening, ending := s.unpack()
	return Blend(opening, ending, phase)
}

// squareFeatures lists, for each kind of piece and square as the owner sees the
// board, the features that a piece there counts for because of its square alone.
var squareFeatures = makeSquareFeatures()

func makeSquareFeatures() (t [2][64][]uint16) {
	for s := range dama.Square(64) {
		t[dama.Man][s], t[dama.King][s] = manFeaturesOn(s), kingFeaturesOn(s)
	}
	return t
}

// Sets of squares that features are about, as the owner sees the board.
const (
	fileA  dama.Bitboard = 0x0101010101010101
	fileH                = fileA << 7
	centre dama.Bitboard = 0x00003C3C3C3C0000 // c3 to f6
	wing   dama.Bitboard = 0x0F0F0F0F0F0F0F0F // files a to d
	home   dama.Bitboard = 0xFFFF             // the first two ranks
)

func manFeaturesOn(s dama.Square) []uint16 {
	list := []uint16{atMan, uint16(atManRank + s.Rank()), atManSquare + uint16(squareIndex[s])}
	if home.Has(s) {
		list = append(list, atBackGuards)
	}
	if (fileA | fileH).Has(s) {
		list = append(list, atEdgeMen)
	}
	if centre.Has(s) {
		list = append(list, atCentreMen)
	}
	return list
}

func kingFeaturesOn(s dama.Square) []uint16 {
	list := []uint16{atKing, atKingSquare + uint16(squareIndex[s])}
	if home.Has(s) {
		list = append(list, atBackGuards)
	}
	return list
}
