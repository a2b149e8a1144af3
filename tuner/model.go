package tuner

import (
	"math"

	"damalab/dama"
	"damalab/eval"
)

// model is what is fitted: which weights there are and where they stand among
// the parameters.
//
// Every entry has two parameters, 2*k for its opening and 2*k+1 for its ending
// weight, both times the scale: parameters are in log-odds, where everything is
// of the order of 1 and the optimiser's thresholds mean something. The entries of
// the feature list come first, the weights of the patterns behind them.
type model struct {
	entries  int // of the feature list
	set      *eval.PatternSet
	patterns int    // weights of the set; none without a set
	slots    []slot // one for each group
	cells    int
	indices  func(buf *eval.PatternIndices, own, foe dama.Bitboard) // raw, of each slot; the set's
}

// slot is a look into a pattern table: one number for each position says which
// cell of the table counts, and its highest bit whether it counts for the other
// side. The groups that share weights share a table. Tables stand one behind the
// other, each with a cell more than it has weights: a picture that is its own
// opposite counts for the last one, which is worth nothing.
type slot struct {
	first  int      // the table's first cell
	weight int      // the table's first weight in the set
	size   int      // weights of the table
	codes  []uint32 // cell by raw index
}

// forOther marks what counts for the other side.
const forOther = 1 << 31

// newModel has the features that the engine counts and the patterns of a set;
// an empty name stands for none.
func newModel(set string) (*model, error) {
	m := baseModel()
	if set == "" {
		return m, nil
	}
	var err error
	if m.set, err = eval.NewPatternSet(set); err != nil {
		return nil, err
	}
	m.patterns, m.indices = m.set.Size(), m.set.Indices
	for g := range m.set.Groups() {
		m.addSlot(g)
	}
	return m, nil
}

// baseModel has no patterns.
func baseModel() *model { return &model{entries: eval.Size} }

// addSlot adds a group. Its weights come one behind the other.
func (m *model) addSlot(g int) {
	s := slot{weight: math.MaxInt, codes: make([]uint32, m.set.Raw(g))}
	last := 0
	for index := range s.codes {
		if w, sign := m.set.Weight(g, uint16(index)); sign != 0 {
			s.weight, last = min(s.weight, w), max(last, w)
		}
	}
	s.size = last + 1 - s.weight
	s.first = m.cells
	for _, other := range m.slots {
		if other.weight == s.weight {
			s.first = other.first
		}
	}
	for index := range s.codes {
		switch w, sign := m.set.Weight(g, uint16(index)); sign {
		case 1:
			s.codes[index] = uint32(s.first + w - s.weight)
		case -1:
			s.codes[index] = uint32(s.first+w-s.weight) | forOther
		default:
			s.codes[index] = uint32(s.first + s.size)
		}
	}
	m.cells = max(m.cells, s.first+s.size+1)
	m.slots = append(m.slots, s)
}

// params is the number of parameters.
func (m *model) params() int { return 2 * (m.entries + m.patterns) }

// phases is the number of different phases, no piece to a full board.
const phases = eval.FullBoard + 1

// parts returns how much of opening and ending weights counts in a phase.
func parts(phase int) (opening, ending float64) {
	opening = float64(phase) / eval.FullBoard
	return opening, 1 - opening
}

// parameters returns weights in log-odds; patterns that they don't have are 0.
func (m *model) parameters(w *eval.Weights) []float64 {
	x := make([]float64, m.params())
	set := func(k int, pair eval.Pair) {
		x[2*k], x[2*k+1] = w.Scale*float64(pair.Opening), w.Scale*float64(pair.Ending)
	}
	for k, pair := range w.Pairs {
		set(k, pair)
	}
	if m.set != nil && w.Patterns != nil {
		for k, pair := range w.Patterns.Pairs {
			set(m.entries+k, pair)
		}
	}
	return x
}
