package puzzles

import (
	"errors"

	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles/proof"
)

// verifyEndgame is verifyRow for an endgame. A row that is as it should be, but for
// values that no table on the shelf knows, gives [proof.ErrUnchecked].
func verifyEndgame(row datasets.Puzzle, facts dama.Facts, byLadder bool, s *shelf) error {
	unchecked := proof.CheckEndgame(facts, row.FEN, row.Solution, []byte(row.Proof), s.exact(facts))
	if unchecked != nil && !errors.Is(unchecked, proof.ErrUnchecked) {
		return unchecked
	}
	p, err := dama.ParseFEN(row.FEN)
	if err != nil {
		return err
	}
	subject, err := SubjectOf(facts, p, row.Solution...)
	if err != nil {
		return err
	}
	certificate, err := proof.DecodeEndgame([]byte(row.Proof))
	if err != nil {
		return err
	}
	want := row
	want.ID, want.FEN, want.Side = ID(row.Kind, p, facts.Digest()), p.FEN(), int8(p.Side())
	want.Question, want.Answers = nil, nil
	want.FamilySize = max(1, row.FamilySize)
	deriveEndgame(slowBook{}, row.Ruleset, subject, certificate, s).fill(&want)
	if err := compareRows(row, want, byLadder); err != nil {
		return err
	}
	return unchecked
}
