package puzzles

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/endgame"
)

// TestReasons judges positions that were made by hand.
func TestReasons(t *testing.T) {
	r := ruleset(t, "federation")
	for _, c := range []struct {
		fen      string
		criteria func(*Criteria)
		want     Reason
		solution string
	}{
		{fen: "W:Wa2:Ba7", want: NotACapture},
		{fen: "B:Wa3,a4,b5,c5:Ba5", want: NotACapture},
		{fen: "W:Wd2:Bd3,c4,b5,c2,b3", want: SeveralMoves},
		{fen: "W:Wg3,Ka1:Bg4,g6,Kc1", want: TooFewCaptured},
		{fen: "W:Wg3,Ka1:Bg4,g6,Kc1", criteria: func(c *Criteria) { c.MinCaptures = 2 }, solution: "g3xg5xg7"},
		{fen: chain, want: NoDecoy},
		{fen: chain, criteria: func(c *Criteria) { c.MinDecoys = 0 }, solution: "a2xa4xc4xc6xe6"},
		{fen: "W:Wh3,d2:Bd3,c4,b5,e2,h4", solution: "d2xd4xb4xb6"},
		{fen: "W:Wh3,d2:Bd3,c4,b5,e2,h4", criteria: func(c *Criteria) { c.MinDecoys = 3 }, want: NoDecoy},
		{fen: example, solution: "f3xf5xh5xh7xf7xd7xb7"},
		{
			fen:      "W:WKc8,a4,d4,e4,a3,a2,d2,h2:Ba6,c6,e6,a5,b5,h4,g3,Kc1,Kg1",
			criteria: func(c *Criteria) { c.MaxRoutes = 1 }, want: TooManyRoutes,
		},
	} {
		o := options(r)
		if c.criteria != nil {
			c.criteria(&o.Criteria)
		}
		found, funnel := mineAll(t, []datasets.Game{still(r, "x", c.fen)}, o)
		switch {
		case c.want != "" && (funnel.Rejected[c.want] != 1 || len(found) > 0):
			t.Errorf("%s: want %s, got\n%v", c.fen, c.want, funnel)
		case c.want == "" && (len(found) != 1 || found[0].Solution[0] != c.solution):
			t.Errorf("%s: want %s, got %v\n%v", c.fen, c.solution, found, funnel)
		}
	}
}

// TestRow looks at every field of one puzzle.
func TestRow(t *testing.T) {
	r := ruleset(t, "federation")
	before := strings.Replace(example, "f4", "f5", 1)
	game := still(r, "game-1", strings.Replace(before, "W:", "B:", 1))
	game.Moves = []string{"f5-f4"}
	found, _ := mineAll(t, []datasets.Game{game}, options(r))
	if len(found) != 1 {
		t.Fatalf("%d puzzles", len(found))
	}
	got := found[0]
	if !strings.HasPrefix(got.Proof, `{"format":"dama-proof","version":1,"kind":"maximum"`) {
		t.Errorf("proof %s", got.Proof)
	}
	got.Proof = ""
	want := datasets.Puzzle{
		ID:      ID("maximum", position(t, example), r.Digest()),
		Ruleset: "federation", FEN: position(t, example).FEN(), Side: 0, Kind: "maximum",
		Solution: []string{"f3xf5xh5xh7xf7xd7xb7"}, SolverPlies: 1, Captures: 6,
		Gain:   600, // no black man stands on b7's rank or above, so none takes it back
		Themes: []string{"majority", "only-move", "turn", "long-route", "from-behind"},
		// Three pieces more than three; three corners; two decoys, with four
		// pieces and with five.
		Rating: 1000 + 3*60 + 3*40 + 2*25 + 100, RatingError: 350,
		ValidRulesets: []string{"federation", "ply-yard", "share-link", "ludoteka", "traditional", "checkers-arena"},
		LeadIn:        ptr("f5-f4"), GameID: ptr("game-1"), Ply: ptr(int32(1)), FamilySize: 1,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
}

func ptr[T any](v T) *T { return &v }

func TestViewsAreDuplicates(t *testing.T) {
	r := ruleset(t, "federation")
	p := position(t, example)
	var games []datasets.Game
	for y := range dama.Symmetry(4) {
		games = append(games, still(r, fmt.Sprint("view-", y), y.Position(p).FEN()))
	}
	found, funnel := mineAll(t, games, options(r))
	if len(found) != 1 || *found[0].GameID != "view-0" || funnel.Rejected[Duplicate] != 3 || found[0].LeadIn != nil {
		t.Errorf("%d puzzles\n%v", len(found), funnel)
	}
}

// TestWorkers: the rows and the counts do not depend on who does the work.
func TestWorkers(t *testing.T) {
	r := ruleset(t, "federation")
	games := randomGames(r, batchSize+40)
	var rows []datasets.Puzzle
	var counts Funnel
	for _, workers := range []int{1, 2, 7} {
		o := options(r)
		o.Workers = workers
		found, funnel := mineAll(t, games, o)
		if workers == 1 {
			rows, counts = found, funnel
		}
		if len(found) == 0 || !reflect.DeepEqual(found, rows) || !reflect.DeepEqual(funnel, counts) {
			t.Errorf("%d workers: %d puzzles, 1 worker: %d", workers, len(found), len(rows))
		}
	}
}

func TestBadGames(t *testing.T) {
	r := ruleset(t, "federation")
	good, bad := still(r, "good", example), randomGame(r, 1)
	bad.ID, bad.Moves = "bad", append([]string(nil), bad.Moves...)
	bad.Moves[5] = "a1-a2"
	noFEN := still(r, "no-position", "W:Wa9:Ba7")
	for _, broken := range []datasets.Game{bad, noFEN} {
		games := []datasets.Game{good, broken, good}
		found, err := collect(t.Context(), games, options(r))
		if len(found) != 1 || !errors.Is(err, ErrIllegalGame) || !strings.Contains(err.Error(), "game "+broken.ID) {
			t.Errorf("%d puzzles, then %v", len(found), err)
		}
		o := options(r)
		o.SkipIllegal = true
		_, funnel := mineAll(t, games, o)
		if funnel.Games != 3 || funnel.SkippedGames != 1 || funnel.Judged != 2 || funnel.Found != 1 {
			t.Errorf("skipping: %v", funnel)
		}
	}
	if _, err := collect(t.Context(), []datasets.Game{bad}, options(r)); !strings.Contains(err.Error(), "ply 5") {
		t.Errorf("no ply: %v", err)
	}
	if _, err := collect(t.Context(), []datasets.Game{still(ruleset(t, "ludoteka"), "x", chain)}, options(r)); err == nil {
		t.Error("a game of another ruleset was mined")
	}
}

// collect takes the puzzles up to an error.
func collect(ctx context.Context, games []datasets.Game, o Options) ([]datasets.Puzzle, error) {
	puzzles, _ := Mine(ctx, datasets.All(games), o)
	var found []datasets.Puzzle
	for p, err := range puzzles {
		if err != nil {
			return found, err
		}
		found = append(found, p)
	}
	return found, nil
}

func TestBadOptions(t *testing.T) {
	r := ruleset(t, "federation")
	for name, edit := range map[string]func(*Options){
		"no ruleset":   func(o *Options) { o.Ruleset = dama.Ruleset{} },
		"no criteria":  func(o *Options) { o.Criteria = Criteria{} },
		"other tables": func(o *Options) { o.Endgames, _ = endgame.Builtin(ruleset(t, "traditional").Facts) },
		"unknown kind": func(o *Options) { o.Kinds = []datasets.PuzzleKind{"mate"} },
		"twice":        func(o *Options) { o.Kinds = []datasets.PuzzleKind{"maximum", "maximum"} },
	} {
		o := options(r)
		edit(&o)
		if _, err := collect(t.Context(), nil, o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestEnoughAndCancel(t *testing.T) {
	r := ruleset(t, "federation")
	games := randomGames(r, 40)
	puzzles, _ := Mine(t.Context(), datasets.All(games), options(r))
	for _, err := range puzzles {
		if err != nil {
			t.Fatal(err)
		}
		break // must not go on yielding, which would panic
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := collect(ctx, games, options(r)); !errors.Is(err, context.Canceled) {
		t.Errorf("after a cancel: %v", err)
	}
}

// TestDisagreement mines with a generator of other rules than the referee's.
func TestDisagreement(t *testing.T) {
	r := ruleset(t, "federation")
	o := options(r)
	o.Criteria.MinCaptures = 1
	crowning := maximumMiner{r, ruleset(t, "ply-yard").Generator(), o.Criteria}
	m := mining{options: o, miners: []miner{crowning}, funnel: &Funnel{}, seen: map[string]bool{}}
	game := still(r, "x", "W:Wd6,a2:Bd7,b8,h7")
	games := make([]datasets.Game, 20)
	for i := range games {
		games[i] = game
	}
	// The replay's generator is the right one, so the miner is given the only
	// legal move of the other rules.
	p := position(t, *game.StartFEN)
	h := haul{}
	for range games {
		s := spot{game: &game, position: p, legal: crowning.gen.Moves(p)}
		h.take(s, crowning.kind(), crowning.judge(s))
	}
	m.funnel.add(h.funnel)
	err := m.run(t.Context(), datasets.All[datasets.Game](nil), func(datasets.Puzzle) bool { return true })
	var loud *DisagreementError
	if !errors.As(err, &loud) || loud.Positions != 20 || len(m.funnel.Disagreements) != maxDisagreements {
		t.Fatalf("%v", err)
	}
	if !strings.Contains(err.Error(), "d6xd8xa8 for the generator and d6xd8 for the referee") {
		t.Error(err)
	}
}

func TestMineTo(t *testing.T) {
	r := ruleset(t, "federation")
	games := randomGames(r, 6)
	var first []byte
	for _, workers := range []int{1, 2, 7} {
		dir, o := t.TempDir(), options(r)
		o.Workers, o.Kinds = workers, Kinds()
		funnel, err := MineTo(t.Context(), dir, "source", datasets.All(games), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		set, err := datasets.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		set.Verify = true
		report, err := Verify(t.Context(), set.Puzzles(), r.Facts)
		if err != nil || report.Held != funnel.Found || report.Held == 0 || len(report.Failed) > 0 {
			t.Errorf("%d of %d held, %v, %v", report.Held, funnel.Found, report.Failed, err)
		}
		shard := dir + "/puzzles/shard-00000.parquet"
		if header, err := datasets.ReadHeader(shard); err != nil || !strings.HasPrefix(header.Extra["criteria"], `{"min_captures":3,"min_decoys":1,"max_routes":200,"line":{`) {
			t.Errorf("%q, %v", header.Extra, err)
		}
		data, err := os.ReadFile(shard)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = data
		}
		if string(first) != string(data) {
			t.Errorf("%d workers gave other bytes", workers)
		}
	}
}

func TestMineToWithoutPuzzles(t *testing.T) {
	r, dir := ruleset(t, "federation"), t.TempDir()
	funnel, err := MineTo(t.Context(), dir, "source", datasets.All([]datasets.Game{still(r, "x", chain)}), options(r), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "games                       1\njudged                      1\n  no-decoy                  1\nfound                       0\n"
	if funnel.String() != want {
		t.Errorf("got\n%vwant\n%s", funnel, want)
	}
	if set, err := datasets.Open(dir); err != nil || len(set.Shards(datasets.Puzzles)) != 1 {
		t.Errorf("%v", err)
	}
}

func TestMineIntoMixedDataset(t *testing.T) {
	r, dir := ruleset(t, "federation"), t.TempDir()
	m := &datasets.Manifest{Ruleset: r, Rulesets: []dama.Ruleset{r, ruleset(t, "ludoteka")}}
	if _, err := MineInto(t.Context(), dir, m, datasets.All([]datasets.Game{}), options(r)); !errors.Is(err, datasets.ErrMixed) {
		t.Errorf("%v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind %v, %v", left, err)
	}
}

func BenchmarkMine(b *testing.B) {
	r := ruleset(b, "federation")
	games := randomGames(r, 100)
	o := options(r)
	o.Workers = 1
	positions := 0
	for b.Loop() {
		_, funnel := mineAll(b, games, o)
		positions += funnel.Judged
	}
	b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
	b.ReportMetric(float64(b.N*len(games))/b.Elapsed().Seconds(), "games/s")
}
