package eval

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
)

func allSets(t testing.TB) (sets []*PatternSet) {
	for _, name := range PatternSets() {
		s, err := NewPatternSet(name)
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, s)
	}
	return sets
}

// randomPatterns returns tables in which hardly two weights are alike.
func randomPatterns(s *PatternSet, seed uint64) *Patterns {
	rng := rand.New(rand.NewPCG(seed, 3))
	p := &Patterns{Set: s, Pairs: make([]Pair, s.Size())}
	weight := func() int16 { return int16(rng.IntN(2*PatternLimit+1) - PatternLimit) }
	for i := range p.Pairs {
		p.Pairs[i] = Pair{weight(), weight()}
	}
	return p
}

func indicesOf(s *PatternSet, p dama.Position) []uint16 {
	var indices PatternIndices
	own, foe := Men(p)
	s.Indices(&indices, own, foe)
	return indices[:s.Groups()]
}

// patternDot adds up the patterns of a position one by one.
func patternDot(p *Patterns, at dama.Position) (opening, ending int) {
	if p == nil {
		return 0, 0
	}
	for g, index := range indicesOf(p.Set, at) {
		w, sign := p.Set.Weight(g, index)
		opening += int(sign) * int(p.Pairs[w].Opening)
		ending += int(sign) * int(p.Pairs[w].Ending)
	}
	return opening, ending
}

// scatter puts pieces on the board at random, now few and now many.
func scatter(rng *rand.Rand) dama.Position {
	for {
		var boards [4]dama.Bitboard
		for range 2 + rng.IntN(40) {
			square := dama.Square(rng.IntN(64)).Bit()
			if (boards[0]|boards[1]|boards[2]|boards[3])&square == 0 {
				boards[[]int{0, 0, 0, 1, 2, 2, 2, 3}[rng.IntN(8)]] |= square
			}
		}
		if p, err := dama.NewPosition(boards[0], boards[1], boards[2], boards[3], dama.Color(rng.IntN(2))); err == nil {
			return p
		}
	}
}

func TestPatternsAreTheScore(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, s := range allSets(t) {
		w := randomWeights(seed)
		w.Patterns = randomPatterns(s, seed)
		e := New(w)
		for range 300 {
			checkTrace(t, w, e, scatter(rng))
		}
		randomGame(seed, func(p dama.Position) { checkTrace(t, w, e, p) })
	}
}

// TestPatternsUnderSymmetry asks for the same sum in the mirror and with the colors
// exchanged, and for the opposite one with the other side to move.
func TestPatternsUnderSymmetry(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, s := range allSets(t) {
		e := New(&Weights{Patterns: randomPatterns(s, seed)})
		differ := false
		for range 200 {
			p := scatter(rng)
			want := scoreOf(e, p)
			for _, y := range []dama.Symmetry{dama.SwapColors, dama.MirrorFiles, dama.SwapColors | dama.MirrorFiles} {
				if got := scoreOf(e, y.Position(p)); got != want {
					t.Fatalf("%s: %v: %d, but %d seen through symmetry %d", s.Name(), p, want, got, y)
				}
			}
			if got := scoreOf(e, p.Pass()); got != -want {
				t.Fatalf("%s: %v: %d, but %d for the other side", s.Name(), p, want, got)
			}
			differ = differ || want != 0
		}
		if !differ {
			t.Errorf("%s: all scores are 0", s.Name())
		}
	}
}

// TestPatternSharing holds each set to its bounds, and each weight to being shared by
// at most four pictures.
func TestPatternSharing(t *testing.T) {
	for _, s := range allSets(t) {
		if s.Groups() < 1 || s.Groups() > 32 || s.Size() < 1 || s.Size() > 100_000 {
			t.Errorf("%s: %d groups, %d weights", s.Name(), s.Groups(), s.Size())
		}
		t.Logf("%s: %d groups, %d weights", s.Name(), s.Groups(), s.Size())
		same, opposite := make([]int, s.Size()), make([]int, s.Size())
		for g := range s.Groups() {
			for index := range s.Raw(g) {
				switch w, sign := s.Weight(g, uint16(index)); sign {
				case 1:
					same[w]++
				case -1:
					opposite[w]++
				}
			}
		}
		for w := range same {
			if same[w] < 1 || same[w] > 2 || same[w] != opposite[w] {
				t.Fatalf("%s: weight %d stands for %d pictures and %d of the other side", s.Name(), w, same[w], opposite[w])
			}
		}
	}
}

// TestIndicesByHand reads one group digit by digit.
func TestIndicesByHand(t *testing.T) {
	s, err := NewPatternSet("4x2")
	if err != nil {
		t.Fatal(err)
	}
	p, err := dama.ParseFEN("B:Wa6,Kb6,d7:Ba7,c6")
	if err != nil {
		t.Fatal(err)
	}
	// Black sees a7 as a2, c6 as c3, and White's men on a3 and d2; a king counts as empty.
	want := uint16(1 + 2*27 + 2*81 + 1*81*9)
	if got := indicesOf(s, p)[0]; got != want {
		t.Errorf("a2-d3: %d, want %d", got, want)
	}
}

// TestIndicesSquareBySquare reads every group of every set by what its index means.
func TestIndicesSquareBySquare(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, s := range allSets(t) {
		for range 100 {
			p := scatter(rng)
			own, foe := Men(p)
			got := indicesOf(s, p)
			for i, g := range s.groups {
				want := uint16(0)
				for k := g.squares() - 1; k >= 0; k-- {
					square := dama.SquareAt(g.file+k%g.width, g.rank+k/g.width).Bit()
					want *= 3
					if own&square != 0 {
						want++
					}
					if foe&square != 0 {
						want += 2
					}
				}
				if got[i] != want {
					t.Fatalf("%s: %v: group %s has index %d, want %d", s.Name(), p, g.name(), got[i], want)
				}
			}
			var inner PatternIndices
			const between dama.Bitboard = 0x00FF_FFFF_FFFF_FF00
			if s.Indices(&inner, own&between, foe&between); !slices.Equal(inner[:len(got)], got) {
				t.Fatalf("%s: %v: men on the outer ranks count", s.Name(), p)
			}
		}
	}
}

func withPatterns(t *testing.T, name string) *Weights {
	t.Helper()
	s, err := NewPatternSet(name)
	if err != nil {
		t.Fatal(err)
	}
	w := listed()
	w.Patterns = randomPatterns(s, 5)
	for i := range w.Patterns.Pairs {
		if i%30 != 0 {
			w.Patterns.Pairs[i] = Pair{}
		}
	}
	return w
}

func TestPatternsRoundTrip(t *testing.T) {
	names := PatternSets()
	if testing.Short() {
		names = []string{"8x1", "4x2+2x4"}
	}
	for _, name := range names {
		w := withPatterns(t, name)
		data, err := w.Encode()
		if err != nil {
			t.Fatal(err)
		}
		back, err := Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(back.Patterns.Pairs, w.Patterns.Pairs) || back.Patterns.Set.Name() != name || back.Digest() != w.Digest() {
			t.Errorf("%s changed on the way through a file", name)
		}
		if w.Digest() == listed().Digest() {
			t.Error("the digest does not tell weights with patterns from those without")
		}
		back.Patterns.Pairs[0].Ending++
		if back.Digest() == w.Digest() {
			t.Error("the digest does not see a changed pattern")
		}
		if err := back.Drop("patterns"); err != nil || back.Digest() != listed().Digest() {
			t.Errorf("without patterns the weights are not those from before (%v)", err)
		}
	}
}

func TestParseNamesEveryPatternFault(t *testing.T) {
	data, err := withPatterns(t, "4x2").Encode()
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]any
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	patterns := file["patterns"].(map[string]any)
	tables := patterns["tables"].(map[string]any)
	tables["a1-d2"] = map[string]any{"..../....": []int{1, 1}}
	a2d3 := tables["a2-d3"].(map[string]any)
	a2d3["o.../...."] = []int{1, 1024}
	a2d3["x.../...."] = []int{1}
	a2d3["o.o./...."] = []any{1.5, 1}
	a2d3["o..."] = []int{1, 1}
	a2d3["o.../...k"] = []int{1, 1}
	tables["c2-f3"].(map[string]any)["...o/...."] = []int{1, 1}
	text, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = Parse(text); err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{
		`no table "a1-d2"`, `"o.../....": 1024 is out of range`, `"x.../....": 1 numbers, want 2`, `"o.o./....": want [opening, ending]`,
		`"o...": want a picture like "..../...."`, `"o.../...k": want a picture`, `"...o/....": it is the twin`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not say %q:\n%v", want, err)
		}
	}
	if lines := strings.Count(err.Error(), "\n") + 1; lines != 7 {
		t.Errorf("%d faults named, want 7:\n%v", lines, err)
	}
	patterns["set"] = "5x5"
	if text, err = json.Marshal(file); err != nil {
		t.Fatal(err)
	}
	if _, err = Parse(text); err == nil || !strings.Contains(err.Error(), `unknown set of patterns "5x5"; they are 8x1, `) {
		t.Errorf("an unknown set: %v", err)
	}
}

func BenchmarkNewPatternSet(b *testing.B) {
	for b.Loop() {
		if _, err := NewPatternSet("4x2-dense"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkScoreWithPatterns(b *testing.B) {
	var ps []dama.Position
	randomGame(1, func(p dama.Position) { ps = append(ps, p) })
	for _, s := range allSets(b) {
		w := Default()
		w.Patterns = randomPatterns(s, 1)
		e := NewScorer(New(w))
		b.Run(s.Name(), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				e.Score(&ps[i%len(ps)])
			}
		})
	}
}
