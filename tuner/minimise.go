package tuner

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
)

// Step is one iteration of a fit. Losses are means over positions, in nats,
// without the penalty.
type Step struct {
	// Iteration counts from 0, the prior.
	Iteration int
	// TrainLoss is that of the training part; it may rise for a step, since
	// what is minimised has the penalty in it.
	TrainLoss float64
	// HeldLoss is that of the held-out part; 0 if there is none.
	HeldLoss float64
}

// stillSlope is the largest slope, in nats for a change of the log-odds by 1,
// at which a fit has arrived: what is left to gain is far below a rounded weight.
const stillSlope = 1e-6

// problem is what gonum minimises: the mean loss plus the penalty. It
// remembers the last point it was asked about, because gonum asks for value and
// gradient one after the other and both come from one pass over the data.
type problem struct {
	train, held *meanLoss
	prior       []float64
	price       float64 // of a squared log-odds

	x, slope    []float64 // the remembered point with its gradient
	loss, value float64   // without and with the penalty

	curve []Step
	drawn []float64 // the point of the curve's last step
}

// look makes x the remembered point.
func (p *problem) look(x []float64) {
	if slices.Equal(p.x, x) {
		return
	}
	p.x = append(p.x[:0], x...)
	p.loss = p.train.at(x, p.slope)
	distance := 0.0
	for k, v := range x {
		d := v - p.prior[k]
		distance += d * d
		p.slope[k] += 2 * p.price * d
	}
	p.value = p.loss + p.price*distance
}

func (p *problem) valueAt(x []float64) float64 {
	p.look(x)
	return p.value
}

func (p *problem) slopeAt(slope, x []float64) {
	p.look(x)
	copy(slope, p.slope)
}

// Init is part of gonum's Recorder.
func (p *problem) Init() error { return nil }

// Record is part of gonum's Recorder: it adds each accepted point to the curve.
func (p *problem) Record(at *optimize.Location, op optimize.Operation, _ *optimize.Stats) error {
	if op == optimize.MajorIteration {
		p.step(at.X)
	}
	return nil
}

// step adds a point to the curve.
func (p *problem) step(x []float64) {
	p.look(x)
	p.drawn = append(p.drawn[:0], x...)
	p.curve = append(p.curve, Step{Iteration: len(p.curve), TrainLoss: p.loss, HeldLoss: p.held.at(x, nil)})
}

// arrival is where a minimisation ended.
type arrival struct {
	x       []float64
	status  string
	steep   float64 // largest slope that is left
	arrived bool
}

// minimise goes down from the prior. Failing to converge is no error: the point
// reached is better than the prior, and the arrival says so. A result that is
// not finite is one.
func (p *problem) minimise(ctx context.Context, iterations int) (arrival, error) {
	goOn := func() (optimize.Status, error) {
		if err := ctx.Err(); err != nil {
			return optimize.Failure, err
		}
		return optimize.NotTerminated, nil
	}
	result, err := optimize.Minimize(
		optimize.Problem{Func: p.valueAt, Grad: p.slopeAt, Status: goOn},
		p.prior,
		&optimize.Settings{
			GradientThreshold: stillSlope,
			Converger:         &optimize.FunctionConverge{Absolute: 1e-11, Iterations: 20},
			MajorIterations:   iterations,
			Recorder:          p,
		},
		&optimize.LBFGS{Store: 15})
	switch {
	case ctx.Err() != nil:
		return arrival{}, ctx.Err()
	case result == nil:
		return arrival{}, fmt.Errorf("the fit did not start: %w", err)
	}
	return p.arrive(result, err)
}

// arrive judges where gonum stopped; result and error may both be set.
func (p *problem) arrive(result *optimize.Result, err error) (arrival, error) {
	// The point at which gonum stops is not recorded by it.
	if !slices.Equal(p.drawn, result.X) {
		p.step(result.X)
	}
	p.look(result.X)
	a := arrival{x: result.X, status: result.Status.String(), steep: floats.Norm(p.slope, math.Inf(1))}
	if err != nil {
		a.status += ": " + err.Error()
	}
	if bad := a.steep + p.value; math.IsNaN(bad) || math.IsInf(bad, 0) {
		return a, fmt.Errorf("the fit left the finite numbers (%s): raise the penalty, or look for a damaged scale in the prior", a.status)
	}
	// A line search that can't improve the last digits reports a failure at the
	// very bottom, so the slope decides and not the status alone.
	a.arrived = err == nil && !result.Status.Early() || a.steep <= 100*stillSlope
	return a, nil
}
