package eval

import "damalab/dama"

// Searches meet the same men of one side again and again, with other men of the
// other side or with one king moved, so what men alone are worth is remembered.

// Scorer is an evaluator that remembers: it gives the same scores sooner. It is for
// one goroutine at a time.
type Scorer struct {
	eval  *Evaluator
	known menTable
}

// NewScorer returns a scorer with an evaluator's weights and an empty memory.
func NewScorer(e *Evaluator) *Scorer { return &Scorer{eval: e} }

// Score returns what [Evaluator.Score] returns.
func (s *Scorer) Score(p *dama.Position) int {
	t := tally{e: s.eval, known: &s.known}
	return t.walk(p, window{})
}

// ScoreWithin returns what [Evaluator.Score] returns where that is above low and
// below high. Of other scores it may return a bound in their place, still outside:
// what is known without looking at what the pieces can do, moved towards the window
// by the margin, which says how much that can be worth. All are in hundredths of a
// man; with a margin of 0 or less it is Score.
func (s *Scorer) ScoreWithin(p *dama.Position, low, high, margin int) int {
	t := tally{e: s.eval, known: &s.known}
	return t.walk(p, window{low, high, margin})
}

// menTable holds what sets of men are worth, each in the one place where it can be.
// An empty place is right about the empty set.
type menTable [1 << menBits]knownMen

// menBits makes the table 16 KB, which the processor's caches hold beside
// all else.
const menBits = 10

type knownMen struct {
	men   dama.Bitboard
	worth packed
}

// place returns where a set of men is remembered: the upper bits of a product in
// which each man has changed those above him.
func (t *menTable) place(men dama.Bitboard) *knownMen {
	return &t[uint64(men)*0x9E3779B97F4A7C15>>(64-menBits)]
}
