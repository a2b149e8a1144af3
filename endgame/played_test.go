package endgame

import (
	"context"
	"errors"
	"strings"
	"testing"

	"damalab/dama"
)

// TestPlayed counts positions of games one by one, each placement and its mirror image.
func TestPlayed(t *testing.T) {
	rules, err := dama.FindRuleset("share-link") // where MvM is not all draws
	if err != nil {
		t.Fatal(err)
	}
	tables, _ := Builtin(rules.Facts)
	defer tables.Close()
	want := Summary{Material: "MvM", Entries: tables.Info()[2].Tables[0].Entries}
	for white := range dama.NoSquare {
		for black := range dama.NoSquare {
			p, err := dama.NewPosition(white.Bit(), 0, black.Bit(), 0, dama.White)
			if err != nil || white.Rank() == 0 || black.Rank() == 7 {
				continue
			}
			result, _, _ := tables.Probe(p)
			switch result {
			case 1:
				want.Wins++
			case 0:
				want.Draws++
			default:
				want.Losses++
			}
		}
	}
	want.LongestWin, want.Win = 1, "W:Wa2:Bb2"
	got, err := tables.Played(context.Background(), "MvM")
	if err != nil || got != want || want.Wins == 0 {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if all := tables.Info()[2].Tables[0]; all.Draws <= got.Draws {
		t.Errorf("all positions are %+v", all)
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := tables.Played(stopped, "KKvM"); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if _, err := tables.Played(context.Background(), "KKKvM"); err == nil || !strings.Contains(err.Error(), `"KKKvM" is none`) {
		t.Errorf("four pieces of three: %v", err)
	}
}
