package proof

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/internal/referee"
)

// endgameSamples are certificates of the rulesets below, in that order: two wins
// with a tree, and two draws.
func endgameSamples(t *testing.T) (list []Endgame, facts []dama.Facts) {
	t.Helper()
	data, err := os.ReadFile("testdata/endgames.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"federation", "federation", "share-link", "share-link"}
	for i, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		e, err := DecodeEndgame(line)
		if err != nil {
			t.Fatal(err)
		}
		r, err := dama.FindRuleset(names[i])
		if err != nil {
			t.Fatal(err)
		}
		list, facts = append(list, e), append(facts, r.Facts)
	}
	return list, facts
}

// oracle knows the positions of one honest certificate, as a table would.
type oracle map[dama.Position]value

func (o oracle) Probe(p dama.Position) (result, plies int, ok bool) {
	v, ok := o[p]
	return v.result, v.plies, ok
}

// behind is the value of the position to which a move of some worth leads.
func behind(w Worth) value {
	if v := valueOf(w); v.result != 0 {
		return value{-v.result, v.plies - 1}
	}
	return value{}
}

// oracleOf makes one of a certificate. Of wins and losses, and of draws, it can be
// made to know nothing.
func oracleOf(t *testing.T, f dama.Facts, e Endgame, decided, draws bool) Exact {
	t.Helper()
	o := oracle{}
	p, err := dama.ParseFEN(e.FEN)
	if err != nil {
		t.Fatal(err)
	}
	for i, turn := range e.Turns {
		for j, m := range referee.Moves(f, p) {
			v := behind(turn[j].Worth)
			if v.result != 0 && decided || v.result == 0 && draws {
				o[referee.Make(p, m)] = v
			}
		}
		if i < len(e.Solution) {
			m, _ := find(referee.Moves(f, p), e.Solution[i])
			p = referee.Make(p, m)
		}
	}
	return Exact{Rules: e.Rules, Tables: []Values{o}}
}

func checkEndgame(f dama.Facts, e Endgame, known Exact) error {
	return CheckEndgame(f, e.FEN, e.Solution, e.Encode(), known)
}

// TestEndgameHolds: by tables, by the tree where they know just the draws, and not
// without any.
func TestEndgameHolds(t *testing.T) {
	samples, facts := endgameSamples(t)
	for i, e := range samples {
		if err := checkEndgame(facts[i], e, oracleOf(t, facts[i], e, true, true)); err != nil {
			t.Errorf("%s: %v", e.FEN, err)
		}
		err := checkEndgame(facts[i], e, Exact{Rules: e.Rules})
		if !errors.Is(err, ErrUnchecked) {
			t.Errorf("%s: without tables: %v", e.FEN, err)
		}
		if said := strings.Contains(err.Error(), "its tree proves"); said != (e.Goal == GoalWin) {
			t.Errorf("%s: without tables: %v", e.FEN, err)
		}
	}
	for i, e := range samples[:1] {
		if err := checkEndgame(facts[i], e, oracleOf(t, facts[i], e, false, true)); err != nil {
			t.Errorf("%s: by its tree: %v", e.FEN, err)
		}
		e.Nodes = nil
		if err := checkEndgame(facts[i], e, oracleOf(t, facts[i], e, true, true)); err != nil {
			t.Errorf("%s: without its tree: %v", e.FEN, err)
		}
		if err := checkEndgame(facts[i], e, oracleOf(t, facts[i], e, false, true)); !errors.Is(err, ErrUnchecked) {
			t.Errorf("%s: without its tree, by draws: %v", e.FEN, err)
		}
	}
}

// TestEditedValues changes every value of every certificate, whose tree plays no
// part in it.
func TestEditedValues(t *testing.T) {
	samples, facts := endgameSamples(t)
	for i, e := range samples {
		known := oracleOf(t, facts[i], e, true, true)
		e.Nodes = nil
		for j := range e.Turns {
			for k, v := range e.Turns[j] {
				for _, w := range []Worth{v.Worth + 2, v.Worth - 2, -v.Worth, 0, 3} {
					if w == v.Worth {
						continue
					}
					edited := e
					edited.Turns = slices.Clone(e.Turns)
					edited.Turns[j] = slices.Clone(e.Turns[j])
					edited.Turns[j][k].Worth = w
					if err := checkEndgame(facts[i], edited, known); !errors.Is(err, ErrDiffers) {
						t.Errorf("%s: position %d, %s as %v: %v", e.FEN, j, v.Move, w, err)
					}
				}
			}
		}
	}
}

// TestEditedEndgame edits the rest of a win with a tree. What is believed of it
// must be found out even by whoever has no tables.
func TestEditedEndgame(t *testing.T) {
	samples, facts := endgameSamples(t)
	for says, edit := range map[string]func(*Endgame){
		"promotion is":       func(e *Endgame) { e.Promotion = dama.DuringCapture },
		"one_piece_each is":  func(e *Endgame) { e.OnePieceEach = dama.OnePieceNo },
		"tables' rules":      func(e *Endgame) { e.Rules = strings.Repeat("0", 64) },
		"fen is":             func(e *Endgame) { e.FEN = "W:We3,Kh8:Bc2" },
		"goal is \"lose\"":   func(e *Endgame) { e.Goal = "lose" },
		"draw has a tree":    func(e *Endgame) { e.Goal = GoalDraw },
		"draw in 0 plies":    func(e *Endgame) { e.Goal, e.Plies, e.Nodes = GoalDraw, 0, nil },
		"win in 17 plies":    func(e *Endgame) { e.Plies = 17 },
		"last one is not":    func(e *Endgame) { e.Solution = e.Solution[:2] },
		"no moves are given": func(e *Endgame) { e.Turns = e.Turns[:3] },
		"of 4 positions":     func(e *Endgame) { e.Solution = e.Solution[:1]; e.Turns = slices.Concat(e.Turns[:2], e.Turns[:2]) },
		"16 moves are":       func(e *Endgame) { e.Turns[0] = e.Turns[0][:16] },
		"move 1 of 17 is":    func(e *Endgame) { e.Turns[0][0], e.Turns[0][1] = e.Turns[0][1], e.Turns[0][0] },
		"is not legal":       func(e *Endgame) { e.Solution[0] = "h8-g7" },
		"is as good as the solution's h8-h2": func(e *Endgame) {
			e.Solution, e.Turns = []string{"h8-h2"}, e.Turns[:1]
		},
		"there is no node":       func(e *Endgame) { e.Nodes[0][0].Number = 99 },
		"comes before node":      func(e *Endgame) { e.Nodes[0][0].Number = 2 },
		"another position":       func(e *Endgame) { e.Nodes[1][1].Number = 2 },
		"can be reached":         func(e *Endgame) { e.Nodes = append(e.Nodes, e.Nodes[1]) },
		"instead of one":         func(e *Endgame) { e.Nodes[0] = append(e.Nodes[0], e.Nodes[0][0]) },
		"in the tree of the win": func(e *Endgame) { e.Nodes[1] = e.Nodes[1][:len(e.Nodes[1])-1] },
		"h8-g8x is not legal":    func(e *Endgame) { e.Nodes[0][0].Move = "h8-g8x" },
		"the game is not over":   func(e *Endgame) { e.Nodes[0][0].To, e.Nodes[0][0].Number = ToEnd, 1 },
	} {
		e := samples[0]
		e, _ = DecodeEndgame(e.Encode()) // a copy of everything
		edit(&e)
		for _, known := range []Exact{oracleOf(t, facts[0], samples[0], true, true), {Rules: samples[0].Rules}} {
			err := CheckEndgame(facts[0], samples[0].FEN, e.Solution, e.Encode(), known)
			if errors.Is(err, ErrUnchecked) || !errors.Is(err, ErrDiffers) || len(known.Tables) > 0 && !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %v", says, err)
			}
		}
	}
}

// TestEditedLineValues: the values along the line must fit together, whether or not
// a table knows any.
func TestEditedLineValues(t *testing.T) {
	samples, facts := endgameSamples(t)
	for i, e := range samples {
		for j, text := range e.Solution {
			edited, _ := DecodeEndgame(e.Encode())
			edited.Nodes = nil
			k := slices.IndexFunc(e.Turns[j], func(v Valued) bool { return v.Move == text })
			edited.Turns[j][k].Worth += 2 * Worth(1-j%2*2) // a longer win, and a longer loss
			if err := checkEndgame(facts[i], edited, Exact{Rules: e.Rules}); !errors.Is(err, ErrDiffers) {
				t.Errorf("%s: %s as %v: %v", e.FEN, text, edited.Turns[j][k].Worth, err)
			}
		}
	}
}

// TestEditedTree edits each edge of a tree.
func TestEditedTree(t *testing.T) {
	samples, facts := endgameSamples(t)
	known := oracleOf(t, facts[0], samples[0], true, true)
	for n, edges := range samples[0].Nodes {
		if n%3 > 0 {
			continue // a third is enough: of either side, and near and far from the end
		}
		for i, edge := range edges {
			other := Edge{Move: "a1-a2", To: edge.To, Number: edge.Number}
			elsewhere := Edge{Move: edge.Move, To: edge.To, Number: edge.Number + 1}
			for _, edited := range [][]Edge{
				slices.Delete(slices.Clone(edges), i, i+1), append(slices.Clone(edges), edge),
				slices.Replace(slices.Clone(edges), i, i+1, other), slices.Replace(slices.Clone(edges), i, i+1, elsewhere),
			} {
				e := samples[0]
				e.Nodes = slices.Clone(e.Nodes)
				e.Nodes[n] = edited
				if err := checkEndgame(facts[0], e, known); !errors.Is(err, ErrDiffers) {
					t.Errorf("node %d as %v: %v", n, edited, err)
				}
			}
		}
	}
}

// TestEndgameTwin: tables that know a second move as good refute the puzzle; a
// certificate that says so itself contradicts itself.
func TestEndgameTwin(t *testing.T) {
	samples, facts := endgameSamples(t)
	e, _ := DecodeEndgame(samples[0].Encode())
	e.Turns[0][0].Worth = 21
	known := oracleOf(t, facts[0], e, true, true)
	if err := checkEndgame(facts[0], e, known); err == nil || !strings.Contains(err.Error(), "a win in 21, is as good as the solution's h8-h1") {
		t.Error(err)
	}
	if err := checkEndgame(facts[0], samples[0], known); err == nil || !strings.Contains(err.Error(), "is a win in 21, and the certificate says draw") {
		t.Error(err)
	}
}

// TestEndgameReply: a reply that is not the best one.
func TestEndgameReply(t *testing.T) {
	samples, facts := endgameSamples(t)
	e, _ := DecodeEndgame(samples[0].Encode())
	for _, v := range e.Turns[1] {
		if v.Move != e.Solution[1] && e.worst(1, v.Worth) {
			e.Solution = []string{e.Solution[0], v.Move, e.Solution[2]}
		}
	}
	if err := checkEndgame(facts[0], e, oracleOf(t, facts[0], samples[0], true, true)); err == nil || !strings.Contains(err.Error(), "and the best is a loss in 18") {
		t.Error(e.Solution, err)
	}
}

// worst tells whether no move of a turn is worse.
func (e *Endgame) worst(turn int, w Worth) bool {
	return !slices.ContainsFunc(e.Turns[turn], func(v Valued) bool { return w.Better(v.Worth) })
}

// TestEndgameCutOff: every beginning of a certificate is refused.
func TestEndgameCutOff(t *testing.T) {
	samples, facts := endgameSamples(t)
	for i, e := range samples {
		text, known := e.Encode(), oracleOf(t, facts[i], e, true, true)
		for n := range text {
			if err := CheckEndgame(facts[i], e.FEN, e.Solution, text[:n], known); !errors.Is(err, ErrUnreadable) {
				t.Fatalf("%s: %d bytes of %d: %v", e.FEN, n, len(text), err)
			}
		}
		if err := CheckEndgame(facts[i], e.FEN, e.Solution, append(text, ' '), known); !errors.Is(err, ErrDiffers) {
			t.Errorf("%s: a space more: %v", e.FEN, err)
		}
		if err := CheckEndgame(facts[i], e.FEN, e.Solution[:1], text, known); err == nil || !strings.Contains(err.Error(), "the solution is") {
			t.Errorf("%s: another solution: %v", e.FEN, err)
		}
		if err := Check(facts[i], e.FEN, e.Solution, text); !errors.Is(err, ErrDiffers) {
			t.Errorf("%s: without any tables asked: %v", e.FEN, err)
		}
	}
}

// TestExactCaptures: where a capture is due the value is found behind it.
func TestExactCaptures(t *testing.T) {
	r, err := dama.FindRuleset("federation")
	if err != nil {
		t.Fatal(err)
	}
	for fen, want := range map[string]string{
		"W:Wa2:Ba3,h7":          "draw",      // one piece each is left
		"W:Wa2,b2:Ba3":          "win in 1",  // and here nothing
		"W:Wa2,b2:Bh7,h6":       "",          // no capture is due
		"W:Wa2,b2:Ba3,h7":       "",          // and no table knows what is left
		"W:Wa2:BKh8":            "draw",      // over
		"B:Wa2:B":               "loss in 0", // too
		"W:Wa2,b2:Ba3,b3,c3,h7": "",
	} {
		p, err := dama.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if v, ok := (Exact{}).value(r.Facts, p); ok {
			got = v.String()
		}
		if got != want {
			t.Errorf("%s: %q instead of %q", fen, got, want)
		}
	}
}

func TestWorth(t *testing.T) {
	order := []Worth{1, 3, 5, 0, -6, -4, -2}
	for i, w := range order {
		for j, v := range order {
			if w.Better(v) != (i < j) {
				t.Errorf("%v before %v: %v", w, v, w.Better(v))
			}
		}
		if behind(w).before() != w {
			t.Errorf("%v: %v", w, behind(w))
		}
	}
	if Worth(3).Before() != -4 || Worth(-4).Before() != 5 || Worth(0).Before() != 0 {
		t.Error("a ply more")
	}
	for _, text := range []string{"a3-a4=5", "a3-b3=0", "a3xa5=-6"} {
		var v Valued
		if again, err := v.MarshalText(); err != nil || v.UnmarshalText([]byte(text)) != nil {
			t.Errorf("%s: %s %v", text, again, err)
		} else if again, _ = v.MarshalText(); string(again) != text {
			t.Errorf("%s: %s", text, again)
		}
	}
	for _, text := range []string{"", "a3-a4", "a3-a4=", "a3-a4=+5", "a3-a4=05", "a3-a4=x", "=a=1"} {
		if err := new(Valued).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
