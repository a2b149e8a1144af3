package dama_test

import (
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"damalab/dama"
)

// This file makes the positions that the random tests look at. Each test draws
// from its own stream, which depends on the seed and on the test's name alone,
// so that running one test alone or many at once gives the same positions.
// DAMA_SEED=n chooses another seed.

// deep tells whether the long tests are wanted.
func deep() bool { return os.Getenv("DAMA_DEEP") == "1" }

func needDeep(t *testing.T) {
	t.Helper()
	if !deep() {
		t.Skip("set DAMA_DEEP=1 to run")
	}
}

// newRand returns the test's stream. A usual run always takes the same seed, so
// that nobody's gate fails by chance; a deep run takes a fresh one. The log,
// which go test shows on a failure, says which.
func newRand(t testing.TB) *rand.Rand {
	t.Helper()
	seed := uint64(1)
	if deep() {
		seed = uint64(time.Now().UnixNano())
	}
	if text := os.Getenv("DAMA_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("DAMA_SEED: %v", err)
		}
		seed = n
	}
	t.Logf("repeat with DAMA_SEED=%d", seed)
	name := fnv.New64a()
	name.Write([]byte(t.Name()))
	return rand.New(rand.NewPCG(seed, name.Sum64()))
}

// testRulesets returns the six built-in rulesets and house rulesets that have
// what none of those has.
func testRulesets(t testing.TB) []dama.Ruleset {
	t.Helper()
	all := dama.Rulesets()
	federation, plyYard := all[0], all[1]
	unless, allowed := dama.OnePieceUnlessCapture, dama.ReversalAllowed
	three, few, none := 3, 9, 0
	return append(
		all,
		house(t, "unless-capture", federation, dama.Overrides{OnePieceEach: &unless}),
		house(t, "king-at-once-and-turning", plyYard, dama.Overrides{
			Reversal: &allowed, NoProgressPlies: &few, NoProgressResets: &[]dama.Reset{},
		}),
		// Every counter at once and close to another, so that their order shows.
		house(t, "short-counters", plyYard, dama.Overrides{
			Repetition: &three, KingMoveLimit: &few, NoProgressPlies: &few,
			NoProgressResets: &[]dama.Reset{dama.ResetPromotion},
		}),
		house(t, "man-moves-only", federation, dama.Overrides{
			Repetition: &none, NoProgressPlies: &few, NoProgressResets: &[]dama.Reset{dama.ResetManMove},
		}),
	)
}

func house(t testing.TB, name string, base dama.Ruleset, o dama.Overrides) dama.Ruleset {
	t.Helper()
	r, err := dama.HouseRuleset(name, base, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// mix says what a random position is made of: up to so many of each.
type mix struct{ ownMen, ownKings, foeMen, foeKings int }

// mixes go from a bare board to a crowded one.
var mixes = []mix{
	{2, 1, 2, 1},
	{0, 2, 0, 2},
	{1, 1, 6, 1},
	{5, 0, 5, 0},
	{3, 3, 5, 3},
	{0, 1, 9, 2},
	{4, 1, 12, 0},
	{8, 1, 8, 1},
	{12, 2, 14, 2},
	{16, 0, 16, 0},
	{10, 8, 10, 8},
	{20, 10, 20, 10},
}

// randomPosition puts up to that many pieces on random squares. Either side may
// be to move and may be left without a piece.
func randomPosition(r *rand.Rand, m mix) dama.Position {
	side := dama.Color(r.IntN(2))
	far := [2]dama.Bitboard{dama.Bitboard(0xFF) << 56, 0xFF}
	var boards [2][2]dama.Bitboard
	used := dama.Bitboard(0)
	put := func(c dama.Color, k dama.Kind, atMost int) {
		for range r.IntN(atMost + 1) {
			b := dama.Square(r.IntN(64)).Bit()
			if used&b != 0 || k == dama.Man && far[c]&b != 0 {
				continue
			}
			used |= b
			boards[c][k] |= b
		}
	}
	put(side, dama.Man, m.ownMen)
	put(side, dama.King, m.ownKings)
	put(side.Other(), dama.Man, m.foeMen)
	put(side.Other(), dama.King, m.foeKings)
	return mustPosition(boards, side)
}

func mustPosition(b [2][2]dama.Bitboard, side dama.Color) dama.Position {
	p, err := dama.NewPosition(
		b[dama.White][dama.Man], b[dama.White][dama.King],
		b[dama.Black][dama.Man], b[dama.Black][dama.King], side)
	if err != nil {
		panic(err) // the boards were made to fit
	}
	return p
}

// rebuilt returns the position as NewPosition makes it from its boards, with a
// key that owes nothing to the moves that led there.
func rebuilt(p dama.Position) dama.Position {
	var b [2][2]dama.Bitboard
	for c := dama.White; c <= dama.Black; c++ {
		b[c] = [2]dama.Bitboard{p.Men(c), p.Kings(c)}
	}
	return mustPosition(b, p.Side())
}

// style chooses the next move of a playout.
type style func(r *rand.Rand, g dama.Generator, p dama.Position, moves []dama.Move) dama.Move

func anyMove(r *rand.Rand, _ dama.Generator, _ dama.Position, moves []dama.Move) dama.Move {
	return moves[r.IntN(len(moves))]
}

// offering prefers moves after which the other side must capture.
func offering(r *rand.Rand, g dama.Generator, p dama.Position, moves []dama.Move) dama.Move {
	m := anyMove(r, g, p, moves)
	for range 4 {
		if g.CanCapture(p.Make(m)) {
			return m
		}
		m = anyMove(r, g, p, moves)
	}
	return m
}

// crowning prefers a man's steps forward where they are safe, and so makes kings.
func crowning(r *rand.Rand, g dama.Generator, p dama.Position, moves []dama.Move) dama.Move {
	m := anyMove(r, g, p, moves)
	for range 6 {
		if !m.ByKing() && m.From().Rank() != m.To().Rank() && !g.CanCapture(p.Make(m)) {
			return m
		}
		m = anyMove(r, g, p, moves)
	}
	return m
}

// careful prefers moves after which the other side has nothing to capture, and
// so makes long games.
func careful(r *rand.Rand, g dama.Generator, p dama.Position, moves []dama.Move) dama.Move {
	m := anyMove(r, g, p, moves)
	for range 8 {
		if !g.CanCapture(p.Make(m)) {
			return m
		}
		m = anyMove(r, g, p, moves)
	}
	return m
}

// playout yields the positions of one game by random moves, at most so many.
func playout(r *rand.Rand, g dama.Generator, atMost int) []dama.Position {
	p := dama.StartPosition()
	if r.IntN(3) == 0 {
		p = randomPosition(r, mixes[r.IntN(len(mixes))])
	}
	choose := []style{anyMove, offering, crowning, careful}[r.IntN(4)]
	all := []dama.Position{p}
	for len(all) < atMost {
		moves := g.Moves(p)
		if len(moves) == 0 {
			break
		}
		p = p.Make(choose(r, g, p, moves))
		all = append(all, p)
	}
	return all
}

// samplePositions returns n positions, half reached by random games and half
// with pieces thrown on the board.
func samplePositions(r *rand.Rand, g dama.Generator, n int) []dama.Position {
	var all []dama.Position
	for len(all) < n/2 {
		all = append(all, playout(r, g, 150)...)
	}
	all = all[:n/2]
	for len(all) < n {
		all = append(all, randomPosition(r, mixes[len(all)%len(mixes)]))
	}
	return all
}
