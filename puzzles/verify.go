package puzzles

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles/proof"
)

// Report is what came of checking puzzles again.
type Report struct {
	// Held is the number of puzzles that are as their rows say.
	Held int
	// Failed are the others, in the order of the rows.
	Failed []Failure
}

// Failure is a puzzle that does not hold.
type Failure struct {
	ID     string // as the row gives it
	Reason string // one line
}

// Verify proves every row again under the facts of its ruleset, with the referee
// alone, and works its other fields out again by the referee's rules: everything
// that does not lie in the game it came from. An ID that was there before fails,
// too. The error is that of rows or of the context; a puzzle that fails is none.
func Verify(ctx context.Context, rows iter.Seq2[datasets.Puzzle, error], facts dama.Facts) (Report, error) {
	var report Report
	type result struct{ id, reason string }
	seen := map[string]bool{}
	err := inOrder(ctx, rows, 0, func(p datasets.Puzzle) (result, error) {
		if err := VerifyOne(p, facts); err != nil {
			return result{p.ID, err.Error()}, nil
		}
		return result{id: p.ID}, nil
	}, func(r result) error {
		if r.reason == "" && seen[r.id] {
			r.reason = "puzzle_id is that of an earlier row"
		}
		seen[r.id] = true
		if r.reason == "" {
			report.Held++
		} else {
			report.Failed = append(report.Failed, Failure{r.id, r.reason})
		}
		return nil
	})
	return report, err
}

// VerifyOne is [Verify] for one row. The error says what does not hold.
func VerifyOne(row datasets.Puzzle, facts dama.Facts) error {
	switch row.Kind {
	case datasets.MaximumPuzzle, datasets.ChoicePuzzle, datasets.ShotPuzzle:
	default:
		return fmt.Errorf("kind %q cannot be checked", row.Kind)
	}
	if r, err := dama.FindRuleset(row.Ruleset); err == nil && r.Digest() != facts.Digest() {
		return fmt.Errorf("ruleset is %q, and the facts it is checked under are others", row.Ruleset)
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
	subject, err := SubjectOf(facts, p, row.Solution[0])
	if err != nil {
		return err
	}
	want := row
	want.ID, want.FEN, want.Side = ID(row.Kind, p, facts.Digest()), p.FEN(), int8(p.Side())
	want.Question, want.Answers = nil, nil
	want.FamilySize = max(1, row.FamilySize)
	if row.Kind == datasets.MaximumPuzzle {
		deriveMaximum(slowBook{}, row.Ruleset, subject).fill(&want)
		return compareRows(row, want)
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
	return compareRows(row, want)
}

// compareRows names the first column in which two rows differ, of those that
// follow from the position.
func compareRows(row, want datasets.Puzzle) error {
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
