package tuner

import "math"

// sum is what a segment adds to the whole.
//
// Opening and ending weights are blended once for each phase, not once for each
// row, and slopes are gathered by phase and split once for each segment. So a
// row's work is one multiplication a feature for its score and one for its slope.
// Patterns are too many for a table for each phase: what they are worth in the
// opening and in the ending is added up apart.
type sum struct {
	loss    float64
	byPhase []float64 // slopes by phase and entry of the feature list
	slope   []float64 // by parameter
	cells   []halves  // slopes of the patterns that are fitted, and of what is worth nothing
	codes   codes     // of a row
	buf     shelf
}

func newSum(m *model) *sum {
	return &sum{byPhase: make([]float64, phases*m.entries), slope: make([]float64, m.params()), cells: make([]halves, len(m.fitted)+1)}
}

func (s *sum) clear(slopeToo bool) {
	s.loss = 0
	if slopeToo {
		clear(s.byPhase)
		clear(s.slope)
		clear(s.cells)
	}
}

// split turns slopes by phase and by cell into those of opening and ending weights.
func (s *sum) split(m *model) {
	s.foldPatterns(m)
	for phase := range phases {
		opening, ending := parts(phase)
		for k, d := range s.byPhase[phase*m.entries:][:m.entries] {
			s.slope[2*k] += opening * d
			s.slope[2*k+1] += ending * d
		}
	}
}

// logEvery is how many rows share a logarithm. Each multiplies a number by 1 to
// 2, which is far from overflowing.
const logEvery = 64

// chunk sums up the first n rows of a chunk that has no patterns. It is logLoss
// written out, with one logarithm for the product of what many rows would take
// one of each.
func (m *meanLoss) chunk(s *sum, c *chunk, n int, wanted bool) {
	entries, at, product := m.model.entries, 0, 1.0
	index, count := c.index, c.count[:len(c.index)]
	for i := range n {
		end := at + int(c.terms[i])
		ks, ns := index[at:end], count[at:end]
		at = end
		phase := int(c.phase[i]) * entries
		odds := dot(m.blended[phase:][:entries], ks, ns)
		target := m.targets.of(c.label[i], c.score[i])
		small := math.Exp(-math.Abs(odds))
		expected := 1 / (1 + small)
		if odds < 0 {
			expected = small / (1 + small)
		}
		d := expected - target
		if w := c.weight[i]; w != wholeWeight {
			weight := float64(w) / wholeWeight
			d *= weight
			s.loss += weight * (math.Log1p(small) + max(odds, 0) - target*odds)
		} else {
			product *= 1 + small
			s.loss += max(odds, 0) - target*odds
		}
		if i%logEvery == 0 {
			s.loss += math.Log(product)
			product = 1
		}
		if wanted {
			scatter(s.byPhase[phase:][:entries], ks, ns, d)
		}
	}
	s.loss += math.Log(product)
}

// odds is the score of any row in log-odds, at the weights looked at last.
func (m *meanLoss) odds(r row) float64 {
	entries := m.model.entries
	odds := dot(m.blended[int(r.phase)*entries:][:entries], r.index, r.count)
	if len(m.model.looks) > 0 {
		opening, ending := parts(int(r.phase))
		odds += look(m.cells, m.model.codes(&m.codes, r.men), opening, ending)
	}
	return odds
}

// dot is the score of a row without patterns.
func dot(weights []float64, index []uint16, count []int8) (score float64) {
	count = count[:len(index)]
	for j, k := range index {
		score += float64(count[j]) * weights[k]
	}
	return score
}

// scatter adds a row's slope.
func scatter(slope []float64, index []uint16, count []int8, d float64) {
	count = count[:len(index)]
	for j, k := range index {
		slope[k] += float64(count[j]) * d
	}
}
