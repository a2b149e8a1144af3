package plain

import (
	"context"
	"testing"

	"damalab/dama"
)

func move(t *testing.T, fen string, nodes uint64) string {
	t.Helper()
	rules, err := dama.FindRuleset("federation")
	if err != nil {
		t.Fatal(err)
	}
	p, err := dama.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	h := dama.NewHistory(rules.Facts, p)
	m, err := (&Engine{Nodes: nodes}).Move(context.Background(), h)
	if err != nil {
		t.Fatal(err)
	}
	if h.Position() != p {
		t.Error("the game was changed")
	}
	return rules.Generator().Text(p, m)
}

func TestFindsWins(t *testing.T) {
	for fen, want := range map[string]string{
		"W:Wa7,h2:Ba2,Kh8,b6":   "a7-a8", // crowns
		"W:Wd4,h2:Ba7,c6,d6,h7": "",      // any legal move will do
	} {
		if got := move(t, fen, 2000); want != "" && got != want {
			t.Errorf("%s: %s, want %s", fen, got, want)
		}
	}
}

func TestOneNodeIsALegalMove(t *testing.T) {
	if got := move(t, dama.StartPosition().FEN(), 1); got == "" {
		t.Error("no move")
	}
}
