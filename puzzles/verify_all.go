package puzzles

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles/proof"
)

// Report is what came of checking puzzles again.
type Report struct {
	// Held is the number of puzzles that are as their rows say.
	Held int
	// Failed are those that are not, in the order of the rows.
	Failed []Failure
	// Unchecked are the endgames of which nothing was found to be wrong, but whose
	// values no table at hand knows, in the order of the rows.
	Unchecked []Failure
	// Exceeded are the others: a deep search took more than its nodes.
	Exceeded int
	// Kinds has these numbers for each kind that occurred.
	Kinds map[datasets.PuzzleKind]KindReport
}

// KindReport counts the puzzles of a kind.
type KindReport struct {
	Held      int `json:"held"`
	Failed    int `json:"failed"`
	Unchecked int `json:"unchecked,omitempty"`
	// Exceeded are those of which a deep search could not tell; they have not held.
	Exceeded int `json:"exceeded,omitempty"`
}

// Failure is a puzzle that does not hold, or was not checked.
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
	// Endgames are tables to look the values of endgames up in, besides the
	// built-in ones: each is asked under its own rules.
	Endgames []Endgames
	// Deep says to search for a second solution of every choice and shot besides; see
	// [proof.CheckDeep]. The other kinds leave nothing to search for.
	Deep *proof.DeepOptions
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
		err  error
	}
	tables := newShelf(o.Endgames...)
	seen := map[string]bool{}
	done := 0
	err := inOrder(ctx, rows, o.Workers, func(p datasets.Puzzle) (result, error) {
		r := result{Failure: Failure{ID: p.ID}, kind: p.Kind, err: verifyNamed(p, &o, tables)}
		if r.err != nil {
			r.Reason = r.err.Error()
		}
		return r, nil
	}, func(r result) error {
		if seen[r.ID] && (r.err == nil || errors.Is(r.err, proof.ErrUnchecked) || errors.Is(r.err, proof.ErrNodes)) {
			r.err, r.Reason = nil, "puzzle_id is that of an earlier row"
		}
		seen[r.ID] = true
		kind := report.Kinds[r.kind]
		switch {
		case r.Reason == "":
			report.Held++
			kind.Held++
		case errors.Is(r.err, proof.ErrUnchecked):
			report.Unchecked = append(report.Unchecked, r.Failure)
			kind.Unchecked++
		case errors.Is(r.err, proof.ErrNodes):
			report.Exceeded++
			kind.Exceeded++
		default:
			report.Failed = append(report.Failed, r.Failure)
			kind.Failed++
		}
		report.Kinds[r.kind] = kind
		if done++; o.Progress != nil {
			o.Progress(done)
		}
		return nil
	})
	if err == nil {
		err = tables.err()
	}
	return report, err
}

// verifyNamed finds the row's ruleset and checks the row.
func verifyNamed(p datasets.Puzzle, o *VerifyOptions, tables *shelf) error {
	r, ok := o.Ruleset(p.Ruleset)
	if !ok {
		return fmt.Errorf("ruleset %q is none of the dataset's", p.Ruleset)
	}
	verify := func() error { return verifyRow(p, r.Facts, false, tables) }
	if o.Rated {
		verify = func() error { return verifyRated(p, r.Facts, tables) }
	}
	lines := p.Kind == datasets.ChoicePuzzle || p.Kind == datasets.ShotPuzzle
	if err := verify(); err != nil || o.Deep == nil || !lines {
		return err
	}
	return proof.CheckDeep(r.Facts, p.FEN, p.Solution, int(p.Gain), *o.Deep)
}
