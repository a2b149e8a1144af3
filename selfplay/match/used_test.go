package match

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
)

// gamesOf tells games that only consist of the given moves.
func gamesOf(gen dama.Generator, lines [][]dama.Move, view dama.Symmetry) iter.Seq2[datasets.Game, error] {
	return func(yield func(datasets.Game, error) bool) {
		for _, line := range lines {
			var g datasets.Game
			p := view.Position(dama.StartPosition())
			if p != dama.StartPosition() {
				fen := p.FEN()
				g.StartFEN = &fen
			}
			for _, m := range line {
				m = view.Move(m)
				g.Moves = append(g.Moves, gen.Text(p, m))
				p = p.Make(m)
			}
			if !yield(g, nil) {
				return
			}
		}
	}
}

// TestUsedOpeningsAreLeftOut plays training games through some openings, as they are,
// in the mirror and with the colors exchanged: none of them may be drawn again.
func TestUsedOpeningsAreLeftOut(t *testing.T) {
	a := WeightsSide(eval.Default())
	spec, rules := small(t, a, a)
	ctx := context.Background()
	draw := func(o Openings, used *Used) (moves [][]dama.Move) {
		lines, err := o.Draw(ctx, rules, 5, spec.Params, used, 40, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range lines {
			moves = append(moves, line.Moves)
		}
		return moves
	}
	end := func(line []dama.Move) dama.Position {
		p := dama.StartPosition()
		for _, m := range line {
			p = p.Make(m)
		}
		c, _ := p.Canonical()
		return c
	}
	all := draw(spec.Openings, nil)
	var digest string
	for _, view := range []dama.Symmetry{0, dama.MirrorFiles, dama.SwapColors, dama.MirrorFiles | dama.SwapColors} {
		used, err := spec.Openings.UsedOpenings(rules, gamesOf(rules.Generator(), all[:25], view))
		if err != nil || used.Len() < 25 || used.Left() < 100 {
			t.Fatalf("view %d: %d used, %d left, %v", view, used.Len(), used.Left(), err)
		}
		if digest != "" && used.Digest() != digest {
			t.Errorf("view %d: another digest", view)
		}
		digest = used.Digest()
		avoiding := spec.Openings
		avoiding.Avoid = used.Digest()
		taken := map[dama.Position]bool{}
		for _, line := range all[:25] {
			taken[end(line)] = true
		}
		for _, line := range draw(avoiding, used) {
			if taken[end(line)] {
				t.Errorf("view %d: an opening of the training games is drawn", view)
			}
		}
		if _, err := spec.Openings.Draw(ctx, rules, 5, spec.Params, used, 1, 1); err == nil {
			t.Error("a spec that avoids nothing leaves openings out")
		}
		if _, err := avoiding.Draw(ctx, rules, 5, spec.Params, nil, 1, 1); err == nil {
			t.Error("a spec that avoids openings does not")
		}
		if _, err := avoiding.Draw(ctx, rules, 5, spec.Params, used, 1e6, 2); err == nil || !strings.Contains(err.Error(), "training openings") {
			t.Errorf("too many openings: %v", err)
		}
	}
	none, err := spec.Openings.UsedOpenings(rules, gamesOf(rules.Generator(), nil, 0))
	if err != nil || none.Digest() != "" {
		t.Errorf("no games: digest %q, %v", none.Digest(), err)
	}
	broken := errors.New("broken")
	for name, games := range map[string]iter.Seq2[datasets.Game, error]{
		"a reading error": func(yield func(datasets.Game, error) bool) { yield(datasets.Game{}, broken) },
		"an illegal move": func(yield func(datasets.Game, error) bool) { yield(datasets.Game{Moves: []string{"a1-a2"}}, nil) },
	} {
		if _, err := spec.Openings.UsedOpenings(rules, games); err == nil {
			t.Errorf("%s is no error", name)
		}
	}
}
