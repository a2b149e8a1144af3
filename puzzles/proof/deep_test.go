package proof

import (
	"errors"
	"strings"
	"testing"
)

// TestCheckDeep: what is planted wrong is found, and what is right holds.
func TestCheckDeep(t *testing.T) {
	const shot = "W:Wa3,d7,Ka8:Ba5,h5,a6,b6,g6,Kb1"
	line := []string{"a3-a4", "a5xa3", "a8xa4xa1xh1xh6xc6xa6"}
	for _, c := range []struct {
		name, fen string
		solution  []string
		gain      int
		says      string // "" if it holds
	}{
		{"a shot", shot, line, 800, ""},
		{"its first move alone", shot, line[:1], 800, ""},
		{"more than it gets", shot, line, Win + 1, "move 1 of the solution, a3-a4, gets less than"},
		{"another first move", shot, []string{"a3-b3"}, 0, "the move a3-a4 gets as much"},
		{"another first move with its gain", shot, []string{"a3-b3"}, 800, "a3-b3, gets less than 800"},
		{"one of two equal captures", "W:Wa4,h4:Bb4,g4,d7,e7", []string{"a4xc4"}, -1000, "the move h4xf4 gets as much"},
		// A man up, and settled; but two quiet moves further Black has a king.
		{"a horizon of nothing", "W:Wa2,d2:Ba3,d3,h3,h7", []string{"a2xa4"}, 100, "a2xa4, gets less than 100"},
		{"the only legal move", "W:Wa3,h3,d2:Bd3,c4,b5,e2,h4", []string{"d2xd4xb4xb6"}, 300, ""},
	} {
		err := CheckDeep(facts(t), c.fen, c.solution, c.gain, DefaultDeep())
		switch {
		case c.says == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.says != "" && (!errors.Is(err, ErrRefuted) || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: %v instead of %q", c.name, err, c.says)
		}
	}
	if err := CheckDeep(facts(t), shot, line, 800, DeepOptions{Plies: 6, Nodes: 50}); !errors.Is(err, ErrNodes) {
		t.Errorf("50 positions are enough: %v", err)
	}
	if err := CheckDeep(facts(t), shot, []string{"a3-a5"}, 800, DefaultDeep()); err == nil || !strings.Contains(err.Error(), "move 1 of the solution") {
		t.Errorf("an illegal move: %v", err)
	}
}
