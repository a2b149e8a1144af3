package tuner

// halves is a pattern's weight in log-odds, or the slope of one.
type halves struct{ opening, ending float64 }

// eachTable calls f for each table of pattern weights with its first cell, the
// first of its parameters and how many weights it has.
func (m *model) eachTable(f func(first, param, size int)) {
	end := 0
	for _, s := range m.slots {
		if s.first >= end { // not the table of a group before
			f(s.first, 2*(m.entries+s.weight), s.size)
			end = s.first + s.size + 1
		}
	}
}

// worth fills the cells from the parameters.
func (m *model) worth(cells []halves, x []float64) {
	m.eachTable(func(first, param, size int) {
		for i := range size {
			cells[first+i] = halves{x[param+2*i], x[param+2*i+1]}
		}
	})
}

// foldPatterns adds the slopes by cell to those by parameter.
func (s *sum) foldPatterns(m *model) {
	m.eachTable(func(first, param, size int) {
		for i, c := range s.cells[first:][:size] {
			s.slope[param+2*i] += c.opening
			s.slope[param+2*i+1] += c.ending
		}
	})
}

// cell is where a group's code points to.
func (m *model) cell(group int, code uint16) int { return m.slots[group].first + int(code&^forOther) }

// look adds up what a row's patterns are worth in a phase.
func (m *model) look(cells []halves, pattern []uint16, opening, ending float64) float64 {
	var sum halves
	slots := m.slots[:len(pattern)]
	for g, code := range pattern {
		c, sign := &cells[slots[g].first+int(code&^forOther)], signOf(code)
		sum.opening += sign * c.opening
		sum.ending += sign * c.ending
	}
	return opening*sum.opening + ending*sum.ending
}

// scatter adds a row's slope to the cells that it looked into.
func (m *model) scatter(cells []halves, pattern []uint16, opening, ending float64) {
	slots := m.slots[:len(pattern)]
	for g, code := range pattern {
		c, sign := &cells[slots[g].first+int(code&^forOther)], signOf(code)
		c.opening += sign * opening
		c.ending += sign * ending
	}
}

func signOf(code uint16) float64 { return [2]float64{1, -1}[code>>15] }

// chunkWithPatterns is chunk for rows that look into pattern tables.
func (m *meanLoss) chunkWithPatterns(s *sum, c *chunk, n int, wanted bool) {
	entries, slots, at := m.model.entries, len(m.model.slots), 0
	for i := range n {
		end := at + int(c.terms[i])
		ks, ns := c.index[at:end], c.count[at:end]
		at = end
		phase, pattern := int(c.phase[i]), c.pattern[i*slots:][:slots]
		opening, ending := parts(phase)
		odds := dot(m.blended[phase*entries:][:entries], ks, ns) + m.model.look(m.cells, pattern, opening, ending)
		loss, d := logLoss(odds, m.targets.of(c.label[i], c.score[i]))
		weight := float64(c.weight[i]) / wholeWeight
		s.loss += weight * loss
		if d *= weight; wanted {
			scatter(s.byPhase[phase*entries:][:entries], ks, ns, d)
			m.model.scatter(s.cells, pattern, opening*d, ending*d)
		}
	}
}
