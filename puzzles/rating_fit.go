package puzzles

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"
)

// The model, in logistic units: a solver of ability a solves a puzzle of
// difficulty d with the probability 1/(1+exp(d-a)), each try by itself (Rasch).
// The difficulties of a kind are normal with a mean and a spread of their own.
//
// There are few solvers and many puzzles, so the difficulties are not fitted one
// by one, which would stretch the scale, but integrated out (marginal maximum
// likelihood): what is fitted are the abilities and, of each kind, the mean and
// the spread. A puzzle's rating is then the mean of what is believed about it
// given its results, and its error the standard deviation; both are finite for a
// puzzle that everybody or nobody solves.
//
// Of a puzzle's results only the number of solved tries counts, and which solvers
// tried: so puzzles that have both in common, and the kind, are one group, and a
// fit takes as long for a million puzzles as for a thousand.

// The integral is a sum over evenly spaced nodes, so many to a standard deviation
// that even forty tries, which pin a puzzle down, fall on several of them.
const (
	nodesPerDeviation = 8
	nodeDeviations    = 5 // on each side of the mean
)

// negligible is a probability that changes no gradient.
const negligible = 1e-12

// group are puzzles about which the same is believed.
type group struct {
	kind   uint8
	hidden uint64 // a bit for each solver whose tries are left out
	solved int    // the number of solved tries of the others
}

// model is a fitted model.
type model struct {
	abilities []float64 // by solver
	mean      []float64 // by kind
	spread    []float64 // by kind, above 0
	fields    [][]field // by kind and solver
	at        []float64 // nodes of the integral over a standard normal
	weight    []float64 // logarithms of their weights
	// By kind, node and solver: the chance of a try, and minus the logarithm of
	// the chance that all tries fail.
	chance, cost [][][]float64
}

// The prior. An ability is near the solver's rating in games, as if it had been
// seen at a few puzzles: a set of three puzzles then has a sensible scale, and a
// set of a hundred its own. For solvers without games, and means, it is so wide
// that it only says where zero is. It is closer for the spread, of which a kind of
// three puzzles says nothing.
const (
	anchorWidth      = 1.0
	priorWidth       = 4.0
	priorSpread      = 1.5 // median
	priorSpreadWidth = 0.7 // standard deviation of its logarithm
)

// fitter is what gonum minimises: minus the logarithm of the posterior.
type fitter struct {
	*model
	groups []group // in a fixed order
	counts []float64
	totals []float64 // solved tries by solver
	expect []float64 // mean and standard deviation of each parameter before all
	within []float64 // results
	// The last point that was asked about, with what was found there: gonum
	// asks for the loss and for its gradient separately.
	point, slope []float64
	value        float64
}

// fit fits the model to outcomes, of each of which the tries of some solvers may
// be hidden.
func (r *results) fit(hidden func(i int) uint64) (*model, error) {
	f := fitter{model: newModel(r.fields), totals: make([]float64, len(r.names))}
	f.expectAnchors(r.anchors)
	counts := map[group]int{}
	for i, o := range r.outcomes {
		if o.kind == noKind {
			continue
		}
		g := group{kind: o.kind, hidden: hidden(i)}
		for s, at := range r.fields[o.kind] {
			if n := at.cut(o.solved); g.hidden>>s&1 == 0 {
				g.solved += n
				f.totals[s] += float64(n)
			}
		}
		counts[g]++
	}
	f.groups = slices.SortedFunc(maps.Keys(counts), func(a, b group) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.hidden, b.hidden), cmp.Compare(a.solved, b.solved))
	})
	for _, g := range f.groups {
		f.counts = append(f.counts, float64(counts[g]))
	}
	return f.model, f.minimise()
}

func newModel(fields [][]field) *model {
	kinds, solvers := len(fields), len(fields[0])
	m := &model{
		abilities: make([]float64, solvers), fields: fields,
		mean: make([]float64, kinds), spread: make([]float64, kinds),
		chance: make([][][]float64, kinds), cost: make([][][]float64, kinds),
	}
	for i := -nodeDeviations * nodesPerDeviation; i <= nodeDeviations*nodesPerDeviation; i++ {
		z := float64(i) / nodesPerDeviation
		m.at = append(m.at, z)
		m.weight = append(m.weight, -z*z/2-math.Log(nodesPerDeviation*math.Sqrt(2*math.Pi)))
	}
	for kind := range fields {
		for range m.at {
			m.chance[kind] = append(m.chance[kind], make([]float64, solvers))
			m.cost[kind] = append(m.cost[kind], make([]float64, solvers))
		}
	}
	return m
}

// minimise finds the best parameters: the abilities, then the means, then the
// logarithms of the spreads.
func (f *fitter) minimise() error {
	result, err := optimize.Minimize(optimize.Problem{
		Func: func(x []float64) float64 { f.visit(x); return f.value },
		Grad: func(grad, x []float64) { f.visit(x); copy(grad, f.slope) },
	}, slices.Clone(f.expect), &optimize.Settings{GradientThreshold: 1e-5, Converger: &optimize.FunctionConverge{Relative: 1e-12, Iterations: 20}}, &optimize.LBFGS{})
	switch {
	case result == nil:
		return fmt.Errorf("the ratings could not be fitted: %w", err)
	case result.Status == optimize.Failure && !f.flat(result.X), math.IsNaN(result.F):
		return errors.Join(errors.New("the ratings could not be fitted: the search for the best parameters came to no end"), err)
	}
	f.set(result.X)
	return nil
}

// visit works the loss and its gradient out at a point, unless it was there last.
func (f *fitter) visit(x []float64) {
	if f.point == nil || !slices.Equal(x, f.point) {
		f.point, f.slope = slices.Clone(x), make([]float64, len(x))
		f.value = f.loss(x, f.slope)
	}
}

// flat tells whether a point is as good as the best: a line search that finds
// nothing better there has failed for want of digits.
func (f *fitter) flat(x []float64) bool {
	f.visit(x)
	for _, g := range f.slope {
		if !(math.Abs(g) < 1e-2) {
			return false
		}
	}
	return true
}

// set takes parameters.
func (m *model) set(x []float64) {
	n, k := len(m.abilities), len(m.mean)
	copy(m.abilities, x[:n])
	copy(m.mean, x[n:n+k])
	for i := range m.spread {
		m.spread[i] = math.Exp(x[n+k+i])
	}
	for kind, fields := range m.fields {
		for q := range m.at {
			d := m.difficulty(uint8(kind), q)
			for s, at := range fields {
				m.chance[kind][q][s] = logistic(m.abilities[s] - d)
				m.cost[kind][q][s] = float64(at.tries) * softplus(m.abilities[s]-d)
			}
		}
	}
}

// loss returns minus the logarithm of the posterior, and fills its gradient if
// there is one to fill.
func (f *fitter) loss(x, grad []float64) float64 {
	f.set(x)
	n, k := len(f.abilities), len(f.mean)
	loss := f.prior(x, grad)
	for s, total := range f.totals {
		loss -= total * x[s]
		if grad != nil {
			grad[s] -= total
		}
	}
	belief := make([]float64, len(f.at))
	for i, g := range f.groups {
		loss -= f.counts[i] * f.believe(g, belief)
		if grad == nil {
			continue
		}
		for q, p := range belief {
			if p < negligible {
				continue
			}
			pull := -float64(g.solved)
			for s, at := range f.fields[g.kind] {
				if g.hidden>>s&1 == 0 {
					expected := float64(at.tries) * f.chance[g.kind][q][s]
					grad[s] += f.counts[i] * p * expected
					pull += expected
				}
			}
			grad[n+int(g.kind)] -= f.counts[i] * p * pull
			grad[n+k+int(g.kind)] -= f.counts[i] * p * pull * f.spread[g.kind] * f.at[q]
		}
	}
	return loss
}

// prior returns minus the logarithm of the prior and sets the gradient to its own.
func (f *fitter) prior(x, grad []float64) float64 {
	loss := 0.0
	for i, v := range x {
		off := (v - f.expect[i]) / f.within[i]
		loss += off * off / 2
		if grad != nil {
			grad[i] = off / f.within[i]
		}
	}
	return loss
}

// expectAnchors sets the prior; anchors are in logistic units, NaN for none.
func (f *fitter) expectAnchors(anchors []float64) {
	for _, a := range anchors {
		if math.IsNaN(a) {
			f.expect, f.within = append(f.expect, 0), append(f.within, priorWidth)
		} else {
			f.expect, f.within = append(f.expect, a), append(f.within, anchorWidth)
		}
	}
	for range f.mean {
		f.expect, f.within = append(f.expect, 0), append(f.within, priorWidth)
	}
	for range f.spread {
		f.expect, f.within = append(f.expect, math.Log(priorSpread)), append(f.within, priorSpreadWidth)
	}
}

// difficulty is that of a node of the integral.
func (m *model) difficulty(kind uint8, q int) float64 { return m.mean[kind] + m.spread[kind]*m.at[q] }

// believe fills the probabilities of the nodes given the results of a group, and
// returns the logarithm of the results' likelihood, less what depends on the
// abilities alone.
func (m *model) believe(g group, belief []float64) float64 {
	most := math.Inf(-1)
	for q := range belief {
		l := m.weight[q] - float64(g.solved)*m.difficulty(g.kind, q)
		for s, cost := range m.cost[g.kind][q] {
			if g.hidden>>s&1 == 0 {
				l -= cost
			}
		}
		belief[q] = l
		most = max(most, l)
	}
	sum := 0.0
	for q, l := range belief {
		belief[q] = math.Exp(l - most)
		sum += belief[q]
	}
	for q := range belief {
		belief[q] /= sum
	}
	return most + math.Log(sum)
}

// difficultyOf returns the mean and the standard deviation of what is believed of
// a group's difficulty.
func (m *model) difficultyOf(g group) (mean, deviation float64) {
	belief := make([]float64, len(m.at))
	m.believe(g, belief)
	square := 0.0
	for q, p := range belief {
		mean += p * m.difficulty(g.kind, q)
	}
	for q, p := range belief {
		off := m.difficulty(g.kind, q) - mean
		square += p * off * off
	}
	return mean, math.Sqrt(square)
}

// expected is the probability that a solver solves a puzzle of a group in a try.
func (m *model) expected(g group, solver int) float64 {
	belief := make([]float64, len(m.at))
	m.believe(g, belief)
	sum := 0.0
	for q, p := range belief {
		sum += p * m.chance[g.kind][q][solver]
	}
	return sum
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// softplus is log(1+exp(x)).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }
