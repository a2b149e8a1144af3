package puzzles

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles/proof"
)

const (
	pursuing = "W:Wb2,a4:Bd5"      // a man keeps level with another one
	shadow   = "B:Wd3,Kd6:BKb7"    // a king stays behind a man
	stopping = "B:We5,Kb4:BKg7"    // the same, to the end
	manyWin  = "W:We3,Kh8:Bc5"     // several moves win
	noWin    = "W:WKa1:BKh8,Kb3"   // and here every move is a draw
	fourLeft = "B:WKe8:Ba4,e6,Ka5" // more than the built-in tables know
)

// endgameOptions are for the kind endgame alone.
func endgameOptions(r dama.Ruleset) Options {
	o := options(r)
	o.Kinds = []datasets.PuzzleKind{datasets.EndgamePuzzle}
	return o
}

// TestEndgames: the only move, its line and what is said of it.
func TestEndgames(t *testing.T) {
	for _, c := range []struct {
		ruleset, fen, line, theme, english, turkish string
	}{
		{"federation", winning, "h8-h1 b2-a2 h1-a1", themeWin, "White to move and win.", "Beyaz oynar, kazanır."},
		{"federation", pursuing, "b2-c2 d5-e5 c2-d2 e5-f5 d2-e2 f5-g5 e2-f2 g5-h5 f2-g2", themeLong, "White to move and win.", "Beyaz oynar, kazanır."},
		{"share-link", shadow, "b7-b3 d3-d4 b3-b4 d4-d5 b4-b5", themeDraw, "Black to move and draw.", "Siyah oynar, berabere kalır."},
		{"share-link", stopping, "g7-g5 e5-e6 g5-e5 e6-d6 e5-d5 d6-c6 d5-c5 c6-b6 c5-b5", themeDraw, "Black to move and draw.", "Siyah oynar, berabere kalır."},
	} {
		r := ruleset(t, c.ruleset)
		found, funnel := mineAll(t, []datasets.Game{still(r, "x", c.fen)}, endgameOptions(r))
		if len(found) != 1 {
			t.Errorf("%s: %v", c.fen, funnel)
			continue
		}
		p := found[0]
		if got := strings.Join(p.Solution, " "); got != c.line || !slices.Contains(p.Themes, c.theme) {
			t.Errorf("%s: %s, %q", c.fen, got, p.Themes)
		}
		if en, tr := TaskText(p, dama.English), TaskText(p, dama.Turkish); en != c.english || tr != c.turkish {
			t.Errorf("%s: %q, %q", c.fen, en, tr)
		}
		if p.SolverPlies != int32(len(p.Solution)+1)/2 || p.Kind != datasets.EndgamePuzzle || !slices.Contains(p.ValidRulesets, c.ruleset) {
			t.Errorf("%s: %+v", c.fen, p)
		}
		if err := VerifyOne(p, r.Facts); err != nil {
			t.Errorf("%s: %v", c.fen, err)
		}
	}
}

// TestEndgamesRefused has a position for each reason, the second solution first.
func TestEndgamesRefused(t *testing.T) {
	for _, c := range []struct {
		ruleset, fen string
		reason       Reason
	}{
		{"federation", manyWin, SeveralKeep},
		{"federation", noWin, SeveralKeep},
		{"federation", "B:WKg1,Ka8:BKg8", Lost},
		{"federation", fourLeft, NoTable},
		{"federation", "W:Wa2:Bh7", GameOver},
		{"federation", "W:Wa2:B", GameOver},
		{"federation", "W:Wa2,Kh8:Ba3", OneMove},
		{"federation", "W:Wd4:Bd5,e4", CaptureDue},
		{"federation", "B:Wd6:Bh2,f6", TooPlain},
	} {
		r := ruleset(t, c.ruleset)
		found, funnel := mineAll(t, []datasets.Game{still(r, "x", c.fen)}, endgameOptions(r))
		if len(found) != 0 || funnel.Rejected[c.reason] != 1 {
			t.Errorf("%s: %d puzzles, and not %s:\n%v", c.fen, len(found), c.reason, funnel)
		}
		if strings.HasSuffix(c.reason.Text(dama.English), string(c.reason)) {
			t.Errorf("%s has no text", c.reason)
		}
	}
}

// TestEndgameCriteria: each of them turns a puzzle away, with its reason.
func TestEndgameCriteria(t *testing.T) {
	for _, c := range []struct {
		ruleset, fen string
		reason       Reason
		edit         func(*EndgameCriteria)
	}{
		{"federation", winning, TooFewMoves, func(c *EndgameCriteria) { c.MinMoves = 18 }},
		{"federation", winning, NoTry, func(c *EndgameCriteria) { c.MinTries = 17 }},
		{"federation", winning, TooNear, func(c *EndgameCriteria) { c.MinDistance = 20 }},
		{"federation", winning, TooShort, func(c *EndgameCriteria) { c.MinSolverMoves, c.LongPlies = 3, 20 }},
		{"federation", winning, "", func(c *EndgameCriteria) { c.MinSolverMoves, c.LongPlies = 3, 19 }},
		{"federation", "B:Wd6:Bh2,f6", "", func(c *EndgameCriteria) { c.Crownings, c.MinTries = true, 0 }},
		{"share-link", shadow, TooShort, func(c *EndgameCriteria) { c.MaxDrawPlies = 1 }},
		{"share-link", shadow, "", func(c *EndgameCriteria) { c.MaxPlies, c.MinDistance = 1, 99 }},
	} {
		o := endgameOptions(ruleset(t, c.ruleset))
		c.edit(&o.Criteria.Endgame)
		found, funnel := mineAll(t, []datasets.Game{still(o.Ruleset, "x", c.fen)}, o)
		if (len(found) == 1) != (c.reason == "") || c.reason != "" && funnel.Rejected[c.reason] != 1 {
			t.Errorf("%s: %d puzzles, and not %q:\n%v", c.fen, len(found), c.reason, funnel)
		}
	}
	for _, edit := range []func(*EndgameCriteria){
		func(c *EndgameCriteria) { c.MinMoves = 1 }, func(c *EndgameCriteria) { c.PerGame = 0 }, func(c *EndgameCriteria) { c.MaxPlies = 64 },
	} {
		bad := DefaultCriteria()
		edit(&bad.Endgame)
		if err := bad.Validate(); err == nil || !strings.Contains(err.Error(), "endgame.") {
			t.Errorf("%v", err)
		}
	}
}

// TestEndgameReplies: on a line no position comes twice, however long a draw is
// followed; and each reply is the first by its text of those that are as good and
// leave one move again.
func TestEndgameReplies(t *testing.T) {
	o := endgameOptions(ruleset(t, "share-link"))
	m, long := o.endgameMiner(), 0
	for _, g := range fewPieceGames(o.Ruleset, 300) {
		found := m.study(position(t, *g.StartFEN), 61)
		met := map[dama.Position]bool{}
		for i := range found.line {
			here := found.turns[i]
			if met[here.position] {
				t.Fatalf("%s: a position comes twice: %q", *g.StartFEN, found.texts())
			}
			met[here.position] = true
			if i%2 == 0 {
				continue
			}
			for _, other := range here.moves {
				next, known := m.turn(other.after)
				move, only := next.only()
				if known && only && !met[other.after] && !met[move.after] && other.worth == here.best &&
					m.book.text(m.facts, here.position, other.moveID) < m.book.text(m.facts, here.position, found.line[i].moveID) {
					t.Fatalf("%s: %q, and move %d comes before", *g.StartFEN, found.texts(), i+1)
				}
			}
		}
		long = max(long, len(found.line))
	}
	if long < 9 {
		t.Errorf("the longest line has %d plies", long)
	}
}

// TestEndgameQuota: no more of a game, or of a group, than is wanted; the views of
// a position are one puzzle and use no place up.
func TestEndgameQuota(t *testing.T) {
	r := ruleset(t, "federation")
	p := position(t, winning)
	var games []datasets.Game
	for y := range dama.Symmetry(4) {
		games = append(games, still(r, "views", y.Position(p).FEN()))
	}
	games = append(games, still(r, "other", "W:Wc4,Kg8:Bd2"), still(r, "third", "W:Wa4,Kg6:Bc2"), still(r, "men", pursuing))
	for _, c := range []struct {
		perGroup, crowded, found int
	}{{50, 0, 4}, {2, 1, 3}, {1, 2, 2}} {
		o := endgameOptions(r)
		o.Criteria.Endgame.PerGroup = c.perGroup
		found, funnel := mineAll(t, games, o)
		if len(found) != c.found || funnel.Rejected[Crowded] != c.crowded || funnel.Rejected[Duplicate] != 3 {
			t.Errorf("%d a group:\n%v", c.perGroup, funnel)
		}
	}
	o := endgameOptions(r)
	for i := range games {
		games[i].ID = "one"
	}
	if found, funnel := mineAll(t, games, o); len(found) != 2 || funnel.Rejected[Crowded] != 2 {
		t.Errorf("of one game:\n%v", funnel)
	}
}

// fewPieceGames are games without a move in positions with three pieces.
func fewPieceGames(r dama.Ruleset, n int) []datasets.Game {
	const seed = 7
	random := rand.New(rand.NewPCG(seed, 1))
	var games []datasets.Game
	for len(games) < n {
		var men, kings [2]dama.Bitboard
		for i := range 3 {
			square := dama.Square(random.IntN(64)).Bit()
			if random.IntN(2) == 0 {
				men[i/2] |= square
			} else {
				kings[i/2] |= square
			}
		}
		p, err := dama.NewPosition(men[0], kings[0], men[1], kings[1], dama.Color(random.IntN(2)))
		if err == nil {
			games = append(games, still(r, "game", p.FEN()))
			games[len(games)-1].ID += p.FEN()
		}
	}
	return games
}

// TestEndgamesOfEveryRuleset: what is found holds, tried by the ladder too, and is
// the same to the byte for any number of workers.
func TestEndgamesOfEveryRuleset(t *testing.T) {
	for _, r := range dama.Rulesets() {
		games, o := fewPieceGames(r, 700), endgameOptions(r)
		var sets [2][]byte
		for i, workers := range []int{1, 5} {
			dir := filepath.Join(t.TempDir(), "set")
			o.Workers = workers
			funnel, err := MineTo(t.Context(), dir, "source", datasets.All(games), o, nil)
			if err != nil || funnel.Found < 2 {
				t.Fatalf("%s: %v\n%v", r.Name, err, funnel)
			}
			if sets[i], err = os.ReadFile(filepath.Join(dir, "puzzles", "shard-00000.parquet")); err != nil {
				t.Fatal(err)
			}
			if i > 0 {
				continue
			}
			set, err := datasets.Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			report, err := Verify(t.Context(), set.Puzzles(), r.Facts)
			if err != nil || report.Held != funnel.Found || len(report.Failed)+len(report.Unchecked) > 0 {
				t.Errorf("%s: %+v, %v", r.Name, report, err)
			}
		}
		if !bytes.Equal(sets[0], sets[1]) {
			t.Errorf("%s: another set with more workers", r.Name)
		}
	}
}

// TestEndgameFamily: the same line with another piece elsewhere is the same family,
// in every view; another line or goal is not, nor is a single move ever.
func TestEndgameFamily(t *testing.T) {
	f := ruleset(t, "federation").Facts
	key := func(fen, line string, themes ...string) familyKey {
		return familyOf(f, datasets.Puzzle{ID: fen, Kind: datasets.EndgamePuzzle, FEN: fen, Solution: strings.Fields(line), Themes: themes})
	}
	first := key("W:Wg3,g6:Ba5,Kh1", "g6-g7 h1-h7 g7-g8")
	for fen, c := range map[string]struct {
		line string
		want bool
	}{
		"W:Wg2,g6:Ba3,Kh1":  {"g6-g7 h1-h7 g7-g8", true},
		"W:Wb2,b6:Bh3,Ka1":  {"b6-b7 a1-a7 b7-b8", true},
		"B:Wh6,Ka8:Bb7,b3":  {"b3-b2 a8-a2 b2-b1", true},
		"W:Wg2,g6:BKa3,Kh1": {"g6-g7 h1-h7 g7-g8", false},
		"W:Wg2,g6:Ba4,Kh1":  {"g6-g7 h1-h6 g7-g8", false},
		"W:Wg4,g6:Ba5,Kh1":  {"g6-g7", false},
	} {
		if got := key(fen, c.line) == first; got != c.want {
			t.Errorf("%s: %v", fen, got)
		}
	}
	if key("W:Wg3,g6:Ba5,Kh1", "g6-g7 h1-h7 g7-g8", themeWin) == first {
		t.Error("a win and a draw are one family")
	}
}

// TestExamineEndgame: what every move is worth where there is no puzzle.
func TestExamineEndgame(t *testing.T) {
	o := endgameOptions(ruleset(t, "federation"))
	for fen, says := range map[string]string{
		winning:       "",
		manyWin:       "win in ",
		noWin:         "draw a1-a2, draw a1-a3, ",
		fourLeft:      "",
		"W:W:Ba3":     "",
		"W:WKa1:BKh8": "", // over, one king each
		"W:WKa1:B":    "", // over, nothing to take
	} {
		opinions, err := Examine(position(t, fen), o)
		if err != nil || len(opinions) != 1 {
			t.Fatal(opinions, err)
		}
		x := opinions[0]
		var worths strings.Builder
		for _, v := range x.Worths {
			fmt.Fprintf(&worths, "%v %s, ", v.Worth, v.Move)
		}
		if (x.Puzzle != nil) != (fen == winning) || (worths.Len() == 0) != (says == "") || !strings.Contains(worths.String(), says) || x.Detail != "" {
			t.Errorf("%s: %+v", fen, x)
		}
	}
}

// TestExactThemes has a yes and a no for each theme of exact endgames.
func TestExactThemes(t *testing.T) {
	for _, c := range []struct {
		theme, ruleset, fen string
		want                bool
	}{
		{themeWin, "federation", winning, true},
		{themeWin, "share-link", shadow, false},
		{themeDraw, "share-link", shadow, true},
		{themeDraw, "federation", winning, false},
		{themeLong, "federation", pursuing, true},
		{themeLong, "federation", winning, false}, // nineteen plies
		{themeLong, "share-link", shadow, false},
		{themeSurprising, "federation", "W:Wh1,Ke2:Ba3", true}, // from five squares to six
		{themeSurprising, "federation", winning, false},
		{themeSurprising, "federation", pursuing, false},
		{"saving-move", "share-link", shadow, true},
		{"saving-move", "federation", winning, false}, // it wins no material, but the game
		{"ruleset-dependent", "federation", winning, true},
	} {
		p := minedEndgame(t, ruleset(t, c.ruleset), c.fen)
		if got := slices.Contains(p.Themes, c.theme); got != c.want {
			t.Errorf("%s: %v in %s", c.theme, got, c.fen)
		}
	}
	// A man that is given up.
	s := subject(t, "federation", "W:Wg4,c7:Bb2,Kh8", "g4-h4 h8xh1 c7-c8")
	if s.surprising() {
		t.Error("surprising without an exact value")
	}
	s.Goal = proof.GoalDraw
	if !s.surprising() {
		t.Error("nothing surprising about a man given up")
	}
}

// TestEndgamesElsewhere: the note tells what is so under other rules, as far as the
// built-in tables know.
func TestEndgamesElsewhere(t *testing.T) {
	p := minedEndgame(t, ruleset(t, "federation"), winning)
	if !slices.Equal(p.ValidRulesets, []string{"federation", "ludoteka"}) ||
		orEmpty(p.RulesetNote) != "Under ply-yard, share-link, traditional and checkers-arena 17 moves keep the win." {
		t.Errorf("%q %q", p.ValidRulesets, orEmpty(p.RulesetNote))
	}
	p = minedEndgame(t, ruleset(t, "share-link"), shadow)
	if !slices.Contains(p.ValidRulesets, "checkers-arena") || slices.Contains(p.ValidRulesets, "federation") {
		t.Errorf("%q %q", p.ValidRulesets, orEmpty(p.RulesetNote))
	}
}

// TestEndgameTask: the ladder tries endgames like other lines.
func TestEndgameTask(t *testing.T) {
	r := ruleset(t, "federation")
	rows := []datasets.Puzzle{minedEndgame(t, r, winning), minedEndgame(t, r, pursuing)}
	rated, report := Rate(t.Context(), datasets.All(rows), RateOptions{Ruleset: r, Workers: 1})
	n := 0
	for p, err := range rated {
		if err != nil {
			t.Fatal(err)
		}
		if p.RatingError < gradeError {
			n++
		}
	}
	if n != len(rows) {
		t.Errorf("%d of %d are rated: %v", n, len(rows), report)
	}
}
