package puzzles

import (
	"slices"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles/proof"
)

// TestVerifyDeep: puzzles whose certificates are as they should be, but which a look
// beyond the horizon refutes, are caught by searching again and by nothing else;
// good ones hold, and what would take too long is neither.
func TestVerifyDeep(t *testing.T) {
	o := lineOptions(t, datasets.ChoicePuzzle, datasets.ShotPuzzle, datasets.MaximumPuzzle)
	good, _ := mineAll(t, []datasets.Game{
		still(o.Ruleset, "a", capturing), still(o.Ruleset, "b", choosing), still(o.Ruleset, "c", ninePlies), still(o.Ruleset, "d", example),
	}, o)
	blind := o
	blind.Criteria.Line.DeeperPlies, blind.Criteria.Line.DeeperMargin, blind.Criteria.Line.JudgedMargin = 1, 100, 0
	blind.Criteria.Line.AgainPlies = 0
	bad, _ := mineAll(t, []datasets.Game{
		still(o.Ruleset, "e", "W:Wd2,e2,a3,b3,g3,Ke8:Bg5,h5,h6,Kd4"),
		still(o.Ruleset, "f", "W:Wa3,g3,h3,a4,h4:Bf4,e5,g5,h5,a6,d6,h6,b7,g7"),
	}, blind)
	if len(good) != 4 || len(bad) != 2 {
		t.Fatalf("%d good puzzles and %d bad ones", len(good), len(bad))
	}
	rows := datasets.All(slices.Concat(good, bad))
	check := func(deep *proof.DeepOptions) Report {
		report, err := VerifyAll(t.Context(), rows, VerifyOptions{
			Ruleset: func(string) (dama.Ruleset, bool) { return o.Ruleset, true }, Deep: deep,
		})
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	if r := check(nil); r.Held != 6 {
		t.Errorf("by their certificates: %+v", r)
	}
	deep := proof.DefaultDeep()
	r := check(&deep)
	if r.Held != 4 || len(r.Failed) != 2 || r.Exceeded != 0 || r.Kinds[datasets.ShotPuzzle].Failed != 2 {
		t.Errorf("deep: %+v", r)
	}
	for i, f := range r.Failed {
		if f.ID != bad[i].ID || !strings.Contains(f.Reason, "searching again finds otherwise: 4 quiet plies deep, ") {
			t.Errorf("%+v", f)
		}
	}
	deep.Nodes = 100
	if r := check(&deep); r.Held != 1 || r.Exceeded != 5 || r.Kinds[datasets.MaximumPuzzle].Held != 1 {
		t.Errorf("with few nodes: %+v", r)
	}
}
