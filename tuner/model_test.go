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
	s := patterned(sampleOf(base, rows{}), rng)
	label := func(_ int, e *example) {
		e.weight = wholeWeight
		e.label = draw(float64(int(e.pattern[0])-int(e.pattern[1])+2*(int(e.pattern[2])-2))/2, rng)
	}
	labelled := func(slots int, spill *spill) *rows {
		rng = rand.New(rand.NewPCG(85, 85))
		r := rows{slots: slots, spill: spill}
		for i, e := range examples(&s.train) {
			label(i, &e)
			e.pattern = e.pattern[:slots]
			push(&r, e)
		}
		return &r
	}
	without := sampleOf(*labelled(0, nil), rows{})
	with := sampleOf(*labelled(3, nil), rows{})
	with.model = s.model
	o := Options{Penalty: 1, Workers: 1}
	plain, one := fit(t, without, zero(), o), fit(t, with, zero(), o)
	if one.RealLoss.Train > plain.RealLoss.Train-0.1 {
		t.Errorf("loss %v with patterns, %v without", one.RealLoss.Train, plain.RealLoss.Train)
	}
	o.Workers = 7
	same(t, fit(t, with, zero(), o), one)
	outside := &spill{dir: t.TempDir()}
	with.train = *labelled(3, outside)
	same(t, fit(t, with, zero(), o), one)
	if err := outside.close(); err != nil {
		t.Error(err)
	}
	if n := s.model.size(); n != eval.Size+12 || s.model.params() != 2*n {
		t.Errorf("%d entries, %d parameters", n, s.model.params())
	}
}
