package datasets

import (
	"math/rand/v2"
	"strings"
	"testing"

	"damalab/dama"
)

// The four views of a game have one print and four views; other games have others.
func TestGamePrint(t *testing.T) {
	rules := federation(t)
	r := rand.New(rand.NewPCG(4, 0))
	seen := map[uint64]int{}
	for i := range 50 {
		g := randomGame(rules, r, 0)
		start, moves, err := g.Replay(rules.Generator())
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 1 { // begin somewhere in the game, with no position like its mirror
			for _, m := range moves[:9] {
				start = start.Make(m)
			}
			moves = moves[9:]
		}
		print, _ := GamePrint(start, moves)
		if other, again := seen[print]; again {
			t.Errorf("games %d and %d have one print", other, i)
		}
		seen[print] = i
		views := map[dama.Symmetry]bool{}
		for s := range dama.Symmetry(4) {
			turned := make([]dama.Move, len(moves))
			for k, m := range moves {
				turned[k] = s.Move(m)
			}
			same, view := GamePrint(s.Position(start), turned)
			views[view] = true
			if same != print {
				t.Errorf("game %d: view %v has another print", i, s)
			}
		}
		if len(views) != 4 {
			t.Errorf("game %d: views %v", i, views)
		}
	}
}

func TestReplayNamesThePly(t *testing.T) {
	bad := "W:Wz9"
	for _, c := range []struct {
		game Game
		want string
	}{
		{Game{Moves: []string{"c3-c4", "c3-c4"}}, "ply 1: "},
		{Game{StartFEN: &bad}, "start_fen: "},
	} {
		if _, _, err := c.game.Replay(federation(t).Generator()); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.game, err, c.want)
		}
	}
}
