package eval

import (
	"math/bits"

	"damalab/dama"
)

// FullBoard is the number of pieces at which only the opening weights count.
const FullBoard = 32

// Term is a feature with how often it occurs: the side to move's count less the
// opponent's.
type Term struct {
	Index uint16 // 0 to Size-1
	Count int16
}

// Phase returns how much of the opening weights counts, in parts of [FullBoard]:
// the number of pieces, 0 to 32. (A composed position may have more pieces; it
// counts as full.)
func Phase(p dama.Position) int { return min(p.Occupied().Count(), FullBoard) }

// Score returns what the position is worth to the side to move, in hundredths of
// a man.
func (e *Evaluator) Score(p dama.Position) int {
	t := tally{weights: &e.packed}
	t.walk(p)
	return t.score(Phase(p))
}

// Terms appends the features that occur in p, from the side to move's point of
// view, and returns the score that their weights add up to. An index may come
// more than once; its counts add up.
func (e *Evaluator) Terms(buf []Term, p dama.Position) ([]Term, int) {
	t := tally{weights: &e.packed, terms: buf, trace: true}
	t.walk(p)
	return t.terms, t.score(Phase(p))
}

// Blend joins an opening and an ending sum as the phase says, rounding towards
// zero, so that the same position seen from the other side has the opposite score.
func Blend(opening, ending, phase int) int {
	return (opening*phase + ending*(FullBoard-phase)) / FullBoard
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

// tally adds features up while a position is walked and, where it is asked for,
// lists them.
type tally struct {
	weights *[Size]packed
	sum     packed
	trace   bool
	terms   []Term
}

func (t *tally) add(index int, count int32) {
	t.sum += t.weights[index] * packed(count)
	if t.trace {
		t.list(index, count)
	}
}

func (t *tally) list(index int, count int32) {
	if count != 0 {
		t.terms = append(t.terms, Term{uint16(index), int16(count)})
	}
}

func (t *tally) score(phase int) int {
	opening, ending := t.sum.unpack()
	return Blend(opening, ending, phase)
}

// walk is the evaluation: every feature is counted here and nowhere else.
func (t *tally) walk(p dama.Position) {
	t.add(atTempo, 1)
	own := p.Side()
	t.side(p, own, 1)
	t.side(p, own.Other(), -1)
}

// side counts one side's pieces; sign is +1 for the side to move.
func (t *tally) side(p dama.Position, c dama.Color, sign int32) {
	men, kings := p.Men(c), p.Kings(c)
	t.add(atMan, sign*int32(men.Count()))
	t.add(atManSteps, sign*int32(p.ManSteps(c)))
	flip := dama.Square(0)
	if c == dama.Black {
		flip = 56
	}
	for b := men; b != 0; b &= b - 1 {
		t.add(atManSquare+int(squareIndex[(b.First()^flip)&63]), sign)
	}
	if kings == 0 {
		return
	}
	t.add(atKing, sign*int32(kings.Count()))
	occupied, seen := p.Occupied(), 0
	for b := kings; b != 0; b &= b - 1 {
		t.add(atKingSquare+int(squareIndex[(b.First()^flip)&63]), sign)
		seen += bits.OnesCount64(uint64(dama.Lines(b.First(), occupied) &^ occupied))
	}
	t.add(atKingLines, sign*int32(seen))
}
