package tuner

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"damalab/eval"
)

// doubts fills in how sure the weights of the feature list are: their standard
// errors, and the list of those that the data cannot tell. Pattern weights are
// taken as they are.
//
// The errors are those of the sandwich, with whole games as the independent
// observations:
//
//	H^-1 * (sum over games of g*g') * H^-1
//
// H is the curvature of the mean loss with the penalty, g what a game adds to its
// gradient. They measure what other games of the same kind would change, not the
// pull towards the prior; Told measures that.
func (f *fitter) doubts(r *Fitted, x []float64, penalty penalties) error {
	c, err := f.train.curvature(x)
	if err != nil {
		return err
	}
	n := 2 * f.model.entries
	kept, tied := independent(c.loss, byUse())
	covariance, told, ok := c.sandwich(2*f.prices(penalty, f.s.Summary.Train.Games).base, f.s.train.games())
	r.Errors, r.Told = make([]RealPair, f.model.entries), make([]RealPair, f.model.entries)
	for j := range n {
		if *half(r.Errors, j) = math.NaN(); c.loss.At(j, j) > 0 && told != nil {
			*half(r.Told, j) = told[j]
		}
	}
	if ok {
		for i, v := range withTied(c.loss, covariance, kept, tied) {
			*half(r.Errors, kept[i]) = math.Sqrt(max(v, 0)) / f.prior.Scale
		}
	}
	isKept := make([]bool, n)
	for _, j := range kept {
		isKept[j] = true
	}
	for j := range n {
		switch {
		case c.loss.At(j, j) == 0:
			r.Undetermined = append(r.Undetermined, Undetermined{Index: j / 2, Ending: j%2 == 1, Why: NeverSeen})
		case !isKept[j]:
			r.Undetermined = append(r.Undetermined, Undetermined{Index: j / 2, Ending: j%2 == 1, Why: Collinear})
		}
	}
	return nil
}

// half is the number that a parameter stands for.
func half(pairs []RealPair, parameter int) *float64 {
	if parameter%2 == 0 {
		return &pairs[parameter/2].Opening
	}
	return &pairs[parameter/2].Ending
}

// byUse is the order in which parameters are asked whether they say anything
// that those before them don't: tables first. Single numbers that tables can
// stand in for, such as the worth of a man on every square alike, come last and
// are the ones called collinear.
func byUse() (order []int) {
	for _, wanted := range []eval.Shape{eval.Board, eval.Number, eval.Ranks} {
		for _, f := range eval.Features() {
			if f.Shape != wanted {
				continue
			}
			for j := range 2 * f.Size() {
				order = append(order, 2*f.First+j)
			}
		}
	}
	return order
}

// sameThing is the part of a weight's curvature below which nothing of it is its
// own.
const sameThing = 1e-7

// independent sorts the parameters that occur into those that say something of
// their own and those that are a sum of the ones before: a Cholesky
// decomposition that leaves out what has no pivot.
func independent(h *mat.SymDense, order []int) (kept, tied []int) {
	var factor [][]float64
	for _, j := range order {
		size := h.At(j, j)
		if !(size > 0) {
			continue
		}
		line := make([]float64, len(kept)+1)
		rest := 1.0
		for i, k := range kept {
			v := h.At(j, k) / math.Sqrt(size*h.At(k, k))
			for l := range i {
				v -= line[l] * factor[i][l]
			}
			line[i] = v / factor[i][i]
			rest -= line[i] * line[i]
		}
		if rest < sameThing {
			tied = append(tied, j)
			continue
		}
		line[len(kept)] = math.Sqrt(rest)
		kept, factor = append(kept, j), append(factor, line)
	}
	return kept, tied
}

// withTied returns the variances of the kept parameters together with what the
// tied ones add to them: of what a weight is worth in all, which the data tell
// even where they do not tell how it is shared out.
func withTied(h, covariance *mat.SymDense, kept, tied []int) []float64 {
	if len(kept) == 0 {
		return nil
	}
	shares := mat.NewDense(len(kept), max(len(tied), 1), nil)
	if len(tied) > 0 {
		block, right := mat.NewSymDense(len(kept), nil), mat.NewDense(len(kept), len(tied), nil)
		for i, j := range kept {
			// To a diagonal of ones: weights differ by orders in how often they occur.
			for k := i; k < len(kept); k++ {
				block.SetSym(i, k, h.At(j, kept[k])/math.Sqrt(h.At(j, j)*h.At(kept[k], kept[k])))
			}
			for k, t := range tied {
				right.Set(i, k, h.At(j, t)/math.Sqrt(h.At(j, j)))
			}
		}
		var chol mat.Cholesky
		if chol.Factorize(block) {
			// Its error is a bad condition, which independent has bounded.
			_ = chol.SolveTo(shares, right)
			for i, j := range kept {
				for k := range tied {
					shares.Set(i, k, shares.At(i, k)/math.Sqrt(h.At(j, j)))
				}
			}
		}
	}
	variances := make([]float64, len(kept))
	for i, j := range kept {
		v := covariance.At(j, j)
		for k, t := range tied {
			v += 2 * shares.At(i, k) * covariance.At(j, t)
			for l, u := range tied {
				v += shares.At(i, k) * shares.At(i, l) * covariance.At(t, u)
			}
		}
		variances[i] = v
	}
	return variances
}
