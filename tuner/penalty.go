package tuner

import (
	"context"
	"math"
)

// penaltyLadder are the penalties that are tried, strongest first: each fit goes
// on from where the one before arrived, with a little more freedom.
func penaltyLadder() []float64 { return []float64{128, 32, 8, 2, 0.5, 0.125} }

// choosePenalty returns the penalty with the least held-out loss. It looks no
// further down the ladder after two in a row were worse than the best.
func (f *fitter) choosePenalty(ctx context.Context) (float64, []PenaltyTrial, error) {
	switch {
	case f.o.Penalty > 0:
		return f.o.Penalty, nil, nil
	case f.held.total == 0:
		return DefaultPenalty, nil, nil
	}
	var trials []PenaltyTrial
	best, least, from := 0, math.Inf(1), f.start
	for _, penalty := range penaltyLadder() {
		p := f.problem(penalty)
		end, err := p.minimise(ctx, from, f.o.Iterations)
		if err != nil {
			return 0, nil, err
		}
		last := p.curve[len(p.curve)-1]
		trials = append(trials, PenaltyTrial{Penalty: penalty, TrainLoss: last.TrainLoss, HeldLoss: last.HeldLoss})
		if last.HeldLoss < least {
			best, least = len(trials)-1, last.HeldLoss
		}
		if len(trials)-1-best >= 2 {
			break
		}
		from = end.x
	}
	return trials[best].Penalty, trials, nil
}

// markChosen completes the list of trials by the fit that was taken: with the
// penalty that was chosen, from the prior on.
func markChosen(trials []PenaltyTrial, penalty float64, taken Loss) []PenaltyTrial {
	for i, t := range trials {
		if t.Penalty == penalty {
			trials[i] = PenaltyTrial{Penalty: penalty, TrainLoss: taken.Train, HeldLoss: taken.Held, Chosen: true}
			return trials
		}
	}
	return append(trials, PenaltyTrial{Penalty: penalty, TrainLoss: taken.Train, HeldLoss: taken.Held, Chosen: true})
}
