package tuner

import (
	"damalab/dama"
	"damalab/eval"
)

// menWords is what the men of a row take: 48 squares of each side.
const menWords = 6

// menWords is how many words of men a row has.
func (m *model) menWords() int {
	if len(m.looks) == 0 {
		return 0
	}
	return menWords
}

// packMen keeps the men of both sides as the side to move sees them, those on the
// second to the seventh rank: 48 bits each, the lowest 16 first.
func packMen(own, foe dama.Bitboard) []uint16 {
	return []uint16{
		uint16(own >> 8), uint16(own >> 24), uint16(own >> 40),
		uint16(foe >> 8), uint16(foe >> 24), uint16(foe >> 40),
	}
}

func unpackMen(men []uint16) (own, foe dama.Bitboard) {
	m := (*[menWords]uint16)(men)
	return dama.Bitboard(m[0])<<8 | dama.Bitboard(m[1])<<24 | dama.Bitboard(m[2])<<40,
		dama.Bitboard(m[3])<<8 | dama.Bitboard(m[4])<<24 | dama.Bitboard(m[5])<<40
}

// codes returns for each group what a row's men look into, in buf.
func (m *model) codes(buf *codes, men []uint16) []uint32 {
	own, foe := unpackMen(men)
	m.indices(&buf.raw, own, foe)
	looks := m.looks
	for g := range looks {
		buf.codes[g&31] = looks[g][buf.raw[g&31]]
	}
	return buf.codes[:len(looks)]
}

// codes is the memory for the looks of a row.
type codes struct {
	raw   eval.PatternIndices
	codes [32]uint32
}

// halves is a pattern's weight in log-odds, or the slope of one.
type halves struct{ opening, ending float64 }

// look fills the cells from the parameters.
func (m *model) look(cells []halves, x []float64) {
	x = x[2*m.entries:]
	for i := range m.fitted {
		cells[i] = halves{x[2*i], x[2*i+1]}
	}
	copy(cells[len(m.fitted):], m.fixed)
}

// foldPatterns adds the slopes by cell to those by parameter.
func (s *sum) foldPatterns(m *model) {
	slope := s.slope[2*m.entries:]
	for i, c := range s.cells[:len(m.fitted)] {
		slope[2*i] += c.opening
		slope[2*i+1] += c.ending
	}
}

// cellOf is where a code points to.
func cellOf(code uint32) int { return int(code &^ forOther) }

// look adds up what a row's patterns are worth in a phase.
func look(cells []halves, pattern []uint32, opening, ending float64) float64 {
	var sum halves
	for _, code := range pattern {
		c, sign := &cells[cellOf(code)], signOf(code)
		sum.opening += sign * c.opening
		sum.ending += sign * c.ending
	}
	return opening*sum.opening + ending*sum.ending
}

// scatter adds a row's slope to the cells that it looked into.
func scatterPatterns(cells []halves, pattern []uint32, opening, ending float64) {
	for _, code := range pattern {
		c, sign := &cells[cellOf(code)], signOf(code)
		c.opening += sign * opening
		c.ending += sign * ending
	}
}

func signOf(code uint32) float64 { return [2]float64{1, -1}[code>>31] }

// chunkWithPatterns is chunk for rows that look into pattern tables.
func (m *meanLoss) chunkWithPatterns(s *sum, c *chunk, n int, wanted bool) {
	entries, at := m.model.entries, 0
	for i := range n {
		end := at + int(c.terms[i])
		ks, ns := c.index[at:end], c.count[at:end]
		at = end
		phase := int(c.phase[i])
		pattern := m.model.codes(&s.codes, c.men[i*menWords:][:menWords])
		opening, ending := parts(phase)
		odds := dot(m.blended[phase*entries:][:entries], ks, ns) + look(m.cells, pattern, opening, ending)
		loss, d := logLoss(odds, m.targets.of(c.label[i], c.score[i]))
		weight := float64(c.weight[i]) / wholeWeight
		s.loss += weight * loss
		if d *= weight; wanted {
			scatter(s.byPhase[phase*entries:][:entries], ks, ns, d)
			scatterPatterns(s.cells, pattern, opening*d, ending*d)
		}
	}
}
