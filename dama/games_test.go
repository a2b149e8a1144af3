package dama_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"damalab/dama"
	"damalab/internal/referee"
)

// Whole games: a History, with its counters, against the referee's recount of
// the game from its beginning after every ply.

func TestGamesAgainstReferee(t *testing.T) { compareGames(t, 84) }

func TestDeepGamesAgainstReferee(t *testing.T) {
	needDeep(t)
	compareGames(t, 4_000)
}

// endings says which endings the games of a ruleset must have shown by the end
// of the test, so that no draw rule goes unlooked at. Elimination and a blocked
// side belong to all.
var endings = map[string][]dama.Termination{
	"federation":               {dama.OnePieceEachDrawn, dama.RepetitionDrawn},
	"ply-yard":                 {dama.NoProgressDrawn},
	"share-link":               {},
	"ludoteka":                 {dama.OnePieceEachDrawn, dama.RepetitionDrawn, dama.KingMovesDrawn},
	"traditional":              {dama.KingVersusManDrawn},
	"checkers-arena":           {dama.RepetitionDrawn, dama.NoProgressDrawn},
	"unless-capture":           {dama.OnePieceEachDrawn, dama.KingVersusManDrawn, dama.RepetitionDrawn},
	"king-at-once-and-turning": {dama.NoProgressDrawn},
	"short-counters":           {dama.RepetitionDrawn, dama.KingMovesDrawn, dama.NoProgressDrawn},
	"man-moves-only":           {dama.OnePieceEachDrawn, dama.NoProgressDrawn},
}

func compareGames(t *testing.T, n int) {
	for _, rs := range testRulesets(t) {
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			r := newRand(t)
			seen := map[dama.Termination]bool{}
			for i := 0; i < n && !t.Failed(); i++ {
				g := newGame(rs.Facts, gameStart(r, i))
				g.run(t, r, 130, seen)
			}
			if chosen := deep() || os.Getenv("DAMA_SEED") != ""; chosen && n < 1_000 {
				return // another seed may miss a rare ending in so few games
			}
			for _, want := range append(endings[rs.Name], dama.Elimination, dama.BlockedSide) {
				if !seen[want] && !t.Failed() {
					t.Errorf("no game ended by %s", want)
				}
			}
		})
	}
}

// gameStart takes turns: few pieces, which make long games and draws; a man and
// a king; any mix; a man that one move can block; one
// piece each; the usual start.
func gameStart(r *rand.Rand, i int) dama.Position {
	switch i % 7 {
	case 0:
		return randomPosition(r, mix{0, 3, 0, 3})
	case 1:
		return randomPosition(r, mix{1, 1, 1, 1})
	case 2:
		return randomPosition(r, mix{2, 3, 2, 3})
	case 3:
		return randomPosition(r, mixes[r.IntN(len(mixes))])
	case 4:
		var b [2][2]dama.Bitboard
		b[dama.White][dama.Man] = 1 << 8                       // a2
		b[dama.Black][dama.Man] = 1<<16 | 1<<24 | 1<<9 | 1<<18 // a3, a4, b2, c3
		b[dama.Black][dama.King] = 1                           // a1
		return dama.Symmetry(r.IntN(4)).Position(mustPosition(b, dama.Black))
	case 5: // one piece each, and one of them can be taken
		var b [2][2]dama.Bitboard
		b[dama.White][r.IntN(2)], b[dama.Black][r.IntN(2)] = 1<<(24+r.IntN(8)), 1<<(32+r.IntN(8))
		return mustPosition(b, dama.Color(r.IntN(2)))
	}
	return dama.StartPosition()
}

// game is a History with the same game as plain lists.
type game struct {
	history   *dama.History
	positions []dama.Position
	moves     []dama.Move
	asked     []referee.Move
}

func newGame(f dama.Facts, start dama.Position) *game {
	return &game{history: dama.NewHistory(f, start), positions: []dama.Position{start}}
}

func (g *game) position() dama.Position { return g.positions[len(g.moves)] }

func (g *game) play(m dama.Move) {
	g.positions = append(g.positions, g.position().Make(m))
	g.moves = append(g.moves, m)
	g.asked = append(g.asked, referee.Move{From: m.From(), To: m.To(), Captured: m.Captured(), Crowned: m.Crowned()})
	g.history.Play(m)
}

func (g *game) undo() {
	n := len(g.moves) - 1
	g.moves, g.asked, g.positions = g.moves[:n], g.asked[:n], g.positions[:n+1]
	g.history.Undo()
}

// run plays on past a draw, so that the rules behind it have their turn, and now
// and then takes some moves back; the lists say what must come of that.
func (g *game) run(t *testing.T, r *rand.Rand, plies int, seen map[dama.Termination]bool) {
	t.Helper()
	f := g.history.Facts()
	back := r.Float64() * 0.9 // how gladly this game goes back and forth
	for range plies {
		g.check(t, r)
		moves := f.Generator().Moves(g.position())
		if o := g.history.Outcome(); o.Over {
			seen[o.Reason] = true
		}
		if t.Failed() || len(moves) == 0 || g.position().Pieces(g.position().Side().Other()) == 0 {
			break
		}
		g.play(g.choose(r, moves, back))
		if r.IntN(12) == 0 {
			for range 1 + r.IntN(min(4, len(g.moves))) {
				g.undo()
			}
		}
	}
	for len(g.moves) > 0 && !t.Failed() {
		g.undo()
		if r.IntN(4) == 0 {
			g.check(t, r)
		}
	}
}

// choose takes back the mover's last move on the board where it can, and else
// makes a careful move.
func (g *game) choose(r *rand.Rand, moves []dama.Move, back float64) dama.Move {
	if n := len(g.moves); n >= 2 && r.Float64() < back {
		last := g.moves[n-2]
		for _, m := range moves {
			if m.From() == last.To() && m.To() == last.From() {
				return m
			}
		}
	}
	return careful(r, g.history.Facts().Generator(), g.position(), moves)
}

// check holds all that the History says against the lists.
func (g *game) check(t *testing.T, r *rand.Rand) {
	t.Helper()
	h, p, n := g.history, g.position(), len(g.moves)
	v := referee.Judge(h.Facts(), g.positions, g.asked)
	want := dama.Outcome{Over: v.Over, Result: dama.Result(v.Result), Reason: dama.Termination(v.Termination)}
	if got := h.Outcome(); got != want {
		t.Errorf("after %v: outcome %+v, want %+v", g.texts(), got, want)
	}
	check(t, p, "History.Position", h.Position(), p)
	check(t, p, "Plies", h.Plies(), n)
	check(t, p, "Occurrences", h.Occurrences(), g.occurrences(0))
	check(t, p, "Reversible", h.Reversible(), g.reversible())
	since := r.IntN(n + 1)
	check(t, p, "RepeatedSince", h.RepeatedSince(since), since < n && g.occurrences(since) > 1)
	check(t, p, "PositionAt", h.PositionAt(since), g.positions[since])
	if n == 0 {
		check(t, p, "LastMove at the start", h.LastMove(), dama.Move{})
		return
	}
	check(t, p, "LastMove", h.LastMove(), g.moves[n-1])
	check(t, p, "MoveAt", h.MoveAt(since%n), g.moves[since%n])
}

func (g *game) occurrences(since int) (n int) {
	for _, p := range g.positions[since:] {
		if p == g.position() {
			n++
		}
	}
	return n
}

func (g *game) reversible() (n int) {
	for _, m := range g.moves {
		n++
		if m.IsCapture() || !m.ByKing() && m.From().Rank() != m.To().Rank() {
			n = 0
		}
	}
	return n
}

// texts is the whole game, to be played over.
func (g *game) texts() []string {
	all := []string{g.positions[0].FEN()}
	for i, m := range g.moves {
		all = append(all, g.history.Facts().Generator().Text(g.positions[i], m))
	}
	return all
}

func TestHistoryRestart(t *testing.T) {
	f := dama.Rulesets()[0].Facts
	h := dama.NewHistory(f, dama.StartPosition())
	for range 5 {
		h.Play(f.Generator().Moves(h.Position())[0])
	}
	other := mustFEN(t, "B:WKa1:BKh8,Kh7")
	h.Restart(other)
	fresh := dama.NewHistory(f, other)
	if h.Plies() != 0 || h.Position() != other || h.Occurrences() != 1 || h.Outcome() != fresh.Outcome() || !h.LastMove().IsZero() {
		t.Errorf("after Restart: %d plies, %v, %d times, %+v", h.Plies(), h.Position(), h.Occurrences(), h.Outcome())
	}
}

// TestLostBeforeDrawn: who has no piece or no move has lost, whatever draw rule
// fits as well.
func TestLostBeforeDrawn(t *testing.T) {
	for _, c := range []struct {
		ruleset, fen string
		want         dama.Outcome
	}{
		{"federation", "W:W:BKa1", dama.Outcome{Over: true, Result: dama.BlackWins, Reason: dama.Elimination}},
		{"federation", "W:WKa1:B", dama.Outcome{Over: true, Result: dama.WhiteWins, Reason: dama.Elimination}},
		{"federation", "B:Wa7:Ba8", dama.Outcome{Over: true, Result: dama.Draw, Reason: dama.OnePieceEachDrawn}},
		{"federation", "W:WKa1:BKa3", dama.Outcome{Over: true, Result: dama.Draw, Reason: dama.OnePieceEachDrawn}},
		{"unless-capture", "W:WKa1:BKa3", dama.Outcome{}},
		{"unless-capture", "W:WKa1:BKb3", dama.Outcome{Over: true, Result: dama.Draw, Reason: dama.OnePieceEachDrawn}},
		{"traditional", "W:WKa1:Bb3", dama.Outcome{Over: true, Result: dama.Draw, Reason: dama.KingVersusManDrawn}},
		{"traditional", "W:WKa1:BKb3", dama.Outcome{}},
		{"share-link", "W:WKa1:Bb3", dama.Outcome{}},
		{"federation", "W:Wa2,b2:Ba3,b3,c2,a4,b4,d2", dama.Outcome{Over: true, Result: dama.BlackWins, Reason: dama.BlockedSide}},
	} {
		all := testRulesets(t)
		i := slices.IndexFunc(all, func(r dama.Ruleset) bool { return r.Name == c.ruleset })
		if got := all[i].Facts.BoardOutcome(mustFEN(t, c.fen)); got != c.want {
			t.Errorf("%s, %s: %+v, want %+v", c.ruleset, c.fen, got, c.want)
		}
	}
}
