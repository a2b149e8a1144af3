package dama_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"damalab/dama"
)

// samePDN reports how two games differ in what writing must keep: everything but
// the texts as read, places, warnings, and the tags that the writer sets.
func samePDN(a, b dama.PDNGame) error {
	if a.Start != b.Start || a.Result.Standard() != b.Result.Standard() || len(a.Moves) != len(b.Moves) {
		return fmt.Errorf("start %v, %v; result %q, %q; %d, %d moves", a.Start, b.Start, a.Result, b.Result, len(a.Moves), len(b.Moves))
	}
	if ta, tb := freeTags(a), freeTags(b); !slices.Equal(ta, tb) {
		return fmt.Errorf("tags %q, %q", ta, tb)
	}
	if err := sameNotes(a.Notes, b.Notes); err != nil {
		return err
	}
	for i, m := range a.Moves {
		if m.Move != b.Moves[i].Move {
			return fmt.Errorf("ply %d: %v, %v", i+1, m.Move, b.Moves[i].Move)
		}
		if err := sameNotes(m.PDNNotes, b.Moves[i].PDNNotes); err != nil {
			return fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	return nil
}

func freeTags(g dama.PDNGame) []dama.PDNTag {
	return slices.DeleteFunc(slices.Clone(g.Tags), func(t dama.PDNTag) bool {
		return slices.Contains([]string{"GameType", "FEN", "SetUp", "Result"}, t.Name)
	})
}

func sameNotes(a, b dama.PDNNotes) error {
	if !slices.Equal(a.NAGs, b.NAGs) || !slices.Equal(a.Comments, b.Comments) || !slices.Equal(a.Variations, b.Variations) {
		return fmt.Errorf("notes %+v, %+v", a, b)
	}
	return nil
}

// drawRuleset draws one of the built-in rulesets.
func drawRuleset(t *rapid.T) dama.Ruleset {
	return rapid.SampledFrom(dama.Rulesets()).Draw(t, "ruleset")
}

// pdnPieces is what comments and variations are put together from: much of it
// means something elsewhere in a file.
var pdnPieces = []string{
	"a", "iyi hamle", "ğüşıöç", "İ", "[%clk 0:01:02]", "[Event \"x\"]", "%", "%gizli", "1-0", "*", "$3", "(", ")", ";", "{", "\\", "\"", "1.", "a3-a4",
	"!?", "\ufeff", strings.Repeat("uzun ", 20), strings.Repeat("z", 100), "\x00", "\xff",
}

func drawPDNComments(t *rapid.T) []string {
	words := rapid.SliceOfN(rapid.SampledFrom(pdnPieces), 1, 8)
	return rapid.SliceOfN(rapid.Map(words, func(w []string) string {
		return strings.Join(strings.Fields(strings.Join(w, " ")), " ")
	}), 0, 2).Draw(t, "comments")
}

func drawPDNNotes(t *rapid.T) (n dama.PDNNotes) {
	if rapid.IntRange(0, 3).Draw(t, "plain") > 0 {
		return n
	}
	n.NAGs = rapid.SliceOfN(rapid.IntRange(0, 255), 0, 3).Draw(t, "nags")
	n.Comments = drawPDNComments(t)
	n.Variations = rapid.SliceOfN(rapid.SampledFrom([]string{
		"1. a3-a4", "1. a3-a4 {said [%clk 1] [Event \"x\"] in the middle of things} h6-h5 1-0", "(a (b) ()) c",
		"% %x \ufeffy {} $3 " + strings.Repeat("3... a7-a6 ", 20) + "*", "... 7. {% {[} x",
	}), 0, 2).Draw(t, "variations")
	return n
}

func drawPDNTags(t *rapid.T) []dama.PDNTag {
	value := rapid.StringOfN(rapid.RuneFrom([]rune("aZ ğİş\"\\[]{}();%$*\t\x00")), 0, 12, -1)
	tag := rapid.Map(value, func(v string) string { return v })
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{
		"Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "FEN", "SetUp", "Annotator", "My_Tag9", "x",
	}), 0, 13, rapid.ID[string]).Draw(t, "names")
	var tags []dama.PDNTag
	for _, n := range names {
		tags = append(tags, dama.PDNTag{Name: n, Value: tag.Draw(t, n)})
	}
	return tags
}

// drawPDNGame draws a game of random legal moves, from the usual start or from
// somewhere in another game.
func drawPDNGame(t *rapid.T, gen dama.Generator) dama.PDNGame {
	g := dama.PDNGame{Generator: gen, Start: dama.StartPosition(), Tags: drawPDNTags(t), Notes: drawPDNNotes(t)}
	if rapid.Bool().Draw(t, "elsewhere") {
		for _, m := range drawMoves(t, gen, g.Start) {
			g.Start = g.Start.Make(m)
		}
	}
	g.Result = rapid.SampledFrom([]dama.PDNResult{"", "*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1"}).Draw(t, "result")
	for _, m := range drawMoves(t, gen, g.Start) {
		g.Moves = append(g.Moves, dama.PDNMove{Move: m, PDNNotes: drawPDNNotes(t)})
	}
	return g
}

func drawMoves(t *rapid.T, gen dama.Generator, p dama.Position) (moves []dama.Move) {
	for range rapid.IntRange(0, 60).Draw(t, "plies") {
		legal := gen.Moves(p)
		if len(legal) == 0 {
			break
		}
		m := legal[rapid.IntRange(0, len(legal)-1).Draw(t, "move")]
		moves = append(moves, m)
		p = p.Make(m)
	}
	return moves
}

// TestPDNRoundTrip writes random games into one file and reads them back.
func TestPDNRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gen := drawRuleset(t).Generator()
		var file strings.Builder
		var games []dama.PDNGame
		for range rapid.IntRange(1, 3).Draw(t, "games") {
			g := drawPDNGame(t, gen)
			games = append(games, g)
			if err := dama.WritePDN(&file, g, gen); err != nil {
				t.Fatal(err)
			}
		}
		r := dama.NewPDNReader(strings.NewReader(file.String()), "", gen)
		var again strings.Builder
		for i, want := range games {
			got, err := r.Next()
			if err == nil {
				err = samePDN(got, want)
			}
			if err == nil {
				err = dama.WritePDN(&again, got, gen)
			}
			if err != nil {
				t.Fatalf("game %d: %v\n%s", i+1, err, file.String())
			}
		}
		if _, err := r.Next(); err == nil || again.String() != file.String() {
			t.Fatalf("the end: %v; written again:\n%s\nfirst:\n%s", err, again.String(), file.String())
		}
	})
}

// TestPDNDamage breaks one of three games at random. The other two must come
// through as they are, unless the damage reaches the border between them.
func TestPDNDamage(t *testing.T) {
	gen := federationMoves(t)
	good := "[Event \"1\"]\n[White \"a\"]\n\n1. a3-a4 h6-h5 2. b3-b4 1-0\n\n"
	rapid.Check(t, func(t *rapid.T) {
		g := drawPDNGame(t, gen)
		var middle strings.Builder
		if err := dama.WritePDN(&middle, g, gen); err != nil {
			t.Fatal(err)
		}
		text := middle.String()
		at := rapid.IntRange(0, len(text)-2).Draw(t, "at")
		junk := rapid.SampledFrom([]string{"", "x", "{", "}", "(", ")", "[", "]", "\"", "\\", ";", "%", "\n", " ", "-", "*", "1-0", "\x00"}).Draw(t, "junk")
		cut := rapid.IntRange(0, min(3, len(text)-2-at)).Draw(t, "cut")
		text = text[:at] + junk + text[at+cut:]
		games, numbers := 0, map[int]bool{}
		var first, last dama.PDNGame
		for g, err := range dama.NewPDNReader(strings.NewReader(good+text+good), "", gen).Games() {
			if err != nil {
				continue
			}
			if games++; games == 1 {
				first = g
			}
			last = g
			numbers[g.Number] = true
		}
		for _, g := range []dama.PDNGame{first, last} {
			if event, _ := g.Tag("Event"); event != "1" || len(g.Moves) != 3 || g.Result != "1-0" || len(g.Tags) != 2 {
				t.Fatalf("got %+v of:\n%s", g, good+text+good)
			}
		}
		if len(numbers) < 2 {
			t.Fatalf("only games %v of:\n%s", numbers, good+text+good)
		}
	})
}
