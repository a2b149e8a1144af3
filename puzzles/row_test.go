package puzzles

import (
	"slices"
	"strings"
	"testing"

	"damalab/dama"
)

func derive(t *testing.T, book rulebook, name, fen, move string) derived {
	t.Helper()
	r := ruleset(t, name)
	s, err := SubjectOf(r.Facts, position(t, fen), move)
	if err != nil {
		t.Fatal(err)
	}
	return deriveMaximum(book, name, s)
}

// TestGain settles lines by hand.
func TestGain(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		want            int32
	}{
		{"nothing follows", chain, "a2xa4xc4xc6xe6", 400},
		{"the last man is taken back", "W:Wa2:Ba3,b4,c5,d6,e7,Ke8", "a2xa4xc4xc6xe6", 300},
		{"a king is worth 400", "W:Wa2:Ba3,Kb4,c5,d6", "a2xa4xc4xc6xe6", 700},
		{"a crowning 300", "W:Wd6,a2:Bd7,b8,h7", "d6xd8", 400},
		{"the crowned man is lost again", "W:Wd6,f2:Bd7,Kh8", "d6xd8", 0},
		{"and another one with it", "W:Wd6,a2:Bd7,Kh8", "d6xd8", -100},
		{"the taker is taken", "W:Wa2,f5,g5:Ba3,b4,c5,d6,e7,Ke8", "a2xa4xc4xc6xe6", 400},
		{"a quiet threat is none", "W:Wa2,h2:Ba3,b4,c5,d6,h5", "a2xa4xc4xc6xe6", 400},
	} {
		for _, book := range []rulebook{fastBook{}, slowBook{}} {
			if got := derive(t, book, "federation", c.fen, c.move).gain; got != c.want {
				t.Errorf("%s: %d instead of %d", c.name, got, c.want)
			}
		}
	}
}

func TestValidity(t *testing.T) {
	const (
		example3 = "B:Wc5,a4,g4,a3,b3,c3,f3,h3,b2,e2,g2:BKc8,a7,d7,e7,f7,g7,e6,f6,g6,e5"
		example5 = "W:We4,a3,b3,e3,f3,h3,d2,e2,g2:BKc8,a7,d7,e7,f7,g7,f6,g6,e5"
	)
	var all []string
	for _, r := range dama.Rulesets() {
		all = append(all, r.Name)
	}
	for _, c := range []struct {
		ruleset, fen, move string
		not                string
		note               string
	}{
		{"federation", example, "f3xf5xh5xh7xf7xd7xb7", "", ""},
		{"federation", example3, "", "ludoteka", "Under ludoteka 5 moves are legal, each of which takes 9 pieces, and the solution is none of them."},
		{"federation", example5, "e4xe6xe8", "ply-yard", "Under ply-yard 3 moves are legal, each of which takes 4 pieces, and the solution is none of them."},
		{"federation", "W:Wd6,a2:Bd7,b8,h7", "d6xd8", "ply-yard", "Under ply-yard the only legal move is d6xd8xa8, which takes 2 pieces."},
		{"ply-yard", "W:Wd6,a2:Bd7,b8,h7", "d6xd8xa8", "federation share-link ludoteka traditional checkers-arena", "Under federation, share-link, ludoteka, traditional and checkers-arena the only legal move is d6xd8, which takes 1 piece."},
		{"federation", "W:Wf6,a1:Bf7,Ke8,Kc8,h5", "f6xf8xd8xb8", "ply-yard", "Under ply-yard 2 moves are legal, each of which takes 3 pieces, the solution among them."},
	} {
		if c.move == "" {
			p := position(t, c.fen)
			c.move = ruleset(t, c.ruleset).Generator().Text(p, ruleset(t, c.ruleset).Generator().Moves(p)[0])
		}
		for _, book := range []rulebook{fastBook{}, slowBook{}} {
			d := derive(t, book, c.ruleset, c.fen, c.move)
			want := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(strings.Fields(c.not), name) })
			if !slices.Equal(d.validRulesets, want) || orEmpty(d.rulesetNote) != c.note || (c.note == "") != (d.rulesetNote == nil) {
				t.Errorf("%s\n got %q %q\nwant %q %q", c.fen, d.validRulesets, orEmpty(d.rulesetNote), want, c.note)
			}
		}
	}
}

func TestValidityOfHouseRules(t *testing.T) {
	s, err := SubjectOf(ruleset(t, "federation").Facts, position(t, chain), "a2xa4xc4xc6xe6")
	if err != nil {
		t.Fatal(err)
	}
	if valid := deriveMaximum(fastBook{}, "club", s).validRulesets; len(valid) != 7 || valid[6] != "club" {
		t.Errorf("%q: want the six and then the own one", valid)
	}
}

func TestID(t *testing.T) {
	p := position(t, example)
	id := ID("maximum", p, "digest")
	for _, y := range []dama.Symmetry{dama.SwapColors, dama.MirrorFiles, dama.SwapColors | dama.MirrorFiles} {
		if other := ID("maximum", y.Position(p), "digest"); other != id {
			t.Errorf("view %d has another ID, %s instead of %s", y, other, id)
		}
	}
	if len(id) != len("maximum-")+16 || !strings.HasPrefix(id, "maximum-") {
		t.Errorf("%q", id)
	}
	for _, other := range []string{ID("choice", p, "digest"), ID("maximum", p, "other"), ID("maximum", p.Pass(), "digest")} {
		if other == id {
			t.Errorf("another puzzle has the same ID, %s", id)
		}
	}
}
