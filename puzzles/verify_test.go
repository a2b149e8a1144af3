package puzzles

import (
	"slices"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/internal/referee"
)

// TestEveryRuleset: every mined puzzle holds, under each of the six rulesets.
func TestEveryRuleset(t *testing.T) {
	for _, r := range dama.Rulesets() {
		found, funnel := mineAll(t, randomGames(r, 100), options(r))
		report, err := Verify(t.Context(), datasets.All(found), r.Facts)
		if err != nil {
			t.Fatal(err)
		}
		if report.Held != len(found) || len(found) < 30 || len(report.Failed) > 0 {
			t.Errorf("%s: %d of %d hold: %v", r.Name, report.Held, len(found), report.Failed)
		}
		total := funnel.Found
		for _, n := range funnel.Rejected {
			total += n
		}
		if total != funnel.Judged {
			t.Errorf("%s: %d are accounted for, %d were judged", r.Name, total, funnel.Judged)
		}
	}
}

// TestNothingIsMissed asks the referee about every position, without any cheap
// test before it.
func TestNothingIsMissed(t *testing.T) {
	r := ruleset(t, "federation")
	games := randomGames(r, 20)
	want := map[string]bool{}
	for _, game := range games {
		p := dama.StartPosition()
		for ply := 0; ; ply++ {
			legal := referee.Moves(r.Facts, p)
			if len(legal) == 1 && legal[0].Captured.Count() >= 3 && len(referee.Captures(r.Facts, p)) > 1 {
				want[ID("maximum", p, r.Digest())] = true
			}
			if ply == len(game.Moves) {
				break
			}
			move, _ := referee.Find(r.Facts, p, game.Moves[ply])
			p = referee.Make(p, move)
		}
	}
	found, _ := mineAll(t, games, options(r))
	if len(found) != len(want) {
		t.Errorf("%d found, the referee alone finds %d", len(found), len(want))
	}
	for _, p := range found {
		if !want[p.ID] {
			t.Errorf("%s is none for the referee", p.FEN)
		}
	}
}

// TestEditedRow edits each column that follows from the position.
func TestEditedRow(t *testing.T) {
	r := ruleset(t, "federation")
	found, _ := mineAll(t, randomGames(r, 30), options(r))
	if len(found) == 0 {
		t.Fatal("nothing to edit")
	}
	for says, edit := range map[string]func(*datasets.Puzzle){
		"puzzle_id":               func(p *datasets.Puzzle) { p.ID += "0" },
		"fen is":                  func(p *datasets.Puzzle) { p.FEN = strings.TrimSpace(p.FEN) + " " },
		"side":                    func(p *datasets.Puzzle) { p.Side ^= 1 },
		"kind is":                 func(p *datasets.Puzzle) { p.Kind = datasets.ShotPuzzle },
		"lacks them":              func(p *datasets.Puzzle) { p.Kind = datasets.DrillPuzzle },
		"ruleset is":              func(p *datasets.Puzzle) { p.Ruleset = "ludoteka" },
		"the solution is":         func(p *datasets.Puzzle) { p.Solution = []string{p.Solution[0][:5]} },
		"the solution has 0":      func(p *datasets.Puzzle) { p.Solution = nil },
		"solver_plies":            func(p *datasets.Puzzle) { p.SolverPlies = 2 },
		"captures":                func(p *datasets.Puzzle) { p.Captures++ },
		"gain":                    func(p *datasets.Puzzle) { p.Gain -= 100 },
		"themes":                  func(p *datasets.Puzzle) { p.Themes = p.Themes[1:] },
		"rating is":               func(p *datasets.Puzzle) { p.Rating++ },
		"rating_error":            func(p *datasets.Puzzle) { p.RatingError = 0 },
		"valid_rulesets":          func(p *datasets.Puzzle) { p.ValidRulesets = append(slices.Clone(p.ValidRulesets), "chess") },
		"ruleset_note":            func(p *datasets.Puzzle) { p.RulesetNote = ptr("It is so.") },
		"mirror_of":               func(p *datasets.Puzzle) { p.MirrorOf = ptr("maximum-0") },
		"family_size":             func(p *datasets.Puzzle) { p.FamilySize = 0 },
		"question":                func(p *datasets.Puzzle) { p.Question = ptr("why") },
		"certificate is unreada":  func(p *datasets.Puzzle) { p.Proof = p.Proof[:len(p.Proof)-1] },
		"certificate differs":     func(p *datasets.Puzzle) { p.Proof = strings.Replace(p.Proof, `"captures":1`, `"captures":2`, 1) + " " },
		"instead of":              func(p *datasets.Puzzle) { p.Proof = strings.Replace(p.Proof, "move-end", "during-capture", 1) },
		"format":                  func(p *datasets.Puzzle) { p.Proof = "{}" },
		"unexpected end of":       func(p *datasets.Puzzle) { p.Proof = "" },
		"of the kind maximum":     func(p *datasets.Puzzle) { p.FEN = dama.StartPosition().FEN() },
		"position \"W\"":          func(p *datasets.Puzzle) { p.FEN = "W" },
		"certificate is newer":    func(p *datasets.Puzzle) { p.Proof = strings.Replace(p.Proof, `"version":1`, `"version":9`, 1) },
		"of an earlier row":       func(*datasets.Puzzle) {},
		"answers is":              func(p *datasets.Puzzle) { p.Answers = []string{} },
		"differs from what the r": func(p *datasets.Puzzle) { p.Proof = strings.Replace(p.Proof, `"fen":"`, `"fen":" `, 1) },
	} {
		for _, whole := range found[:min(5, len(found))] {
			row := whole
			edit(&row)
			report, err := Verify(t.Context(), datasets.All([]datasets.Puzzle{whole, row}), r.Facts)
			if err != nil {
				t.Fatal(err)
			}
			if report.Held != 1 || len(report.Failed) != 1 || report.Failed[0].ID != row.ID {
				t.Errorf("%s: %+v", says, report)
			} else if reason := report.Failed[0].Reason; !strings.Contains(reason, says) {
				t.Errorf("%s is not in %q", says, reason)
			}
		}
	}
}
