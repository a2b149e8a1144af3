package datasets

import (
	"math/rand/v2"
	"testing"
)

// heardGame is what one game says of the scores as they are, and with those of
// Black's plies, or all, turned over.
type heardGame struct{ straight, mover, all calibration }

// hearGames plays games of players from weak to strong.
func hearGames(t *testing.T, n int) []heardGame {
	s := newAuditSet(t, federation(t), map[string]any{}, 0)
	b := newBench(&auditor{data: &Dataset{Manifest: s.manifest}})
	r := rand.New(rand.NewPCG(3, 3))
	hear := func(g Game, turned func(ply int) bool) calibration {
		scores := make([]*int16, len(g.Scores))
		for ply, score := range g.Scores {
			if scores[ply] = score; score != nil && turned(ply) {
				scores[ply] = new(-*score)
			}
		}
		g.Scores = scores
		part := &auditPart{}
		b.game(part, 0, &g)
		return part.scores
	}
	games := make([]heardGame, n)
	for i := range games {
		g := randomGame(s.manifest.Ruleset, r, float64(i%5)/4)
		g.ID = "x"
		games[i] = heardGame{
			hear(g, func(int) bool { return false }), hear(g, func(ply int) bool { return ply%2 == 1 }), hear(g, func(int) bool { return true }),
		}
	}
	return games
}

// TestAuditFewGames looks at many small datasets: none is called inverted that is
// not, and of those with 12 games that tell, each that is.
func TestAuditFewGames(t *testing.T) {
	games := hearGames(t, 150)
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	told := 0
	for range 200 {
		var straight, mover, all calibration
		for range 10 + r.IntN(21) {
			g := games[r.IntN(len(games))]
			straight.add(g.straight)
			mover.add(g.mover)
			all.add(g.all)
		}
		if f, found := straight.inverted("x"); found {
			t.Errorf("seed %d: a false alarm: %v", seed, f)
		}
		last := straight.lasts
		if min(last[0].agree, last[1].agree) < 12 || last[0].disagree+last[1].disagree > 0 {
			continue
		}
		told++
		if _, found := mover.inverted("x"); !found {
			t.Errorf("seed %d: the mover's view is not found: %+v", seed, last)
		}
		if _, found := all.inverted("x"); !found {
			t.Errorf("seed %d: scores turned over are not found: %+v", seed, last)
		}
	}
	if told < 30 {
		t.Errorf("seed %d: only %d datasets have games enough to tell", seed, told)
	}
}

func TestAuditLastAgainst(t *testing.T) {
	for _, c := range []struct {
		agree, disagree int64
		want            bool
	}{
		{0, 9, false},
		{0, 10, true}, // 1/4 to the 10th is 0.95e-6
		{1, 11, false},
		{1, 12, true},
		{0, 0, false},
		{9, 10, false},
		{300, 100, false},
		{100, 100, true},
		{0, 1_000_000, true},
	} {
		if got := (witnesses{agree: c.agree, disagree: c.disagree}).lastAgainst(); got != c.want {
			t.Errorf("%d agree, %d disagree: %v", c.agree, c.disagree, got)
		}
	}
}

// Proofs that the end of the game refutes are no accident if there are several.
func TestAuditProofs(t *testing.T) {
	for _, refuted := range []int{fewestProofs - 1, fewestProofs} {
		s := newAuditSet(t, federation(t), selfPlaySpec(), 40)
		n := 0
		for i := range s.games {
			if g := &s.games[i]; g.EndedBy == EndedByRule && *g.Result == 1 && n < refuted {
				n++
				ply := len(g.Moves) - 6 + len(g.Moves)%2 // White is to move
				g.Scores[ply] = new(int16(-maxScore + 8))
			}
		}
		if n < refuted {
			t.Fatal("too few games that White won")
		}
		s.save()
		found, r := s.audit(AuditOptions{})
		if inverted := len(found) == 1 && found[0].Problem == RowInverted; inverted != (refuted == fewestProofs) || noteOf(r, "proven-win-lost") != int64(refuted) {
			t.Errorf("%d refuted proofs: %v, %v", refuted, found, r.Warnings)
		}
	}
}
