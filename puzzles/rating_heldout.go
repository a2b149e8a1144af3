package puzzles

import (
	"math"

	"damalab/datasets"
)

// heldOutShare is the part of the results that is hidden, to be predicted.
const heldOutShare = 0.1

// Prediction is how well results were predicted that the model had not seen: of
// every solver at every puzzle all tries together, a tenth of them, drawn at
// random. The other solvers' results at the puzzle are seen.
type Prediction struct {
	// Tries is the number of tries predicted.
	Tries int `json:"tries"`
	// Model is what the model's probabilities come to, and Base what comes of
	// predicting, instead, the share that the solver solves of the kind.
	Model Quality `json:"model"`
	Base  Quality `json:"base"`
	// Dispersion is the mean square of what a solver's solved tries at a puzzle
	// are off by, over what it would be if they had nothing in common but the
	// probability: above 1 because that is not known exactly, and more if a
	// solver's tries at one puzzle go together.
	Dispersion float64 `json:"dispersion"`
	// Calibration compares predicted with observed shares, for tenths of the
	// predicted probability. A tenth without tries is left out.
	Calibration []Calibrated `json:"calibration"`
}

// Quality judges probabilities by what happened.
type Quality struct {
	// LogLoss is the mean of minus the natural logarithm of what was given to
	// what happened; Brier the mean square of what was missing to it; Accuracy
	// the share of tries that went the likelier way.
	LogLoss  float64 `json:"log_loss"`
	Brier    float64 `json:"brier"`
	Accuracy float64 `json:"accuracy"`
}

// Calibrated is a tenth of the predicted probabilities.
type Calibrated struct {
	From     float64 `json:"from"` // to From + 0.1
	Tries    int     `json:"tries"`
	Expected float64 `json:"expected"` // mean probability
	Observed float64 `json:"observed"` // share solved
}

// add counts solved of tries, each given a probability.
func (q *Quality) add(p float64, solved, tries int) {
	yes, no := float64(solved), float64(tries-solved)
	q.LogLoss -= yes*math.Log(p) + no*math.Log1p(-p)
	q.Brier += yes*(1-p)*(1-p) + no*p*p
	if p >= 0.5 {
		q.Accuracy += yes
	} else {
		q.Accuracy += no
	}
}

func (q *Quality) over(n float64) {
	q.LogLoss, q.Brier, q.Accuracy = q.LogLoss/n, q.Brier/n, q.Accuracy/n
}

// predict hides results, fits the model to the rest and sees what it says of them.
// The zero value is returned if nothing was hidden.
func (r *results) predict(seed uint64) (Prediction, error) {
	hidden := func(i int) uint64 { return r.hide(seed, r.outcomes[i]) }
	m, err := r.fit(hidden)
	if err != nil {
		return Prediction{}, err
	}
	base := r.baseRates(hidden)
	var t Prediction
	var bins [10]Calibrated
	square, chance := 0.0, 0.0
	for i, o := range r.outcomes {
		if o.kind == noKind || hidden(i) == 0 {
			continue
		}
		g := r.groupOf(o)
		g.hidden = hidden(i)
		for s, at := range r.fields[o.kind] {
			if g.hidden>>s&1 == 1 {
				g.solved -= at.cut(o.solved)
			}
		}
		for s, at := range r.fields[o.kind] {
			if g.hidden>>s&1 == 0 {
				continue
			}
			p, solved := inside(m.expected(g, s)), at.cut(o.solved)
			t.Tries += at.tries
			t.Model.add(p, solved, at.tries)
			t.Base.add(base[o.kind][s], solved, at.tries)
			off := float64(solved) - float64(at.tries)*p
			square += off * off
			chance += float64(at.tries) * p * (1 - p)
			bin := &bins[min(int(p*10), 9)]
			bin.Tries += at.tries
			bin.Expected += p * float64(at.tries)
			bin.Observed += float64(solved)
		}
	}
	if t.Tries == 0 {
		return Prediction{}, nil
	}
	t.Model.over(float64(t.Tries))
	t.Base.over(float64(t.Tries))
	t.Dispersion = square / chance
	for i, b := range bins {
		if n := float64(b.Tries); n > 0 {
			t.Calibration = append(t.Calibration, Calibrated{float64(i) / 10, b.Tries, b.Expected / n, b.Observed / n})
		}
	}
	return t, nil
}

// inside keeps a probability off the ends, where one surprise would cost
// everything.
func inside(p float64) float64 { return min(max(p, 1e-4), 1-1e-4) }

// hide returns the solvers whose tries at a puzzle are hidden, a bit for each.
func (r *results) hide(seed uint64, o outcome) uint64 {
	if o.kind == noKind {
		return 0
	}
	var hidden uint64
	for s, at := range r.fields[o.kind] {
		if at.tries > 0 && chance(heldOutShare, mixed(seed, o.id, uint64(s))) {
			hidden |= 1 << s
		}
	}
	return hidden
}

// baseRates returns the share that each solver solves of each kind, of the tries
// that are not hidden, half a try of each outcome added.
func (r *results) baseRates(hidden func(i int) uint64) [][]float64 {
	rates := make([][]float64, len(r.fields))
	tries := make([][]float64, len(r.fields))
	for k := range r.fields {
		rates[k], tries[k] = make([]float64, len(r.names)), make([]float64, len(r.names))
	}
	for i, o := range r.outcomes {
		if o.kind == noKind {
			continue
		}
		for s, at := range r.fields[o.kind] {
			if hidden(i)>>s&1 == 0 {
				rates[o.kind][s] += float64(at.cut(o.solved))
				tries[o.kind][s] += float64(at.tries)
			}
		}
	}
	for k := range rates {
		for s := range rates[k] {
			rates[k][s] = (rates[k][s] + 0.5) / (tries[k][s] + 1)
		}
	}
	return rates
}

// solvedShares returns the share of the tries that each solver solves, of a kind.
func (r *results) solvedShares(kind datasets.PuzzleKind) []float64 {
	shares, puzzles := make([]float64, len(r.names)), 0
	for _, o := range r.outcomes {
		if o.kind == noKind || ratedKinds()[o.kind] != kind {
			continue
		}
		puzzles++
		for s, at := range r.fields[o.kind] {
			shares[s] += float64(at.cut(o.solved)) / float64(max(1, at.tries))
		}
	}
	for s := range shares {
		shares[s] /= float64(max(1, puzzles))
	}
	return shares
}
