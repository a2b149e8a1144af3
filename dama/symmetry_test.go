package dama_test

import (
	"math/bits"
	"slices"
	"strconv"
	"testing"

	"damalab/dama"
)

var symmetries = []dama.Symmetry{0, dama.SwapColors, dama.MirrorFiles, dama.SwapColors | dama.MirrorFiles}

// TestSymmetriesCommute: looking at a position differently and then asking for
// moves, or making one, is the same as asking or making first.
func TestSymmetriesCommute(t *testing.T) {
	for _, rs := range testRulesets(t)[:8] {
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			r, g := newRand(t), rs.Generator()
			for _, p := range samplePositions(r, g, 300) {
				for _, y := range symmetries {
					checkSymmetry(t, g, p, y)
				}
			}
		})
	}
}

func checkSymmetry(t *testing.T, g dama.Generator, p dama.Position, y dama.Symmetry) {
	t.Helper()
	q := y.Position(p)
	check(t, p, "the view seen again", y.Position(q), p)
	check(t, p, "the view", q, rebuilt(q))
	check(t, p, "occupied squares of the view", q.Occupied(), y.Board(p.Occupied()))
	var seen []dama.Move
	for _, m := range g.Moves(p) {
		check(t, p, "the move seen twice", y.Move(y.Move(m)), m)
		check(t, p, "the position after the move", y.Position(p.Make(m)), q.Make(y.Move(m)))
		seen = append(seen, y.Move(m))
	}
	got := g.Moves(q)
	for _, m := range got {
		if !slices.Contains(seen, m) {
			t.Errorf("%v has the move %s, %v not its image", q, g.Text(q, m), p)
		}
	}
	check(t, p, "number of moves of the view", len(got), len(seen))
}

// TestCanonical: one of the four views stands for all of them, and the symmetry
// that comes with it leads there.
func TestCanonical(t *testing.T) {
	r, g := newRand(t), dama.Generator{}
	for _, p := range samplePositions(r, g, 2_000) {
		c, y := p.Canonical()
		check(t, p, "the canonical position", y.Position(p), c)
		check(t, p, "its side to move", c.Side(), dama.White)
		again, none := c.Canonical()
		check(t, p, "the canonical position of the canonical one", again, c)
		check(t, p, "the symmetry of a canonical position", none, dama.Symmetry(0))
		for _, other := range symmetries {
			same, _ := other.Position(p).Canonical()
			check(t, p, "the canonical position of a view", same, c)
		}
		checkLeast(t, p, c)
	}
}

// checkLeast: of the two file mirrors with White to move, the canonical one has
// the lesser boards.
func checkLeast(t *testing.T, p, c dama.Position) {
	t.Helper()
	boards := func(p dama.Position) []dama.Bitboard {
		return []dama.Bitboard{p.Men(dama.White), p.Kings(dama.White), p.Men(dama.Black), p.Kings(dama.Black)}
	}
	if slices.Compare(boards(c), boards(dama.MirrorFiles.Position(c))) > 0 {
		t.Errorf("%v: the mirror of %v comes first", p, c)
	}
}

// TestKeys: the key that Make keeps is the one that a position built from nothing
// has, and different positions have different keys.
func TestKeys(t *testing.T) {
	r, g := newRand(t), dama.Generator{}
	known := map[uint64]dama.Position{}
	for range 40 {
		for _, p := range playout(r, g, 150) {
			check(t, p, "the key", p.Key(), rebuilt(p).Key())
			check(t, p, "the position passed twice", p.Pass().Pass(), p)
			check(t, p, "the passed position", p.Pass(), rebuilt(p.Pass()))
			if other, ok := known[p.Key()]; ok && other != p {
				t.Errorf("%v and %v have the same key", p, other)
			}
			known[p.Key()] = p
		}
	}
}

// TestStoredKeys: keys may be stored, so that they must never change.
func TestStoredKeys(t *testing.T) {
	for fen, want := range map[string]uint64{
		dama.StartPosition().FEN(): 12679180942534572152,
		"W:W:B":                    0,
		"B:W:B":                    0x9e3779b97f4a7c15,
		"B:Wa2,Kd4:Ba7,Kh8":        4464943925604602690,
	} {
		check(t, mustFEN(t, fen), "the key", mustFEN(t, fen).Key(), want)
	}
	check(t, dama.StartPosition(), "the start", dama.StartPosition(), rebuilt(dama.StartPosition()))
}

func TestBitboards(t *testing.T) {
	r := newRand(t)
	for range 1_000 {
		b := dama.Bitboard(r.Uint64() & r.Uint64())
		if b.MirrorFiles().MirrorFiles() != b || b.FlipRanks().FlipRanks() != b {
			t.Errorf("%#x turned twice is not itself", b)
		}
		var mirrored, flipped, joined dama.Bitboard
		list := slices.Collect(b.Squares())
		for _, s := range list {
			mirrored |= dama.SquareAt(7-s.File(), s.Rank()).Bit()
			flipped |= dama.SquareAt(s.File(), 7-s.Rank()).Bit()
			joined |= s.Bit()
			if !b.Has(s) || (^b).Has(s) {
				t.Errorf("%#x: Has(%v)", b, s)
			}
		}
		if b.MirrorFiles() != mirrored || b.FlipRanks() != flipped || joined != b {
			t.Errorf("%#x: mirrored %#x, flipped %#x, joined %#x", b, b.MirrorFiles(), b.FlipRanks(), joined)
		}
		if b.Count() != len(list) || b.Count() != bits.OnesCount64(uint64(b)) || !slices.IsSorted(list) {
			t.Errorf("%#x: Count %d, squares %v", b, b.Count(), list)
		}
		if len(list) > 0 && b.First() != list[0] {
			t.Errorf("%#x: First %v", b, b.First())
		}
	}
	if first := dama.Bitboard(0).First(); first != dama.NoSquare {
		t.Errorf("the first square of no square is %v", first)
	}
	for s := range (^dama.Bitboard(0)).Squares() {
		if s == 5 {
			break // a loop may be left early
		}
	}
}

// TestLines walks from the square to the first piece on each side.
func TestLines(t *testing.T) {
	r := newRand(t)
	for range 200 {
		occupied := dama.Bitboard(r.Uint64() & r.Uint64() & r.Uint64())
		for s := range dama.Square(64) {
			want := dama.Bitboard(0)
			for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				f, k := s.File()+d[0], s.Rank()+d[1]
				for f >= 0 && f < 8 && k >= 0 && k < 8 {
					at := dama.SquareAt(f, k)
					want |= at.Bit()
					if occupied.Has(at) {
						break
					}
					f, k = f+d[0], k+d[1]
				}
			}
			if got := dama.Lines(s, occupied); got != want {
				t.Fatalf("Lines(%v, %#x) = %#x, want %#x", s, occupied, got, want)
			}
		}
	}
}

// TestPieceCounts holds what is asked of single pieces against a look at the
// squares around them.
func TestPieceCounts(t *testing.T) {
	r := newRand(t)
	for i := range 2_000 {
		p := randomPosition(r, mixes[i%len(mixes)])
		for c, ahead := range map[dama.Color]int{dama.White: 1, dama.Black: -1} {
			steps, crowns := 0, false
			for s := range p.Men(c).Squares() {
				for _, step := range [][2]int{{1, 0}, {-1, 0}, {0, ahead}} {
					if free(p, s, step[0], step[1]) {
						steps++
						crowns = crowns || step[0] == 0 && s.Rank()+ahead == c.FarRank()
					}
				}
			}
			check(t, p, c.String()+"'s ManSteps", p.ManSteps(c), steps)
			if c == p.Side() {
				check(t, p, "Outlook.Crown", dama.Generator{}.Outlook(&p).Crown, crowns)
			}
			for s := range p.Kings(c).Squares() {
				foes := p.Pieces(c.Other())
				check(t, p, "KingTargets of "+s.String(), dama.KingTargets(s, foes, p.Occupied()), targetsByHand(p, s, foes))
			}
		}
	}
}

func targetsByHand(p dama.Position, s dama.Square, foes dama.Bitboard) (targets dama.Bitboard) {
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		at := s
		for free(p, at, d[0], d[1]) {
			at = dama.SquareAt(at.File()+d[0], at.Rank()+d[1])
		}
		f, k := at.File()+d[0], at.Rank()+d[1]
		if f < 0 || f > 7 || k < 0 || k > 7 {
			continue
		}
		if victim := dama.SquareAt(f, k); foes.Has(victim) && free(p, victim, d[0], d[1]) {
			targets |= victim.Bit()
		}
	}
	return targets
}

func TestSquares(t *testing.T) {
	for s := range dama.Square(64) {
		name, err := dama.ParseSquare(s.String())
		number, err2 := dama.ParseSquare(strconv.Itoa(s.Number()))
		if err != nil || err2 != nil || name != s || number != s || dama.SquareAt(s.File(), s.Rank()) != s {
			t.Errorf("%v: by name %v (%v), by number %v (%v)", s, name, err, number, err2)
		}
	}
	if got := dama.NoSquare.String(); got != "-" {
		t.Errorf("NoSquare is written %q", got)
	}
}

// TestMix: scrambling loses nothing, bit by bit and on the numbers that are used.
func TestMix(t *testing.T) {
	seen := map[uint64]bool{}
	for i := range uint64(50_000) {
		seen[dama.Mix(i)] = true
	}
	if len(seen) != 50_000 {
		t.Errorf("%d different numbers of 50000", len(seen))
	}
}
