package selfplay

import (
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
)

func scoresOf(values ...int) []*int16 {
	scores := make([]*int16, len(values))
	for i, v := range values {
		if v != none {
			s := int16(v)
			scores[i] = &s
		}
	}
	return scores
}

// none stands for a ply without a search.
const none = 1 << 20

func TestAdjudication(t *testing.T) {
	a := Adjudication{WinScore: 500, WinPlies: 3, DrawScore: 10, DrawPlies: 2, DrawFrom: 4}
	h := dama.NewHistory(dama.Facts{}, dama.StartPosition())
	for _, c := range []struct {
		name   string
		scores []*int16
		reason dama.Termination
		result dama.Result
	}{
		{"White far ahead", scoresOf(0, 500, 700, 29990), datasets.ScoreAdjudged, dama.WhiteWins},
		{"Black far ahead", scoresOf(900, -500, -501, -29990), datasets.ScoreAdjudged, dama.BlackWins},
		{"not for long enough", scoresOf(0, 499, 700, 800), "", 0},
		{"one side, then the other", scoresOf(600, -600, 600), "", 0},
		{"a ply without a search", scoresOf(600, none, 600, 600), "", 0},
		{"too short a game", scoresOf(600, 600), "", 0},
		{"level", scoresOf(0, 0, 0, 0, 10, -10), datasets.DrawScoreAdjudged, dama.Draw},
		{"level too early", scoresOf(0, 0, 0, 10, -10), "", 0},
		{"not quite level", scoresOf(0, 0, 0, 0, 11, -10), "", 0},
	} {
		e := a.ended(h, c.scores, nil)
		if e.Reason != c.reason || e.Result != c.result || e.Over != (c.reason != "") || e.Over && e.By != datasets.EndedByAdjudication {
			t.Errorf("%s: %+v, want %q", c.name, e, c.reason)
		}
	}
	if e := (&Adjudication{}).ended(h, scoresOf(0, 0, 9000, 9000), nil); e.Over {
		t.Errorf("without an adjudication: %+v", e)
	}
}

// oneLoses knows that a side with a single piece loses.
type oneLoses struct{}

func (oneLoses) Digest() string { return "one loses" }
func (oneLoses) Err() error     { return nil }

func (oneLoses) MaxPieces() int { return 4 }

func (oneLoses) Probe(p dama.Position) (result, plies int, ok bool) {
	switch {
	case p.Pieces(p.Side()).Count() == 1:
		return -1, 9, true
	case p.Pieces(p.Side().Other()).Count() == 1:
		return 1, 9, true
	}
	return 0, 0, false
}

func TestAdjudicationByTables(t *testing.T) {
	for fen, want := range map[string]dama.Result{
		"W:Wa1,b1:Ka8":       0, // never asked: it does not parse
		"W:WKa1,Kb1:BKh8":    dama.WhiteWins,
		"B:WKa1,Kb1:BKh8":    dama.WhiteWins,
		"B:WKa1:BKh8,Kg8":    dama.BlackWins,
		"W:WKa1,a2:BKh8,Kg8": 0,
	} {
		p, err := dama.ParseFEN(fen)
		if err != nil {
			continue
		}
		e := (&Adjudication{}).ended(dama.NewHistory(dama.Facts{}, p), nil, oneLoses{})
		if e.Result != want || e.Over != (want != 0) || e.Over && e.Reason != datasets.EndgameAdjudged {
			t.Errorf("%s: %+v, want %v", fen, e, want)
		}
	}
	s, m := smallSpec(t, "federation")
	m.Endgames, s.Adjudication.Endgames = oneLoses{}, oneLoses{}.Digest()
	games, _ := playAll(t, s, m, 12)
	adjudged := 0
	for _, g := range games {
		if g.Termination == datasets.EndgameAdjudged {
			adjudged++
		}
	}
	if adjudged == 0 {
		t.Error("no game was decided by the tables")
	}
}

// TestWhatIsRecorded plays with two limits and two sets of weights and looks at
// what the rows say.
func TestWhatIsRecorded(t *testing.T) {
	s, m := smallSpec(t, "federation")
	other := eval.Default()
	if err := other.Drop("man_square"); err != nil {
		t.Fatal(err)
	}
	m.Black, s.Weights.Black = other, other.Digest()
	s.Nodes, s.Cheap = 200, Cheap{Share: 0.3, Nodes: 20}
	s.Record = Record{Scores: true, Depths: true, Nodes: true}
	s.Adjudication = Adjudication{WinScore: 600, WinPlies: 2}
	games, _ := playAll(t, s, m, 8)
	cheap, moves, adjudged := 0, 0, 0
	for _, g := range games {
		if g.White != s.Weights.White[:16] || g.Black != other.Digest()[:16] {
			t.Errorf("%s: White is %s, Black %s", g.ID, g.White, g.Black)
		}
		if g.EndedBy == datasets.EndedByAdjudication {
			adjudged++
			last, before := *g.Scores[g.Plies-1], *g.Scores[g.Plies-2]
			if r := int16(*g.Result); last*r < 600 || before*r < 600 {
				t.Errorf("%s: result %d after the scores %d and %d", g.ID, *g.Result, before, last)
			}
		}
		for i := range g.Moves {
			searched := i >= int(g.OpeningPlies)
			if (g.Nodes[i] > 0) != searched || (g.Scores[i] != nil) != searched {
				t.Fatalf("%s ply %d: %d nodes, score %v", g.ID, i, g.Nodes[i], g.Scores[i])
			}
			switch g.Nodes[i] { // others were decided before the limit
			case 20:
				cheap++
				moves++
			case 200:
				moves++
			}
		}
	}
	if share := float64(cheap) / float64(moves); share < 0.2 || share > 0.45 {
		t.Errorf("a share of %.2f of %d moves was cheap, want about 0.3", share, moves)
	}
	if adjudged == 0 {
		t.Error("no game was adjudicated")
	}
	s.Record = Record{}
	for _, g := range first(playAll(t, s, m, 2)) {
		if g.Depths != nil || g.Nodes != nil || g.Scores[g.Plies-1] != nil {
			t.Errorf("%s: recorded without being asked", g.ID)
		}
	}
}

func first[A, B any](a A, _ B) A { return a }
