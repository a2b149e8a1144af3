package referee

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"damalab/dama"
)

var seed = flag.Uint64("seed", 1, "seed of the random games")

func TestRoutes(t *testing.T) {
	loop := position(t, "W:WKd1:Bd3,b5,a3,Kb1")
	m, ok := Find(plain, loop, "d1xd5xa5xa1xd1")
	if !ok {
		t.Fatal("the route of the loop that is not the least is refused")
	}
	if got := m.Text(); got != "d1xa1xa5xd5xd1" {
		t.Errorf("the least route is printed as %s", got)
	}
	if got := fmt.Sprint(m.Routes); got != "[[a1 a5 d5 d1] [d5 a5 a1 d1]]" {
		t.Errorf("routes %s", got)
	}
	many := position(t, "W:WKc8,a4,d4,e4,a3,a2,d2,h2:Ba6,c6,e6,a5,b5,h4,g3,Kc1,Kg1")
	if moves := Moves(plain, many); len(moves) != 1 || len(moves[0].Routes) != 3 {
		t.Errorf("got %v, want one move with three routes", moves)
	}
}

func TestFindRefuses(t *testing.T) {
	for _, c := range []struct{ fen, text string }{
		{"W:Wa2:Ba3,b4,c5,d6", "a2xe6"},             // short form
		{"W:Wa2:Ba3,b4,c5,d6", "a2xa4xc4"},          // stops early
		{"W:Wa2:Ba3,b4,c5,d6", "a2xa3xb4xc5xd6"},    // captured squares
		{"W:Wa2:Ba3,b4,c5,d6", "a2-a3"},             // must capture
		{"W:Wa2:Ba7", "a2xa3"},                      // a quiet move with an x
		{"W:Wa2:Ba7", "a2-a4"},                      // too far
		{"W:Wa2:Ba7", "a2-a3 "},                     // not the exact text
		{"W:Wa2:Ba7", ""},                           // nothing
		{"W:Wa2:Ba7", "a7-a6"},                      // the other side's
		{"W:WKa1:Ba4,c6,h8", "a1xa5"},               // not the maximum
		{"W:Wd4:Bd5,a7", "d4-d6"},                   // a capture with a hyphen
		{"W:Wa3,h3:Ba4,h4,d8", "a3xa5xh3"},          // nonsense after a move
		{"W:Wd4,a1:Bd7,d5,b5,b7", "d4xd6xd8xb8xb6"}, // a man does not go back
	} {
		if m, ok := Find(plain, position(t, c.fen), c.text); ok {
			t.Errorf("%s: %q was read as %s", c.fen, c.text, describe(m))
		}
	}
}

func TestMakePanicsWithoutPiece(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Make(position(t, "W:Wa2:Ba7"), Move{From: 0, To: 8})
}

// TestRandomGames walks through random games under the four ways to capture and
// asks of every position what must hold in any.
func TestRandomGames(t *testing.T) {
	t.Logf("-seed %d", *seed)
	games := 60
	if testing.Short() {
		games = 6
	}
	for name, f := range variants() {
		rng := rand.New(rand.NewPCG(*seed, 0))
		for range games {
			p := dama.StartPosition()
			for range 150 {
				moves := Moves(f, p)
				if len(moves) == 0 {
					break
				}
				checkPosition(t, name, f, p, moves)
				p = Make(p, moves[rng.IntN(len(moves))])
			}
		}
	}
}

func checkPosition(t *testing.T, name string, f dama.Facts, p dama.Position, moves []Move) {
	t.Helper()
	if !slices.IsSortedFunc(moves, compare) {
		t.Errorf("%s, %v: not sorted: %s", name, p, list(moves))
	}
	seen := map[string]bool{}
	for _, m := range moves {
		next := Make(p, m)
		if next.Side() == p.Side() || next.Occupied().Count() != p.Occupied().Count()-m.Captured.Count() {
			t.Errorf("%s, %v: %s leads to %v", name, p, m.Text(), next)
		}
		if m.Captured.Count() != moves[0].Captured.Count() || m.Captured&^p.Pieces(p.Side().Other()) != 0 {
			t.Errorf("%s, %v: wrong captures in %s", name, p, list(moves))
		}
		for _, route := range m.Routes {
			text := m.routeText(route)
			if seen[text] || route[len(route)-1] != m.To {
				t.Errorf("%s, %v: route %s", name, p, text)
			}
			seen[text] = true
		}
		if found, ok := Find(f, p, m.Text()); !ok || compare(found, m) != 0 {
			t.Errorf("%s, %v: %s is not found by its text", name, p, m.Text())
		}
	}
	for y := dama.Symmetry(1); y < 4; y++ {
		if got := Moves(f, y.Position(p)); list(mirrored(y, got)) != list(moves) {
			t.Errorf("%s, %v: other moves under symmetry %d: %s", name, p, y, list(got))
		}
	}
}

// mirrored returns the moves as the symmetry shows them, with their routes.
func mirrored(y dama.Symmetry, moves []Move) []Move {
	var all collection
	for _, m := range moves {
		for _, route := range m.Routes {
			var squares []dama.Square
			for _, s := range route {
				squares = append(squares, y.Square(s))
			}
			all.add(Move{y.Square(m.From), y.Square(m.To), y.Board(m.Captured), m.Crowned, [][]dama.Square{squares}})
		}
	}
	return all.sorted()
}

func BenchmarkMoves(b *testing.B) {
	p, err := dama.ParseFEN("W:Wa2,c2,e2,g2,b3,d3,f3,h3,c4,f4:Ba7,c7,e7,g7,b6,d6,f6,h6,c5,f5")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Moves(plain, p)
	}
}
