package endgame

import (
	"testing"

	"damalab/dama"
)

// placements yields every way to put a material on the board, the mirror images
// too.
func placements(m Material, yield func(boards)) {
	s := newShapes()
	counts := m.counts()
	var put func(kind int, b boards)
	put = func(kind int, b boards) {
		if kind == kinds {
			yield(b)
			return
		}
		g := s.group(kind, counts[kind])
		if g == nil {
			put(kind+1, b)
			return
		}
		for _, set := range g.sets {
			if b.occupied()&set == 0 {
				next := b
				next[kind] = set
				put(kind+1, next)
			}
		}
	}
	put(0, boards{})
}

func TestIndexRoundTrip(t *testing.T) {
	materials := Materials(3)
	if testing.Short() {
		materials = materials[:5]
	}
	for _, pair := range materials {
		for _, m := range pair.Tables() {
			l := newShapes().layout(m)
			seen := make([]int, l.size)
			n := 0
			placements(m, func(b boards) {
				n++
				i, stored, twin := l.index(&b)
				if i < 0 || i >= l.size {
					t.Fatalf("%v: index %d of %d for %v", m, i, l.size, b.position())
				}
				seen[i]++
				back, real := l.boards(i)
				if !real || back != b && (back != b.mirror() || twin) {
					t.Fatalf("%v: %v has index %d, which is %v", m, b.position(), i, back.position())
				}
				if stored != (back == b) || stored && twin != l.twin(i) {
					t.Fatalf("%v: %v: stored %v, twin %v", m, b.position(), stored, twin)
				}
			})
			holes := 0
			for i, times := range seen {
				_, real := l.boards(i)
				want := 2
				switch {
				case !real:
					want = 0
					holes++
				case l.twin(i):
					want = 1
				}
				if times != want {
					t.Fatalf("%v: %d positions have index %d, want %d", m, times, i, want)
				}
			}
			if 20*holes > 3*l.size {
				t.Errorf("%v: %d of %d indices stand for no position", m, holes, l.size)
			}
		}
	}
}

// TestNumberOfPositions holds the indices against the counts of the rules page:
// 56 squares for each man, mirror images counted.
func TestNumberOfPositions(t *testing.T) {
	for name, want := range map[string]int{"KvK": 64 * 63, "KKvK": 64 * 63 * 62 / 2, "KMvK": 56 * 63 * 62, "MMvK": 56 * 55 * 62 / 2} {
		m, ok := parseMaterial(name)
		if !ok {
			t.Fatal(name)
		}
		l := newShapes().layout(m)
		n := 0
		for i := range l.size {
			if _, real := l.boards(i); real {
				n++
				if !l.twin(i) {
					n++
				}
			}
		}
		if n != want {
			t.Errorf("%s: %d positions, want %d", name, n, want)
		}
	}
}

func TestMaterialsInBuildingOrder(t *testing.T) {
	names := map[string]bool{}
	for _, m := range Materials(MaxPieces) {
		for _, with := range m.Tables() {
			if names[with.String()] {
				t.Errorf("%v comes twice", with)
			}
		}
		for _, s := range []*Side{&m.Mover, &m.Other} {
			if s.Men > 0 { // a crowned man
				s.Men, s.Kings = s.Men-1, s.Kings+1
				if !names[m.String()] {
					t.Errorf("%v is needed before it is built", m)
				}
				s.Men, s.Kings = s.Men+1, s.Kings-1
			}
		}
		names[m.String()], names[m.swap().String()] = true, true
	}
	if got := []int{len(Materials(2)), len(Materials(3)), len(Materials(4)), len(Materials(5))}; got[0] != 3 || got[1] != 9 || got[2] != 23 || got[3] != 45 {
		t.Errorf("files for 2 to 5 pieces: %d", got)
	}
}

// TestUnmoveMirrorsMoves holds the moves that are taken back against the move
// generator: all of a table's quiet moves, and nothing else.
func TestUnmoveMirrorsMoves(t *testing.T) {
	gen := RulesOf(dama.Rulesets()[0].Facts).Facts().Generator()
	type edge struct{ from, to boards }
	for _, name := range []string{"KvM", "MvM", "KvK"} {
		m, _ := parseMaterial(name)
		for _, mover := range m.Tables() {
			forward, back := map[edge]bool{}, map[edge]bool{}
			captures := map[boards]bool{}
			placements(mover, func(b boards) {
				p := b.position()
				captures[b] = gen.CanCapture(p)
				for _, move := range gen.Moves(p) {
					if !move.IsCapture() && !move.Crowned() {
						forward[edge{b, boardsOf(p.Make(move))}] = true
					}
				}
			})
			placements(mover.swap(), func(b boards) {
				b.unmove(func(before *boards) {
					e := edge{*before, b}
					if back[e] {
						t.Fatalf("%v comes twice before %v", before.position(), b.position())
					}
					if !captures[*before] {
						back[e] = true
					}
				})
			})
			if len(forward) != len(back) {
				t.Errorf("%v: %d moves, %d taken back", mover, len(forward), len(back))
			}
			for e := range forward {
				if !back[e] {
					t.Fatalf("%v: the move to %v is not taken back", e.from.position(), e.to.position())
				}
			}
		}
	}
}
