package match

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/eval"
)

func parsed(t *testing.T, texts ...string) []dama.Position {
	t.Helper()
	var all []dama.Position
	for _, text := range texts {
		p, err := dama.ParseFEN(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// TestGivenPositions: pairs begin at the given positions, each once however it is
// turned, and only where it is level.
func TestGivenPositions(t *testing.T) {
	a, b := WeightsSide(eval.Default()), WeightsSide(greedless())
	spec, rules := small(t, a, b)
	none, _ := spec.Digest()
	given := parsed(t,
		"W:Wa3,b3:Bg6,h6", "W:Wg3,h3:Ba6,b6", // one the mirror image of the other
		"B:Wa3,b3:Bg6,h6",                  // the same with the colors exchanged
		"W:Wa3,b3,c3:Ba6,b6,c6",            // level
		"W:Wa3,b3,c3,d3,e3,f3:Ba7",         // not level
		"B:Wa3,b3,d3:Bf6,g6,h6", "W:Wa1:B") // level; over
	spec.Openings.Give(given)
	if err := spec.Validate(); err != nil {
		t.Fatal(err)
	}
	if some, _ := spec.Digest(); some == none {
		t.Error("the positions are not in the digest")
	}
	var pairs []Pair
	_, err := Run(context.Background(), spec, rules, a, b, Options{Pairs: 3, Workers: 2, Finished: func(p *Pair, _ *Tally) error {
		pairs = append(pairs, *p)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	starts := map[string]bool{}
	for _, p := range pairs {
		starts[p.Start] = true
		if len(p.Opening) != 0 || len(p.Games) != 2 || len(p.Games[0].Moves) == 0 {
			t.Errorf("%+v", p)
		}
	}
	want := map[string]bool{given[0].FEN(): true, given[3].FEN(): true, given[5].FEN(): true}
	if !reflect.DeepEqual(starts, want) {
		t.Errorf("began at %v, want %v", starts, want)
	}
	var pdn strings.Builder
	if err := WritePDN(&pdn, rules, pairs, "a", "b"); err != nil || strings.Count(pdn.String(), `[FEN "`+given[0].FEN()+`"]`) != 2 {
		t.Errorf("%v\n%s", err, pdn.String())
	}
	_, err = Run(context.Background(), spec, rules, a, b, Options{Pairs: 4, Workers: 1})
	if err == nil || !strings.Contains(err.Error(), "5 differ and 3 of those are level, and 4 pairs are asked for") {
		t.Errorf("too few positions: %v", err)
	}
	spec.Openings.given = nil
	if _, err = Run(context.Background(), spec, rules, a, b, Options{Pairs: 1, Workers: 1}); err == nil || !strings.Contains(err.Error(), "not given") {
		t.Errorf("no positions: %v", err)
	}
}
