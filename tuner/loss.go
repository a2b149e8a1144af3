package tuner

import (
	"math"
	"sync"
	"sync/atomic"
)

// meanLoss is the mean log loss over rows, with its gradient, computed on
// several goroutines. It keeps buffers: one evaluation at a time.
//
// The rows are cut into at most 64 segments, which depends on their number alone.
// Each is summed up by itself, and the sums are added in the order of the
// segments: the same bits for any number of goroutines, in the memory of one sum
// for each of them.
type meanLoss struct {
	rows    *rows
	part    part // which rows those are
	model   *model
	targets *targets
	limit   int     // the first so many rows count
	total   float64 // weight of those
	journal *journal

	blended []float64 // by phase and entry; see look
	cells   []halves  // of patterns
	codes   codes     // of a row; see odds
	sums    []*sum    // one for each goroutine
}

// maxSegments bounds how many sums are added up: with many weights each costs
// as much as thousands of rows. It is part of the result: another number gives
// other last bits.
const maxSegments = 64

func newMeanLoss(r *rows, m *model, t *targets, workers int) (*meanLoss, error) {
	return newPartLoss(r, m, t, workers, r.n)
}

// newPartLoss is the loss of the first limit rows.
func newPartLoss(r *rows, m *model, t *targets, workers, limit int) (*meanLoss, error) {
	l := &meanLoss{rows: r, model: m, targets: t, limit: min(limit, r.n), blended: make([]float64, phases*m.entries), cells: make([]halves, m.cells())}
	for range max(min(workers, r.chunks(limit)), 1) {
		l.sums = append(l.sums, newSum(m))
	}
	weight := 0
	err := r.each(l.limit, func(w row) { weight += int(w.weight) })
	l.total = float64(weight) / wholeWeight
	return l, err
}

// at returns the mean loss in nats and, if slope is not nil, sets slope to its
// gradient. Without rows both are 0.
func (m *meanLoss) at(x, slope []float64) (float64, error) {
	clear(slope)
	if m.total == 0 {
		return 0, nil
	}
	if loss, ok := m.journal.recall(m, x, slope); ok {
		return loss, nil
	}
	loss, err := m.pass(x, slope)
	if err != nil {
		return 0, err
	}
	return loss, m.journal.keep(m, x, slope, loss)
}

// pass goes over the rows.
func (m *meanLoss) pass(x, slope []float64) (float64, error) {
	m.look(x)
	chunks := m.rows.chunks(m.limit)
	size := max(1, (chunks+maxSegments-1)/maxSegments)
	all := total{slope: slope}
	all.ready.L = &all.Mutex
	var next atomic.Int64
	var running sync.WaitGroup
	for _, s := range m.sums {
		running.Go(func() {
			for {
				segment := int(next.Add(1)) - 1
				from := segment * size
				if from >= chunks {
					return
				}
				err := m.segment(s, from, min(from+size, chunks), slope != nil)
				all.add(segment, s, err)
			}
		})
	}
	running.Wait()
	for k := range slope {
		slope[k] /= m.total
	}
	return all.loss / m.total, all.err
}

// total is what segments are added to, in their order.
type total struct {
	sync.Mutex
	ready sync.Cond
	turn  int // the segment to be added next
	loss  float64
	slope []float64
	err   error
}

func (t *total) add(segment int, s *sum, err error) {
	t.Lock()
	defer t.Unlock()
	for t.turn != segment {
		t.ready.Wait()
	}
	t.turn++
	t.ready.Broadcast()
	if t.err == nil {
		t.err = err
	}
	t.loss += s.loss
	for k := range t.slope {
		t.slope[k] += s.slope[k]
	}
}

// segment sums up the rows of some chunks.
func (m *meanLoss) segment(s *sum, from, to int, wanted bool) error {
	s.clear(wanted)
	for i := from; i < to; i++ {
		c, err := m.rows.chunk(i, &s.buf)
		if err != nil {
			return err
		}
		if len(m.model.looks) == 0 {
			m.chunk(s, c, min(c.len(), m.limit-i*chunkRows), wanted)
		} else {
			m.chunkWithPatterns(s, c, min(c.len(), m.limit-i*chunkRows), wanted)
		}
	}
	if wanted {
		s.split(m.model)
	}
	return nil
}

// look takes the weights for the rows to come; those of the feature list are
// mixed for every phase.
func (m *meanLoss) look(x []float64) {
	m.model.look(m.cells, x)
	for phase := range phases {
		opening, ending := parts(phase)
		weights := m.blended[phase*m.model.entries:][:m.model.entries]
		for k := range weights {
			weights[k] = opening*x[2*k] + ending*x[2*k+1]
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
