package puzzles

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"damalab/datasets"
	"damalab/puzzles/proof"
)

// Positions with a solution, by what their line ends with.
const (
	capturing   = "W:Wa3,b3,c3,h3,a4,b4,e4,g4,h4,Ka8:Ba5,h5,a6,c6,f6,h6,a7,b7,e7,g7,h7"
	crowning    = "B:Wa2,d2,f2,g2,h2,a3,c3,f3,g3,h3,d4:Ba4,a5,c5,e5,f5,g5,h5,d6,f6,g6,h6,a7"
	eliminating = "W:Wa3,d7,Ka8:Ba5,h5,a6,b6,g6,Kb1"
	ninePlies   = "B:Wa2,b2,c2,d2,e2,h2,a3,b3,c3,g3,h3,f4,g4,h4:Ba4,a5,b5,c5,d5,e5,g5,h5,a6,b6,f6,g6,h6,g7,h7"
	// The men on a4 and a5 are blocked for good; the one on f5 is taken.
	blocking = "W:Wa2,a3,b4,c4,b5,c5,e4,g3,h3:Ba4,a5,f5"

	choosing    = "W:Wc2,g2,a3,h3,a4,h4,e5:Bc3,b4,h5,a6,h6"
	chooseWhere = "B:Wa3,g3,a4,d4:Bf5,a6,Kh4" // beside d4 the king is taken back
	// Both captures are there to stay, whichever comes first.
	bothOrders = "W:Wb2,b3,f2,f3,d4,e4,g4,h4:Bb4,f4,h7"
)

func lineOptions(t testing.TB, kinds ...datasets.PuzzleKind) Options {
	o := options(ruleset(t, "federation"))
	o.Kinds = kinds
	return o
}

// wide lets a solver be far ahead.
func wide(c *Criteria) { c.Line.MaxStart, c.Line.MaxOthers = 5000, 5000 }

func TestLines(t *testing.T) {
	for _, c := range []struct {
		name, kind, fen string
		criteria        func(*Criteria)
		solution        string // or
		want            Reason
	}{
		{"a large capture", "shot", capturing, nil, "b4-b5 a5xc5 a4-a5 a6xa4xa2 a8xa5xf5xf7xc7xa7xa1", ""},
		{"a promotion", "shot", crowning, nil, "a5-b5 a3xa5 c5-d5 a5xc5 d5xd3xd1", ""},
		{"an elimination", "shot", eliminating, nil, "a3-a4 a5xa3 a8xa4xa1xh1xh6xc6xa6", ""},
		{"nine plies", "shot", ninePlies, nil, "c5-c4 c3xc5 e5-f5 c5xe5 f5xf3 g3xe3 g5xg3 h3xf3 h5xh3xh1", ""},
		{"the reply stops a square earlier", "shot", strings.Replace(capturing, "Wa3", "Wa2,a3", 1), nil, "", ClaimFails},
		{"a reply that takes elsewhere", "shot", "W:Wa2,a3,b4,c4,b5,c5,e4,e5,g5,g3,h3:Ba4,a5,f5", wide, "", NoShot},
		{"give one, take one", "shot", blocking, wide, "", TooPlain},
		{"too much ahead", "shot", blocking, nil, "", AlreadyWon},
		{"nothing to give", "shot", "W:Wa2,c2:Ba7,c7", nil, "", NoShot},
		{"a capture is due, just one", "shot", "W:Wd6,f2:Bd7,Kh8", nil, "", OneMove},
		{"longer lines only", "shot", eliminating, func(c *Criteria) { c.Shot.MinPlies = 5 }, "", TooShort},
		{"a small certificate", "shot", capturing, func(c *Criteria) { c.Line.MaxEdges = 50 }, "", TooLarge},
		{"another way, seen deeper", "shot", "W:Wd2,e2,a3,b3,g3,Ke8:Bg5,h5,h6,Kd4", nil, "", Unstable},
		{"won back, seen deeper", "shot", "W:Wa3,g3,h3,a4,h4:Bf4,e5,g5,h5,a6,d6,h6,b7,g7", nil, "", Unstable},
		{"a short search", "shot", capturing, func(c *Criteria) { c.Line.DeeperNodes = 100 }, "", Undecided},

		{"a choice", "choice", choosing, nil, "c2xc4", ""},
		{"where to land", "choice", chooseWhere, nil, "", TooPlain},
		{"where to land, if wanted", "choice", chooseWhere, func(c *Criteria) { c.Choice.Landings = true }, "h4xc4", ""},
		{"in another order", "choice", bothOrders, wide, "", SecondSolution},
		{"nothing to capture", "choice", capturing, nil, "", NotACapture},
		{"one capture", "choice", "W:Wd6,f2:Bd7,Kh8", nil, "", OneMove},
		{"lost anyhow", "choice", choosing, func(c *Criteria) { c.Line.MinEnd = 1000 }, "", NothingToKeep},
	} {
		o := lineOptions(t, datasets.PuzzleKind(c.kind))
		if c.criteria != nil {
			c.criteria(&o.Criteria)
		}
		found, funnel := mineAll(t, []datasets.Game{still(o.Ruleset, "x", c.fen)}, o)
		switch {
		case c.want != "" && (len(found) > 0 || funnel.Rejected[c.want] != 1):
			t.Errorf("%s: want %s, got %v\n%v", c.name, c.want, found, funnel)
		case c.want == "" && (len(found) != 1 || strings.Join(found[0].Solution, " ") != c.solution):
			t.Errorf("%s: want %s, got %v\n%v", c.name, c.solution, found, funnel)
		}
		for _, p := range found {
			if err := VerifyOne(p, o.Ruleset.Facts); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
}

// prove solves a position without any criteria but the margin.
func prove(t *testing.T, fen, first string, gain, horizon int) (*solved, Reason) {
	t.Helper()
	p := position(t, fen)
	tm := termsOf(fastBook{}, ruleset(t, "federation").Facts, p)
	m, ok := tm.read(p, first)
	if !ok {
		t.Fatalf("%s is not legal in %s", first, fen)
	}
	return tm.solve(p, claim{
		first: m.moveID, gain: gain, others: gain - 150, horizon: horizon, keep: 20000, hold: 20000, plies: 31,
	}, func(*solved) Reason { return "" })
}

// TestBlockade: the last free piece is taken, and the others cannot move.
func TestBlockade(t *testing.T) {
	f := ruleset(t, "federation").Facts
	for horizon := range 2 {
		s, reason := prove(t, blocking, "e4-f4", proof.Win, horizon)
		if reason != "" {
			t.Fatal(reason)
		}
		l, ok := s.certificate(proof.KindShot, 4000)
		want := []string{"e4-f4", "f5xf3", "g3xe3"}
		if !ok || !slices.Equal(l.Solution, want) || l.Gain != proof.Win {
			t.Errorf("%v, %+v", ok, l)
		}
		if err := proof.Check(f, blocking, l.Solution, l.Encode()); err != nil {
			t.Errorf("horizon %d: %v", horizon, err)
		}
	}
	// A second man who can be given, and a way out for the man on a5.
	if _, reason := prove(t, strings.Replace(blocking, "e4", "e4,g4", 1), "e4-f4", proof.Win, 1); reason != SecondSolution {
		t.Errorf("with two men to give: %q", reason)
	}
	if _, reason := prove(t, strings.Replace(blocking, ",c5", "", 1), "e4-f4", proof.Win, 1); reason != ClaimFails {
		t.Errorf("with a way out: %q", reason)
	}
}

// TestNoMargin: where another move gets as much, the certificate says so, and
// proves nothing.
func TestNoMargin(t *testing.T) {
	p := position(t, "W:Wa1,h1,a2,h2:Ba3,h3") // left and right are the same
	tm := termsOf(fastBook{}, ruleset(t, "federation").Facts, p)
	first, _ := tm.read(p, "a2xa4")
	s, reason := tm.solve(p, claim{
		first: first.moveID, gain: 100, others: 100, keep: 20000, hold: 20000, plies: 1,
	}, func(*solved) Reason { return "" })
	if reason != "" {
		t.Fatal(reason)
	}
	l, _ := s.certificate(proof.KindChoice, 4000)
	if err := proof.Check(tm.facts, l.FEN, l.Solution, l.Encode()); l.Margin != 0 || err == nil || !strings.Contains(err.Error(), "margin is 0, and it must be") {
		t.Errorf("margin %d: %v", l.Margin, err)
	}
}

// TestBeyondTheEnd: a solution that goes on after the game is over, which is a draw
// with one piece each, is no solution, complete as its trees may be.
func TestBeyondTheEnd(t *testing.T) {
	const fen = "W:Wd2,Ke1:Bd4"
	p := position(t, fen)
	tm := termsOf(fastBook{}, ruleset(t, "federation").Facts, p)
	s := &solved{terms: tm, root: p, claim: claim{horizon: 0}}
	s.keeper = newProver(tm, tm.solver, -tm.start, 1000)
	s.holder = newProver(tm, tm.solver.Other(), proof.Win, 1000)
	for _, text := range []string{"d2-d3", "d4xd2", "e1-a1"} {
		m, _ := tm.read(p, text)
		s.line, p = append(s.line, m.moveID), m.after
	}
	after, _ := tm.make(s.root, s.line[0])
	if rival, has := s.rivalOf(s.root, s.line[0]); !s.keeper.holds(after, 0) || has {
		t.Fatal("the trees are not complete:", rival)
	}
	l, _ := s.certificate(proof.KindShot, 1000)
	if err := proof.Check(tm.facts, fen, l.Solution, l.Encode()); err == nil || !strings.Contains(err.Error(), "over before move 3") {
		t.Errorf("%v", err)
	}
}

func TestLineRow(t *testing.T) {
	o := lineOptions(t, datasets.ShotPuzzle)
	game := still(o.Ruleset, "game-1", "B"+strings.Replace(eliminating, "g6", "g7", 1)[1:])
	game.Moves = []string{"g7-g6"}
	found, _ := mineAll(t, []datasets.Game{game}, o)
	if len(found) != 1 {
		t.Fatalf("%d puzzles", len(found))
	}
	got := found[0]
	l, err := proof.DecodeLine([]byte(got.Proof))
	if err != nil || l.Gain != proof.Win || l.Horizon != 1 {
		t.Errorf("%v, %+v", err, l)
	}
	got.Proof = ""
	want := datasets.Puzzle{
		ID:      ID("shot", position(t, eliminating), o.Ruleset.Digest()),
		Ruleset: "federation", FEN: position(t, eliminating).FEN(), Kind: "shot",
		Solution: []string{"a3-a4", "a5xa3", "a8xa4xa1xh1xh6xc6xa6"}, SolverPlies: 2, Captures: 6,
		Gain:   800, // a man given, five men and a king taken
		Rating: 1000 + 80 + 60, RatingError: 350,
		Themes: []string{
			"majority", "turn", "long-route", "crossed-square", "king-capture", "back-rank", "edge", "sacrifice",
			"from-behind", "quiet-first-move", "elimination", "king-taken",
		},
		ValidRulesets: got.ValidRulesets, RulesetNote: got.RulesetNote,
		LeadIn: ptr("g7-g6"), GameID: ptr("game-1"), Ply: ptr(int32(1)), FamilySize: 1,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	if !slices.Contains(got.ValidRulesets, "federation") {
		t.Errorf("not valid under its own ruleset: %q", got.ValidRulesets)
	}
}

// TestLineRulesets: what is mined under a ruleset holds under it.
func TestLineRulesets(t *testing.T) {
	for _, name := range []string{"ply-yard", "ludoteka", "traditional"} { // their boards and ends differ
		o := lineOptions(t, datasets.ShotPuzzle, datasets.ChoicePuzzle)
		r := ruleset(t, name)
		o.Ruleset = r
		var games []datasets.Game
		for i, fen := range []string{eliminating, choosing} {
			games = append(games, still(r, string(rune('a'+i)), fen))
		}
		found, _ := mineAll(t, games, o)
		if len(found) < 2 {
			t.Errorf("%s: only %d puzzles", r.Name, len(found))
		}
		for _, p := range found {
			if !slices.Contains(p.ValidRulesets, r.Name) || (len(p.ValidRulesets) < 6) != (p.RulesetNote != nil) {
				t.Errorf("%s: valid under %q, note %q", r.Name, p.ValidRulesets, orEmpty(p.RulesetNote))
			}
			if err := VerifyOne(p, r.Facts); err != nil {
				t.Errorf("%s: %v", r.Name, err)
			}
		}
	}
}

// TestLineWorkers: rows and counts do not depend on who does the work, and each
// kind's numbers add up.
func TestLineWorkers(t *testing.T) {
	o := lineOptions(t)
	var games []datasets.Game
	for range 2 {
		for _, fen := range []string{crowning, eliminating, choosing, example} {
			games = append(games, still(o.Ruleset, string(rune('a'+len(games))), fen))
		}
	}
	var rows []datasets.Puzzle
	var counts Funnel
	for _, workers := range []int{1, 3} {
		o.Workers = workers
		found, funnel := mineAll(t, games, o)
		if rows == nil {
			rows, counts = found, funnel
		}
		if len(found) != 4 || !reflect.DeepEqual(found, rows) || !reflect.DeepEqual(funnel, counts) {
			t.Errorf("%d workers: %d puzzles\n%v", workers, len(found), funnel)
		}
	}
	for kind, tally := range counts.Kinds {
		sum := tally.Found
		for _, n := range tally.Rejected {
			sum += n
		}
		if sum != tally.Judged || tally.Judged != len(games) {
			t.Errorf("%s: %d of %d judged, of %d positions", kind, sum, tally.Judged, len(games))
		}
	}
	if len(counts.Kinds) != 3 || counts.Judged != len(counts.Kinds)*len(games) || !strings.Contains(counts.String(), "\nshot\n  judged") {
		t.Errorf("%v", counts)
	}
}

// TestOnLine: a game that follows a line does not give the rest of it again.
func TestOnLine(t *testing.T) {
	o := lineOptions(t, datasets.ShotPuzzle)
	game := still(o.Ruleset, "x", capturing)
	game.Moves = []string{"b4-b5", "a5xc5", "a4-a5"}
	found, funnel := mineAll(t, []datasets.Game{game}, o)
	if len(found) != 1 || funnel.Rejected[OnLine] != 1 {
		t.Errorf("%d puzzles\n%v", len(found), funnel)
	}
}

func TestEditedLine(t *testing.T) {
	o := lineOptions(t, datasets.ShotPuzzle)
	found, _ := mineAll(t, []datasets.Game{still(o.Ruleset, "x", eliminating)}, o)
	if len(found) != 1 {
		t.Fatal("nothing to edit")
	}
	for says, edit := range map[string]func(*datasets.Puzzle){
		"puzzle_id":        func(p *datasets.Puzzle) { p.ID = "shot-0" },
		"kind is":          func(p *datasets.Puzzle) { p.Kind = datasets.ChoicePuzzle },
		"kind \"endgame\"": func(p *datasets.Puzzle) { p.Kind = datasets.EndgamePuzzle },
		"the solution is":  func(p *datasets.Puzzle) { p.Solution = p.Solution[:1] },
		"solver_plies":     func(p *datasets.Puzzle) { p.SolverPlies = 5 },
		"captures":         func(p *datasets.Puzzle) { p.Captures++ },
		"gain":             func(p *datasets.Puzzle) { p.Gain += 100 },
		"rating is":        func(p *datasets.Puzzle) { p.Rating++ },
		"themes":           func(p *datasets.Puzzle) { p.Themes = append([]string{"majority"}, p.Themes...) },
		"valid_rulesets":   func(p *datasets.Puzzle) { p.ValidRulesets = p.ValidRulesets[1:] },
		"ruleset_note":     func(p *datasets.Puzzle) { p.RulesetNote = ptr("It is so.") },
		"fen":              func(p *datasets.Puzzle) { p.FEN = strings.Replace(p.FEN, "g6", "g7", 1) },
		"unreadable":       func(p *datasets.Puzzle) { p.Proof = p.Proof[:len(p.Proof)/2] },
	} {
		row := found[0]
		edit(&row)
		if err := VerifyOne(row, o.Ruleset.Facts); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}

func TestMineLinesTo(t *testing.T) {
	o, dir := lineOptions(t), t.TempDir()
	games := []datasets.Game{still(o.Ruleset, "a", capturing), still(o.Ruleset, "b", choosing), still(o.Ruleset, "c", example)}
	if _, err := MineTo(t.Context(), dir, "source", datasets.All(games), o); err != nil {
		t.Fatal(err)
	}
	set, err := datasets.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	report, err := Verify(t.Context(), set.Puzzles(), o.Ruleset.Facts)
	if err != nil || report.Held != 3 || len(report.Failed) > 0 {
		t.Errorf("%+v, %v", report, err)
	}
	header, err := datasets.ReadHeader(dir + "/puzzles/shard-00000.parquet")
	var criteria Criteria
	if err := errors.Join(err, json.Unmarshal([]byte(header.Extra["criteria"]), &criteria)); err != nil || criteria != o.Criteria {
		t.Errorf("%+v, %v", criteria, err)
	}
	if _, err := os.Stat(dir + "/manifest.json"); err != nil {
		t.Error(err)
	}
}

func TestBadLineCriteria(t *testing.T) {
	for name, edit := range map[string]func(*Criteria){
		"line.min_margin": func(c *Criteria) { c.Line.MinMargin = 50 },
		"line.horizon":    func(c *Criteria) { c.Line.Horizon = 9 },
		"line.max_plies":  func(c *Criteria) { c.Line.MaxPlies = 0 },
		"shot.min_plies":  func(c *Criteria) { c.Shot.MinPlies = 2 },
		"shot.max_gives":  func(c *Criteria) { c.Shot.MaxGives = 0 },
	} {
		c := DefaultCriteria()
		edit(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func benchmarkLines(b *testing.B, kind datasets.PuzzleKind) {
	o := lineOptions(b, kind)
	o.Workers = 1
	games := randomGames(o.Ruleset, 20)
	found := 0
	for b.Loop() {
		puzzles, _ := mineAll(b, games, o)
		found += len(puzzles)
	}
	b.ReportMetric(float64(found)/float64(b.N*len(games)), "puzzles/game")
	b.ReportMetric(b.Elapsed().Seconds()/float64(max(found, 1)), "s/puzzle")
}

func BenchmarkMineShots(b *testing.B)   { benchmarkLines(b, datasets.ShotPuzzle) }
func BenchmarkMineChoices(b *testing.B) { benchmarkLines(b, datasets.ChoicePuzzle) }

func BenchmarkVerifyShot(b *testing.B) {
	o := lineOptions(b, datasets.ShotPuzzle)
	found, _ := mineAll(b, []datasets.Game{still(o.Ruleset, "x", crowning)}, o)
	for b.Loop() {
		if err := VerifyOne(found[0], o.Ruleset.Facts); err != nil {
			b.Fatal(err)
		}
	}
}
