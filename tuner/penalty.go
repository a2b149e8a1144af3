package tuner

import (
	"context"
	"fmt"
	"math"
)

// penalties are the prices of leaving the prior; see [Options.Penalty].
type penalties struct{ base, patterns float64 }

// prices are what penalties come to for a squared log-odds.
type prices struct {
	penalties
	patternsFrom int // the first parameter of a pattern
}

// prices with so many games.
func (f *fitter) prices(p penalties, games int) prices {
	man := 100 * f.prior.Scale // a man in log-odds
	unit := 1 / float64(games) / (man * man)
	return prices{penalties{p.base * unit, p.patterns * unit}, 2 * f.train.model.entries}
}

// add returns what the distance from the prior costs, and adds its slope.
func (p prices) add(slope, x, prior []float64) float64 {
	near := func(from, to int, price float64) float64 {
		distance := 0.0
		for k, v := range x[from:to] {
			d := v - prior[from+k]
			distance += d * d
			slope[from+k] += 2 * price * d
		}
		return price * distance
	}
	return near(0, p.patternsFrom, p.base) + near(p.patternsFrom, len(x), p.patterns)
}

// penaltyLadder are the penalties that are tried, strongest first: each fit goes
// on from where the one before arrived, with a little more freedom.
func penaltyLadder() []float64 { return []float64{128, 32, 8, 2, 0.5, 0.125} }

// patternLadder is the same for patterns. It ends where matches were lost though
// held-out losses were still getting better: see docs/decisions/004-patterns.md.
func patternLadder() []float64 { return []float64{128, 32, 8, 2} }

// choosePenalty returns the penalty of the feature list with the least held-out
// loss.
func (f *fitter) choosePenalty(ctx context.Context) (float64, []PenaltyTrial, error) {
	switch {
	case f.o.Penalty > 0:
		return f.o.Penalty, nil, nil
	case f.held.total == 0:
		return DefaultPenalty, nil, nil
	}
	trials, best, err := f.try(ctx, f.start, penaltyLadder(), "penalty", func(penalty float64) penalties { return penalties{base: penalty} })
	return best.base, trials, err
}

// choosePatternPenalty returns that of patterns, the other being chosen. The fits
// begin at x.
func (f *fitter) choosePatternPenalty(ctx context.Context, base float64, x []float64) (float64, []PenaltyTrial, error) {
	switch {
	case f.o.PatternPenalty > 0:
		return f.o.PatternPenalty, nil, nil
	case f.held.total == 0:
		return DefaultPatternPenalty, nil, nil
	}
	trials, best, err := f.try(ctx, x, patternLadder(), "penalty of patterns", func(penalty float64) penalties { return penalties{base, penalty} })
	return best.patterns, trials, err
}

// try fits down a ladder and returns the penalties with the least held-out loss. It
// looks no further after two in a row were worse than the best.
func (f *fitter) try(ctx context.Context, from []float64, ladder []float64, what string, with func(penalty float64) penalties) ([]PenaltyTrial, penalties, error) {
	var trials []PenaltyTrial
	best, least := 0, math.Inf(1)
	for _, rung := range ladder {
		p := f.problem(with(rung), fmt.Sprintf("%s %v", what, rung))
		end, err := p.minimise(ctx, f.curve.with(p.prices, from), f.o.Iterations)
		if err != nil {
			return nil, penalties{}, err
		}
		last := p.curve[len(p.curve)-1]
		trials = append(trials, PenaltyTrial{
			Penalty: with(rung).base, Patterns: with(rung).patterns, TrainLoss: last.TrainLoss, HeldLoss: last.HeldLoss,
		})
		if last.HeldLoss < least {
			best, least = len(trials)-1, last.HeldLoss
		}
		if len(trials)-1-best >= 2 {
			break
		}
		from = end.x
	}
	return trials, with(ladder[best]), nil
}

// markChosen completes the list of trials by the fit that was taken: with the
// penalties that were chosen, from where fits begin on.
func markChosen(trials []PenaltyTrial, p penalties, taken Loss) []PenaltyTrial {
	chosen := PenaltyTrial{Penalty: p.base, Patterns: p.patterns, TrainLoss: taken.Train, HeldLoss: taken.Held, Chosen: true}
	for i, t := range trials {
		if t.Penalty == p.base && t.Patterns == p.patterns {
			trials[i] = chosen
			return trials
		}
	}
	return append(trials, chosen)
}
