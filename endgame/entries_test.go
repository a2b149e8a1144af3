package endgame

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
)

// boardsNamed are a position's boards by the names that Order uses.
func boardsNamed(p dama.Position) map[string]dama.Bitboard {
	men, kings, foeMen, foeKings := p.Boards()
	return map[string]dama.Bitboard{"white_men": men, "white_kings": kings, "black_men": foeMen, "black_kings": foeKings}
}

// before tells whether a stands before b in an order of boards.
func before(order []string, a, b dama.Position) bool {
	x, y := boardsNamed(a), boardsNamed(b)
	for _, name := range order {
		if x[name] != y[name] {
			return x[name] < y[name]
		}
	}
	return false
}

// TestEntries holds the entries of every material against all placements of its
// pieces: each position or its mirror image is there once, the one that the
// documented order has first, in that order, with the value that Ask gives.
func TestEntries(t *testing.T) {
	tables := builtinOf(t, "federation")
	for _, m := range Materials(enough()) {
		seen := map[dama.Position]int{}
		var last *Entry
		for e, err := range tables.Entries(context.Background(), m) {
			if err != nil {
				t.Fatal(err)
			}
			order := tables.Order(e.Material)
			mirror := dama.MirrorFiles.Position(e.Position)
			switch v, err := tables.Ask(e.Position); {
			case err != nil || v != e.Value:
				t.Fatalf("%v: %v is told, and asked it is %v (%v)", e.Position, e.Value, v, err)
			case e.Position.Side() != dama.White || MaterialOf(e.Position) != e.Material:
				t.Fatalf("%v is told to be of %v", e.Position, e.Material)
			case e.Mirrored != (mirror != e.Position) || before(order, mirror, e.Position):
				t.Fatalf("%v and %v: the wrong one is there, or mirrored is %v", e.Position, mirror, e.Mirrored)
			case last != nil && last.Material == e.Material && !before(order, last.Position, e.Position):
				t.Fatalf("%v stands before %v, against %v", last.Position, e.Position, order)
			}
			seen[e.Position]++
			if e.Mirrored {
				seen[mirror]++
			}
			last = &e
		}
		for _, side := range m.Tables() {
			placements(side, func(b boards) {
				if p := b.position(); seen[p] != 1 {
					t.Fatalf("%v is there %d times", p, seen[p])
				}
				delete(seen, b.position())
			})
		}
		if len(seen) > 0 {
			t.Errorf("%v: %d positions of something else", m, len(seen))
		}
	}
}

// TestEntriesCountLikeTheFile compares the counts with those in the files' heads.
func TestEntriesCountLikeTheFile(t *testing.T) {
	tables := builtinOf(t, "share-link")
	for i, m := range Materials(enough()) {
		count := map[string]Summary{}
		for e, err := range tables.Entries(context.Background(), m) {
			if err != nil {
				t.Fatal(err)
			}
			n := 1
			if e.Mirrored {
				n = 2
			}
			s := count[e.Material.String()]
			switch e.Value.Result {
			case 1:
				s.Wins += n
			case 0:
				s.Draws += n
			default:
				s.Losses += n
			}
			count[e.Material.String()] = s
		}
		for _, want := range tables.Info()[i].Tables {
			if s := count[want.Material]; s.Wins != want.Wins || s.Draws != want.Draws || s.Losses != want.Losses {
				t.Errorf("%s: %d, %d, %d are told, and the file says %d, %d, %d", want.Material, s.Wins, s.Draws, s.Losses, want.Wins, want.Draws, want.Losses)
			}
		}
	}
}

func TestEntriesEnd(t *testing.T) {
	tables := builtinOf(t, "federation")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, err := range tables.Entries(ctx, Materials(2)[0]) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("after the end of the context: %v", err)
		}
	}
	four := Materials(4)[len(Materials(4))-1]
	for _, err := range tables.Entries(context.Background(), four) {
		if err == nil || !strings.Contains(err.Error(), four.String()) {
			t.Errorf("%v in tables of three pieces: %v", four, err)
		}
	}
	n := 0
	for range tables.Entries(context.Background(), Materials(2)[0]) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 || tables.Order(four) != nil {
		t.Errorf("%d entries, and the order of an unknown material is %v", n, tables.Order(four))
	}
}

// TestEntriesOfADamagedFile ends with the fault.
func TestEntriesOfADamagedFile(t *testing.T) {
	dir, _ := damagedBlock(t)
	tables, err := OpenAny(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	var last error
	for _, err := range tables.Entries(context.Background(), Materials(2)[1]) {
		last = err
	}
	if last == nil || !strings.Contains(last.Error(), "a block is damaged") {
		t.Errorf("a damaged block: %v", last)
	}
}

func TestFindMaterial(t *testing.T) {
	for name, want := range map[string]string{"KvKK": "KKvK", "kkvk": "KKvK", "KMvMM": "KMvMM", "MvM": "MvM", "MKvK": "", "": "", "KKKKKvK": ""} {
		if m, ok := FindMaterial(name); ok != (want != "") || ok && m.String() != want {
			t.Errorf("%q is %v (%v), want %q", name, m, ok, want)
		}
	}
	if !slices.Equal(builtinOf(t, "federation").Order(Materials(2)[0]), []string{"white_kings", "black_kings"}) {
		t.Error("the order of KvK is not white kings, black kings")
	}
}

// TestEntriesOfALeadOfTwo: the built-in tables have no lead that can be its own
// mirror image. Here the two kings lead; the entries are numbers of a position and
// its mirror image, so that taking a wrong one is seen.
func TestEntriesOfALeadOfTwo(t *testing.T) {
	s := newSet()
	m := Material{Side{0, 2}, Side{0, 1}}
	l := s.shapes.led(m, ownKings)
	values := make(memory, l.size)
	number := func(p dama.Position) byte { c, _ := p.Canonical(); return byte(c.Key() % 250) }
	for i := range values {
		if b, real := l.boards(i); real {
			values[i] = number(b.position())
		}
	}
	s.add(&table{l, values})
	tables := &Tables{set: s, manifest: &manifest{Pieces: 3}}
	order := tables.Order(m)
	if !slices.Equal(order, []string{"white_kings", "black_kings"}) {
		t.Fatalf("the order is %v", order)
	}
	seen := map[dama.Position]bool{}
	var last dama.Position
	tables.block(s.tables[m.slot()], 0, func(e Entry, _ error) bool { last = e.Position; return false })
	first := last
	for from := 0; from < l.size; from += blockSize {
		tables.block(s.tables[m.slot()], from, func(e Entry, err error) bool {
			mirror := dama.MirrorFiles.Position(e.Position)
			result, plies := value(number(e.Position)).result()
			switch {
			case err != nil || e.Value != Value{result, plies}:
				t.Fatalf("%v: %v (%v)", e.Position, e.Value, err)
			case seen[e.Position] || seen[mirror] && e.Mirrored || before(order, mirror, e.Position):
				t.Fatalf("%v is there twice, or its mirror image should be", e.Position)
			case e.Position != first && !before(order, last, e.Position):
				t.Fatalf("%v stands before %v", last, e.Position)
			}
			seen[e.Position], seen[mirror], last = true, true, e.Position
			return true
		})
	}
	placements(m, func(b boards) {
		if !seen[b.position()] {
			t.Fatalf("%v is missing", b.position())
		}
	})
}
