package endgame

import (
	"context"
	"testing"

	"damalab/dama"
)

// TestLeadOfTwo solves three pieces with the pair in the lead, as it is in tables
// of two against two: then a lead can be its own mirror image, and some positions
// are stored twice. Every answer must be that of the usual index.
func TestLeadOfTwo(t *testing.T) {
	r := rulesWith(dama.OnePieceUnlessCapture)
	list := Materials(3)
	if testing.Short() {
		list = list[:4]
	}
	usual, _ := solveAll(t, r, list)
	for _, m := range list[3:] {
		if m.Mover.Men == 1 {
			continue // no pair of equal pieces
		}
		var layouts []*layout
		for _, with := range m.Tables() {
			counts := with.counts()
			for kind, n := range counts {
				if n == 2 {
					layouts = append(layouts, usual.shapes.led(with, kind))
				}
			}
		}
		s := &solver{set: usual, rules: r, workers: 2, ended: func(int) {}}
		tables, err := s.solveIn(context.Background(), layouts)
		if err != nil {
			t.Fatal(err)
		}
		for _, paired := range tables {
			sum, _ := summarize(paired.layout, paired.values)
			is := usual.tables[paired.layout.material.slot()]
			want, _ := summarize(is.layout, is.source)
			if sum.short() != want.short() {
				t.Errorf("%s led by the pair: %s, want %s", sum.Material, sum.short(), want.short())
			}
			for i, v := range paired.values {
				b, real := paired.layout.boards(i)
				if !real {
					continue
				}
				if w, ok := usual.value(&b); !ok || value(v) != w {
					t.Fatalf("%v: %v with the pair in the lead, %v otherwise", b.position(), value(v), w)
				}
			}
		}
	}
}

// TestEveryMoveIsTakenBackOnce counts, for each index, how often it is met when
// moves are taken back from all others: as often as its position has quiet moves.
func TestEveryMoveIsTakenBackOnce(t *testing.T) {
	r := rulesWith(dama.OnePieceNo)
	names := []string{"KKvK", "KMvM"}
	if !testing.Short() {
		names = append(names, "KKvM", "MMvM", "MMvK")
	}
	shapes := newShapes()
	for _, name := range names {
		m, ok := parseMaterial(name)
		if !ok {
			t.Fatal(name)
		}
		for leader, n := range m.counts() {
			if n > 0 {
				takenBack(t, r, []*layout{shapes.led(m, leader), shapes.led(m.swap(), (leader+2)%kinds)})
			}
		}
	}
}

func takenBack(t *testing.T, r Rules, layouts []*layout) {
	t.Helper()
	gen := r.Facts().Generator()
	var moves []dama.Move
	for turn, l := range layouts {
		from := &half{layout: layouts[1-turn], other: &half{layout: l}}
		met := make([]int, l.size)
		for i := range from.layout.size {
			if _, real := from.layout.boards(i); real {
				from.before(i, func(j int) { met[j]++ })
			}
		}
		for i, n := range met {
			b, real := l.boards(i)
			if !real {
				if n > 0 {
					t.Fatalf("%v, index %d: no position, and met", l.material, i)
				}
				continue
			}
			p := b.position()
			if gen.CanCapture(p) {
				continue
			}
			moves = gen.AppendMoves(moves[:0], p)
			want := 0
			for _, m := range moves {
				if !m.Crowned() {
					want++
				}
			}
			if n != want {
				t.Fatalf("%v, %v: met %d times, and it has %d quiet moves", l.material, p, n, want)
			}
		}
	}
}
