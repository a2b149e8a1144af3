package tuner

import (
	"math"
	"sync"
	"sync/atomic"

	"damalab/eval"
)

// params is the number of weights that are fitted. Weight 2*k is the opening
// weight of entry k of the feature list and 2*k+1 its ending weight, both times
// the scale: parameters are in log-odds, where everything is of the order of 1
// and the optimiser's thresholds mean something.
const params = 2 * eval.Size

// chunkRows is how many rows are summed up by themselves. It is part of the
// result: another size gives other last bits.
const chunkRows = 4096

// phases is the number of different phases, no piece to a full board.
const phases = eval.FullBoard + 1

// byPhase holds a number for every entry in every phase.
//
// Opening and ending weights are blended once for each phase, not once for each
// row, and slopes are gathered by phase and split once for each chunk. So a
// row's work is one multiplication a feature for its score and one for its slope.
type byPhase [phases][eval.Size]float64

// meanLoss is the mean log loss over rows, with its gradient, computed on
// several goroutines. It keeps buffers: one evaluation at a time.
type meanLoss struct {
	rows    *rows
	blended byPhase
	slopes  []byPhase // one for each worker
	chunks  []chunkSum
}

// chunkSum is what one chunk adds to the whole.
type chunkSum struct {
	loss  float64
	slope [params]float64
}

func newMeanLoss(r *rows, workers int) *meanLoss {
	chunks := (r.len() + chunkRows - 1) / chunkRows
	return &meanLoss{rows: r, slopes: make([]byPhase, max(min(workers, chunks), 1)), chunks: make([]chunkSum, chunks)}
}

// at returns the mean loss in nats and, if slope is not nil, sets slope to its
// gradient. Without rows both are 0.
func (m *meanLoss) at(x, slope []float64) float64 {
	clear(slope)
	if m.rows.len() == 0 {
		return 0
	}
	m.blend(x)
	var next atomic.Int64
	var running sync.WaitGroup
	for worker := range m.slopes {
		running.Go(func() {
			for {
				chunk := int(next.Add(1)) - 1
				if chunk >= len(m.chunks) {
					return
				}
				m.chunk(chunk, &m.slopes[worker], slope != nil)
			}
		})
	}
	running.Wait()
	return m.sum(slope)
}

// blend mixes the weights for every phase.
func (m *meanLoss) blend(x []float64) {
	for phase := range m.blended {
		opening, ending := parts(phase)
		for k := range m.blended[phase] {
			m.blended[phase][k] = opening*x[2*k] + ending*x[2*k+1]
		}
	}
}

// parts returns how much of opening and ending weights counts in a phase.
func parts(phase int) (opening, ending float64) {
	opening = float64(phase) / eval.FullBoard
	return opening, 1 - opening
}

// sum adds the chunks up in their order.
func (m *meanLoss) sum(slope []float64) float64 {
	n, loss := float64(m.rows.len()), 0.0
	for i := range m.chunks {
		loss += m.chunks[i].loss
		for k := range slope {
			slope[k] += m.chunks[i].slope[k]
		}
	}
	for k := range slope {
		slope[k] /= n
	}
	return loss / n
}

// chunk sums up the rows of one chunk, with their slope if it is wanted.
func (m *meanLoss) chunk(i int, slopes *byPhase, wanted bool) {
	if wanted {
		*slopes = byPhase{}
	}
	r, loss := m.rows, 0.0
	for row := i * chunkRows; row < min((i+1)*chunkRows, r.len()); row++ {
		from, to := r.start[row], r.start[row+1]
		index, count := r.index[from:to], r.count[from:to]
		weights := &m.blended[r.phase[row]]
		score := 0.0
		for j, k := range index {
			score += float64(count[j]) * weights[k]
		}
		l, d := logLoss(score, float64(r.label[row])/2)
		loss += l
		if wanted {
			slope := &slopes[r.phase[row]]
			for j, k := range index {
				slope[k] += float64(count[j]) * d
			}
		}
	}
	m.chunks[i].loss = loss
	if wanted {
		m.chunks[i].split(slopes)
	}
}

// split turns slopes by phase into those of opening and ending weights.
func (c *chunkSum) split(slopes *byPhase) {
	c.slope = [params]float64{}
	for phase := range slopes {
		opening, ending := parts(phase)
		for k, s := range slopes[phase] {
			c.slope[2*k] += opening * s
			c.slope[2*k+1] += ending * s
		}
	}
}

// logLoss returns the log loss of an expected result given in log-odds against
// a result from 0 to 1, and its derivative. The form with log1p neither
// overflows nor loses digits, however sure the expectation is.
func logLoss(odds, result float64) (loss, slope float64) {
	small := math.Exp(-math.Abs(odds)) // 0 to 1
	loss = math.Log1p(small) + max(odds, 0) - result*odds
	expected := 1 / (1 + small)
	if odds < 0 {
		expected = small / (1 + small)
	}
	return loss, expected - result
}
