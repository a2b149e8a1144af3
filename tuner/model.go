package tuner

import (
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
	entries int // of the feature list
	set     *eval.PatternSet
	fitted  []int      // the weights of the set that are fitted, in the order of the parameters
	fixed   []halves   // what the cells behind theirs are worth, whatever the parameters
	looks   [][]uint32 // code by raw index, for each group of the set

	// indices are the raw ones of each group; the set's.
	indices func(buf *eval.PatternIndices, own, foe dama.Bitboard)
}

// forOther marks a code that counts for the other side; the rest of the code says which
// cell counts. Cells are numbered as the weights that are fitted; behind them come the
// one of pictures that are their own opposite, which is worth nothing, and those of
// the weights that stay as they are.
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
	m.indices = m.set.Indices
	cell := make([]int, m.set.Size())
	for w := range cell {
		cell[w] = w
	}
	m.fitted, m.fixed = cell, make([]halves, 1)
	for g := range m.set.Groups() {
		m.looks = append(m.looks, m.codesOf(g, cell))
	}
	return m, nil
}

// baseModel has no patterns.
func baseModel() *model { return &model{entries: eval.Size} }

// codesOf returns the codes of a group, given the cell of every weight.
func (m *model) codesOf(g int, cell []int) []uint32 {
	codes := make([]uint32, m.set.Raw(g))
	for index := range codes {
		switch w, sign := m.set.Weight(g, uint16(index)); sign {
		case 1:
			codes[index] = uint32(cell[w])
		case -1:
			codes[index] = uint32(cell[w]) | forOther
		default:
			codes[index] = uint32(len(m.fitted))
		}
	}
	return codes
}

// onlySeen returns a model that fits those weights of patterns that rows look into;
// the others stay as w has them, where the penalty would hold them anyway. A few
// games see a few of tens of thousands, and a fit costs what it has parameters.
func (m *model) onlySeen(r *rows, w *eval.Weights) (*model, error) {
	if m.set == nil {
		return m, nil
	}
	seen := make([]bool, m.cells())
	var buf codes
	if err := r.each(r.n, func(of row) {
		for _, code := range m.codes(&buf, of.men) {
			seen[cellOf(code)] = true
		}
	}); err != nil {
		return nil, err
	}
	only := &model{entries: m.entries, set: m.set, fixed: make([]halves, 1), indices: m.indices}
	cell := make([]int, m.set.Size())
	for k := range cell {
		if seen[k] {
			cell[k] = len(only.fitted)
			only.fitted = append(only.fitted, k)
		}
	}
	for k := range cell {
		if !seen[k] {
			cell[k] = only.cells()
			only.fixed = append(only.fixed, worth(w, k))
		}
	}
	for g := range m.looks {
		only.looks = append(only.looks, only.codesOf(g, cell))
	}
	return only, nil
}

// worth is what pattern weight k is worth in log-odds.
func worth(w *eval.Weights, k int) halves {
	if w.Patterns == nil {
		return halves{}
	}
	pair := w.Patterns.Pairs[k]
	return halves{w.Scale * float64(pair.Opening), w.Scale * float64(pair.Ending)}
}

// cells is how many cells there are.
func (m *model) cells() int { return len(m.fitted) + len(m.fixed) }

// params is the number of parameters.
func (m *model) params() int { return 2 * (m.entries + len(m.fitted)) }

// phases is the number of different phases, no piece to a full board.
const phases = eval.FullBoard + 1

// parts returns how much of opening and ending weights counts in a phase.
func parts(phase int) (opening, ending float64) {
	opening = float64(phase) / eval.FullBoard
	return opening, 1 - opening
}

// parameters returns weights in log-odds; patterns that they don't have are 0.
func (m *model) parameters(w *eval.Weights) []float64 {
	x := make([]float64, 0, m.params())
	for _, pair := range w.Pairs {
		x = append(x, w.Scale*float64(pair.Opening), w.Scale*float64(pair.Ending))
	}
	for _, k := range m.fitted {
		h := worth(w, k)
		x = append(x, h.opening, h.ending)
	}
	return x
}
