package tuner

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"damalab/datasets"
	"damalab/eval"
)

// TestBesideScipy is one half of tools/scripts/scipy.sh: it fits weights, says in
// processor seconds what that took, and writes the same problem down for scipy.
// The rows are those of a dataset, or random ones of 400 entries (800 weights).
func TestBesideScipy(t *testing.T) {
	dir := os.Getenv("DAMALAB_SCIPY")
	if dir == "" {
		t.Skip("run by tools/scripts/scipy.sh")
	}
	s := scipySample(t)
	o, err := Options{Penalty: DefaultPenalty, HeldOut: -1, Workers: 1, Patience: -1}.filled()
	if err != nil {
		t.Fatal(err)
	}
	f, err := newFitter(s, zero(), o)
	if err != nil {
		t.Fatal(err)
	}
	began := cpuTime()
	if f.curve, err = f.train.curve(f.start); err != nil {
		t.Fatal(err)
	}
	p, passes := f.problem(penalties{base: o.Penalty}, "fit"), 0
	p.held = &meanLoss{rows: &rows{}}
	end, err := p.minimise(t.Context(), f.curve.with(p.prices, f.start), o.Iterations)
	if err != nil {
		t.Fatal(err)
	}
	took := (cpuTime() - began).Seconds()
	slope := make([]float64, len(f.start))
	began = cpuTime()
	for ; passes < 5; passes++ {
		lossAt(t, f.train, end.x, slope)
	}
	file, err := json.Marshal(map[string]any{
		"rows": s.train.n, "weights": len(f.start), "price": p.prices.base, "seconds": took, "value": p.value,
		"iterations": len(p.curve) - 1, "status": end.status, "pass": (cpuTime() - began).Seconds() / float64(passes),
	})
	if err == nil {
		err = errors.Join(os.WriteFile(filepath.Join(dir, "ours.json"), file, 0o666), writeMatrix(dir, f))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func scipySample(t *testing.T) *Sample {
	if dir := os.Getenv("DAMALAB_SCIPY_DATASET"); dir != "" {
		data, err := datasets.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Load(t.Context(), data, Options{MaxPerGame: -1, HeldOut: -1, Test: -1})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	n, err := strconv.Atoi(os.Getenv("DAMALAB_SCIPY_ROWS"))
	if err != nil {
		t.Fatal(err)
	}
	const entries, terms = 400, 15
	rng := rand.New(rand.NewPCG(1, 2))
	truth := make([]float64, 2*entries)
	for k := range truth {
		truth[k] = rng.NormFloat64() / 2
	}
	s := &Sample{Ruleset: eval.AnyRuleset, model: &model{entries: entries}}
	for i := range n {
		e := example{game: int64(i), weight: wholeWeight, score: noScore, phase: uint8(rng.IntN(phases))}
		opening, ending := parts(int(e.phase))
		odds := 0.0
		for j := range terms {
			k, count := j*entries/terms+rng.IntN(entries/terms), int16(1+rng.IntN(2))*int16(1-2*rng.IntN(2))
			e.terms = append(e.terms, eval.Term{Index: uint16(k), Count: count})
			odds += float64(count) * (opening*truth[2*k] + ending*truth[2*k+1])
		}
		e.label = draw(odds, rng)
		push(&s.train, e)
	}
	s.Summary.Train.Games = n
	return s
}

// writeMatrix writes the rows as a matrix in compressed sparse rows, a file of
// little-endian numbers for each of its arrays, and the targets.
func writeMatrix(dir string, f *fitter) error {
	var files [4]*os.File
	var out [4]*bufio.Writer
	for i, name := range []string{"indptr.i64", "indices.i32", "data.f64", "target.f64"} {
		var err error
		if files[i], err = os.Create(filepath.Join(dir, name)); err != nil {
			return err
		}
		out[i] = bufio.NewWriterSize(files[i], 1<<20)
	}
	var b [8]byte
	put := func(i int, v uint64, size int) {
		binary.LittleEndian.PutUint64(b[:], v)
		out[i].Write(b[:size]) // Flush reports the error
	}
	n := uint64(0)
	put(0, 0, 8)
	err := f.train.rows.each(f.train.limit, func(r row) {
		opening, ending := parts(int(r.phase))
		for j, k := range r.index {
			for half, share := range []float64{opening, ending} {
				if share != 0 {
					put(1, 2*uint64(k)+uint64(half), 4)
					put(2, math.Float64bits(share*float64(r.count[j])), 8)
					n++
				}
			}
		}
		put(0, n, 8)
		put(3, math.Float64bits(f.targets.of(r.label, r.score)), 8)
	})
	for i := range out {
		err = errors.Join(err, out[i].Flush(), files[i].Close())
	}
	return err
}
