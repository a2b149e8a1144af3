package tuner

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// curvature is what standard errors are made of, for the parameters of the
// feature list.
type curvature struct {
	loss  *mat.SymDense // second derivatives of the mean loss, without the penalty
	games *mat.SymDense // sum over games of the products of what each adds to the gradient
}

// gameBatch is how many games' gradients are multiplied at a time.
const gameBatch = 256

// curving gathers a curvature row by row. Second derivatives are summed up by
// phase, as gradients are.
type curving struct {
	m       *meanLoss
	byPhase [][]float64 // of entries times entries, lower triangle
	grads   blas64.General
	filled  int
	game    int
	sum     blas64.Symmetric
}

// curvature goes over the rows once, on one goroutine.
func (m *meanLoss) curvature(x []float64) (*curvature, error) {
	m.look(x)
	n := 2 * m.model.entries
	c := newCurving(m)
	c.grads = blas64.General{Rows: gameBatch, Cols: n, Stride: n, Data: make([]float64, gameBatch*n)}
	c.sum = blas64.Symmetric{N: n, Stride: n, Data: make([]float64, n*n), Uplo: blas.Upper}
	if err := m.rows.each(m.limit, c.add); err != nil {
		return nil, err
	}
	c.flush()
	games := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			games.SetSym(i, j, c.sum.Data[i*n+j]/(m.total*m.total))
		}
	}
	return &curvature{loss: c.loss(m.total), games: games}, nil
}

func newCurving(m *meanLoss) *curving {
	return &curving{m: m, byPhase: make([][]float64, phases), game: -1}
}

func (c *curving) add(r row) {
	if r.game != c.game {
		c.game = r.game
		if c.filled++; c.filled > gameBatch {
			c.filled--
			c.flush()
			c.filled = 1
		}
	}
	odds := c.m.odds(r)
	_, d := logLoss(odds, c.m.targets.of(r.label, r.score))
	weight := float64(r.weight) / wholeWeight
	opening, ending := parts(int(r.phase))
	grad := c.grads.Data[(c.filled-1)*c.grads.Stride:][:c.grads.Stride]
	for j, k := range r.index {
		g := weight * d * float64(r.count[j])
		grad[2*int(k)] += opening * g
		grad[2*int(k)+1] += ending * g
	}
	c.bend(r, weight*steepness(odds))
}

// steepness is the derivative of the expected result.
func steepness(odds float64) float64 {
	small := math.Exp(-math.Abs(odds))
	return small / ((1 + small) * (1 + small))
}

func (c *curving) bend(r row, by float64) {
	n := c.m.model.entries
	if c.byPhase[r.phase] == nil {
		c.byPhase[r.phase] = make([]float64, n*n)
	}
	sums := c.byPhase[r.phase]
	for j, k := range r.index {
		line, b := sums[int(k)*n:][:n], by*float64(r.count[j])
		for i, l := range r.index[:j+1] {
			if l == k && i < j { // a count that is split in two
				line[l] += b * float64(r.count[i])
			}
			line[l] += b * float64(r.count[i])
		}
	}
}

// flush adds the products of the games gathered so far.
func (c *curving) flush() {
	part := c.grads
	part.Rows = c.filled
	if c.filled > 0 {
		blas64.Syrk(blas.Trans, 1, part, 1, c.sum)
	}
	clear(c.grads.Data)
	c.filled = 0
}

// loss splits what was summed up by phase into opening and ending weights, and
// divides by the weight of the rows.
func (c *curving) loss(total float64) *mat.SymDense {
	n := c.m.model.entries
	loss := mat.NewSymDense(2*n, nil)
	for phase, sums := range c.byPhase {
		opening, ending := parts(phase)
		share := [...]float64{opening, ending}
		for at, v := range sums {
			if v == 0 {
				continue
			}
			k, l := at/n, at%n
			for a := range 2 {
				for b := range 2 {
					if k == l && a > b {
						continue // SetSym would add it twice
					}
					i, j := 2*k+a, 2*l+b
					loss.SetSym(i, j, loss.At(i, j)+share[a]*share[b]*v/total)
				}
			}
		}
	}
	return loss
}

// sandwich returns the covariance of the parameters, and for each the part that
// the data have in it, the rest being the penalty's. It is not ok with too few
// games to tell how they differ.
func (c *curvature) sandwich(penalty float64, games int) (covariance *mat.SymDense, told []float64, ok bool) {
	n := c.loss.SymmetricDim()
	bent := mat.NewSymDense(n, nil)
	bent.CopySym(c.loss)
	for i := range n {
		bent.SetSym(i, i, bent.At(i, i)+penalty)
	}
	var chol mat.Cholesky
	if !chol.Factorize(bent) {
		return nil, nil, false
	}
	var inverse mat.SymDense
	// An error is a bad condition: the penalty is small. The result stands.
	_ = chol.InverseTo(&inverse)
	told = make([]float64, n)
	spent := 0.0 // weights, in the sense of degrees of freedom
	for i := range n {
		told[i] = min(max(1-penalty*inverse.At(i, i), 0), 1)
		for j := range n {
			spent += inverse.At(i, j) * c.loss.At(i, j)
		}
	}
	left := float64(games) - spent
	if left < 1 {
		return nil, told, false
	}
	var half, whole mat.Dense
	half.Mul(&inverse, c.games)
	whole.Mul(&half, &inverse)
	covariance = mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			covariance.SetSym(i, j, whole.At(i, j)*float64(games)/left)
		}
	}
	return covariance, told, true
}
