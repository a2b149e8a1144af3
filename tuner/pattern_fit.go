package tuner

import (
	"context"
	"fmt"

	"damalab/eval"
)

// suits refuses a prior with other patterns than the model's.
func (m *model) suits(prior *eval.Weights) error {
	switch {
	case prior.Patterns == nil:
	case m.set == nil:
		return fmt.Errorf("the prior weights have patterns %s, and none are to be fitted: name that set, or take them out of the prior",
			prior.Patterns.Set.Name())
	case m.set.Name() != prior.Patterns.Set.Name():
		return fmt.Errorf("the prior weights have patterns %s, and %s are to be fitted: name the prior's set, or take its patterns out",
			prior.Patterns.Set.Name(), m.set.Name())
	}
	return nil
}

// beginWithPatterns fits the feature list alone, which is the measure of what
// patterns add and where their fit begins unless the prior has some.
func (f *fitter) beginWithPatterns(ctx context.Context, r *Fitted) (from []float64, p penalties, trials []PenaltyTrial, err error) {
	plain, err := f.withoutPatterns()
	if err != nil {
		return nil, p, nil, err
	}
	if p.base, trials, err = plain.choosePenalty(ctx); err != nil {
		return nil, p, nil, err
	}
	alone := plain.problem(p, "fit without patterns")
	end, err := alone.minimise(ctx, plain.curve.with(alone.prices, plain.start), f.o.Iterations)
	if err != nil {
		return nil, p, nil, err
	}
	r.Patterns = &PatternFit{Set: f.model.set.Name(), Groups: f.model.set.Groups(), Weights: f.model.set.Size()}
	if r.Patterns.Without, err = plain.lossAt(end.x); err != nil {
		return nil, p, nil, err
	}
	from = append([]float64(nil), f.start...)
	if f.prior.Patterns == nil {
		copy(from, end.x)
	}
	var more []PenaltyTrial
	p.patterns, more, err = f.choosePatternPenalty(ctx, p.base, from)
	return from, p, append(trials, more...), err
}

// withoutPatterns is the same fit of the feature list alone.
func (f *fitter) withoutPatterns() (*fitter, error) {
	plain := *f
	m := baseModel()
	plain.model, plain.start, plain.curve = m, m.parameters(f.prior), &curve{base: f.curve.base}
	for _, l := range []struct {
		loss **meanLoss
		part part
	}{{&plain.train, training}, {&plain.held, heldOut}, {&plain.test, tested}} {
		loss, err := newMeanLoss(f.s.rows(l.part), m, f.targets, f.o.Workers)
		if err != nil {
			return nil, err
		}
		loss.part, loss.journal = l.part, f.journal
		*l.loss = loss
	}
	return &plain, nil
}

// countPatterns fills in how many weights occur and how many are left.
func (f *fitter) countPatterns(r *Fitted) {
	if r.Patterns == nil {
		return
	}
	r.Patterns.Seen = len(f.model.fitted)
	for _, pair := range r.Weights.Patterns.Pairs {
		if pair != (eval.Pair{}) {
			r.Patterns.Kept++
		}
	}
}
