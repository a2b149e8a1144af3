package datasets

import (
	"strings"
	"testing"

	"damalab/dama"
)

func TestExpand(t *testing.T) {
	ruleset := federation(t)
	gen := ruleset.Generator()
	for _, g := range randomGames(t, 9, 40, 0.5) {
		rows, err := Expand(g, gen)
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != len(g.Moves) {
			t.Fatalf("%d rows for %d moves", len(rows), len(g.Moves))
		}
		p := dama.StartPosition()
		for ply, r := range rows {
			q, err := r.Position()
			if err != nil || q != p {
				t.Fatalf("ply %d is %v, not %v: %v", ply, q, p, err)
			}
			checkLabels(t, gen, g, ply, r, p)
			m, _ := gen.ParseMove(p, r.BestMove)
			p = p.Make(m)
		}
	}
}

// checkLabels compares a row with what the rules and the game say of it.
func checkLabels(t *testing.T, gen dama.Generator, g Game, ply int, r PositionRow, p dama.Position) {
	t.Helper()
	moves := gen.Moves(p)
	if int(r.Ply) != ply || r.GameID != g.ID || r.BestMove != g.Moves[ply] || r.Score != g.Scores[ply] || r.Result != g.Result {
		t.Fatalf("ply %d: labels %+v", ply, r)
	}
	if int(r.LegalMoves) != len(moves) || int(r.Pieces) != p.Pieces(dama.White).Count()+p.Pieces(dama.Black).Count() {
		t.Fatalf("ply %d: counts %+v in %v", ply, r, p)
	}
	taken := 0
	for _, m := range moves {
		taken = max(taken, m.Captured().Count())
	}
	if int(r.MaxCapture) != taken {
		t.Fatalf("ply %d: max_capture %d in %v", ply, r.MaxCapture, p)
	}
	if r.Quiet != (!gen.CanCapture(p) && !gen.CanCapture(p.Pass())) {
		t.Fatalf("ply %d: quiet %v in %v", ply, r.Quiet, p)
	}
}

func TestExpandStartPosition(t *testing.T) {
	// White can take one piece; Black, if it were to move, could take one too.
	g := Game{ID: "x", StartFEN: new("W:Wd4,a2:Bd5,h7"), Moves: []string{"d4xd6"}, Scores: []*int16{nil}, Result: new(int8(1))}
	rows, err := Expand(g, federation(t).Generator())
	if err != nil {
		t.Fatal(err)
	}
	r := rows[0]
	if len(rows) != 1 || r.MaxCapture != 1 || r.LegalMoves != 1 || r.Quiet || r.Pieces != 4 || r.Side != 0 || r.Score != nil || *r.Result != 1 {
		t.Errorf("%+v", rows)
	}
}

func TestExpandErrors(t *testing.T) {
	gen := federation(t).Generator()
	for message, g := range map[string]Game{
		"game x, ply 1: ":     {ID: "x", Moves: []string{"a3-a4", "a3-a4"}, Scores: make([]*int16, 2)},
		"game x: start_fen: ": {ID: "x", StartFEN: new("W:"), Moves: []string{"a3-a4"}, Scores: make([]*int16, 1)},
		"0 scores for 1":      {ID: "x", Moves: []string{"a3-a4"}},
	} {
		if _, err := Expand(g, gen); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%q: %v", message, err)
		}
	}
}
