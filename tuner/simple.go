package tuner

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"damalab/eval"
)

// cell is what material alone tells apart: the phase, and the men and the kings
// by which the side to move is ahead.
type cell struct{ phase, men, kings int }

// pile is the positions of one cell: their weight, and their targets' sum.
type pile struct {
	cell
	weight, points float64
}

// piles sorts positions into cells, in the cells' order: a fit on them is one on
// the positions, at no cost.
func piles(r *rows, t *targets, man, king int) ([]pile, error) {
	sums := map[cell]*pile{}
	err := r.each(r.n, func(w row) {
		c := cell{phase: int(w.phase)}
		for j, k := range w.index {
			switch int(k) {
			case man:
				c.men += int(w.count[j])
			case king:
				c.kings += int(w.count[j])
			}
		}
		if sums[c] == nil {
			sums[c] = &pile{cell: c}
		}
		weight := float64(w.weight) / wholeWeight
		sums[c].weight += weight
		sums[c].points += weight * t.of(w.label, w.score)
	})
	var sorted []pile
	for _, p := range sums {
		sorted = append(sorted, *p)
	}
	slices.SortFunc(sorted, func(a, b pile) int {
		return (a.phase-b.phase)<<32 + (a.men-b.men)<<16 + a.kings - b.kings
	})
	return sorted, err
}

// simpleLosses fills in the losses of the models that any weights should beat.
func (f *fitter) simpleLosses(r *Fitted) error {
	man, king := featureAt("man"), featureAt("king")
	var parts [3][]pile
	for _, p := range []part{training, heldOut, tested} {
		var err error
		if parts[p], err = piles(f.s.rows(p), f.targets, man, king); err != nil {
			return err
		}
	}
	r.Constant = constantLoss(parts)
	x := fitMaterial(parts[training])
	all := [...]*float64{&r.Material.Train, &r.Material.Held, &r.Material.Test}
	for p := range parts {
		*all[p] = materialLoss(parts[p], x, nil)
	}
	return nil
}

// featureAt is the first entry of a feature by its name.
func featureAt(name string) int {
	for _, f := range eval.Features() {
		if f.Name == name {
			return f.First
		}
	}
	return -1
}

// constantLoss is that of expecting the training part's mean result everywhere.
// Half a point is added to either side, so that a sample of nothing but wins
// does not promise a win for ever.
func constantLoss(parts [3][]pile) (l Loss) {
	sum := func(piles []pile) (weight, points float64) {
		for _, p := range piles {
			weight += p.weight
			points += p.points
		}
		return weight, points
	}
	weight, points := sum(parts[training])
	mean := (points + 0.5) / (weight + 1)
	for p, loss := range [...]*float64{&l.Train, &l.Held, &l.Test} {
		if weight, points := sum(parts[p]); weight > 0 {
			got := points / weight
			*loss = -got*math.Log(mean) - (1-got)*math.Log1p(-mean)
		}
	}
	return l
}

// materialLoss is the mean loss of six weights in log-odds: of men, kings and
// having the move, each in the opening and in the ending.
func materialLoss(piles []pile, x, slope []float64) (loss float64) {
	clear(slope)
	total := 0.0
	for _, p := range piles {
		total += p.weight
	}
	for _, p := range piles {
		opening, ending := parts(p.phase)
		counts := [3]float64{float64(p.men), float64(p.kings), 1}
		odds := 0.0
		for i, n := range counts {
			odds += n * (opening*x[2*i] + ending*x[2*i+1])
		}
		l, d := logLoss(odds, p.points/p.weight)
		loss += p.weight / total * l
		for i := range slope {
			slope[i] += p.weight / total * d * counts[i/2] * [...]float64{opening, ending}[i%2]
		}
	}
	return loss
}

// fitMaterial finds the six weights. The price on their squares only keeps
// separable results finite.
func fitMaterial(piles []pile) []float64 {
	const price = 1e-6
	value := func(x []float64) float64 {
		loss := materialLoss(piles, x, nil)
		for _, v := range x {
			loss += price * v * v
		}
		return loss
	}
	slope := func(slope, x []float64) {
		materialLoss(piles, x, slope)
		for i, v := range x {
			slope[i] += 2 * price * v
		}
	}
	// An error means that the last digits could not be improved.
	result, _ := optimize.Minimize(optimize.Problem{Func: value, Grad: slope}, make([]float64, 6),
		&optimize.Settings{GradientThreshold: stillSlope, MajorIterations: DefaultIterations}, &optimize.LBFGS{})
	if result == nil {
		return make([]float64, 6)
	}
	return result.X
}
