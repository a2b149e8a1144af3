package puzzles

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/endgame"
	"damalab/puzzles/proof"
)

// minedEndgame mines one position.
func minedEndgame(t *testing.T, r dama.Ruleset, fen string) datasets.Puzzle {
	t.Helper()
	found, funnel := mineAll(t, []datasets.Game{still(r, "x", fen)}, endgameOptions(r))
	if len(found) != 1 {
		t.Fatalf("%s: %v", fen, funnel)
	}
	return found[0]
}

func TestEditedEndgame(t *testing.T) {
	r := ruleset(t, "federation")
	for says, edit := range map[string]func(*datasets.Puzzle){
		"puzzle_id":        func(p *datasets.Puzzle) { p.ID = "endgame-0" },
		"kind is":          func(p *datasets.Puzzle) { p.Kind = datasets.ShotPuzzle },
		"the solution is":  func(p *datasets.Puzzle) { p.Solution = p.Solution[:1] },
		"solver_plies":     func(p *datasets.Puzzle) { p.SolverPlies = 5 },
		"captures":         func(p *datasets.Puzzle) { p.Captures++ },
		"gain":             func(p *datasets.Puzzle) { p.Gain += 100 },
		"rating is":        func(p *datasets.Puzzle) { p.Rating++ },
		"themes":           func(p *datasets.Puzzle) { p.Themes = append(slices.Clone(p.Themes), themeLong) },
		"valid_rulesets":   func(p *datasets.Puzzle) { p.ValidRulesets = p.ValidRulesets[1:] },
		"ruleset_note":     func(p *datasets.Puzzle) { p.RulesetNote = ptr("It is so.") },
		"fen is":           func(p *datasets.Puzzle) { p.FEN = strings.Replace(p.FEN, "e3", "e4", 1) },
		"unreadable":       func(p *datasets.Puzzle) { p.Proof = p.Proof[:len(p.Proof)/2] },
		"e3-d3 is a draw":  func(p *datasets.Puzzle) { p.Proof = strings.Replace(p.Proof, "e3-d3=0", "e3-d3=21", 1) },
		"tables' rules is": func(p *datasets.Puzzle) { p.Proof = strings.Replace(p.Proof, `"rules":"8`, `"rules":"9`, 1) },
	} {
		row := minedEndgame(t, r, winning)
		edit(&row)
		if err := VerifyOne(row, r.Facts); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
	// Of other rules: as its row says, and where the row lies about it.
	row, other := minedEndgame(t, r, winning), ruleset(t, "share-link")
	if err := VerifyOne(row, other.Facts); err == nil || !strings.Contains(err.Error(), "the facts it is checked under are others") {
		t.Error(err)
	}
	row.Ruleset = other.Name
	if err := VerifyOne(row, other.Facts); err == nil || !strings.Contains(err.Error(), "one_piece_each is draw instead of no") {
		t.Error(err)
	}
}

// houseRules have no built-in tables.
func houseRules() dama.Ruleset {
	r := dama.Rulesets()[0]
	r.Name = "house"
	r.Facts.Promotion = dama.DuringCapture
	return r
}

// relabelled are tables that call themselves those of other rules.
type relabelled struct {
	Endgames
	facts dama.Facts
}

func (t relabelled) Rules() endgame.Rules { return endgame.RulesOf(t.facts) }

// TestEndgamesUnchecked: without the tables a puzzle neither holds nor fails, and
// what is wrong with it is found all the same.
func TestEndgamesUnchecked(t *testing.T) {
	r := houseRules()
	if _, ok := endgame.Builtin(r.Facts); ok {
		t.Fatal("the house rules have built-in tables")
	}
	// A man that captures on the far rank comes up nowhere in this ending.
	federation, _ := endgame.Builtin(ruleset(t, "federation").Facts)
	tables := relabelled{federation, r.Facts}
	games, o := []datasets.Game{still(r, "x", winning)}, endgameOptions(r)
	if found, funnel := mineAll(t, games, o); len(found) > 0 || funnel.Rejected[NoTable] != 1 {
		t.Errorf("without tables:\n%v", funnel)
	}
	o.Endgames = tables
	found, funnel := mineAll(t, games, o)
	if len(found) != 1 {
		t.Fatalf("%v", funnel)
	}
	edited := found[0]
	edited.Rating++
	rows := []datasets.Puzzle{found[0], edited}
	check := func(given ...Endgames) Report {
		report, err := VerifyAll(t.Context(), datasets.All(rows), VerifyOptions{
			Endgames: given, Ruleset: func(string) (dama.Ruleset, bool) { return r, true },
		})
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	for _, given := range [][]Endgames{nil, {federation}} {
		report := check(given...)
		if report.Held != 0 || len(report.Unchecked) != 1 || len(report.Failed) != 1 || report.Kinds[datasets.EndgamePuzzle].Unchecked != 1 ||
			!strings.Contains(report.Unchecked[0].Reason, "no table at hand knows") {
			t.Errorf("%+v", report)
		}
	}
	if report := check(federation, tables); report.Held != 1 || len(report.Unchecked) != 0 || len(report.Failed) != 1 {
		t.Errorf("%+v", report)
	}
}

// TestEndgamesElsewhereUnchecked: where no table tells what is so under other rules
// the row says so, tables that are given tell it, and without these a row that was
// told by them neither holds nor fails.
func TestEndgamesElsewhereUnchecked(t *testing.T) {
	r, other := ruleset(t, "federation"), ruleset(t, "share-link")
	told := minedEndgame(t, r, winning)
	given, _ := endgame.Builtin(other.Facts)
	hiding := func(given ...Endgames) *shelf { // without the built-in tables of the other rules
		s := newShelf(given...)
		s.builtin[endgame.RulesOf(other.Facts)] = nil
		return s
	}
	verify := func(row datasets.Puzzle, s *shelf) error { return verifyRow(row, r.Facts, false, s) }
	if err := verify(told, hiding(given)); err != nil {
		t.Errorf("with tables that are given: %v", err)
	}
	if err := verify(told, hiding()); !errors.Is(err, proof.ErrUnchecked) || !strings.Contains(err.Error(), "tables that are not at hand") {
		t.Errorf("without them: %v", err)
	}
	edited := told
	edited.Gain++
	if err := verify(edited, hiding()); err == nil || errors.Is(err, proof.ErrUnchecked) {
		t.Errorf("what is wrong whatever the tables: %v", err)
	}
	untold := told
	untold.RulesetNote = ptr("Under ply-yard and traditional 17 moves keep the win. Under share-link and checkers-arena no built-in table tells what the position is worth.")
	for _, s := range []*shelf{hiding(), hiding(given)} {
		if err := verify(untold, s); err != nil {
			t.Errorf("mined without them, with %d at hand: %v", len(s.given), err)
		}
	}
	if err := verify(untold, newShelf()); err == nil || errors.Is(err, proof.ErrUnchecked) {
		t.Errorf("the built-in tables do tell: %v", err)
	}
	p, err := dama.ParseFEN(winning)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		elsewhere []Endgames
		want      datasets.Puzzle
	}{{[]Endgames{given}, told}, {nil, untold}} {
		o := endgameOptions(r)
		o.Elsewhere = c.elsewhere
		m := o.endgameMiner()
		m.shelf.builtin[endgame.RulesOf(other.Facts)] = nil
		v := m.judge(spot{game: &datasets.Game{Ruleset: r.Name}, position: p, legal: r.Generator().Moves(p)})
		if got := orEmpty(v.puzzle.RulesetNote); got != orEmpty(c.want.RulesetNote) {
			t.Errorf("mined with %d tables of other rules: %q (%s)", len(c.elsewhere), got, v.reason)
		}
	}
}

// broken are tables of which a block can't be read.
type broken struct{ Endgames }

func (broken) Probe(dama.Position) (result, plies int, ok bool) { return 0, 0, false }
func (broken) MaxPieces() int                                   { return 4 }
func (broken) Err() error                                       { return errors.New("a block is damaged") }

// TestEndgamesDamaged: what can't be read is an error, and not a set with fewer
// puzzles.
func TestEndgamesDamaged(t *testing.T) {
	r := ruleset(t, "federation")
	federation, _ := endgame.Builtin(r.Facts)
	o, row := endgameOptions(r), minedEndgame(t, r, winning)
	o.Endgames = broken{federation}
	games := []datasets.Game{still(r, "x", winning), still(r, "y", fourLeft)}
	if found, err := collect(t.Context(), games, o); err == nil || err.Error() != "a block is damaged" {
		t.Errorf("mined: %d, %v", len(found), err)
	}
	dir := filepath.Join(t.TempDir(), "set")
	if _, err := MineTo(t.Context(), dir, "source", datasets.All(games), o, nil); err == nil {
		t.Error("a set was written")
	} else if _, err := os.Stat(filepath.Join(dir, "manifest.json")); err == nil {
		t.Error("a manifest was left")
	}
	if _, err := Examine(position(t, fourLeft), o); err == nil {
		t.Error("examined")
	}
	_, err := VerifyAll(t.Context(), datasets.All([]datasets.Puzzle{row}), VerifyOptions{
		Endgames: []Endgames{o.Endgames}, Ruleset: func(string) (dama.Ruleset, bool) { return r, true },
	})
	if err == nil {
		t.Error("verified")
	}
}
