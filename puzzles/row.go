package puzzles

import (
	"crypto/sha256"
	"encoding/hex"

	"damalab/dama"
	"damalab/datasets"
)

// ID names a puzzle: its kind, a hyphen, and the first 16 hex digits of the
// SHA-256 over the kind, the canonical position's text and the digest of the
// ruleset's facts, with a line feed between them. So the four views of a position
// have the same ID. Drills have a [DrillID].
func ID(kind datasets.PuzzleKind, p dama.Position, rulesetDigest string) string {
	canonical, _ := p.Canonical()
	sum := sha256.Sum256([]byte(string(kind) + "\n" + canonical.FEN() + "\n" + rulesetDigest))
	return string(kind) + "-" + hex.EncodeToString(sum[:8])
}

// derived is what a row says that follows from its position, its ruleset and its
// solution.
type derived struct {
	solverPlies         int32
	captures, gain      int32
	themes              []string
	rating, ratingError int32
	validRulesets       []string
	rulesetNote         *string
}

// deriveMaximum works out the fields of a puzzle of one move. The ruleset's
// name is own.
func deriveMaximum(book rulebook, own string, s Subject) derived {
	d := derived{
		solverPlies: 1,
		captures:    int32(s.Solution.Captured.Count()),
		rating:      grade(s), ratingError: gradeError,
	}
	solution := idOf(s.Solution)
	for _, o := range book.appendOptions(nil, s.Facts, s.Position) {
		if o.moveID == solution {
			d.gain = int32(gainOf(book, s.Facts, s.Position, o.after))
		}
	}
	d.validIn(own, &s, func(f dama.Facts) difference {
		return difference{what: onlyMove(book, f, s.Position, solution), proven: true}
	})
	d.themed(s)
	return d
}

// validIn works out what other rulesets make of a puzzle.
func (d *derived) validIn(own string, s *Subject, under func(dama.Facts) difference) {
	d.validRulesets, d.rulesetNote, s.Dependent = validity(own, under)
}

// themed works out the themes, last of all.
func (d *derived) themed(s Subject) {
	s.Gain = int(d.gain)
	d.themes = themesOf(s)
}

// fill puts the derived fields into a row.
func (d derived) fill(row *datasets.Puzzle) {
	row.SolverPlies = d.solverPlies
	row.Captures, row.Gain, row.Themes = d.captures, d.gain, d.themes
	row.Rating, row.RatingError = d.rating, d.ratingError
	row.ValidRulesets, row.RulesetNote = d.validRulesets, d.rulesetNote
}
