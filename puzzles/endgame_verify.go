package puzzles

import (
	"errors"
	"fmt"
	"slices"
	"strings"

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
	// Told by all tables at hand or, as where sets are mined without any of other rules,
	// by the built-in ones alone.
	var differs error
	for _, elsewhere := range []func(dama.Facts) tables{s.under, s.builtinFor} {
		told := deriveEndgame(slowBook{}, row.Ruleset, subject, certificate, elsewhere)
		told.fill(&want)
		err := compareRows(row, want, byLadder)
		switch {
		case err == nil:
			return unchecked
		case differs == nil && told.leavesOpen() && compareRows(elsewhereUntold(row), elsewhereUntold(want), byLadder) == nil:
			differs = fmt.Errorf("%w: what it is under other rulesets was told by tables that are not at hand", proof.ErrUnchecked)
		case differs == nil:
			differs = err
		}
	}
	return differs
}

// leavesOpen tells whether there are rulesets under which nothing is known.
func (d derived) leavesOpen() bool { return strings.Contains(orEmpty(d.rulesetNote), nothingTells) }

// elsewhereUntold is a row without what it says of other rulesets.
func elsewhereUntold(row datasets.Puzzle) datasets.Puzzle {
	row.ValidRulesets, row.RulesetNote = nil, nil
	row.Themes = slices.DeleteFunc(slices.Clone(row.Themes), func(id string) bool { return id == themeDependent })
	return row
}
