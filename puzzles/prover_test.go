package puzzles

import (
	"math/rand/v2"
	"testing"

	"damalab/dama"
	"damalab/internal/referee"
	"damalab/puzzles/proof"
)

// plainly is the value of a tree by plain minimax over the referee's moves: no
// table, no order, no bound, and nothing of the prover's. Where the quiet plies
// are used up the keeper has not kept anything.
func plainly(t terms, keeper dama.Color, p dama.Position, rest, quiet int) int {
	worst := nothingKept(t, keeper)
	if v := referee.Judge(t.facts, []dama.Position{p}, nil); v.Over {
		switch {
		case v.Result == 0:
			return -t.start
		case (v.Result > 0) == (t.solver == dama.White):
			return proof.Win
		}
		return -proof.Win
	}
	due := len(referee.Captures(t.facts, p)) > 0
	settled := !due && len(referee.Captures(t.facts, p.Pass())) == 0
	if settled && rest == 0 {
		own := 100*p.Men(t.solver).Count() + 400*p.Kings(t.solver).Count()
		other := 100*p.Men(t.solver.Other()).Count() + 400*p.Kings(t.solver.Other()).Count()
		return own - other - t.start
	}
	if !due {
		if quiet--; quiet < 0 {
			return worst
		}
	}
	if settled && p.Side() != keeper {
		rest--
	}
	value := 0
	for i, m := range referee.Moves(t.facts, p) {
		v := plainly(t, keeper, referee.Make(p, m), rest, quiet)
		if i == 0 || (p.Side() == t.solver) == (v > value) {
			value = v
		}
	}
	return value
}

// nothingKept is the worst value there is for a keeper.
func nothingKept(t terms, keeper dama.Color) int {
	if keeper == t.solver {
		return -proof.Win
	}
	return proof.Win
}

// randomBoard has a few pieces of each kind anywhere that the rules allow.
func randomBoard(random *rand.Rand) dama.Position {
	for {
		var boards [4]dama.Bitboard // men and kings of White, then of Black
		var taken dama.Bitboard
		for range 3 + random.IntN(3) {
			s := dama.SquareAt(random.IntN(5), random.IntN(5)+2) // close together, so that there are captures
			if !taken.Has(s) {
				taken |= s.Bit()
				boards[[]int{0, 0, 0, 1, 2, 2, 2, 3}[random.IntN(8)]] |= s.Bit()
			}
		}
		if p, err := dama.NewPosition(boards[0], boards[1], boards[2], boards[3], dama.Color(random.IntN(2))); err == nil {
			return p
		}
	}
}

// TestProverAgrees compares every answer of the prover with plain minimax.
func TestProverAgrees(t *testing.T) {
	const seed, positions, quiet = 7, 120, 2
	random := rand.New(rand.NewPCG(seed, 2))
	values, captures := map[int]bool{}, 0
	for i := range positions {
		r := dama.Rulesets()[i%6]
		p := randomBoard(random)
		rest := random.IntN(2)
		tm := termsOf(fastBook{}, r.Facts, p)
		if tm.outlook(p).capture {
			captures++
		}
		for _, keeper := range []dama.Color{dama.White, dama.Black} {
			want := plainly(tm, keeper, p, rest, quiet)
			values[want] = true
			for _, bound := range []int{want - 100, want, want + 100, 0, proof.Win, -proof.Win} {
				for _, book := range []rulebook{fastBook{}, slowBook{}} {
					tm.book = book
					one := newProver(tm, keeper, bound, 1<<20)
					one.budget = one.nodes
					if one.kept(nothingKept(tm, keeper)) {
						continue // a bound that asks for nothing
					}
					if got := one.search(p, rest, quiet, 0); got != one.kept(want) {
						t.Fatalf("seed %d, %s, %v, keeper %v, horizon %d: %d is the value, and %v that it is kept at %d", seed, r.Name, p, keeper, rest, want, got, bound)
					}
				}
			}
		}
	}
	if len(values) < 8 || captures < positions/4 {
		t.Errorf("too little happens: %d values, %d positions with captures", len(values), captures)
	}
}

// TestSameOrder: both books give the same moves in the same order, so that what
// is searched over them is the same.
func TestSameOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 2))
	for i := range 300 {
		r, p := dama.Rulesets()[i%6], randomBoard(random)
		fast, slow := fastBook{}.appendOptions(nil, r.Facts, p), slowBook{}.appendOptions(nil, r.Facts, p)
		if len(fast) != len(slow) {
			t.Fatalf("%v: %d and %d moves", p, len(fast), len(slow))
		}
		for i := range fast {
			if fast[i] != slow[i] || (fastBook{}).text(r.Facts, p, fast[i].moveID) != (slowBook{}).text(r.Facts, p, slow[i].moveID) {
				t.Errorf("%v: move %d is %+v and %+v", p, i, fast[i], slow[i])
			}
		}
		if a, b := (fastBook{}).look(r.Facts, p), (slowBook{}).look(r.Facts, p); a != b {
			t.Errorf("%v: %+v and %+v", p, a, b)
		}
	}
}
