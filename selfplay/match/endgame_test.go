package match

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
)

// fewDraw knows that every position of few pieces is drawn, until it breaks.
type fewDraw struct{ left *atomic.Int64 }

var errBroken = errors.New("KvK.endgame, offset 7: a block is damaged")

func (fewDraw) MaxPieces() int { return 12 }
func (fewDraw) Digest() string { return "few draw" }

func (f fewDraw) Probe(dama.Position) (result, plies int, ok bool) {
	return 0, 0, f.left.Add(-1) >= 0
}

func (f fewDraw) Err() error {
	if f.left.Load() < 0 {
		return errBroken
	}
	return nil
}

// TestMatchWithTables: tables are part of a side, and damage ends the match, though a
// fault of a side does not.
func TestMatchWithTables(t *testing.T) {
	tables := fewDraw{&atomic.Int64{}}
	a, b := ChangedSide(eval.Default(), nil, tables), ChangedSide(greedless(), nil, tables)
	spec, rules := small(t, a, b)
	for _, bare := range []Side{WeightsSide(eval.Default()), WeightsSide(greedless())} {
		if bare.Name == a.Name || bare.Name == b.Name {
			t.Errorf("the tables are not in the name %q", bare.Name)
		}
	}
	if _, err := Run(context.Background(), spec, rules, WeightsSide(eval.Default()), b, Options{Pairs: 1, Workers: 1}); err == nil {
		t.Error("a side without the tables of the spec was let in")
	}
	tables.left.Store(1 << 40)
	tally, err := Run(context.Background(), spec, rules, a, b, Options{Pairs: 2, Workers: 1})
	if err != nil || tally.Pairs() != 2 || tables.left.Load() == 1<<40 {
		t.Fatalf("%+v, %v, %d questions left", tally, err, tables.left.Load())
	}
	tables.left.Store(3)
	tally, err = Run(context.Background(), spec, rules, a, b, Options{Pairs: 4, Workers: 1})
	if !errors.Is(err, errBroken) || tally.FaultsA+tally.FaultsB != 0 {
		t.Errorf("damaged tables: %+v, %v", tally, err)
	}
}

// TestTablesOfOneSide: only the side that has tables asks them.
func TestTablesOfOneSide(t *testing.T) {
	tables := fewDraw{&atomic.Int64{}}
	tables.left.Store(1 << 40)
	a, b := WeightsSide(eval.Default()), ChangedSide(eval.Default(), nil, tables)
	spec, rules := small(t, a, b)
	tally, err := Run(context.Background(), spec, rules, a, b, Options{Pairs: 8, Workers: 1})
	if err != nil || tally.Pairs() != 8 || tables.left.Load() == 1<<40 {
		t.Errorf("%+v, %v, %d questions left", tally, err, tables.left.Load())
	}
}

// TestSpecWithoutTablesIsAsBefore: matches that were stored before there were tables
// and given positions keep their digest.
func TestSpecWithoutTablesIsAsBefore(t *testing.T) {
	a := WeightsSide(eval.Default())
	spec, _ := small(t, a, a)
	_, text, err := datasets.SpecDigest(&spec)
	if err != nil || strings.Contains(string(text), "endgame") || strings.Contains(string(text), "positions") {
		t.Errorf("%s, %v", text, err)
	}
}
