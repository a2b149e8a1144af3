package tuner

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// conditioner bends the space of parameters so that the loss has about the same
// curvature in every direction. Features occur from always to almost never and
// count the same things in many ways; L-BFGS takes hundreds of passes to find
// that out, and a dozen where it is told. It looks for u and the weights are
//
//	x = from + inverse(L') * u,   L*L' = curvature with the penalty
//
// The curvature need not be exact, so it is that of a part of the rows. Of
// patterns, which are too many, only the diagonal is taken.
type conditioner struct {
	from  []float64
	lower blas64.Triangular // L for the feature list
	rest  []float64         // its diagonal for the patterns
}

// conditionChunks is about how many chunks the curvature is taken from.
const conditionChunks = 32

// leastSteep stands for the steepness where a prior is so sure that there is next
// to none: it would send the first step far away.
const leastSteep = 1. / 64

// curve is the curvature that conditioners are made of, with any penalty.
type curve struct {
	base *mat.SymDense
	rest []float64 // the patterns' diagonal
}

// curve looks at the curvature at x.
func (m *meanLoss) curve(x []float64) (*curve, error) {
	m.look(x)
	chunks := m.rows.chunks(m.limit)
	step := max(1, (chunks+conditionChunks-1)/conditionChunks)
	c, weight := newCurving(m), 0.0
	var buf shelf
	for i := 0; i < chunks; i += step {
		rows, err := m.rows.chunk(i, &buf)
		if err != nil {
			return nil, err
		}
		rows.each(m.limit-i*chunkRows, m.rows.men, func(r row) {
			w := float64(r.weight) / wholeWeight
			weight += w
			c.bend(r, w*max(steepness(m.odds(r)), leastSteep))
		})
	}
	rest, err := m.patternCurve()
	return &curve{base: c.loss(weight), rest: rest}, err
}

// patternCurve is the patterns' diagonal, of all rows, for many entries occur in
// few of them; no curvature is more than a quarter.
func (m *meanLoss) patternCurve() ([]float64, error) {
	fitted := len(m.model.fitted)
	if fitted == 0 {
		return nil, nil
	}
	cells := make([]halves, m.model.cells())
	err := m.rows.each(m.limit, func(r row) {
		opening, ending := parts(int(r.phase))
		by := float64(r.weight) / wholeWeight / 4 / m.total
		for _, code := range m.model.codes(&m.codes, r.men) {
			c := cellOf(code)
			cells[c].opening += by * opening * opening
			cells[c].ending += by * ending * ending
		}
	})
	rest := make([]float64, 0, 2*fitted)
	for _, c := range cells[:fitted] {
		rest = append(rest, c.opening, c.ending)
	}
	return rest, err
}

// with makes a conditioner for the curvature with the penalties.
func (c *curve) with(p prices, from []float64) *conditioner {
	n := c.base.SymmetricDim()
	bent := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			bent.SetSym(i, j, c.base.At(i, j))
		}
		// A hair more than nothing keeps the decomposition from failing where
		// the penalty is next to none.
		bent.SetSym(i, i, c.base.At(i, i)*(1+1e-9)+2*p.base)
	}
	lower := mat.NewTriDense(n, mat.Lower, nil)
	var chol mat.Cholesky
	if chol.Factorize(bent) {
		chol.LTo(lower)
	} else {
		for i := range n {
			lower.SetTri(i, i, math.Sqrt(bent.At(i, i)))
		}
	}
	d := &conditioner{from: from, lower: lower.RawTriangular(), rest: make([]float64, len(c.rest))}
	for i, v := range c.rest {
		d.rest[i] = math.Sqrt(v + 2*p.patterns)
	}
	return d
}

// point puts into x the weights that u stands for.
func (c *conditioner) point(x, u []float64) {
	copy(x, u)
	n := c.lower.N
	blas64.Trsv(blas.Trans, c.lower, blas64.Vector{N: n, Inc: 1, Data: x[:n]})
	for i, d := range c.rest {
		x[n+i] /= d
	}
	floats.Add(x, c.from)
}

// turn turns a gradient by weights into one by u.
func (c *conditioner) turn(slope []float64) {
	n := c.lower.N
	blas64.Trsv(blas.NoTrans, c.lower, blas64.Vector{N: n, Inc: 1, Data: slope[:n]})
	for i, d := range c.rest {
		slope[n+i] /= d
	}
}
