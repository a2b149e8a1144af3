package puzzles

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/puzzles/proof"
)

// mixedSet is a small set of the three kinds: what random games give of maximum,
// and positions of the other tests.
func mixedSet(t *testing.T) []datasets.Puzzle {
	t.Helper()
	r := ruleset(t, "federation")
	games := randomGames(r, 12)
	for _, fen := range []string{choosing, blocking, eliminating} {
		games = append(games, still(r, "still", fen))
	}
	o := options(r)
	o.Kinds = nil
	o.Criteria.MinCaptures = 2
	rows, _ := mineAll(t, games, o)
	return rows
}

func TestLadderRises(t *testing.T) {
	r := ruleset(t, "federation")
	rows := mixedSet(t)
	o := RateOptions{Ruleset: r}
	rated, report := rateAll(t, rows, o)
	kinds := map[datasets.PuzzleKind]bool{}
	for i, p := range rated {
		kinds[p.Kind] = true
		back := p
		back.Rating, back.RatingError = rows[i].Rating, rows[i].RatingError
		if !reflect.DeepEqual(back, rows[i]) {
			t.Errorf("%s: more than the rating has changed", p.ID)
		}
		if p.RatingError == gradeError {
			t.Errorf("%s was not rated", p.ID)
		}
	}
	if len(rated) != len(rows) || report.Rated != len(rows) || len(kinds) != 3 || len(report.Solvers) < 8 {
		t.Fatalf("%d of %d rated, of kinds %v, by %d solvers", report.Rated, len(rows), kinds, len(report.Solvers))
	}
	// Of neighbours either may be ahead on a small set; of rungs apart none.
	const apart = 4
	for i := apart; i < len(report.Solvers); i++ {
		low, high := report.Solvers[i-apart], report.Solvers[i]
		if low.Rating >= high.Rating {
			t.Errorf("%s has %.0f, and %s has %.0f", low.Name, low.Rating, high.Name, high.Rating)
		}
		a, tried := low.Solved[datasets.MaximumPuzzle]
		b, too := high.Solved[datasets.MaximumPuzzle]
		if tried && too && a >= b {
			t.Errorf("%s solves %.2f of the maxima, and %s %.2f", low.Name, a, high.Name, b)
		}
	}
}

func TestRatingsDoNotDependOnWorkers(t *testing.T) {
	rows := mixedSet(t)
	o := RateOptions{Ruleset: ruleset(t, "federation"), Workers: 1}
	first, report := rateAll(t, rows, o)
	o.Workers = 5
	again, same := rateAll(t, rows, o)
	if !reflect.DeepEqual(first, again) || !reflect.DeepEqual(report, same) {
		t.Error("five workers give other ratings than one")
	}
}

func TestRateNothing(t *testing.T) {
	rated, report := rateAll(t, nil, RateOptions{Ruleset: ruleset(t, "federation")})
	if len(rated) != 0 || report.Rated != 0 || report.HeldOut.Tries != 0 || !strings.Contains(report.String(), "0 puzzles rated") {
		t.Errorf("%v, %v", rated, report)
	}
}

// TestRateSkips: what nobody tries comes out as it went in.
func TestRateSkips(t *testing.T) {
	rows, _ := mineAll(t, randomGames(ruleset(t, "federation"), 10), options(ruleset(t, "federation")))
	rows = append(rows[:5:5], datasets.Puzzle{ID: "drill-1", Ruleset: "federation", Kind: datasets.DrillPuzzle, Rating: 700, RatingError: 350})
	rated, report := rateAll(t, rows, RateOptions{Ruleset: ruleset(t, "federation")})
	if !reflect.DeepEqual(rated[5], rows[5]) || report.Skipped != 1 || report.Rated != 5 {
		t.Errorf("%+v, %d skipped", rated[5], report.Skipped)
	}
}

func TestRateRefuses(t *testing.T) {
	r := ruleset(t, "federation")
	good := datasets.Puzzle{ID: "p", Ruleset: r.Name, FEN: chain, Solution: []string{"a2xa4xc4xc6xe6"}, Kind: datasets.MaximumPuzzle}
	for want, change := range map[string]func(*datasets.Puzzle, *RateOptions){
		"is of ruleset":        func(p *datasets.Puzzle, _ *RateOptions) { p.Ruleset = "ludoteka" },
		"puzzle p: fen":        func(p *datasets.Puzzle, _ *RateOptions) { p.FEN = "nonsense" },
		"has no solution":      func(p *datasets.Puzzle, _ *RateOptions) { p.Solution = nil },
		"solution, move 1":     func(p *datasets.Puzzle, _ *RateOptions) { p.Solution = []string{"a2-a3"} },
		"two solvers":          func(_ *datasets.Puzzle, o *RateOptions) { o.Solvers = append(o.Solvers, o.Solvers[0]) },
		"on the ladder":        func(_ *datasets.Puzzle, o *RateOptions) { o.Anchors = map[string]float64{"nobody": 1, "random": 2} },
		"there is room for 64": func(_ *datasets.Puzzle, o *RateOptions) { o.Solvers = []Solver{planted{name: "many", tries: 65}} },
	} {
		p, o := good, RateOptions{Ruleset: r, Solvers: Ladder(r.Facts)}
		change(&p, &o)
		rated, _ := Rate(t.Context(), datasets.All([]datasets.Puzzle{p}), o)
		var err error
		for _, e := range rated {
			err = e
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in the error %v", want, err)
		}
	}
	turn := 0
	other := func(yield func(datasets.Puzzle, error) bool) {
		turn++
		p := good
		switch turn {
		case 2:
			p.ID = "q"
		case 4:
			return
		}
		yield(p, nil)
	}
	for range 2 {
		rated, _ := Rate(t.Context(), other, RateOptions{Ruleset: r, Solvers: Ladder(r.Facts)[:2]})
		seen := false
		for _, err := range rated {
			seen = true
			if !errors.Is(err, errOtherRows) {
				t.Errorf("other rows: %v", err)
			}
		}
		if !seen {
			t.Error("fewer rows the second time are not noticed")
		}
	}
}

// TestReaderOverlooks: the more is overlooked, the fewer lines are found.
func TestReaderOverlooks(t *testing.T) {
	f := ruleset(t, "federation").Facts
	solved := map[float64]int{}
	for _, fen := range []string{choosing, eliminating} {
		s, reason := prove(t, fen, map[string]string{choosing: "c2xc4", eliminating: "a3-a4"}[fen], map[string]int{choosing: 0, eliminating: proof.Win}[fen], 1)
		if reason != "" {
			t.Fatal(reason)
		}
		task, err := TaskOf(f, datasets.Puzzle{ID: fen, Kind: datasets.ShotPuzzle, FEN: fen, Solution: s.texts()})
		if err != nil {
			t.Fatal(err)
		}
		for _, attention := range []float64{0, 0.7, 1} {
			r := &reader{name: "x", facts: f, judge: eval.New(ladderWeights()), depth: 3, attention: attention}
			for try := range 50 {
				if r.Solves(task, try) {
					solved[attention]++
				}
			}
		}
	}
	if !(solved[0] < solved[0.7] && solved[0.7] < solved[1]) {
		t.Errorf("solved of 100 by attention: %v", solved)
	}
}

// TestReaderGoesOnFromWhereHeIs: who looks one jump ahead is as likely to begin
// with the short capture as with the long one, and must then go on with it.
func TestReaderGoesOnFromWhereHeIs(t *testing.T) {
	way := func(squares ...dama.Square) wayOf {
		w := wayOf{move: moveID{from: squares[0], to: squares[len(squares)-1]}}
		for i := range squares[1:] {
			w.jumps = append(w.jumps, jump{from: squares[i], to: squares[i+1]})
		}
		return w
	}
	short, long := way(0, 16, 32), way(7, 23, 39, 55, 53)
	r, n := &reader{horizon: 1, eye: 1}, 0
	for seed := range uint64(400) {
		_, first := r.follow(short.jumps, 0, seed)
		_, other := r.follow(long.jumps, 0, seed)
		made := r.capture([]wayOf{short, long}, seed) == short.move
		if made != (first > other) {
			t.Fatalf("seed %d: he begins with one capture and ends with another", seed)
		}
		if made {
			n++
		}
	}
	if n < 150 || n > 250 {
		t.Errorf("the short capture is made %d times of 400", n)
	}
	r.horizon = 3
	if r.capture([]wayOf{short, long}, 1) != long.move {
		t.Error("who looks far enough does not see that the long one is longer")
	}
}

// TestBuiltInAnchors: they are of this ladder, and rise with it.
func TestBuiltInAnchors(t *testing.T) {
	set := BuiltInAnchors()
	solvers := Ladder(ruleset(t, "federation").Facts)
	if set.Ladder != LadderVersion || len(set.Anchors) != len(solvers) || set.Method == "" {
		t.Fatalf("%d anchors of ladder %q for %d solvers of ladder %q", len(set.Anchors), set.Ladder, len(solvers), LadderVersion)
	}
	for i, a := range set.Anchors {
		if a.Name != solvers[i].Name() || a.Games < 100 || a.Error <= 0 || i > 0 && a.Elo <= set.Anchors[i-1].Elo {
			t.Errorf("anchor %d: %+v", i, a)
		}
	}
}

// TestReaderFollowsTheSolution: whoever overlooks nothing and looks far enough finds
// every maximum, and who overlooks everything misses some.
func TestReaderFollowsTheSolution(t *testing.T) {
	rows, _ := mineAll(t, randomGames(ruleset(t, "federation"), 40), options(ruleset(t, "federation")))
	sharp, blind := &reader{name: "sharp", horizon: noHorizon, eye: 1}, &reader{name: "blind"}
	missed := 0
	for _, row := range rows {
		task, err := TaskOf(ruleset(t, "federation").Facts, row)
		if err != nil {
			t.Fatal(err)
		}
		if !sharp.Solves(task, 0) {
			t.Errorf("%s %s is missed", row.FEN, row.Solution[0])
		}
		if !blind.Solves(task, 0) {
			missed++
		}
	}
	if missed == 0 || missed == len(rows) {
		t.Errorf("guessing missed %d of %d", missed, len(rows))
	}
}

// TestSolversPlayLegally: under every ruleset, with all of its draw rules.
func TestSolversPlayLegally(t *testing.T) {
	for _, r := range dama.Rulesets() {
		solvers := Ladder(r.Facts)
		solvers = solvers[:len(solvers)-1] // the last one is slow
		h, gen := dama.NewHistory(r.Facts, dama.StartPosition()), r.Generator()
		for !h.Outcome().Over && h.Plies() < 60 {
			m := solvers[h.Plies()%len(solvers)].Move(h, 7)
			if text := gen.Text(h.Position(), m); text == "" {
				t.Fatalf("%s: no text", r.Name)
			} else if _, err := gen.ParseMove(h.Position(), text); err != nil {
				t.Fatalf("%s: %v", r.Name, err)
			}
			h.Play(m)
		}
	}
}

func TestRateInto(t *testing.T) {
	r, dir := ruleset(t, "federation"), t.TempDir()
	o := options(r)
	if _, err := MineTo(t.Context(), dir, "source", datasets.All(randomGames(r, 40)), o, nil); err != nil {
		t.Fatal(err)
	}
	set, err := datasets.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if rated, err := Rated(set); rated || err != nil {
		t.Fatalf("%v, %v", rated, err)
	}
	if _, err := RateInto(t.Context(), dir, set.Manifest, RateOptions{}); err != nil {
		t.Fatal(err)
	}
	if set, err = datasets.Open(dir); err != nil {
		t.Fatal(err)
	}
	rated, err := Rated(set)
	held, err2 := VerifyRated(t.Context(), set.Puzzles(), r.Facts)
	if !rated || err != nil || err2 != nil || held.Held == 0 || len(held.Failed) > 0 {
		t.Errorf("rated: %v, %v; %+v, %v", rated, err, held, err2)
	}
	if strict, err := Verify(t.Context(), set.Puzzles(), r.Facts); err != nil || strict.Held > 0 {
		t.Errorf("ratings of the ladder pass for others: %d, %v", strict.Held, err)
	}
	path := filepath.Join(dir, "puzzles", "shard-00000.parquet")
	header, err := datasets.ReadHeader(path)
	if err != nil || header.Extra["rating"] != "ladder v1" || header.Extra["criteria"] == "" {
		t.Errorf("%v, %v", header.Extra, err)
	}
	first, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := RateInto(t.Context(), dir, set.Manifest, RateOptions{Workers: 3}); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(path); err != nil || string(again) != string(first) {
		t.Errorf("rated once more, the file is another one (%v)", err)
	}
}

func TestVerifyRatedRange(t *testing.T) {
	r := ruleset(t, "federation")
	rows, _ := mineAll(t, randomGames(r, 40), options(r))
	for _, c := range []struct {
		rating, off int32
		want        string
	}{
		{1234, 80, ""},
		{0, 349, ""},
		{-1, 80, "rating is -1"},
		{4001, 80, "rating is 4001"},
		{1234, 0, "rating_error is 0"},
		{1234, 351, "rating_error is 351"},
		{1, 350, "rating is 1 instead of"},
	} {
		p := rows[0]
		p.Rating, p.RatingError = c.rating, c.off
		err := VerifyOneRated(p, r.Facts)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%d +- %d: %v", c.rating, c.off, err)
		}
	}
	p := rows[0]
	p.Rating, p.RatingError, p.Gain = 1234, 80, p.Gain+100
	if err := VerifyOneRated(p, r.Facts); err == nil || !strings.Contains(err.Error(), "gain") {
		t.Errorf("a wrong gain: %v", err)
	}
}
