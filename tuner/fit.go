package tuner

import (
	"context"
	"errors"
	"fmt"
	"math"

	"damalab/datasets"
	"damalab/eval"
)

// ErrNothingToFit is the error of a fit to a sample whose training part is
// empty; test with errors.Is.
var ErrNothingToFit = errors.New("there are no positions to fit to")

// Fit fits weights to a sample, beginning from the prior. It refuses an empty
// training part with [ErrNothingToFit], and a prior of another ruleset than the
// sample's unless it is for [eval.AnyRuleset]. Where data is thin or one-sided it
// does what can be done and says so in the warnings. Weights and losses are never
// NaN or infinite. Options that concern [Load] only have no effect here.
func Fit(ctx context.Context, s *Sample, prior *eval.Weights, o Options) (*Fitted, error) {
	o, err := o.filled()
	if err != nil {
		return nil, err
	}
	if err := check(s, prior); err != nil {
		return nil, err
	}
	p := newProblem(s, prior, o)
	end, err := p.minimise(ctx, o.Iterations)
	if err != nil {
		return nil, err
	}
	f := &Fitted{Prior: prior, Seen: s.train.seen(), Curve: p.curve, Summary: s.Summary, Status: end.status}
	clamped := f.round(end.x, s.Ruleset)
	f.Constant = constantLoss(s.Summary)
	f.Before = p.lossAt(p.prior)
	f.RealLoss = p.lossAt(end.x)
	f.After = p.lossAt(parameters(f.Weights))
	f.Weights.Provenance = eval.Provenance{
		Method: fmt.Sprintf("L-BFGS on log loss, penalty %v towards the prior, at most %d positions a game, %v held out",
			o.Penalty, s.options.MaxPerGame, s.options.HeldOut),
		Tool: datasets.ToolVersion, DataDigest: s.DataDigest, Prior: prior.Digest(),
		Games: s.Summary.Train.Games, Positions: s.Summary.Train.Positions,
		TrainLoss: f.After.Train, HeldLoss: f.After.Held,
	}
	if !scaleSuits(p.train, prior, badScale) {
		f.warnIf(true, "the prior's scale %.4g does not suit these games, %.3g would: the weights grow or shrink as a whole and leave hundredths of a man",
			prior.Scale, bestScale(p.train, prior))
	}
	f.warn(end, clamped)
	return f, nil
}

// check refuses what can't give weights.
func check(s *Sample, prior *eval.Weights) error {
	switch {
	case prior.Ruleset != eval.AnyRuleset && prior.Ruleset != s.Ruleset:
		return fmt.Errorf("the prior weights are for ruleset %q, the games for %q: begin from weights for %q or for any ruleset",
			prior.Ruleset, s.Ruleset, s.Ruleset)
	case !(prior.Scale > 0) || math.IsInf(prior.Scale, 0):
		return fmt.Errorf("the prior's scale is %v: it is a number above 0", prior.Scale)
	case s.train.len() == 0 && s.held.len() > 0:
		return fmt.Errorf("%w: all %d games fell into the held-out part; add games, or hold none out", ErrNothingToFit, s.Summary.Held.Games)
	case s.train.len() == 0:
		return fmt.Errorf("%w: of %d games, %d have no known result, %d were stopped by a guard and %d have no quiet position after the opening",
			ErrNothingToFit, s.Summary.Games, s.Summary.UnknownResult, s.Summary.Guarded, s.Summary.Unusable)
	}
	return nil
}

func newProblem(s *Sample, prior *eval.Weights, o Options) *problem {
	man := 100 * prior.Scale // a man in log-odds
	return &problem{
		train: newMeanLoss(&s.train, o.Workers), held: newMeanLoss(&s.held, o.Workers),
		prior: parameters(prior), slope: make([]float64, params),
		price: o.Penalty / float64(s.Summary.Train.Games) / (man * man),
	}
}

func (p *problem) lossAt(x []float64) Loss {
	return Loss{Train: p.train.at(x, nil), Held: p.held.at(x, nil)}
}

// parameters returns weights in log-odds.
func parameters(w *eval.Weights) []float64 {
	x := make([]float64, params)
	for k, pair := range w.Pairs {
		x[2*k], x[2*k+1] = w.Scale*float64(pair.Opening), w.Scale*float64(pair.Ending)
	}
	return x
}

// round fills in the real weights and the rounded ones, and returns how many of
// those did not fit into 16 bits and were cut.
func (f *Fitted) round(x []float64, ruleset string) (clamped int) {
	scale := f.Prior.Scale
	f.Weights = &eval.Weights{Ruleset: ruleset, Scale: scale}
	whole := func(v float64) int16 {
		r := math.Round(v)
		fits := min(max(r, math.MinInt16), math.MaxInt16)
		if fits != r {
			clamped++
		}
		return int16(fits)
	}
	for k := range f.Real {
		f.Real[k] = RealPair{x[2*k] / scale, x[2*k+1] / scale}
		f.Weights.Pairs[k] = eval.Pair{Opening: whole(f.Real[k].Opening), Ending: whole(f.Real[k].Ending)}
	}
	return clamped
}

// constantLoss is that of expecting the training part's mean result everywhere.
// Half a point is added to either side, so that a sample of nothing but wins
// does not promise a win for ever.
func constantLoss(s Summary) Loss {
	mean := (s.Train.Points + 0.5) / (float64(s.Train.Positions) + 1)
	loss := func(p Part) float64 {
		if p.Positions == 0 {
			return 0
		}
		got := p.Points / float64(p.Positions)
		return -got*math.Log(mean) - (1-got)*math.Log1p(-mean)
	}
	return Loss{Train: loss(s.Train), Held: loss(s.Held)}
}
