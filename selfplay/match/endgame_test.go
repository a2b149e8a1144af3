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

// TestMatchWithTables: the spec and the sides must agree on the tables, and damage
// ends the match, though a fault of a side does not.
func TestMatchWithTables(t *testing.T) {
	tables := fewDraw{&atomic.Int64{}}
	a, b := ChangedSide(eval.Default(), nil, tables), ChangedSide(greedless(), nil, tables)
	spec, rules := small(t, a, b)
	if _, err := Run(context.Background(), spec, rules, a, b, Options{Pairs: 1, Workers: 1}); err == nil || !strings.Contains(err.Error(), "other endgame tables") {
		t.Errorf("tables that the spec does not name: %v", err)
	}
	plain, _ := spec.Digest()
	spec.Endgames = tables.Digest()
	if with, _ := spec.Digest(); with == plain {
		t.Error("the tables are not in the digest")
	}
	if _, err := Run(context.Background(), spec, rules, WeightsSide(eval.Default()), b, Options{Pairs: 1, Workers: 1}); err == nil || !strings.Contains(err.Error(), "other endgame tables") {
		t.Errorf("a side without the tables of the spec: %v", err)
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

// TestSpecWithoutTablesIsAsBefore: matches that were stored before there were tables
// keep their digest.
func TestSpecWithoutTablesIsAsBefore(t *testing.T) {
	a := WeightsSide(eval.Default())
	spec, _ := small(t, a, a)
	_, text, err := datasets.SpecDigest(&spec)
	if err != nil || strings.Contains(string(text), "endgames") {
		t.Errorf("%s, %v", text, err)
	}
}
