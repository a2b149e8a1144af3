package tuner

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"damalab/dama"
	"damalab/eval"
)

func TestLogLoss(t *testing.T) {
	for _, c := range []struct{ odds, result, want float64 }{
		{0, 0, math.Ln2},
		{0, 0.5, math.Ln2},
		{0, 1, math.Ln2},
		{2, 1, -math.Log(1 / (1 + math.Exp(-2)))},
		{-2, 1, -math.Log(1 / (1 + math.Exp(2)))},
		{800, 1, 0},
		{800, 0, 800},
		{-800, 1, 800},
		{-800, 0.5, 400},
	} {
		loss, slope := logLoss(c.odds, c.result)
		if math.Abs(loss-c.want) > 1e-12*(1+c.want) {
			t.Errorf("logLoss(%v, %v) = %v, want %v", c.odds, c.result, loss, c.want)
		}
		if !(slope >= -1 && slope <= 1) {
			t.Errorf("logLoss(%v, %v) has slope %v", c.odds, c.result, slope)
		}
	}
}

// The gradient of loss and penalty together is that of finite differences: with
// results alone, and with scores, weights of rows and patterns.
func TestGradient(t *testing.T) {
	n := chunkRows + 500
	if testing.Short() {
		n = 300
	}
	rng := rand.New(rand.NewPCG(1, 1))
	w := planted(rng)
	plain := sampleOf(sparse(n, w, rng), rows{})
	rich := patterned(plain, rng)
	for name, c := range map[string]struct {
		s *Sample
		o Options
	}{"results": {plain, Options{Workers: 2}}, "blend": {rich, Options{Workers: 2, Lambda: 0.4}}} {
		f, err := newFitter(c.s, listed(), c.o)
		if err != nil {
			t.Fatal(err)
		}
		p, size := f.problem(penalties{base: 2000, patterns: 300}, "fit"), c.s.model.params()
		random := make([]float64, size)
		for k := range random {
			random[k] = rng.NormFloat64()
		}
		for _, at := range [][]float64{random, c.s.model.parameters(listed()), make([]float64, size)} {
			got := make([]float64, size)
			p.slopeAt(got, at)
			want := fd.Gradient(nil, p.valueAt, at, &fd.Settings{Formula: fd.Central, Step: 1e-4})
			for k := range got {
				if math.Abs(got[k]-want[k]) > 1e-7*(1+math.Abs(want[k])) {
					t.Errorf("%s, parameter %d: slope %v, by differences %v", name, k, got[k], want[k])
				}
			}
		}
		if p.err != nil {
			t.Error(p.err)
		}
	}
}

// patterned adds to rows random scores, weights and looks into two pattern tables
// of 7 and 5 weights, the first of which is seen from both sides. What lies beyond
// a table is worth nothing.
func patterned(s *Sample, rng *rand.Rand) *Sample {
	p := *s
	p.model = &model{entries: eval.Size, fitted: make([]int, 12), fixed: make([]halves, 1), indices: lowMen}
	for _, table := range []struct {
		first, size int
		side        uint32
	}{{0, 7, 0}, {0, 7, forOther}, {7, 5, 0}} {
		codes := make([]uint32, 8)
		for i := range codes {
			if codes[i] = uint32(len(p.model.fitted)); i < table.size {
				codes[i] = uint32(table.first+i) | table.side
			}
		}
		p.model.looks = append(p.model.looks, codes)
	}
	p.train = p.newRows()
	for _, e := range examples(&s.train) {
		e.score, e.weight = int16(rng.IntN(800)-400), uint8(1+rng.IntN(wholeWeight))
		e.men = packMen(dama.Bitboard(rng.IntN(8))<<8|dama.Bitboard(rng.IntN(8))<<24, dama.Bitboard(rng.IntN(6))<<48)
		push(&p.train, e)
	}
	return &p
}

// lowMen takes what stands on three ranks for raw indices.
func lowMen(buf *eval.PatternIndices, own, foe dama.Bitboard) {
	buf[0], buf[1], buf[2] = uint16(own>>8)&0xFF, uint16(own>>24)&0xFF, uint16(foe>>48)
}

// The loss is what its definition says, row by row.
func TestLossByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	s := patterned(sampleOf(sparse(700, planted(rng), rng), rows{}), rng)
	x := make([]float64, s.model.params())
	for k := range x {
		x[k] = rng.NormFloat64()
	}
	want, weight := 0.0, 0.0
	for _, e := range examples(&s.train) {
		opening, ending := parts(int(e.phase))
		of := func(k int) float64 { return opening*x[2*k] + ending*x[2*k+1] }
		odds := 0.0
		for g, first := range []int{0, 0, 7} {
			if code := int([]uint16{e.men[0], e.men[1], e.men[5] >> 8}[g]); code < []int{7, 7, 5}[g] {
				odds += []float64{1, -1, 1}[g] * of(eval.Size+first+code)
			}
		}
		for _, term := range e.terms {
			odds += float64(term.Count) * of(int(term.Index))
		}
		target := 0.75*float64(e.label)/2 + 0.25/(1+math.Exp(-0.01*float64(e.score)))
		w := float64(e.weight) / wholeWeight
		want -= w * (target*math.Log(1/(1+math.Exp(-odds))) + (1-target)*math.Log(1/(1+math.Exp(odds))))
		weight += w
	}
	m, err := newMeanLoss(&s.train, s.model, newTargets(0.25, 0.01), 2)
	if err != nil {
		t.Fatal(err)
	}
	if got := lossAt(t, m, x, nil); math.Abs(got-want/weight) > 1e-12 {
		t.Errorf("loss %v, by definition %v", got, want/weight)
	}
}

// The loss of whole weights is the loss of the scores that the engine computes,
// but for the rounding of a score to a hundredth.
func TestLossIsThatOfScores(t *testing.T) {
	games := playGames(t, federation(t), 40, 3)
	s := load(t, games, Options{MaxPerGame: -1, HeldOut: -1, Test: -1})
	w := listed()
	m, stored := lossOf(t, &s.train, 1), examples(&s.train)
	m.look(parameters(w))
	e := eval.New(w)
	g := newGatherer(federation(t), s.model, s.options)
	row := 0
	seen := map[uint64]bool{}
	for _, game := range games {
		for _, p := range quietPositions(t, g, game) {
			canonical, _ := p.Canonical()
			if seen[canonical.Key()] {
				continue
			}
			seen[canonical.Key()] = true
			score := 0.0
			for _, term := range stored[row].terms {
				score += float64(term.Count) * m.blended[int(stored[row].phase)*eval.Size+int(term.Index)] / w.Scale
			}
			if want := float64(e.Score(&p)); math.Abs(score-want) >= 1+1e-9 {
				t.Fatalf("row %d: %v from the row, %v from the evaluation", row, score, want)
			}
			row++
		}
	}
	if row != s.train.len() || row < 200 {
		t.Errorf("%d rows compared of %d", row, s.train.len())
	}
}

// One, two and seven workers give the same bits.
func TestWorkersChangeNoBit(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	r := sparse(5*chunkRows+77, planted(rng), rng)
	x := parameters(planted(rng))
	first := make([]float64, params)
	loss := lossAt(t, lossOf(t, &r, 1), x, first)
	for _, workers := range []int{2, 7} {
		slope := make([]float64, params)
		if l := lossAt(t, lossOf(t, &r, workers), x, slope); l != loss || !slices.Equal(slope, first) {
			t.Errorf("%d workers: loss %v, with one %v", workers, l, loss)
		}
	}
}

// A count beyond a byte is split and comes to the same.
func TestLargeCount(t *testing.T) {
	var r rows
	push(&r, example{phase: 32, label: 2, weight: wholeWeight, terms: []eval.Term{{Index: 3, Count: 300}, {Index: 5, Count: -200}}})
	x := make([]float64, params)
	x[2*3], x[2*5] = 0.01, 0.02
	want, _ := logLoss(300*0.01-200*0.02, 1)
	if got := lossAt(t, lossOf(t, &r, 1), x, nil); math.Abs(got-want) > 1e-12 {
		t.Errorf("loss %v, want %v", got, want)
	}
	if seen, err := r.seen(); err != nil || seen[3] != 1 || seen[5] != 1 {
		t.Errorf("seen %d and %d times, want once", seen[3], seen[5])
	}
}

// BenchmarkGradient reports how many positions a processor second passes over,
// loss and gradient together.
func BenchmarkGradient(b *testing.B) {
	s := load(b, playGames(b, federation(b), 300, 5), Options{HeldOut: -1, Test: -1, MaxPerGame: -1})
	big, features := rows{}, 0
	for big.len() < 500_000 {
		for _, e := range examples(&s.train) {
			push(&big, e)
			features += len(e.terms)
		}
	}
	stored := rows{spill: &spill{dir: b.TempDir(), budget: 1}}
	for _, e := range examples(&big) {
		push(&stored, e)
	}
	b.Cleanup(func() {
		if err := stored.spill.close(); err != nil {
			b.Error(err)
		}
	})
	x, slope := parameters(listed()), make([]float64, params)
	for _, c := range []struct {
		name    string
		rows    *rows
		workers int
	}{{"one worker", &big, 1}, {"two workers", &big, 2}, {"from a file", &stored, 1}} {
		b.Run(c.name, func(b *testing.B) {
			m := lossOf(b, c.rows, c.workers)
			b.ReportAllocs()
			began := cpuTime()
			for b.Loop() {
				lossAt(b, m, x, slope)
			}
			passes := float64(b.N) / (cpuTime() - began).Seconds() / 1e6
			b.ReportMetric(float64(big.len())*passes, "Mpositions/cpu-s")
			b.ReportMetric(float64(features)*passes, "Mfeatures/cpu-s")
		})
	}
}
