package dama_test

import (
	"cmp"
	"slices"
	"testing"

	"damalab/dama"
	"damalab/internal/referee"
)

// The generator against the referee, which was written from the rule pages by
// itself and follows every capture square by square.

// refereeRoutes is how many routes a position may have to be shown to the
// referee, which walks each of them.
func refereeRoutes() uint64 {
	if deep() {
		return 3000
	}
	return 150
}

func TestMovesAgainstReferee(t *testing.T) { compareAll(t, 3_000) }

func TestDeepMovesAgainstReferee(t *testing.T) {
	needDeep(t)
	compareAll(t, 100_000)
}

func compareAll(t *testing.T, n int) {
	for _, rs := range testRulesets(t)[:8] { // the others differ in draw rules alone
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			r, g := newRand(t), rs.Generator()
			skipped := 0
			for _, p := range samplePositions(r, g, n) {
				if routesOf(g, p) > refereeRoutes() {
					skipped++
					continue
				}
				if compare(t, rs.Facts, p); t.Failed() {
					return // one position says it all
				}
			}
			if skipped*50 > n {
				t.Errorf("%d of %d positions were too much for the referee", skipped, n)
			}
		})
	}
}

func routesOf(g dama.Generator, p dama.Position) uint64 {
	n := uint64(0)
	for _, m := range g.Moves(p) {
		n += g.CountRoutes(p, m)
	}
	return n
}

// compare holds everything that the generator says of a position against the
// referee.
func compare(t *testing.T, f dama.Facts, p dama.Position) {
	t.Helper()
	g := f.Generator()
	got, want := sortedMoves(g, p), referee.Moves(f, p)
	if len(got) != len(want) {
		t.Errorf("%v, %s, %s:\n got %d moves %v\nwant %d moves %v", p, f.Promotion, f.Reversal,
			len(got), textsOf(got), len(want), refereeTexts(want))
		return
	}
	for i := range got {
		compareMove(t, f, p, got[i], want[i])
	}
	captures := len(want) > 0 && want[0].Captured != 0
	check(t, p, "CanCapture", g.CanCapture(p), captures)
	check(t, p, "CountMoves", g.CountMoves(p), len(want))
	check(t, p, "Outlook.Quiet", g.Outlook(&p).Quiet, quietByHand(p))
	check(t, p, "Outlook.Capture", g.Outlook(&p).Capture, captures)
	if seen := g.AppendSeen(nil, &p, g.Outlook(&p)); !slices.Equal(seen, g.Moves(p)) {
		t.Errorf("%v, %s, %s: AppendSeen gives %v, Moves %v", p, f.Promotion, f.Reversal, textsOf(seen), textsOf(g.Moves(p)))
	}
	check(t, p, "length of AppendCaptures", len(g.AppendCaptures(nil, p)), map[bool]int{true: len(want)}[captures])
}

// compareMove holds one move with its routes, its text and the position after
// it (with the key, which the referee's position has anew) against the referee.
func compareMove(t *testing.T, f dama.Facts, p dama.Position, m dama.Move, want referee.Move) {
	t.Helper()
	g := f.Generator()
	got := referee.Move{From: m.From(), To: m.To(), Captured: m.Captured(), Crowned: m.Crowned()}
	for route := range g.Routes(p, m) {
		got.Routes = append(got.Routes, slices.Clone(route))
	}
	if got.From != want.From || got.To != want.To || got.Captured != want.Captured || got.Crowned != want.Crowned {
		t.Errorf("%v, %s, %s:\n got %s\nwant %s", p, f.Promotion, f.Reversal, got.Text(), want.Text())
		return
	}
	if !slices.EqualFunc(got.Routes, want.Routes, slices.Equal) {
		t.Errorf("%v, %s: routes\n got %v\nwant %v", p, want.Text(), got.Routes, want.Routes)
	}
	piece, _ := p.At(m.From())
	check(t, p, "CountRoutes", g.CountRoutes(p, m), uint64(len(want.Routes)))
	check(t, p, "Text", g.Text(p, m), want.Text())
	check(t, p, "ByKing", m.ByKing(), piece.Kind == dama.King)
	check(t, p, "IsCapture", m.IsCapture(), want.Captured != 0)
	check(t, p, "Make", p.Make(m), referee.Make(p, want))
}

func check[T comparable](t *testing.T, p dama.Position, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%v: %s is %v, want %v", p, what, got, want)
	}
}

// sortedMoves returns the legal moves in the referee's order.
func sortedMoves(g dama.Generator, p dama.Position) []dama.Move {
	crowned := map[bool]int{true: 1}
	return slices.SortedFunc(slices.Values(g.Moves(p)), func(a, b dama.Move) int {
		return cmp.Or(
			cmp.Compare(a.From(), b.From()), cmp.Compare(a.To(), b.To()),
			cmp.Compare(a.Captured(), b.Captured()), cmp.Compare(crowned[a.Crowned()], crowned[b.Crowned()]))
	})
}

// textsOf writes moves as moves.tsv does: a wrong move may have no route.
func textsOf(moves []dama.Move) (texts []string) {
	for _, m := range moves {
		texts = append(texts, tableForm(m))
	}
	return texts
}

func refereeTexts(moves []referee.Move) (texts []string) {
	for _, m := range moves {
		texts = append(texts, m.Text())
	}
	return texts
}

// quietByHand looks at the squares next to each piece: if there is a longer
// quiet move, there is one of one square.
func quietByHand(p dama.Position) bool {
	ahead := 1
	if p.Side() == dama.Black {
		ahead = -1
	}
	for s := range p.Pieces(p.Side()).Squares() {
		piece, _ := p.At(s)
		if free(p, s, 1, 0) || free(p, s, -1, 0) || free(p, s, 0, ahead) || piece.Kind == dama.King && free(p, s, 0, -ahead) {
			return true
		}
	}
	return false
}

// free tells whether the square next to s is on the board and empty.
func free(p dama.Position, s dama.Square, file, rank int) bool {
	file, rank = s.File()+file, s.Rank()+rank
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return false
	}
	_, taken := p.At(dama.SquareAt(file, rank))
	return !taken
}

// TestScatteredAgainstReferee has one or two kings among enemies that stand
// apart, so that the walk through the captures becomes long enough to begin
// remembering the states it has seen.
func TestScatteredAgainstReferee(t *testing.T) { compareScattered(t, 5) }

func TestDeepScatteredAgainstReferee(t *testing.T) {
	needDeep(t)
	compareScattered(t, 1_000)
}

func compareScattered(t *testing.T, n int) {
	for variant := range uint8(4) {
		f := fuzzedFacts(variant)
		t.Run(string(f.Promotion)+" "+string(f.Reversal), func(t *testing.T) {
			t.Parallel()
			r, g := newRand(t), f.Generator()
			for found := 0; found < n && !t.Failed(); {
				p := scattered(r, 1+r.IntN(2), 7+r.IntN(5))
				if routes := routesOf(g, p); routes > 20 && routes < 2*refereeRoutes() {
					compare(t, f, p)
					found++
				}
			}
		})
	}
}

// longWalks are positions in which the walk through the captures is just long
// enough to begin remembering the states it has been in, each with the way of
// capturing for which it is so, and for the deep test some longer ones.
var longWalks = []struct {
	variant uint8 // see fuzzedFacts
	fen     string
}{
	{0, "W:WKb1,Ke1,Kh1,Kg2:Bb2,d2,a4,e4,h4,f5,d6,c8,Kc5,Kg6,Ke7,Kf8"},
	{2, "W:WKe6,Kh8:Be3,c4,f4,a5,e5,g5,f6,b7,Kd1,Kg7,Kf8"},
	{3, "W:Wb6,Kg1,Ka3:Bb4,f4,a5,g5,d6,b7,e7,g8,Kc3,Kh6,Kc8"},
	{0, "W:WKg6:Bb2,h2,a3,g4,c5,e6,a7,b8,Kd1,Kf1,Kd3,Ke4"},
	{1, "W:Wg6,a2:Bb2,h2,a3,g4,c5,e6,a7,b8,Kd1,Kf1,Kd3,Ke4,Kg7"},
	{2, "W:WKg1,Kc3,Kh4,Ke6:Bc2,b3,e4,a5,d5,c6,g6,b7,Kb1,Kg3,Kf7"},
}

func TestLongWalksAgainstReferee(t *testing.T) {
	for i, walk := range longWalks {
		if i < 3 || deep() {
			t.Run(walk.fen, func(t *testing.T) {
				t.Parallel()
				compare(t, fuzzedFacts(walk.variant), mustFEN(t, walk.fen))
			})
		}
	}
}
