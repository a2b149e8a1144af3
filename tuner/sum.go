package tuner

// sum is what a segment adds to the whole.
//
// Opening and ending weights are blended once for each phase, not once for each
// row, and slopes are gathered by phase and split once for each segment. So a
// row's work is one multiplication a feature for its score and one for its slope.
// Patterns are looked up for both: there are too many for a table for each phase.
type sum struct {
	loss    float64
	byPhase []float64 // slopes by phase and entry of the feature list
	slope   []float64 // by parameter
	buf     shelf
}

func newSum(m *model) *sum {
	return &sum{byPhase: make([]float64, phases*m.entries), slope: make([]float64, m.params())}
}

func (s *sum) clear(slopeToo bool) {
	s.loss = 0
	if slopeToo {
		clear(s.byPhase)
		clear(s.slope)
	}
}

// split turns slopes by phase into those of opening and ending weights.
func (s *sum) split(m *model) {
	for phase := range phases {
		opening, ending := parts(phase)
		for k, d := range s.byPhase[phase*m.entries:][:m.entries] {
			s.slope[2*k] += opening * d
			s.slope[2*k+1] += ending * d
		}
	}
}

// chunk sums up the first n rows of a chunk that has no patterns.
func (m *meanLoss) chunk(s *sum, c *chunk, n int, wanted bool) {
	entries, at := m.model.entries, 0
	index, count := c.index, c.count[:len(c.index)]
	for i := range n {
		end := at + int(c.terms[i])
		ks, ns := index[at:end], count[at:end]
		at = end
		phase := int(c.phase[i]) * entries
		odds := dot(m.blended[phase:][:entries], ks, ns)
		loss, d := logLoss(odds, m.targets.of(c.label[i], c.score[i]))
		if w := c.weight[i]; w != wholeWeight {
			weight := float64(w) / wholeWeight
			loss, d = weight*loss, weight*d
		}
		s.loss += loss
		if wanted {
			scatter(s.byPhase[phase:][:entries], ks, ns, d)
		}
	}
}

// odds is the score of any row in log-odds, at the weights looked at last.
func (m *meanLoss) odds(r row) float64 {
	entries := m.model.entries
	odds := dot(m.blended[int(r.phase)*entries:][:entries], r.index, r.count)
	if len(r.pattern) > 0 {
		opening, ending := parts(int(r.phase))
		for g, k := range r.pattern {
			slot := &m.model.slots[g]
			at := 2 * (slot.first + int(k))
			odds += slot.sign * (opening*m.x[at] + ending*m.x[at+1])
		}
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

// chunkWithPatterns is chunk for rows that look into pattern tables.
func (m *meanLoss) chunkWithPatterns(s *sum, c *chunk, n int, wanted bool) {
	entries, slots := m.model.entries, len(m.model.slots)
	c.each(n, slots, func(r row) {
		phase := int(r.phase) * entries
		opening, ending := parts(int(r.phase))
		loss, d := logLoss(m.odds(r), m.targets.of(r.label, r.score))
		weight := float64(r.weight) / wholeWeight
		d *= weight
		s.loss += weight * loss
		if !wanted {
			return
		}
		scatter(s.byPhase[phase:][:entries], r.index, r.count, d)
		for g, k := range r.pattern {
			slot := &m.model.slots[g]
			at := 2 * (slot.first + int(k))
			s.slope[at] += slot.sign * opening * d
			s.slope[at+1] += slot.sign * ending * d
		}
	})
}
