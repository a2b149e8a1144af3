package tuner

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
)

// quietPositions replays a game and returns what may be taken from it.
func quietPositions(t *testing.T, g *gatherer, game datasets.Game) (quiet []dama.Position) {
	t.Helper()
	positions, err := datasets.Expand(game, g.generator)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range positions {
		if row.Quiet && row.Ply >= game.OpeningPlies {
			p, err := row.Position()
			if err != nil {
				t.Fatal(err)
			}
			quiet = append(quiet, p)
		}
	}
	return quiet
}

func TestNothingIsLost(t *testing.T) {
	games := playGames(t, federation(t), 120, 7)
	games = append(games, games[:15]...) // repeats, all of them
	games[3].EndedBy, games[3].Termination, games[3].Result = datasets.EndedByGuard, datasets.PlyLimitGuard, new(int8)
	games[4].EndedBy, games[4].Result = datasets.EndedByImport, nil
	games[5].OpeningPlies = games[5].Plies
	s := load(t, games, Options{}).Summary
	if s.Games != 135 || s.Guarded != 1 || s.UnknownResult != 1 || s.Unusable != 1 {
		t.Errorf("games: %+v", s)
	}
	if s.Train.Games+s.Held.Games+s.Test.Games+s.Guarded+s.UnknownResult+s.Unusable != s.Games {
		t.Errorf("games do not add up: %+v", s)
	}
	if s.Opening+s.NotQuiet+s.Thinned+s.Repeated+s.Shared+s.Train.Positions+s.Held.Positions+s.Test.Positions != s.Positions {
		t.Errorf("positions do not add up: %+v", s)
	}
	if s.Repeated < 12*DefaultPerGame {
		t.Errorf("%d repeats found in 15 repeated games", s.Repeated)
	}
	for _, p := range []Part{s.Train, s.Held, s.Test} {
		if p.Games != p.WhiteWins+p.Draws+p.BlackWins || p.Points < 0.2*float64(p.Positions) || p.Points > 0.8*float64(p.Positions) {
			t.Errorf("part: %+v", p)
		}
	}
	if kept := load(t, games, Options{Guarded: 1}).Summary; kept.Guarded != 0 {
		t.Errorf("guarded games asked for, and %d left out", kept.Guarded)
	}
}

func TestNoPositionStandsOnBothSides(t *testing.T) {
	games := playGames(t, federation(t), 100, 9)
	for _, g := range games[:30] {
		games = append(games, seenBy(t, g, dama.MirrorFiles))
	}
	for _, g := range games[:30] { // another end of the opening, perhaps another side
		g.OpeningPlies = 9
		games = append(games, g)
	}
	s := load(t, games, Options{MaxPerGame: -1, HeldOut: 0.3, Test: 0.2})
	if s.train.len() == 0 || s.held.len() == 0 || s.test.len() == 0 || s.Summary.Shared < 100 {
		t.Fatalf("a part is empty, or few positions could have stood on both sides: %+v", s.Summary)
	}
	want := apart(t, games, s.options)
	for i, r := range []*rows{&s.train, &s.held, &s.test} {
		if got := examples(r); !slices.EqualFunc(got, want[i], func(a, b example) bool {
			return a.label == b.label && a.phase == b.phase && slices.Equal(a.terms, b.terms)
		}) {
			t.Errorf("part %d has %d positions, %d expected, or others", i, len(got), len(want[i]))
		}
	}
	for i, c := range []struct{ got, want float64 }{{float64(s.Summary.Held.Games), 0.3}, {float64(s.Summary.Test.Games), 0.2}} {
		if share := c.got / 160; share < c.want-0.12 || share > c.want+0.12 {
			t.Errorf("part %d has %v of the games, %v asked for", i+1, share, c.want)
		}
	}
}

// apart sorts positions into parts the slow way: each once in a part, those of
// training in no other, those held out not in the test part.
func apart(t *testing.T, games []datasets.Game, o Options) (parts [3][]example) {
	t.Helper()
	g := newGatherer(federation(t), baseModel(), o)
	var seen [3]map[uint64]bool
	for i := range seen {
		seen[i] = map[uint64]bool{}
	}
	for _, game := range games {
		h, err := g.gather(game)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range h.examples {
			if !seen[h.part][e.key] {
				seen[h.part][e.key] = true
				parts[h.part] = append(parts[h.part], e)
			}
		}
	}
	for i := range parts {
		parts[i] = slices.DeleteFunc(parts[i], func(e example) bool {
			return i > 0 && seen[0][e.key] || i == 2 && seen[1][e.key]
		})
	}
	return parts
}

// seenBy is a game as a symmetry shows it.
func seenBy(t *testing.T, game datasets.Game, y dama.Symmetry) datasets.Game {
	t.Helper()
	gen, p := federation(t).Generator(), dama.StartPosition()
	moves := game.Moves
	game.ID, game.Moves = game.ID+"m", nil
	for _, text := range moves {
		m, err := gen.ParseMove(p, text)
		if err != nil {
			t.Fatal(err)
		}
		game.Moves = append(game.Moves, gen.Text(y.Position(p), y.Move(m)))
		p = p.Make(m)
	}
	return game
}

// A game and its mirror image fall on one side and give one set of positions.
func TestMirroredGame(t *testing.T) {
	for _, game := range playGames(t, federation(t), 20, 11) {
		one, two := load(t, []datasets.Game{game}, Options{HeldOut: 0.5}), load(t, []datasets.Game{game, seenBy(t, game, dama.MirrorFiles)}, Options{HeldOut: 0.5})
		if !reflect.DeepEqual(one.train, two.train) || !reflect.DeepEqual(one.held, two.held) {
			t.Fatalf("game %s: %v alone, %v with its mirror image", game.ID, one.Summary, two.Summary)
		}
	}
}

// Imports that say nothing of their opening are split all the same.
func TestUnmarkedOpenings(t *testing.T) {
	games := playGames(t, federation(t), 60, 13)
	for i := range games {
		games[i].OpeningPlies = 0
	}
	if s := load(t, games, Options{HeldOut: 0.5}).Summary; s.Train.Games < 15 || s.Held.Games < 15 {
		t.Errorf("split: %v", s)
	}
}

func TestLoadWorkers(t *testing.T) {
	games := playGames(t, federation(t), batchGames/4, 15)
	one := load(t, games, Options{Workers: 1})
	for _, workers := range []int{2, 7} {
		more := load(t, games, Options{Workers: workers})
		more.options.Workers = 1
		if !reflect.DeepEqual(one, more) {
			t.Errorf("%d workers give another sample", workers)
		}
	}
}

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		n, limit int
		want     []int
	}{{10, 2, []int{2, 7}}, {3, 8, []int{0, 1, 2}}, {3, -1, []int{0, 1, 2}}, {9, 3, []int{1, 4, 7}}} {
		if got := spread(c.n, c.limit); !slices.Equal(got, c.want) {
			t.Errorf("spread(%d, %d) = %v, want %v", c.n, c.limit, got, c.want)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	good := playGames(t, federation(t), 2, 17)
	other, illegal := good[1], good[1]
	other.Ruleset = "ludoteka"
	illegal.Moves = append([]string{"a2-a5"}, good[1].Moves[1:]...)
	torn := errors.New("torn")
	for name, c := range map[string]struct {
		games []datasets.Game
		err   error
		o     Options
		want  string
	}{
		"two rulesets":      {games: []datasets.Game{good[0], other}, want: "one ruleset at a time"},
		"illegal move":      {games: []datasets.Game{illegal}, want: "ply 0"},
		"damaged file":      {err: torn, want: "torn"},
		"all held out":      {o: Options{HeldOut: 1}, want: "held-out share 1"},
		"negative penalty":  {o: Options{Penalty: -1}, want: "penalty -1"},
		"negative workers":  {o: Options{Workers: -1}, want: "-1 workers"},
		"negative iterates": {o: Options{Iterations: -1}, want: "-1 iterations"},
	} {
		rows := func(yield func(datasets.Game, error) bool) {
			for g := range each(c.games) {
				if !yield(g, nil) {
					return
				}
			}
			if c.err != nil {
				yield(datasets.Game{}, c.err)
			}
		}
		_, err := LoadGames(t.Context(), federation(t), rows, c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", name, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := LoadGames(ctx, federation(t), each(good), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

// Load reads a dataset and names the data that weights came from.
func TestLoadDataset(t *testing.T) {
	dir, games := t.TempDir(), playGames(t, federation(t), 20, 19)
	m, err := datasets.NewManifest(federation(t), map[string]int{"seed": 19}, "")
	if err != nil {
		t.Fatal(err)
	}
	info, err := datasets.Write(dir+"/"+datasets.ShardPath(datasets.Games, 0), m.Meta(), each(games))
	if err == nil {
		err = errors.Join(m.Add(dir, info), m.Save(dir))
	}
	if err != nil {
		t.Fatal(err)
	}
	data, err := datasets.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Load(t.Context(), data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.DataDigest) != 64 {
		t.Errorf("data digest %q", s.DataDigest)
	}
	s.DataDigest = ""
	if !reflect.DeepEqual(s, load(t, games, Options{})) {
		t.Error("a stored sample differs from one in memory")
	}
}

func TestLoadMixedDataset(t *testing.T) {
	a, b := federation(t), federation(t)
	b.Name = "other"
	data := &datasets.Dataset{Dir: "mixed", Manifest: &datasets.Manifest{Ruleset: a, Rulesets: []dama.Ruleset{a, b}}}
	if _, err := Load(t.Context(), data, Options{}); !errors.Is(err, datasets.ErrMixed) || !strings.Contains(err.Error(), "federation, other") {
		t.Errorf("%v", err)
	}
}

// BenchmarkLoad reports how many games a processor second takes in.
func BenchmarkLoad(b *testing.B) {
	games := playGames(b, federation(b), 200, 5)
	began := cpuTime()
	for b.Loop() {
		load(b, games, Options{Workers: 1})
	}
	b.ReportMetric(float64(len(games))*float64(b.N)/(cpuTime()-began).Seconds(), "games/cpu-s")
}
