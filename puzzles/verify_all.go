package puzzles

import (
	"context"
	"fmt"
	"iter"

	"damalab/dama"
	"damalab/datasets"
)

// Report is what came of checking puzzles again.
type Report struct {
	// Held is the number of puzzles that are as their rows say.
	Held int
	// Failed are the others, in the order of the rows.
	Failed []Failure
	// Kinds has the numbers of both for each kind that occurred.
	Kinds map[datasets.PuzzleKind]KindReport
}

// KindReport counts the puzzles of a kind.
type KindReport struct {
	Held   int `json:"held"`
	Failed int `json:"failed"`
}

// Failure is a puzzle that does not hold.
type Failure struct {
	ID     string // as the row gives it
	Reason string // one line
}

// VerifyOptions say how puzzles are checked.
type VerifyOptions struct {
	// Ruleset finds a row's ruleset by its name, as [datasets.Manifest.RulesetFor]
	// does; a row of any other fails.
	Ruleset func(name string) (dama.Ruleset, bool)
	// Rated says that the ladder has rated the puzzles; see [VerifyRated].
	Rated bool
	// Workers is the number of goroutines; 0 means one a processor.
	Workers int
	// Progress, if not nil, is told how many rows are done.
	Progress func(done int)
}

// Verify proves every row again under the facts of its ruleset, with the referee
// alone, and works its other fields out again by the referee's rules: everything
// that does not lie in the game it came from. An ID that was there before fails,
// too. The error is that of rows or of the context; a puzzle that fails is none.
func Verify(ctx context.Context, rows iter.Seq2[datasets.Puzzle, error], facts dama.Facts) (Report, error) {
	return VerifyAll(ctx, rows, VerifyOptions{Ruleset: func(name string) (dama.Ruleset, bool) {
		return dama.Ruleset{Name: name, Facts: facts}, true
	}})
}

// VerifyAll is [Verify] for rows of several rulesets.
func VerifyAll(ctx context.Context, rows iter.Seq2[datasets.Puzzle, error], o VerifyOptions) (Report, error) {
	report := Report{Kinds: map[datasets.PuzzleKind]KindReport{}}
	type result struct {
		Failure
		kind datasets.PuzzleKind
	}
	seen := map[string]bool{}
	done := 0
	err := inOrder(ctx, rows, o.Workers, func(p datasets.Puzzle) (result, error) {
		r := result{Failure{ID: p.ID}, p.Kind}
		if err := verifyNamed(p, &o); err != nil {
			r.Reason = err.Error()
		}
		return r, nil
	}, func(r result) error {
		if r.Reason == "" && seen[r.ID] {
			r.Reason = "puzzle_id is that of an earlier row"
		}
		seen[r.ID] = true
		kind := report.Kinds[r.kind]
		if r.Reason == "" {
			report.Held++
			kind.Held++
		} else {
			report.Failed = append(report.Failed, r.Failure)
			kind.Failed++
		}
		report.Kinds[r.kind] = kind
		if done++; o.Progress != nil {
			o.Progress(done)
		}
		return nil
	})
	return report, err
}

// verifyNamed finds the row's ruleset and checks the row.
func verifyNamed(p datasets.Puzzle, o *VerifyOptions) error {
	r, ok := o.Ruleset(p.Ruleset)
	if !ok {
		return fmt.Errorf("ruleset %q is none of the dataset's", p.Ruleset)
	}
	if o.Rated {
		return VerifyOneRated(p, r.Facts)
	}
	return VerifyOne(p, r.Facts)
}
