package datasets

import (
	"errors"
	"fmt"
	"testing"
	"unicode/utf8"

	"damalab/dama"
)

// FuzzImport imports anything, under any ruleset: reading must end without a panic,
// each game found is imported or has one entry that says why not, and what is
// imported is legal from beginning to end.
func FuzzImport(f *testing.F) {
	f.Add(uint8(0), []byte(importGood))
	for _, c := range importFaults {
		f.Add(uint8(0), []byte(importGood+c.text+"\n"+importGood))
	}
	for n, rules := range dama.Rulesets() {
		f.Add(uint8(n), []byte(manyPDN(f, rules, uint64(n), 3)))
	}
	f.Fuzz(func(t *testing.T, n uint8, text []byte) {
		rules := dama.Rulesets()[int(n)%len(dama.Rulesets())]
		im := importTexts(t, ImportOptions{Ruleset: rules, TrustRules: n >= 128}, string(text))
		if im.err != nil && !errors.Is(im.err, ErrNothingImported) {
			t.Fatal(im.err)
		}
		s := im.summary
		if s.Imported+s.Skipped != s.Games || len(im.games) != s.Imported || (s.Imported == 0) != (im.err != nil) {
			t.Fatalf("%+v, %d games, %v", s, len(im.games), im.err)
		}
		for i := range im.games {
			if err := replayed(rules, &im.games[i]); err != nil {
				t.Fatalf("%v: %+v", err, im.games[i])
			}
		}
		for _, e := range im.entries {
			if !utf8.ValidString(e.Detail) {
				t.Fatalf("detail %+q", e.Detail)
			}
		}
	})
}

// replayed checks a game by the referee, or where that would take long, as with
// dozens of kings, by the move generator.
func replayed(rules dama.Ruleset, g *Game) error {
	p := dama.StartPosition()
	if g.StartFEN != nil {
		var err error
		if p, err = dama.ParseFEN(*g.StartFEN); err != nil {
			return err
		}
	}
	if len(g.Moves) <= 60 && (p.Kings(dama.White)|p.Kings(dama.Black)).Count() <= 4 {
		return refereed(rules.Facts, g)
	}
	h := dama.NewHistory(rules.Facts, p)
	for ply, text := range g.Moves {
		if end := h.Outcome(); end.Over {
			return fmt.Errorf("over before ply %d: %s", ply, end.Reason)
		}
		m, err := rules.Generator().ParseMove(h.Position(), text)
		if err != nil {
			return err
		}
		h.Play(m)
	}
	return nil
}
