package selfplay

import (
	"context"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
)

// playAll plays games into a folder and returns them.
func playAll(t *testing.T, s Spec, m Material, games int) ([]datasets.Game, Tally) {
	t.Helper()
	dir := t.TempDir()
	var tally Tally
	_, err := Run(context.Background(), dir, s, m, Options{Games: games, Workers: 3, Progress: func(p Progress) { tally = p.Tally }})
	if err != nil {
		t.Fatal(err)
	}
	return gamesOf(t, dir), tally
}

func gamesOf(t *testing.T, dir string) []datasets.Game {
	t.Helper()
	d, err := datasets.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []datasets.Game
	for g, err := range d.Games() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	return all
}

// differentOpenings counts the canonical positions after the openings.
func differentOpenings(t *testing.T, games []datasets.Game, m Material) int {
	t.Helper()
	seen := map[uint64]bool{}
	for i := range games {
		start, moves, err := openingOf(&games[i], m.Rules.Generator())
		if err != nil {
			t.Fatal(err)
		}
		for _, move := range moves {
			start = start.Make(move)
		}
		seen[canonicalKey(start)] = true
	}
	return len(seen)
}

// TestOpeningsDiffer asks for nearly as many games as there are openings.
func TestOpeningsDiffer(t *testing.T) {
	s, m := smallSpec(t, "federation")
	s.Opening.MinPlies, s.Opening.MaxPlies, s.Opening.Balance, s.Nodes = 2, 2, 0, 5
	all := len(Enumerate(m.Rules.Facts, 2))
	few := all * 2 / 3
	games, tally := playAll(t, s, m, few)
	if n := differentOpenings(t, games, m); n != few || tally.Repeated != 0 || tally.Replayed != 0 {
		t.Errorf("%d of %d openings differ, %d counted as repeated; there are %d", n, few, tally.Repeated, all)
	}
	// More games than openings can only repeat them, and that is counted.
	many := all + 7
	games, tally = playAll(t, s, m, many)
	if n := differentOpenings(t, games, m); many-n != tally.Repeated || tally.Repeated < 7 {
		t.Errorf("%d of %d openings differ, %d counted as repeated; there are %d", n, many, tally.Repeated, all)
	}
	// The same opening gives the same game, but its mirror image need not: the
	// search takes the first of moves that are worth the same.
	if tally.Replayed < 1 || tally.Replayed > tally.Repeated {
		t.Errorf("%d openings repeated, but %d games", tally.Repeated, tally.Replayed)
	}
	s.Opening.Distinct = 0
	games, tally = playAll(t, s, m, few)
	if n := differentOpenings(t, games, m); n == few || tally.Repeated != few-n {
		t.Errorf("without distinct openings: %d of %d differ, %d repeated", n, few, tally.Repeated)
	}
}

// TestBlocksOfOpenings lets openings repeat from one block to the next only.
func TestBlocksOfOpenings(t *testing.T) {
	s, m := smallSpec(t, "federation")
	s.Opening.MinPlies, s.Opening.MaxPlies, s.Opening.Balance, s.Nodes, s.Opening.Distinct = 2, 2, 0, 5, 10
	games, tally := playAll(t, s, m, 30)
	for b := range 3 {
		if n := differentOpenings(t, games[10*b:10*b+10], m); n != 10 {
			t.Errorf("block %d: %d different openings, want 10", b, n)
		}
	}
	if tally.Repeated != 0 {
		t.Errorf("%d openings counted as repeated within their blocks", tally.Repeated)
	}
}

func TestEnumeratedAndFileOpenings(t *testing.T) {
	s, m := smallSpec(t, "ludoteka")
	s.Nodes = 5
	s.Opening = Opening{Policy: EnumeratedOpenings, Plies: 2, Distinct: 1000, Nodes: 40}
	all := len(Enumerate(m.Rules.Facts, 2))
	games, tally := playAll(t, s, m, all)
	if n := differentOpenings(t, games, m); n != all || tally.Repeated != 0 {
		t.Errorf("%d of %d enumerated openings were used, %d repeated", n, all, tally.Repeated)
	}
	_, err := Run(context.Background(), t.TempDir(), s, m, Options{Games: all + 1, Workers: 1})
	if err == nil || !strings.Contains(err.Error(), "there are only") {
		t.Errorf("more games than openings: %v", err)
	}
	m.Openings = []byte("c3-c4 f6-f5\nd3-d4\ne3-e4 b6-b5 d3-d4\n")
	s.Opening = Opening{Policy: FileOpenings, File: TextDigest(m.Openings), Distinct: 1000}
	games, _ = playAll(t, s, m, 3)
	for i, want := range []string{"c3-c4 f6-f5", "d3-d4", "e3-e4 b6-b5 d3-d4"} {
		if got := strings.Join(games[i].Moves[:games[i].OpeningPlies], " "); got != want {
			t.Errorf("game %d begins %s, want %s", i, got, want)
		}
	}
	_, err = Run(context.Background(), t.TempDir(), s, m, Options{Games: 4, Workers: 1})
	if err == nil || !strings.Contains(err.Error(), "opening.max_plies") {
		t.Errorf("past the end of the file: %v", err)
	}
	s.Opening.MaxPlies = 4
	games, tally = playAll(t, s, m, 12)
	if n := differentOpenings(t, games, m); n != 12 || tally.Repeated != 0 {
		t.Errorf("with plies at random %d of 12 openings differ", n)
	}
}

func TestGivenPositions(t *testing.T) {
	s, m := smallSpec(t, "federation")
	m.Positions = []byte("W:Wa2,b2,Kd4:Ba7,b7,Kh8\nB:Wa2,c2,b3:Ba7,b7,h7\n")
	s.Positions = Positions{Share: 0.5, File: TextDigest(m.Positions), MaxPlies: 2}
	games, _ := playAll(t, s, m, 20)
	given := 0
	for _, g := range games {
		if g.StartFEN == nil {
			continue
		}
		given++
		p, err := dama.ParseFEN(*g.StartFEN)
		if err != nil || !strings.Contains(string(m.Positions), *g.StartFEN) {
			t.Errorf("%s begins at %s (%v)", g.ID, *g.StartFEN, err)
		}
		if g.OpeningPlies > 2 || p.Occupied().Count() > 6 {
			t.Errorf("%s: %d plies at random", g.ID, g.OpeningPlies)
		}
	}
	if given < 4 || given > 16 {
		t.Errorf("%d of 20 games begin at given positions, about 10 were asked for", given)
	}
	if n := differentOpenings(t, games, m); n != 20 {
		t.Errorf("%d of 20 openings differ", n)
	}
	s.Positions.MaxPlies = 0
	_, err := Run(context.Background(), t.TempDir(), s, m, Options{Games: 20, Workers: 1})
	if err == nil || !strings.Contains(err.Error(), "positions.max_plies") {
		t.Errorf("more games than positions: %v", err)
	}
}

func TestBalanceScreen(t *testing.T) {
	s, m := smallSpec(t, "federation")
	s.Opening.MinPlies, s.Opening.MaxPlies, s.Opening.Balance, s.Opening.Nodes = 8, 12, 40, 300
	if err := m.prepare(&s); err != nil {
		t.Fatal(err)
	}
	digest, err := s.Digest()
	if err != nil {
		t.Fatal(err)
	}
	lopsided := 0
	for _, balance := range []int{0, 40} {
		s.Opening.Balance = balance
		p := newPlanner(&s, digest, &m, 0)
		judge := newPlanner(&s, digest, &m, 0).drawer
		for i := range int64(30) {
			o, err := p.take(context.Background(), i)
			if err != nil {
				t.Fatal(err)
			}
			judge.h.Restart(o.start)
			for _, move := range o.moves {
				judge.h.Play(move)
			}
			s.Opening.Balance = 40 // for the judge
			lead := judge.lead(context.Background(), false)
			s.Opening.Balance = balance
			switch {
			case balance == 0 && lead > 40:
				lopsided++
			case balance == 40 && lead > 40:
				t.Errorf("game %d: one side is %d ahead after a screened opening", i, lead)
			}
		}
	}
	if lopsided == 0 {
		t.Error("unscreened openings are all level: the test shows nothing")
	}
}

// TestNoOpening asks for so many plies at random that hardly a game lasts.
func TestNoOpening(t *testing.T) {
	s, m := smallSpec(t, "federation")
	m.Positions = []byte("W:Wa7:Bh8\n")
	s.Positions = Positions{Share: 1, File: TextDigest(m.Positions), MinPlies: 100, MaxPlies: 100}
	_, err := Run(context.Background(), t.TempDir(), s, m, Options{Games: 1, Workers: 1})
	if err == nil {
		t.Fatal("a game without an opening was played")
	}
}

// TestRepeatsAreCounted shows a tally a game, its mirror image, the same with
// exchanged colors, and another one.
func TestRepeatsAreCounted(t *testing.T) {
	_, m := smallSpec(t, "federation")
	seen, tally := newSeenGames(0), Tally{}
	draw := int8(0)
	for i, moves := range [][]string{
		{"c3-c4", "f6-f5", "b3-b4"},
		{"f3-f4", "c6-c5", "g3-g4"}, // the mirror image
		{"c3-c4", "f6-f5", "b3-b4"},
		{"c3-c4", "f6-f5", "a3-a4"}, // goes on differently
	} {
		g := datasets.Game{ID: "x", Index: int64(i), Moves: moves, Plies: 3, OpeningPlies: 2, Result: &draw}
		if err := tally.add(&g, seen, m.Rules.Facts); err != nil {
			t.Fatal(err)
		}
	}
	if tally.Games != 4 || tally.Repeated != 3 || tally.Replayed != 2 {
		t.Errorf("%+v, want 4 games, 3 repeated openings, 2 repeated games", tally)
	}
}

// TestOpeningsDoNotCross draws openings of several lengths: as long as there is
// room, none leads through the end of another one.
func TestOpeningsDoNotCross(t *testing.T) {
	s, m := smallSpec(t, "federation")
	s.Opening.MinPlies, s.Opening.MaxPlies, s.Opening.Balance, s.Nodes = 3, 5, 0, 5
	games, tally := playAll(t, s, m, 60)
	ends, passes := map[uint64]string{}, map[uint64]string{}
	for _, g := range games {
		start, moves, err := openingOf(&g, m.Rules.Generator())
		if err != nil {
			t.Fatal(err)
		}
		keys := pathKeys(&s, start, moves, false)
		if len(keys) != len(moves)-2 {
			t.Fatalf("%d keys for %d plies", len(keys), len(moves))
		}
		end := keys[len(keys)-1]
		if other := ends[end] + passes[end]; other != "" {
			t.Errorf("%s ends on the way of %s", g.ID, other)
		}
		for _, k := range keys[:len(keys)-1] {
			if ends[k] != "" {
				t.Errorf("%s leads through the end of %s", g.ID, ends[k])
			}
			passes[k] = g.ID
		}
		ends[end] = g.ID
	}
	if tally.Replayed != 0 {
		t.Errorf("%d games were played twice", tally.Replayed)
	}
}
