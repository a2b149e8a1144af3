package puzzles

import (
	"slices"

	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles/proof"
)

// choiceMiner finds positions in which several captures are legal and one of them
// is right.
type choiceMiner struct {
	lineMiner
	choice ChoiceCriteria
}

func (choiceMiner) kind() datasets.PuzzleKind { return datasets.ChoicePuzzle }

func (m choiceMiner) judge(s spot) verdict {
	switch {
	case len(s.legal) == 0 || !s.legal[0].IsCapture():
		return verdict{reason: NotACapture}
	case len(s.legal) < 2:
		return verdict{reason: OneMove}
	}
	t := termsOf(fastBook{}, m.ruleset.Facts, s.position)
	options := m.byCaptures(t, s)
	best, gain := m.best(t, options)
	if gain < m.criteria.MinEnd-t.start {
		return verdict{reason: NothingToKeep}
	}
	c := m.claim(t, best, gain)
	if !m.choice.Landings && plainLanding(options, c) {
		return verdict{reason: TooPlain}
	}
	found, reason := t.solve(s.position, c, func(*solved) Reason { return "" })
	if reason != "" {
		return verdict{reason: reason, rival: found}
	}
	return m.finish(s, m.kind(), found)
}

// byCaptures returns the legal moves with what the captures by themselves get in
// the field rank, the best first.
func (m choiceMiner) byCaptures(t terms, s spot) []option {
	options := t.book.appendOptions(nil, t.facts, s.position)
	play := settler{book: t.book, facts: t.facts, known: map[dama.Position]int{}}
	for i := range options {
		options[i].rank = -play.settle(options[i].after) - t.start
	}
	slices.SortStableFunc(options, func(a, b option) int { return b.rank - a.rank })
	return options
}

// plainLanding tells whether all moves are one capture with several squares to
// land on, and all but the right one are taken back at once.
func plainLanding(options []option, c claim) bool {
	for _, o := range options {
		if o.from != c.first.from || o.captured != c.first.captured || o.moveID != c.first && o.rank > c.others {
			return false
		}
	}
	return true
}

// best returns the capture that is proven to get the most, of several the first.
func (m choiceMiner) best(t terms, options []option) (best moveID, gain int) {
	gain = -proof.Win
	ask := asker{newProver(t, t.solver, 0, m.criteria.KeepNodes), m.criteria.Horizon}
	for _, o := range options {
		guess := o.rank
		if gain > -proof.Win {
			if guess = gain + manValue; !ask.gets(o.after, guess) {
				continue
			}
		}
		if got := ask.most(o.after, guess); got > gain {
			best, gain = o.moveID, got
		}
	}
	return best, gain
}

// asker asks one prover about one gain after the other.
type asker struct {
	*prover
	horizon int
}

// gets tells whether the solver is proven to get a gain from a position.
func (a asker) gets(p dama.Position, gain int) bool {
	a.bound = gain
	clear(a.known)
	return a.holds(p, a.horizon)
}

// most is the most that the solver is proven to get from a position, to be found
// near a guess; -proof.Win if it is less than that by more than gainRange.
func (a asker) most(p dama.Position, guess int) int {
	if a.gets(p, guess) {
		for above := 1; a.gets(p, guess+manValue); above++ {
			guess += manValue
			if above == 2 && a.gets(p, proof.Win) {
				return proof.Win // what goes on rising may be a win
			}
		}
		return guess
	}
	for least := guess - gainRange; guess > least; {
		if guess -= manValue; a.gets(p, guess) {
			return guess
		}
	}
	return -proof.Win
}

// gainRange is how much less than its captures promise a move is thought to get.
const gainRange = 6 * manValue
