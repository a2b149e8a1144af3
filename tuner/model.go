package tuner

import "damalab/eval"

// model is what is fitted: which weights there are and where they stand among
// the parameters.
//
// Every entry has two parameters, 2*k for its opening and 2*k+1 for its ending
// weight, both times the scale: parameters are in log-odds, where everything is
// of the order of 1 and the optimiser's thresholds mean something. The entries of
// the feature list come first, those of the pattern tables behind them.
type model struct {
	entries int    // of the feature list
	slots   []slot // pattern tables that each position looks into; may be none
}

// slot is a look into a pattern table: one number for each position says which
// entry of the table counts. Several slots may share a table, such as those of a
// pattern and its mirror image.
type slot struct {
	first int     // the table's first entry among all entries
	size  int     // entries of the table
	sign  float64 // 1, or -1 where the pattern is seen by the opponent
}

// baseModel has the features that the engine counts and no patterns.
func baseModel() *model { return &model{entries: eval.Size} }

// size is the number of entries, patterns included.
func (m *model) size() int {
	size := m.entries
	for _, s := range m.slots {
		size = max(size, s.first+s.size)
	}
	return size
}

// params is the number of parameters.
func (m *model) params() int { return 2 * m.size() }

// phases is the number of different phases, no piece to a full board.
const phases = eval.FullBoard + 1

// parts returns how much of opening and ending weights counts in a phase.
func parts(phase int) (opening, ending float64) {
	opening = float64(phase) / eval.FullBoard
	return opening, 1 - opening
}

// parameters returns weights in log-odds, patterns 0.
func (m *model) parameters(w *eval.Weights) []float64 {
	x := make([]float64, m.params())
	for k, pair := range w.Pairs {
		x[2*k], x[2*k+1] = w.Scale*float64(pair.Opening), w.Scale*float64(pair.Ending)
	}
	return x
}
