package puzzles

import (
	"fmt"

	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles/proof"
)

// maximumMiner finds positions in which the side to move has exactly one legal
// move: a capture that takes more than every other one there is.
type maximumMiner struct {
	ruleset  dama.Ruleset
	gen      dama.Generator
	criteria Criteria
}

func (maximumMiner) kind() datasets.PuzzleKind { return datasets.MaximumPuzzle }

// judge asks the cheap questions first: nearly every position is turned away
// before the referee is called.
func (m maximumMiner) judge(s spot) verdict {
	switch {
	case len(s.legal) == 0 || !s.legal[0].IsCapture():
		return verdict{reason: NotACapture}
	case len(s.legal) > 1:
		return verdict{reason: SeveralMoves}
	case s.legal[0].Captured().Count() < m.criteria.MinCaptures:
		return verdict{reason: TooFewCaptured}
	case m.gen.CountRoutes(s.position, s.legal[0]) > uint64(m.criteria.MaxRoutes):
		return verdict{reason: TooManyRoutes}
	}
	return m.confirm(s)
}

// confirm lets the referee decide, and makes the row.
func (m maximumMiner) confirm(s spot) verdict {
	certificate, err := proof.MaximumOf(m.ruleset.Facts, s.position)
	if err != nil {
		return verdict{reason: RefereeDisagrees, detail: err.Error()}
	}
	if text := m.gen.Text(s.position, s.legal[0]); text != certificate.Solution {
		return verdict{reason: RefereeDisagrees, detail: fmt.Sprintf("the only move is %s for the generator and %s for the referee", text, certificate.Solution)}
	}
	if len(certificate.Decoys) < m.criteria.MinDecoys {
		return verdict{reason: NoDecoy}
	}
	subject, err := SubjectOf(m.ruleset.Facts, s.position, certificate.Solution)
	if err != nil {
		return verdict{reason: RefereeDisagrees, detail: err.Error()}
	}
	row := s.row(m.kind(), m.ruleset)
	row.Solution, row.Proof = []string{certificate.Solution}, string(certificate.Encode())
	deriveMaximum(fastBook{}, m.ruleset.Name, subject).fill(&row)
	return verdict{puzzle: row}
}
