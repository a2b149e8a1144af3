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
// NaN or infinite; standard errors are NaN where there is none. Options that
// concern [Load] only have no effect here; Lambda and Penalty concern Fit alone,
// but Load asks for scores if Lambda is above 0.
func Fit(ctx context.Context, s *Sample, prior *eval.Weights, o Options) (*Fitted, error) {
	o, err := o.filled()
	if err != nil {
		return nil, err
	}
	if err := check(s, prior); err != nil {
		return nil, err
	}
	f, err := newFitter(s, prior, o)
	if err != nil {
		return nil, err
	}
	fitted, err := f.fit(ctx)
	if err = errors.Join(err, f.journal.close()); err != nil {
		return nil, err
	}
	return fitted, nil
}

// check refuses what can't give weights.
func check(s *Sample, prior *eval.Weights) error {
	switch {
	case prior.Ruleset != eval.AnyRuleset && prior.Ruleset != s.Ruleset:
		return fmt.Errorf("the prior weights are for ruleset %q, the games for %q: begin from weights for %q or for any ruleset",
			prior.Ruleset, s.Ruleset, s.Ruleset)
	case !(prior.Scale > 0) || math.IsInf(prior.Scale, 0):
		return fmt.Errorf("the prior's scale is %v: it is a number above 0", prior.Scale)
	case s.train.len() == 0 && s.held.len()+s.test.len() > 0:
		return fmt.Errorf("%w: all %d games fell into the held-out and test parts; add games, or hold none out",
			ErrNothingToFit, s.Summary.Held.Games+s.Summary.Test.Games)
	case s.train.len() == 0:
		return fmt.Errorf("%w: of %d games, %d have no known result, %d were stopped by a guard, %d were left out as adjudicated and %d have no quiet position after the opening",
			ErrNothingToFit, s.Summary.Games, s.Summary.UnknownResult, s.Summary.Guarded, s.Summary.Adjudicated, s.Summary.Unusable)
	}
	return s.model.suits(prior)
}

// fitter is a fit in progress.
type fitter struct {
	s                 *Sample
	model             *model // the sample's, of what the training part can tell
	prior             *eval.Weights
	o                 Options
	targets           *targets
	train, held, test *meanLoss
	start             []float64 // the prior in log-odds
	curve             *curve    // at the prior
	journal           *journal
}

func newFitter(s *Sample, prior *eval.Weights, o Options) (*fitter, error) {
	f := &fitter{s: s, prior: prior, o: o}
	var err error
	if f.model, err = s.model.onlySeen(&s.train, prior); err != nil {
		return nil, err
	}
	f.start = f.model.parameters(prior)
	if f.targets, err = findTargets(s, o.Lambda, prior.Scale); err != nil {
		return nil, err
	}
	for _, l := range []struct {
		loss **meanLoss
		part part
	}{{&f.train, training}, {&f.held, heldOut}, {&f.test, tested}} {
		if *l.loss, err = newMeanLoss(s.rows(l.part), f.model, f.targets, o.Workers); err != nil {
			return nil, err
		}
		(*l.loss).part = l.part
	}
	if o.Work != "" {
		if f.journal, err = openJournal(f); err != nil {
			return nil, err
		}
	}
	f.train.journal, f.held.journal, f.test.journal = f.journal, f.journal, f.journal
	return f, nil
}

// problem is the whole fit's with given penalties, and what it is for.
func (f *fitter) problem(p penalties, what string) *problem {
	var report func(Step)
	if f.o.Progress != nil {
		report = func(s Step) { f.o.Progress(what, s) }
	}
	return &problem{
		report: report, train: f.train, held: f.held, prior: f.start, slope: make([]float64, len(f.start)),
		prices: f.prices(p, f.s.Summary.Train.Games), patience: f.o.Patience,
	}
}

// fit does everything, in the order in which it matters.
func (f *fitter) fit(ctx context.Context) (*Fitted, error) {
	var err error
	if f.curve, err = f.train.curve(f.start); err != nil {
		return nil, err
	}
	r := &Fitted{Prior: f.prior, Summary: f.s.Summary, Sources: f.sources()}
	from, penalty, trials, err := f.begin(ctx, r)
	if err != nil {
		return nil, err
	}
	p := f.problem(penalty, "fit")
	end, err := p.minimise(ctx, f.curve.with(p.prices, from), f.o.Iterations)
	if err != nil {
		return nil, err
	}
	r.Curve, r.Status = p.curve, end.status
	clamped := r.round(end.x, f.s.Ruleset, f.model)
	if err := f.losses(r, end.x); err != nil {
		return nil, err
	}
	r.Penalties = markChosen(trials, penalty, r.RealLoss)
	r.Weights.Provenance = f.provenance(r, penalty)
	if err := f.examine(ctx, r, end.x, penalty); err != nil {
		return nil, err
	}
	suits, err := scaleSuits(f.train, f.prior, badScale)
	if err != nil {
		return nil, err
	}
	if !suits {
		best, err := bestScale(f.train, f.prior)
		if err != nil {
			return nil, err
		}
		r.warnIf(true, "the prior's scale %.4g does not suit these games, %.3g would: the weights grow or shrink as a whole and leave hundredths of a man",
			f.prior.Scale, best)
	}
	r.warn(end, clamped)
	return r, nil
}

// begin chooses the penalties, and says where the fit begins.
func (f *fitter) begin(ctx context.Context, r *Fitted) (from []float64, p penalties, trials []PenaltyTrial, err error) {
	if f.model.set != nil {
		return f.beginWithPatterns(ctx, r)
	}
	p.base, trials, err = f.choosePenalty(ctx)
	return f.start, p, trials, err
}

// examine fills in what is known of the fit beyond the weights.
func (f *fitter) examine(ctx context.Context, r *Fitted, x []float64, penalty penalties) (err error) {
	if r.Seen, err = f.s.train.seen(); err != nil {
		return err
	}
	f.countPatterns(r)
	if err := f.doubts(r, x, penalty); err != nil {
		return err
	}
	if err := f.residuals(r, x); err != nil {
		return err
	}
	if err := f.gain(r); err != nil {
		return err
	}
	r.Learning, err = f.learning(ctx, r, penalty)
	return err
}

// losses fills in the losses of the models to compare.
func (f *fitter) losses(r *Fitted, x []float64) error {
	for _, l := range []struct {
		loss *Loss
		x    []float64
	}{{&r.Before, f.start}, {&r.RealLoss, x}, {&r.After, f.model.parameters(r.Weights)}} {
		var err error
		if *l.loss, err = f.lossAt(l.x); err != nil {
			return err
		}
	}
	return f.simpleLosses(r)
}

func (f *fitter) lossAt(x []float64) (l Loss, err error) {
	if l.Train, err = f.train.at(x, nil); err != nil {
		return l, err
	}
	if l.Held, err = f.held.at(x, nil); err != nil {
		return l, err
	}
	l.Test, err = f.test.at(x, nil)
	return l, err
}

func (f *fitter) provenance(r *Fitted, penalty penalties) eval.Provenance {
	o := f.s.options
	method := fmt.Sprintf("L-BFGS on log loss, penalty %v towards the prior, at most %d positions a game, %v held out, %v to test by",
		penalty.base, o.MaxPerGame, o.HeldOut, o.Test)
	if f.model.set != nil {
		method += fmt.Sprintf(", patterns %s with penalty %v", f.model.set.Name(), penalty.patterns)
	}
	if f.o.Lambda > 0 {
		method += fmt.Sprintf(", %v of the target by search scores at scale %.4g", f.o.Lambda, f.targets.scale)
	}
	if o.Threatened {
		method += ", threatened positions too"
	}
	if o.Guarded > 0 {
		method += fmt.Sprintf(", games stopped by a guard count %v", o.Guarded)
	}
	if o.Adjudicated < 1 {
		method += fmt.Sprintf(", games adjudicated by score count %v", o.Adjudicated)
	}
	if f.s.Summary.Corrected > 0 {
		method += fmt.Sprintf(", %d results corrected by endgame tables", f.s.Summary.Corrected)
	}
	return eval.Provenance{
		Method: method, Tool: datasets.ToolVersion, DataDigest: f.s.DataDigest, Prior: f.prior.Digest(),
		Games: f.s.Summary.Train.Games, Positions: f.s.Summary.Train.Positions,
		TrainLoss: r.After.Train, HeldLoss: r.After.Held,
	}
}

// sources says how the targets were made.
func (f *fitter) sources() Sources {
	o := f.s.options
	s := Sources{
		Lambda: f.o.Lambda, ScoreScale: f.targets.scale, Guarded: o.Guarded, Adjudicated: o.Adjudicated,
		Rescored: !o.Played, Corrected: f.s.Summary.Corrected, Ended: map[string]int{},
	}
	for _, p := range []part{training, heldOut, tested} {
		for _, code := range f.s.rows(p).ended {
			s.Ended[string(endings()[code])]++
		}
	}
	return s
}

// round fills in the real weights and the rounded ones, and returns how many of
// those did not fit into 16 bits and were cut.
func (f *Fitted) round(x []float64, ruleset string, m *model) (clamped int) {
	scale := f.Prior.Scale
	f.Weights = &eval.Weights{Ruleset: ruleset, Scale: scale}
	whole := func(v float64, most int) int16 {
		r := math.Round(v)
		fits := min(max(r, float64(-most)), float64(most))
		if fits != r {
			clamped++
		}
		return int16(fits)
	}
	for k := range f.Real {
		f.Real[k] = RealPair{x[2*k] / scale, x[2*k+1] / scale}
		f.Weights.Pairs[k] = eval.Pair{Opening: whole(f.Real[k].Opening, math.MaxInt16), Ending: whole(f.Real[k].Ending, math.MaxInt16)}
	}
	if m.set == nil {
		return clamped
	}
	tables := &eval.Patterns{Set: m.set, Pairs: make([]eval.Pair, m.set.Size())}
	if f.Prior.Patterns != nil {
		copy(tables.Pairs, f.Prior.Patterns.Pairs)
	}
	for i, k := range m.fitted {
		at := x[2*(m.entries+i):]
		tables.Pairs[k] = eval.Pair{Opening: whole(at[0]/scale, eval.PatternLimit), Ending: whole(at[1]/scale, eval.PatternLimit)}
	}
	f.Weights.Patterns = tables
	return clamped
}
