package puzzles

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles/proof"
)

// DrillID names a drill as [ID] names the other puzzles, with the canonical
// question last. The canonical question is the question as the canonical position
// shows it; where that position is its own mirror image, the one of the two that
// comes first as text. So the same question about any of the four views of a
// position has the same ID.
func DrillID(p dama.Position, q proof.Question, rulesetDigest string) string {
	canonical, y := p.Canonical()
	question := q.Seen(y).String()
	if dama.MirrorFiles.Position(canonical) == canonical {
		question = min(question, q.Seen(y|dama.MirrorFiles).String())
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{
		string(datasets.DrillPuzzle), canonical.FEN(), rulesetDigest, question,
	}, "\n")))
	return string(datasets.DrillPuzzle) + "-" + hex.EncodeToString(sum[:8])
}

// fillDrill puts into a row what follows from its certificate. The ruleset's name
// is own. The answers come from the referee, here and wherever a drill is checked.
func fillDrill(row *datasets.Puzzle, own string, p dama.Position, q proof.Question, d proof.Drill) {
	row.Question, row.Answers = &d.Question, d.Answers
	row.Solution, row.SolverPlies, row.Captures, row.Gain = nil, 0, 0, 0
	row.Themes = nil
	row.Rating, row.RatingError = gradeDrill(q, d), gradeError
	row.ValidRulesets, row.RulesetNote = drillValidity(own, p, q, d.Answers)
}

// drillValidity tells under which rulesets a question has the same answers; see
// [validity].
func drillValidity(own string, p dama.Position, q proof.Question, answers []string) (valid []string, note *string) {
	valid, note, _ = validity(own, func(f dama.Facts) difference {
		return difference{what: drillDifference(f, p, q, answers), proven: true}
	})
	return valid, note
}

// drillDifference says what the answer is under other facts, or "" if it is the
// same.
func drillDifference(f dama.Facts, p dama.Position, q proof.Question, answers []string) string {
	d, err := proof.DrillOf(f, p, q)
	switch {
	case errors.Is(err, proof.ErrTwoReadings):
		return remark("the move can be read in two ways")
	case slices.Equal(d.Answers, answers):
		return ""
	case len(d.Answers) == 0:
		return remark("there is no answer")
	}
	return remark("the answer is {answers}", strings.Join(d.Answers, ", "))
}

// verifyDrill is [VerifyOne] for a drill.
func verifyDrill(row datasets.Puzzle, facts dama.Facts) error {
	if row.Question == nil || row.Answers == nil {
		return errors.New("a drill has a question and answers, and this row lacks them")
	}
	if err := proof.CheckDrill(facts, row.FEN, *row.Question, row.Answers, []byte(row.Proof)); err != nil {
		return err
	}
	if len(row.Solution) > 0 {
		return fmt.Errorf("the solution has %d moves, and a drill has answers instead", len(row.Solution))
	}
	p, err := dama.ParseFEN(row.FEN)
	if err != nil {
		return err
	}
	q, err := proof.ParseQuestion(*row.Question)
	if err != nil {
		return err
	}
	d, err := proof.DrillOf(facts, p, q)
	if err != nil {
		return err
	}
	want := row
	want.ID, want.FEN, want.Side = DrillID(p, q, facts.Digest()), p.FEN(), int8(p.Side())
	want.FamilySize = max(1, row.FamilySize)
	fillDrill(&want, row.Ruleset, p, q, d)
	return compareRows(row, want, false)
}
