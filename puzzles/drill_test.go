package puzzles

import (
	"slices"
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles/proof"
)

func drillOptions(r dama.Ruleset) Options {
	o := options(r)
	o.Kinds = []datasets.PuzzleKind{datasets.DrillPuzzle}
	return o
}

// houseRuleset has both facts of captures otherwise than the default.
func houseRuleset(t testing.TB) dama.Ruleset {
	t.Helper()
	promotion, reversal := dama.DuringCapture, dama.ReversalAllowed
	r, err := dama.HouseRuleset("our-club", ruleset(t, "federation"), dama.Overrides{Promotion: &promotion, Reversal: &reversal})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestDrillsHold mines random games under every ruleset: nothing on which the
// generator and the referee differ, every row verified, the funnel whole.
func TestDrillsHold(t *testing.T) {
	games := 30
	if testing.Short() {
		games = 2
	}
	answered := map[string]bool{}
	for _, r := range append(dama.Rulesets(), houseRuleset(t)) {
		o := drillOptions(r)
		found, funnel := mineAll(t, randomGames(r, games), o)
		report, err := Verify(t.Context(), datasets.All(found), r.Facts)
		if err != nil {
			t.Fatal(err)
		}
		if report.Held != len(found) || len(found) < 2*games || len(report.Failed) > 0 {
			t.Errorf("%s: %d of %d hold: %v", r.Name, report.Held, len(found), report.Failed)
		}
		total := funnel.Found
		for _, n := range funnel.Rejected {
			total += n
		}
		if total != funnel.Judged {
			t.Errorf("%s: %d are accounted for, %d were judged", r.Name, total, funnel.Judged)
		}
		checkQuotas(t, found, o.Criteria.Drill)
		for _, p := range found {
			if q := parsed(t, *p.Question); q.Type == proof.AskLegal {
				answered[p.Answers[0]] = true
			}
		}
	}
	// Those that everybody sees have one ticket each, and are rare.
	rare := []dama.Refusal{dama.Unreadable, dama.NoPiece, dama.NotYours}
	for _, reason := range dama.Refusals() {
		if !testing.Short() && !slices.Contains(rare, reason) && !answered[string(reason)] {
			t.Errorf("no question about a move is answered with %s", reason)
		}
	}
}

func checkQuotas(t *testing.T, found []datasets.Puzzle, c DrillCriteria) {
	t.Helper()
	perGame, perType := map[string]int{}, map[string]int{}
	for _, p := range found {
		q := parsed(t, *p.Question)
		perGame[*p.GameID]++
		perType[*p.GameID+string(q.Type)]++
		limit := c.PerType
		if q.Type == proof.AskLegal {
			limit = c.LegalPerGame
		}
		if perGame[*p.GameID] > c.PerGame || perType[*p.GameID+string(q.Type)] > limit {
			t.Errorf("too many from game %s: %v", *p.GameID, *p.Question)
		}
	}
}

// TestEveryQuestion answers questions of every type about random positions twice:
// by the referee, and by the generator with Explain.
func TestEveryQuestion(t *testing.T) {
	games, every := 5, 1
	if testing.Short() {
		games, every = 1, 3 // odd, so that both sides have their turn
	}
	for _, r := range append(dama.Rulesets(), houseRuleset(t)) {
		d := drillMiner{r, DefaultCriteria().Drill, 200}.hunt()
		seen := map[string]int{}
		for _, game := range randomGames(r, games) {
			err := eachSpot(&game, r.Generator(), func(s spot) {
				if s.ply%every != 0 {
					return
				}
				a := d.asking(s)
				for _, list := range a.tries() {
					for _, one := range list {
						q := proof.Question{Type: proof.AskLegal, Squares: one.squares, Capture: one.capture}
						x := r.Facts.Explain(s.position, q.Move())
						answer := string(x.Reason)
						if x.Legal {
							answer = proof.Legal
						}
						c, err := proof.DrillOf(r.Facts, s.position, q)
						what := d.disagreement(foundDrill{s, drillFind{question: q, answers: []string{answer}}}, c, err)
						if what != "" {
							t.Errorf("%s, %s: %s", r.Name, s.position.FEN(), what)
						}
						if err != nil {
							answer = "two readings"
						}
						seen[answer]++
					}
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, reason := range dama.Refusals() {
			if !testing.Short() && seen[string(reason)] == 0 && !slices.Contains([]dama.Refusal{dama.Unreadable, dama.StillAMan, dama.TurnedBack}, reason) {
				t.Errorf("%s: nothing was %s", r.Name, reason)
			}
		}
	}
}
