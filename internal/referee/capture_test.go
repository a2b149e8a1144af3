package referee

import (
	"testing"

	"damalab/dama"
)

// TestConsequences has a position for each consequence that the rules state.
func TestConsequences(t *testing.T) {
	forbidden, allowed := plain, facts(dama.AtMoveEnd, dama.ReversalAllowed)
	crowning := facts(dama.DuringCapture, dama.ReversalForbidden)
	crowningTurning := facts(dama.DuringCapture, dama.ReversalAllowed)
	for _, c := range []struct {
		name  string
		facts dama.Facts
		fen   string
		want  string
	}{
		{"a man never reverses", allowed, "W:Wd4:Bc4,e4", "d4xb4[c4] d4xf4[e4]"},
		{"a king may, where it is allowed", allowed, "W:WKd4:Bc4,e4", "d4xa4[c4,e4] d4xb4[c4,e4] d4xf4[c4,e4] d4xg4[c4,e4] d4xh4[c4,e4]"},
		{"a man captures nothing behind it", allowed, "W:Wd5:Bd4,a8", "d5-c5 d5-d6 d5-e5"},
		{"a black man captures downward", forbidden, "B:Wd4,a1:Bd5", "d5xd3[d4]"},
		{"a black man captures nothing behind it", allowed, "B:Wd6,a1:Bd5", "d5-c5 d5-d4 d5-e5"},
		{"nothing goes over the edge", forbidden, "W:Wb7,Kh4:Ba7,b8,Kg1", "b7-c7 h4-a4 h4-b4 h4-c4 h4-d4 h4-e4 h4-f4 h4-g4 h4-h1 h4-h2 h4-h3 h4-h5 h4-h6 h4-h7 h4-h8"},
		{"crossing the own starting square", forbidden, "W:WKd1:Bd3,b5,a3,Kf1", "d1xg1[f1,a3,d3,b5] d1xh1[f1,a3,d3,b5]"},
		{"ending on the own starting square", forbidden, "W:WKd1:Bd3,b5,a3,Kb1", "d1xc1[b1,a3,d3,b5] d1xd1[b1,a3,d3,b5] d1xd2[b1,a3,d3,b5] d1xe1[b1,a3,d3,b5] d1xf1[b1,a3,d3,b5] d1xg1[b1,a3,d3,b5] d1xh1[b1,a3,d3,b5]"},
		{"crossing a captured piece's square", forbidden, "W:WKa4:Bc4,e6,d8,c2", "a4xc1[c2,c4,e6,d8]"},
		{"landing on a captured piece's square", forbidden, "W:WKa4:Bc4,e6,d8,c6,g4", "a4xh4[c4,g4,c6,e6,d8]"},
		{"U-turn over two corners", forbidden, "W:WKb1:Bb3,c5,d3", "b1xd1[b3,d3,c5] b1xd2[b3,d3,c5]"},
		{"no turn by 180 degrees", forbidden, "W:WKd5:Bd3,d7", "d5xd1[d3] d5xd2[d3] d5xd8[d7]"},
		{"turn by 180 degrees", allowed, "W:WKd5:Bd3,d7", "d5xd1[d3,d7] d5xd2[d3,d7] d5xd8[d3,d7]"},
		{"no turn after a corner either", forbidden, "W:WKa1:Ba3,c5,b5", "a1xa4[a3] a1xa5[a3] a1xa6[a3] a1xa7[a3] a1xa8[a3]"},
		{"straight on is no turn", forbidden, "W:WKa1:Ba3,a5,a7", "a1xa8[a3,a5,a7]"},
		{"far rank, man to the end", forbidden, "W:Wd6,a2:Bd7,b8,h7", "d6xd8[d7]"},
		{"far rank, king at once", crowning, "W:Wd6,a2:Bd7,b8,h7", "d6xa8[d7,b8]"},
		{"far rank, black", crowning, "B:Wd2,Kb1,h7:Bd3", "d3xa1[b1,d2]"},
		{"far rank, sideways as a man", forbidden, "W:Wf6,a1:Bf7,Ke8,Kc8,h5", "f6xb8[f7,c8,e8]"},
		{"the crowning jump is the last jump", crowning, "W:Wd6,a2:Bd7,d3,h7", "d6xd8[d7]"},
		{"turning at the crowning", crowningTurning, "W:Wd6,a2:Bd7,d3,h7", "d6xd1[d3,d7] d6xd2[d3,d7]"},
		{"no turning as a man", allowed, "W:Wd6,a2:Bd7,d3,h7", "d6xd8[d7]"},
		{"a king passes nothing of its own", forbidden, "W:WKa1,a3:Bh7,h6", "a1-a2 a1-b1 a1-c1 a1-d1 a1-e1 a1-f1 a1-g1 a1-h1 a3-a4 a3-b3"},
		{"a king jumps nothing of its own", forbidden, "W:WKa1,a3,b1:Ba5,Kd1", "a1-a2 a3-a4 a3-b3 b1-b2 b1-c1"},
		{"ties are free", forbidden, "W:Wa3,Kh3:Ba4,h5", "a3xa5[a4] h3xh6[h5] h3xh7[h5] h3xh8[h5]"},
		{"two men count more than a king", forbidden, "W:Wg3,Ka1:Bg4,g6,Kc1", "g3xg7[g4,g6]"},
		{"a man and a king are captured alike", forbidden, "W:Wd3,g3:BKd4,g4", "d3xd5[d4] g3xg5[g4]"},
		{"compulsory", forbidden, "W:Wa3,h2:Ba4,h8", "a3xa5[a4]"},
		{"two enemies in a row shield each other", forbidden, "W:WKa1,b2:Ba3,a4,h8", "a1-a2 a1-b1 a1-c1 a1-d1 a1-e1 a1-f1 a1-g1 a1-h1 b2-a2 b2-b3 b2-c2"},
		{"no piece, no move", forbidden, "W:W:Ba7", ""},
		{"a missing opponent takes no moves away", forbidden, "W:Wa2:B", "a2-a3 a2-b2"},
	} {
		if got := list(Moves(c.facts, position(t, c.fen))); got != sortedWords(c.want) {
			t.Errorf("%s, %s\n got %s\nwant %s", c.name, c.fen, got, sortedWords(c.want))
		}
	}
}

func TestCapturesBeforeTheMaximum(t *testing.T) {
	for _, c := range []struct{ name, fen, want string }{
		{"shorter ones of other pieces", "W:Wa3,h3:Ba4,h4,h6", "a3xa5[a4] h3xh7[h4,h6]"},
		{
			"shorter ones of the same piece", "W:WKa1:Ba4,c6,h8",
			"a1xa5[a4] a1xa7[a4] a1xa8[a4] a1xd6[a4,c6] a1xe6[a4,c6] a1xf6[a4,c6] a1xg6[a4,c6] a1xh6[a4,c6]",
		},
		{"no part of a longer one", "W:Wa2:Ba3,b4,c5,d6", "a2xe6[a3,b4,c5,d6]"},
		{"none", "W:Wa2:Ba7", ""},
	} {
		if got := list(Captures(plain, position(t, c.fen))); got != sortedWords(c.want) {
			t.Errorf("%s, %s\n got %s\nwant %s", c.name, c.fen, got, sortedWords(c.want))
		}
	}
}

func TestCrowned(t *testing.T) {
	crowning := facts(dama.DuringCapture, dama.ReversalForbidden)
	for _, c := range []struct {
		facts     dama.Facts
		fen, move string
		crowned   bool
		after     string
	}{
		{plain, "W:Wf7,a2:Ba7", "f7-f8", true, "B:Wa2,Kf8:Ba7"},
		{plain, "W:Wf7,a2:Ba7", "f7-e7", false, "B:Wa2,e7:Ba7"},
		{plain, "W:WKf7,a2:Bh6", "f7-f8", false, "B:Wa2,Kf8:Bh6"},
		{plain, "B:Wh2:Ba2,h7", "a2-a1", true, "W:Wh2:Bh7,Ka1"},
		{plain, "W:Wd6,a2:Bd7,h6", "d6xd8", true, "B:Wa2,Kd8:Bh6"},
		{plain, "W:Wf6,a1:Bf7,Ke8,Kc8,h5", "f6xf8xd8xb8", true, "B:Wa1,Kb8:Bh5"},
		{crowning, "W:Wf6,a1:Bf7,Ke8,Kc8,h5", "f6xf8xd8xa8", true, "B:Wa1,Ka8:Bh5"},
		{crowning, "W:Wd6,a2:Bd7,b8,b6,h7", "d6xd8xa8", true, "B:Wa2,Ka8:Bb6,h7"},
		{crowning, "W:Wd6,a2:Bd7,f8,b5", "d6xd8xg8", true, "B:Wa2,Kg8:Bb5"},
		{crowning, "W:Wd6,a2:Bd7,f8,g5,b6", "d6xd8xg8xg1", true, "B:Wa2,Kg1:Bb6"},
		{plain, "W:Wd4,a2:Bd5,h7", "d4xd6", false, "B:Wa2,d6:Bh7"},
	} {
		p := position(t, c.fen)
		m, ok := Find(c.facts, p, c.move)
		if !ok {
			t.Errorf("%s: %s is not legal; legal: %s", c.fen, c.move, list(Moves(c.facts, p)))
			continue
		}
		if m.Crowned != c.crowned {
			t.Errorf("%s %s: crowned %v, want %v", c.fen, c.move, m.Crowned, c.crowned)
		}
		if got := Make(p, m); got != position(t, c.after) {
			t.Errorf("%s %s: %v, want %s", c.fen, c.move, got, c.after)
		}
	}
}

func TestManOnItsFarRankIsRefused(t *testing.T) {
	for _, fen := range []string{"W:Wa8:Ba7", "W:Wa2:Ba1"} {
		if _, err := dama.ParseFEN(fen); err == nil {
			t.Errorf("%s was read", fen)
		}
	}
}
