package puzzles

import (
	"context"
	"fmt"
	"hash/fnv"
	"iter"
	"math"
	"math/bits"

	"damalab/dama"
	"damalab/datasets"
)

// outcome is what the ladder did with one puzzle, in 24 bytes: all that is kept of
// a puzzle until every one has been tried.
type outcome struct {
	id     uint64 // a hash of the puzzle's ID
	solved uint64 // a bit for each try of each solver that tries the kind
	kind   uint8  // an index into the kinds of the results; noKind if nobody tries it
}

const noKind = 255

// ratedKinds are the kinds that the ladder tries, in the order of their indices.
func ratedKinds() []datasets.PuzzleKind {
	return []datasets.PuzzleKind{datasets.ChoicePuzzle, datasets.MaximumPuzzle, datasets.ShotPuzzle, datasets.EndgamePuzzle}
}

// maxTries is the number of bits of an outcome.
const maxTries = 64

// field is where a solver's tries stand in the bits of an outcome.
type field struct{ first, tries int }

// cut takes a solver's bits out of an outcome and counts those set.
func (f field) cut(solved uint64) int {
	return bits.OnesCount64(solved >> f.first & (1<<f.tries - 1))
}

// fieldsOf lays the tries of the solvers at a kind out, one after the other.
func fieldsOf(solvers []Solver, kind datasets.PuzzleKind) ([]field, error) {
	fields, next := make([]field, len(solvers)), 0
	for i, s := range solvers {
		fields[i] = field{next, s.Tries(kind)}
		next += fields[i].tries
	}
	if next > maxTries {
		return nil, fmt.Errorf("the ladder tries a puzzle of kind %q %d times, and there is room for %d", kind, next, maxTries)
	}
	return fields, nil
}

// results is what the ladder did with a set of puzzles.
type results struct {
	names    []string
	anchors  []float64 // ratings in games, in logistic units about 0; NaN for none
	fields   [][]field // by kind and solver
	outcomes []outcome // in the order of the puzzles
}

// tryAll lets every solver try every puzzle.
func tryAll(ctx context.Context, rows iter.Seq2[datasets.Puzzle, error], o RateOptions) (*results, error) {
	r := &results{}
	for _, s := range o.Solvers {
		r.names = append(r.names, s.Name())
		anchor := math.NaN()
		if elo, ok := o.Anchors[s.Name()]; ok {
			anchor = (elo - usualMean) / logisticPoints
		}
		r.anchors = append(r.anchors, anchor)
	}
	for _, kind := range ratedKinds() {
		fields, err := fieldsOf(o.Solvers, kind)
		if err != nil {
			return nil, err
		}
		r.fields = append(r.fields, fields)
	}
	facts := boardOnly(o.Ruleset.Facts)
	err := inOrder(ctx, rows, o.Workers, func(p datasets.Puzzle) (outcome, error) {
		if p.Ruleset != o.Ruleset.Name {
			return outcome{}, fmt.Errorf("puzzle %s is of ruleset %q, not %q", p.ID, p.Ruleset, o.Ruleset.Name)
		}
		return r.one(facts, p, o.Solvers)
	}, func(one outcome) error {
		r.outcomes = append(r.outcomes, one)
		if o.Progress != nil {
			o.Progress(len(r.outcomes))
		}
		return nil
	})
	return r, err
}

// boardOnly leaves out the rules that ask for a game's history: a puzzle is judged
// from its position alone.
func boardOnly(f dama.Facts) dama.Facts {
	f.Repetition, f.KingMoveLimit, f.NoProgressPlies, f.NoProgressResets = 0, 0, 0, nil
	return f
}

// one lets every solver try one puzzle. It is called by several goroutines at once.
func (r *results) one(f dama.Facts, p datasets.Puzzle, solvers []Solver) (outcome, error) {
	result := outcome{id: hashOf(p.ID), kind: noKind}
	for i, kind := range ratedKinds() {
		if p.Kind == kind {
			result.kind = uint8(i)
		}
	}
	if result.kind == noKind {
		return result, nil
	}
	task, err := TaskOf(f, p)
	if err != nil {
		return result, err
	}
	for i, s := range solvers {
		at := r.fields[result.kind][i]
		for n := range at.tries {
			if s.Solves(task, n) {
				result.solved |= 1 << (at.first + n)
			}
		}
	}
	return result, nil
}

func hashOf(id string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(id))
	return h.Sum64()
}
