package tuner

import (
	"math/rand/v2"
	"testing"

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
	labelled := func(slots int, spill *spill) *rows {
		rng := rand.New(rand.NewPCG(85, 85))
		r := rows{slots: slots, spill: spill}
		for _, e := range examples(&base) {
			own, foe := rng.IntN(7), rng.IntN(7)
			e.label = draw(float64(own-foe)/2, rng)
			// The lowest and the highest rank share a table.
			e.pattern = []uint16{uint16(own), 9, 9, 9, 9, uint16(foe) | forOther}[:slots]
			push(&r, e)
		}
		return &r
	}
	without := sampleOf(*labelled(0, nil), rows{})
	with := sampleOf(*labelled(6, nil), rows{})
	with.model = m
	o := Options{Penalty: 1, Workers: 1}
	plain, one := fit(t, without, zero(), o), fit(t, with, zero(), o)
	if one.RealLoss.Train > plain.RealLoss.Train-0.1 {
		t.Errorf("loss %v with patterns, %v without", one.RealLoss.Train, plain.RealLoss.Train)
	}
	o.Workers = 7
	same(t, fit(t, with, zero(), o), one)
	outside := &spill{dir: t.TempDir()}
	with.train = *labelled(6, outside)
	same(t, fit(t, with, zero(), o), one)
	if err := outside.close(); err != nil {
		t.Error(err)
	}
	if m.params() != 2*(eval.Size+9963) {
		t.Errorf("%d parameters", m.params())
	}
}
