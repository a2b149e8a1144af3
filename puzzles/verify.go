package puzzles

import (
	"fmt"
	"slices"

	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles/proof"
)

// VerifyOne proves one row again, as [Verify] does. The error says what does not hold.
func VerifyOne(row datasets.Puzzle, facts dama.Facts) error {
	return verifyRow(row, facts, false, newShelf())
}

// verifyRow checks a row, by the tables on a shelf an endgame, and its rating too unless the ladder gave it.
func verifyRow(row datasets.Puzzle, facts dama.Facts, byLadder bool, tables *shelf) error {
	if !slices.Contains(Kinds(), row.Kind) {
		return fmt.Errorf("kind %q cannot be checked", row.Kind)
	}
	if r, err := dama.FindRuleset(row.Ruleset); err == nil && r.Digest() != facts.Digest() {
		return fmt.Errorf("ruleset is %q, and the facts it is checked under are others", row.Ruleset)
	}
	if row.Kind == datasets.DrillPuzzle {
		return verifyDrill(row, facts)
	}
	if row.Kind == datasets.EndgamePuzzle {
		return verifyEndgame(row, facts, byLadder, tables)
	}
	kind, err := proof.KindOf([]byte(row.Proof))
	if err == nil && kind != string(row.Kind) {
		return fmt.Errorf("kind is %q, and the certificate is one of the kind %q", row.Kind, kind)
	}
	if err := proof.Check(facts, row.FEN, row.Solution, []byte(row.Proof)); err != nil {
		return err
	}
	p, err := dama.ParseFEN(row.FEN)
	if err != nil {
		return err
	}
	subject, err := SubjectOf(facts, p, row.Solution...)
	if err != nil {
		return err
	}
	want := row
	want.ID, want.FEN, want.Side = ID(row.Kind, p, facts.Digest()), p.FEN(), int8(p.Side())
	want.Question, want.Answers = nil, nil
	want.FamilySize = max(1, row.FamilySize)
	if row.Kind == datasets.MaximumPuzzle {
		deriveMaximum(slowBook{}, row.Ruleset, subject).fill(&want)
		return compareRows(row, want, byLadder)
	}
	line, err := proof.DecodeLine([]byte(row.Proof))
	if err != nil {
		return err
	}
	check := func(f dama.Facts, l proof.Line) bool {
		return proof.Check(f, row.FEN, row.Solution, l.Encode()) == nil
	}
	deriveLine(slowBook{}, row.Ruleset, subject, line, elsewhere{
		holds:    func(f dama.Facts) bool { return check(f, line.Under(f)) },
		confirms: check,
	}).fill(&want)
	return compareRows(row, want, byLadder)
}

// compareRows names the first column in which two rows differ, of those that
// follow from the position; a rating of the ladder does not.
func compareRows(row, want datasets.Puzzle, byLadder bool) error {
	if byLadder {
		want.Rating, want.RatingError = row.Rating, row.RatingError
	}
	for _, column := range []struct {
		name      string
		got, want any
	}{
		{"puzzle_id", row.ID, want.ID},
		{"fen", row.FEN, want.FEN},
		{"side", row.Side, want.Side},
		{"question", row.Question == nil, want.Question == nil},
		{"answers", row.Answers == nil, want.Answers == nil},
		{"solver_plies", row.SolverPlies, want.SolverPlies},
		{"captures", row.Captures, want.Captures},
		{"gain", row.Gain, want.Gain},
		{"rating", row.Rating, want.Rating},
		{"rating_error", row.RatingError, want.RatingError},
		{"ruleset_note", orEmpty(row.RulesetNote), orEmpty(want.RulesetNote)},
		{"mirror_of", orEmpty(row.MirrorOf), ""}, // its ID would be that of the other
		{"family_size", row.FamilySize, want.FamilySize},
	} {
		if column.got != column.want {
			return fmt.Errorf("%s is %v instead of %v", column.name, column.got, column.want)
		}
	}
	if !slices.Equal(row.Themes, want.Themes) {
		return fmt.Errorf("themes are %q instead of %q", row.Themes, want.Themes)
	}
	if !slices.Equal(row.ValidRulesets, want.ValidRulesets) {
		return fmt.Errorf("valid_rulesets are %q instead of %q", row.ValidRulesets, want.ValidRulesets)
	}
	return nil
}

// orEmpty reads a nullable text; an empty note is as wrong as another one, and
// no note that is made is empty.
func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
