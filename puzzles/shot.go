package puzzles

import (
	"slices"

	"damalab/datasets"
)

// shotMiner finds positions in which the solver gives something up, move by move
// obliging the opponent to capture, and gets more in return.
type shotMiner struct {
	lineMiner
	shot ShotCriteria
}

func (shotMiner) kind() datasets.PuzzleKind { return datasets.ShotPuzzle }

func (m shotMiner) judge(s spot) verdict {
	if len(s.legal) < 2 {
		return verdict{reason: OneMove}
	}
	t := termsOf(fastBook{}, m.ruleset.Facts, s.position)
	if t.start > m.criteria.MaxStart {
		return verdict{reason: AlreadyWon}
	}
	least := max(m.shot.MinGain, m.criteria.MinEnd-t.start)
	f := forcing{terms: t, gen: m.gen, budget: m.shot.Budget}
	list := f.candidates(s.position, m.shot.MaxGives, least)
	if len(list) == 0 {
		return verdict{reason: NoShot}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return b.gain - a.gain })
	for _, c := range list[:min(len(list), maxTried)] {
		found, reason := m.prove(t, s, c, least)
		switch {
		case reason == ClaimFails:
			continue
		case reason != "":
			return verdict{reason: reason, rival: found}
		}
		return m.finish(s, m.kind(), found)
	}
	return verdict{reason: ClaimFails}
}

// maxTried is how many first moves are tried whose claims fail.
const maxTried = 3

// prove looks for the greatest gain of a first move that can be proven.
func (m shotMiner) prove(t terms, s spot, c candidate, least int) (*solved, Reason) {
	for _, c := range m.claims(t, c.moveID, c.gain, least) {
		if found, reason := t.solve(s.position, c, m.worthIt); reason != ClaimFails {
			return found, reason
		}
	}
	return nil, ClaimFails
}

// worthIt says what is against a shot, or "".
func (m shotMiner) worthIt(s *solved) Reason {
	given, taken := s.exchanged()
	switch {
	case len(s.line) < 3 || given == 0:
		return NothingGiven
	case len(s.line) < m.shot.MinPlies:
		return TooShort
	case len(s.line) < m.shot.LongPlies && given < m.shot.ManyGiven && taken < m.shot.ManyTaken:
		return TooPlain
	}
	return ""
}

// exchanged counts the pieces that the opponent and the solver take in the line.
func (s *solved) exchanged() (given, taken int) {
	for i, m := range s.line {
		if i%2 == 0 {
			taken += m.captured.Count()
		} else {
			given += m.captured.Count()
		}
	}
	return given, taken
}
