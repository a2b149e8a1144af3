package dama_test

import (
	"math"
	"testing"

	"damalab/dama"
)

func TestCounterPlies(t *testing.T) {
	r, err := dama.FindRuleset("ludoteka")
	if err != nil {
		t.Fatal(err)
	}
	f := r.Facts
	f.KingMoveLimit, f.NoProgressPlies, f.NoProgressResets = 6, 8, []dama.Reset{dama.ResetCapture, dama.ResetPromotion}
	h := dama.NewHistory(f, mustFEN(t, "W:WKa1,c2:BKh8,Kh7"))
	for _, step := range []struct {
		move string
		left int
	}{{"a1-b1", 5}, {"h8-g8", 4}, {"c2-c3", 5}, {"g8-f8", 4}, {"b1-a1", 3}, {"f8-g8", 2}} {
		if h.Play(mustMove(t, f.Generator(), h.Position(), step.move)); h.CounterPlies() != step.left {
			t.Errorf("after %s: %d plies are left, want %d", step.move, h.CounterPlies(), step.left)
		}
	}
	// Without counts there is no end.
	f.KingMoveLimit, f.NoProgressPlies, f.NoProgressResets = 0, 0, nil
	if n := dama.NewHistory(f, dama.StartPosition()).CounterPlies(); n != math.MaxInt {
		t.Errorf("%d plies are left where nothing is counted", n)
	}
}
