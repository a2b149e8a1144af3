package tuner

import (
	"math/rand/v2"
	"testing"

	"damalab/dama"
	"damalab/eval"
)

// Pattern tables are fitted like all else: what depends on them is told better
// with them than without, by the same bits for any number of workers, from memory
// and from a file.
func TestPatternTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(83, 83))
	base := sparse(chunkRows+500, zero(), rng)
	m, err := newModel("8x1")
	if err != nil {
		t.Fatal(err)
	}
	labelled := func(men int, spill *spill) *rows {
		rng := rand.New(rand.NewPCG(85, 85))
		r := rows{men: men, spill: spill}
		for _, e := range examples(&base) {
			own, foe := rng.IntN(7), rng.IntN(7)
			e.label = draw(float64(own-foe)/2, rng)
			// The lowest and the highest rank share a table; no picture is another's mirror image.
			e.men = packMen(dama.Bitboard(own)<<8, dama.Bitboard(foe)<<48)[:men]
			push(&r, e)
		}
		return &r
	}
	without := sampleOf(*labelled(0, nil), rows{})
	with := sampleOf(*labelled(menWords, nil), rows{})
	with.model = m
	o := Options{Penalty: 1, Workers: 1, Iterations: shorter(0, 8)}
	plain, one := fit(t, without, zero(), o), fit(t, with, zero(), o)
	if one.RealLoss.Train > plain.RealLoss.Train-0.1 {
		t.Errorf("loss %v with patterns, %v without", one.RealLoss.Train, plain.RealLoss.Train)
	}
	o.Workers = 7
	same(t, fit(t, with, zero(), o), one)
	outside := &spill{dir: t.TempDir()}
	with.train = *labelled(menWords, outside)
	same(t, fit(t, with, zero(), o), one)
	if err := outside.close(); err != nil {
		t.Error(err)
	}
	if m.params() != 2*(eval.Size+9963) {
		t.Errorf("%d parameters", m.params())
	}
}
