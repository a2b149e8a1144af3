package hub

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"damalab/dama"
)

// randomGame plays random moves until the game or the given number of plies ends,
// calling each before every move.
func randomGame(f dama.Facts, rng *rand.Rand, plies int, each func(*dama.History)) *dama.History {
	gen := f.Generator()
	game := dama.NewHistory(f, dama.StartPosition())
	for range plies {
		if game.Outcome().Over {
			break
		}
		each(game)
		moves := gen.Moves(game.Position())
		game.Play(moves[rng.IntN(len(moves))])
	}
	return game
}

// TestRoundTrip: every position and every legal move of random games comes back.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	for _, rules := range dama.Rulesets() {
		gen := rules.Generator()
		for range 6 {
			randomGame(rules.Facts, rng, 300, func(game *dama.History) {
				p := game.Position()
				if q, err := ParsePosition(FormatPosition(p)); err != nil || q != p {
					t.Fatalf("%v comes back as %v, %v", p, q, err)
				}
				for _, m := range gen.Moves(p) {
					text := FormatMove(m)
					if got, err := ParseMove(gen, p, text); err != nil || got != m {
						t.Fatalf("%s: %v: %s comes back as %v, %v", rules.Name, p, text, got, err)
					}
					if parts := strings.Split(text, "x"); len(parts) > 3 { // captured in any order
						rng.Shuffle(len(parts)-2, reflect.Swapper(parts[2:]))
						if got, err := ParseMove(gen, p, strings.Join(parts, "x")); err != nil || got != m {
							t.Fatalf("%s: %v: %s shuffled: %v, %v", rules.Name, p, text, got, err)
						}
					}
				}
			})
		}
	}
}

// TestReplay: a game sent as a line counts on as the game itself does.
func TestReplay(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 7))
	for _, rules := range dama.Rulesets() {
		for range 15 {
			game := randomGame(rules.Facts, rng, 600, func(*dama.History) {})
			if game.Plies() > 3 && game.Outcome().Over {
				game.Undo()
			}
			text := gameLine(game).String()
			l, err := ParseLine(text)
			if err != nil {
				t.Fatal(err)
			}
			again, err := readGame(rules.Facts, l)
			if err != nil {
				t.Fatal(err)
			}
			if again.Position() != game.Position() || again.Occurrences() != game.Occurrences() {
				t.Fatalf("%s: %s leads to %v", rules.Name, text, again.Position())
			}
			for !game.Outcome().Over && game.Plies() < 1000 {
				moves := rules.Generator().Moves(game.Position())
				m := moves[rng.IntN(len(moves))]
				game.Play(m)
				again.Play(m)
				if game.Outcome() != again.Outcome() {
					t.Fatalf("%s: %s: %v and %v", rules.Name, text, game.Outcome(), again.Outcome())
				}
			}
		}
	}
}

func TestParseMoveErrors(t *testing.T) {
	rules := ruleset(t, "federation")
	p, err := dama.ParseFEN("W:Wf3:Bf4,e5,d6,c7,Kh8")
	if err != nil {
		t.Fatal(err)
	}
	if m, err := ParseMove(rules.Generator(), p, "22x50x51x30x44x37"); err != nil || m.Captured().Count() != 4 {
		t.Errorf("f3xb7: %v, %v", m, err)
	}
	for text, want := range map[string]string{
		"":                    "unreadable",
		"22":                  "unreadable",
		"22x50":               "unreadable",
		"22-50-51":            "unreadable",
		"22-50x51":            "is no square",
		"022-30":              "is no square",
		"22-65":               "is no square",
		"0-1":                 "is no square",
		"f3-f5":               "is no square",
		"22x50x30x30":         "square 30 is captured twice",
		"22x38x30":            "is not legal in W:Wf3:Bf4,e5,d6,c7,Kh8",
		"22-21":               "is not legal",
		"22x50x51x30x44":      "is not legal",
		"22x50x51x30x44x37x1": "is not legal",
	} {
		if _, err := ParseMove(rules.Generator(), p, text); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), shown(text)) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
