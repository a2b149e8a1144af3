package eval

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"damalab/dama"
)

// randomGame yields positions of a game of random moves.
func randomGame(seed uint64, visit func(dama.Position)) {
	rng := rand.New(rand.NewPCG(seed, 1))
	p := dama.StartPosition()
	for range 150 {
		visit(p)
		moves := dama.Generator{}.Moves(p)
		if len(moves) == 0 {
			return
		}
		p = p.Make(moves[rng.IntN(len(moves))])
	}
}

func scoreOf(e *Evaluator, p dama.Position) int { return e.Score(&p) }

// listed are the default weights of the feature list, without patterns.
func listed() *Weights {
	w := Default()
	w.Patterns = nil
	return w
}

// randomWeights returns weights in which no two features are alike.
func randomWeights(seed uint64) *Weights {
	rng := rand.New(rand.NewPCG(seed, 2))
	w := listed()
	for i := range w.Pairs {
		w.Pairs[i] = Pair{int16(rng.IntN(601) - 300), int16(rng.IntN(601) - 300)}
	}
	return w
}

func checkTrace(t *testing.T, w *Weights, e *Evaluator, p dama.Position) {
	t.Helper()
	terms, score := e.Terms(nil, p)
	opening, ending := 0, 0
	for _, term := range terms {
		opening += int(term.Count) * int(w.Pairs[term.Index].Opening)
		ending += int(term.Count) * int(w.Pairs[term.Index].Ending)
	}
	o, en := patternDot(w.Patterns, p)
	opening, ending = opening+o, ending+en
	s := NewScorer(e)
	for range 2 { // when it knows nothing, and from memory
		if got := s.Score(&p); got != score {
			t.Fatalf("%v: a scorer says %d, Terms says %d", p, got, score)
		}
	}
	if dot := Blend(opening, ending, Phase(p)); dot != score || dot != e.Score(&p) {
		t.Fatalf("%v: dot(terms, weights) = %d, Terms says %d, Score says %d", p, dot, score, e.Score(&p))
	}
}

func TestTraceIsTheScore(t *testing.T) {
	for seed := range uint64(40) {
		w := randomWeights(seed)
		e := New(w)
		randomGame(seed, func(p dama.Position) { checkTrace(t, w, e, p) })
	}
}

// TestScorerIsTheEvaluator lets one scorer live through whole games, in which places
// of its memory come to be used by other men.
func TestScorerIsTheEvaluator(t *testing.T) {
	e := New(randomWeights(11))
	s := NewScorer(e)
	for seed := range uint64(60) {
		randomGame(seed, func(p dama.Position) {
			if got, want := s.Score(&p), e.Score(&p); got != want {
				t.Fatalf("seed %d, %v: the scorer says %d, the evaluator %d", seed, p, got, want)
			}
		})
	}
}

// TestScoreWithin: inside the window the score is exact; outside it is the score
// or a bound that is outside too, on the same side.
func TestScoreWithin(t *testing.T) {
	const margin = 200
	e := New(Default())
	s := NewScorer(e)
	bounds := 0
	for seed := range uint64(20) {
		randomGame(seed, func(p dama.Position) {
			want := scoreOf(e, p)
			for low := -700; low <= 700; low += 50 {
				got := s.ScoreWithin(&p, low, low+50, margin)
				switch {
				case got == want:
					continue
				case got <= low && want <= got, got >= low+50 && want >= got:
					bounds++
				default:
					t.Fatalf("%v: %d within %d and %d, but the score is %d", p, got, low, low+50, want)
				}
			}
			if got := s.ScoreWithin(&p, want+1000, want+1001, 0); got != want {
				t.Fatalf("%v: %d without a margin, want %d", p, got, want)
			}
		})
	}
	if bounds < 1000 {
		t.Errorf("only %d bounds: the margin saves no work", bounds)
	}
}

func FuzzTraceIsTheScore(f *testing.F) {
	sets := allSets(f)
	f.Add(uint64(1), uint64(0xFF00), uint64(0), uint64(0xFF000000000000), uint64(1)<<40, true)
	f.Fuzz(func(t *testing.T, seed, wm, wk, bm, bk uint64, black bool) {
		side := dama.White
		if black {
			side = dama.Black
		}
		p, err := dama.NewPosition(dama.Bitboard(wm), dama.Bitboard(wk), dama.Bitboard(bm), dama.Bitboard(bk), side)
		if err != nil {
			t.Skip()
		}
		w := randomWeights(seed)
		checkTrace(t, w, New(w), p)
		w.Patterns = randomPatterns(sets[seed%uint64(len(sets))], seed)
		checkTrace(t, w, New(w), p)
	})
}

func TestScoreIsTheSameUnderSymmetry(t *testing.T) {
	e := New(randomWeights(7))
	for seed := range uint64(10) {
		randomGame(seed, func(p dama.Position) {
			want := e.Score(&p)
			for _, y := range []dama.Symmetry{dama.SwapColors, dama.MirrorFiles, dama.SwapColors | dama.MirrorFiles} {
				if got := scoreOf(e, y.Position(p)); got != want {
					t.Fatalf("%v: %d, but %d seen through symmetry %d", p, want, got, y)
				}
			}
		})
	}
}

func TestWeightsRoundTrip(t *testing.T) {
	w := randomWeights(3)
	w.Ruleset = "ludoteka"
	data, err := w.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	again, err := back.Encode()
	if err != nil || !bytes.Equal(data, again) || !reflect.DeepEqual(back, w) || back.Digest() != w.Digest() {
		t.Fatalf("weights changed on the way through a file (%v)\n%s", err, again)
	}
}

func TestDefaultIsInCanonicalForm(t *testing.T) {
	data, err := Default().Encode()
	if err != nil || !bytes.Equal(data, defaultFile) {
		t.Fatalf("default.json is not as Encode writes it (%v); it should be\n%s", err, data)
	}
}

func TestParseNamesEveryFault(t *testing.T) {
	var file map[string]any
	if err := json.Unmarshal(defaultFile, &file); err != nil {
		t.Fatal(err)
	}
	features := file["features"].(map[string]any)
	delete(features, "king")
	features["kink"] = []int{400, 420}
	features["tempo"] = []int{4, 4, 4}
	features["man_steps"] = []any{1, 1.5}
	features["man_rank"] = [][]int{{1, 2}, {3, 4}}
	features["king_square"].([]any)[0].([]any)[0] = 77.0
	file["scale"] = -1
	text, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = Parse(text); err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{
		`"king" is missing`, `"kink" is unknown`, `"tempo": 3 numbers`, `"man_steps"`, `"man_rank": want two tables of 8`,
		"the entries for a1 and h1 differ", "scale = -1",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not say %q:\n%v", want, err)
		}
	}
}

func TestParseRefusesOtherFiles(t *testing.T) {
	for _, text := range []string{"", "{}", "[]", `{"format":"dama-weights","version":2}`, `{"format":"dama-weights","version":1,"colour":1}`, "NaN"} {
		if w, err := Parse([]byte(text)); err == nil {
			t.Errorf("%q gave %v", text, w)
		}
	}
}

// edited is the built-in file with one text in place of another.
func edited(t *testing.T, old, text string) []byte {
	t.Helper()
	if bytes.Count(defaultFile, []byte(old)) != 1 {
		t.Fatalf("default.json does not have %q once", old)
	}
	return bytes.Replace(defaultFile, []byte(old), []byte(text), 1)
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	table := `"a2-b5": {`
	for _, c := range []struct{ old, text, want string }{
		{`"version": 1`, `"version": 2, "novelty": true`, "version 2: this build reads version 1"},
		{`"man": [`, `"man": [1,1], "man": [`, `"features", "man" stands there twice`},
		{`"scale"`, `"scale": 5, "scale"`, `"scale" stands there twice`},
		{`"man": [`, `"man": [null,null], "kink": [`, `"man": want [opening, ending] as whole numbers: there is a null`},
		{table, table + `"..o./....": [1,1], "..o./....": [2,2], `, `"..o./...." stands there twice`},
		{table, `"a2-b5": {}, ` + table, `"a2-b5" stands there twice`},
	} {
		if _, err := Parse(edited(t, c.old, c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error does not say %q: %v", c.text, c.want, err)
		}
	}
	if _, err := Parse(append(bytes.Clone(defaultFile), '0')); err == nil {
		t.Error("something behind the end was accepted")
	}
}

func TestReadFileNamesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.json")
	for text, want := range map[string]string{
		"{":                                 path + ": not a weights file",
		strings.Repeat(" ", maxFile) + "{}": path + ": not a weights file: it has more than 32 MB",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFile(path); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("the error does not begin with %q: %v", want, err)
		}
	}
	if err := os.WriteFile(path, defaultFile, 0o600); err != nil {
		t.Fatal(err)
	}
	if w, err := ReadFile(path); err != nil || !reflect.DeepEqual(w, Default()) {
		t.Errorf("not the built-in weights: %v", err)
	}
}

func BenchmarkScore(b *testing.B) {
	e := NewScorer(New(Default()))
	var ps []dama.Position
	randomGame(1, func(p dama.Position) { ps = append(ps, p) })
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		e.Score(&ps[i%len(ps)])
	}
}
