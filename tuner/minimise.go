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

// stillSlope is the largest slope at which a fit has arrived, where the curvature
// is about 1: what is left to gain is about its square, far below what rounding
// to whole weights costs.
const stillSlope = 1e-6

// problem is what gonum minimises: the mean loss plus the penalty. It
// remembers the last point it was asked about, because gonum asks for value and
// gradient one after the other and both come from one pass over the data.
type problem struct {
	train, held *meanLoss
	prior       []float64
	prices      prices
	report      func(Step)
	patience    int // iterations without a better held-out loss; 0 or below: no end

	x, slope    []float64 // the remembered point with its gradient
	loss, value float64   // without and with the penalty
	err         error     // the first one of a pass; the values after it mean nothing

	conditioner *conditioner
	point       []float64 // that gonum is at, as weights

	curve []Step
	drawn []float64 // the point of the curve's last step
	best  int       // the step with the least held-out loss
	bestX []float64
}

// look makes x the remembered point.
func (p *problem) look(x []float64) {
	if slices.Equal(p.x, x) || p.err != nil {
		return
	}
	p.x = append(p.x[:0], x...)
	p.loss, p.err = p.train.at(x, p.slope)
	p.value = p.loss + p.prices.add(p.slope, x, p.prior)
}

// place returns the weights that gonum's point stands for; they are valid until
// the next call.
func (p *problem) place(u []float64) []float64 {
	p.conditioner.point(p.point, u)
	return p.point
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
		p.step(p.place(at.X))
	}
	return p.err
}

// step adds a point to the curve.
func (p *problem) step(x []float64) {
	p.look(x)
	if p.err != nil {
		return
	}
	p.drawn = append(p.drawn[:0], x...)
	s := Step{Iteration: len(p.curve), TrainLoss: p.loss}
	s.HeldLoss, p.err = p.held.at(x, nil)
	p.curve = append(p.curve, s)
	if p.report != nil && p.err == nil {
		p.report(s)
	}
	if s.HeldLoss < p.curve[p.best].HeldLoss || s.Iteration == 0 {
		p.best, p.bestX = s.Iteration, append(p.bestX[:0], x...)
	}
}

// tired tells that the held-out loss has not become better for too long.
func (p *problem) tired() bool {
	return p.patience > 0 && p.held.total > 0 && len(p.curve)-1-p.best >= p.patience
}

// arrival is where a minimisation ended.
type arrival struct {
	x       []float64
	status  string
	steep   float64 // largest slope that is left, by the conditioner's measure
	arrived bool
	early   bool // stopped for the held-out part's sake
}

// minimise goes down from where the conditioner stands. Failing to converge is no error: the point
// reached is better than the first, and the arrival says so. A result that is
// not finite is one.
func (p *problem) minimise(ctx context.Context, c *conditioner, iterations int) (arrival, error) {
	p.conditioner, p.point = c, make([]float64, len(c.from))
	goOn := func() (optimize.Status, error) {
		switch {
		case ctx.Err() != nil:
			return optimize.Failure, ctx.Err()
		case p.err != nil:
			return optimize.Failure, p.err
		case p.tired():
			return optimize.Success, nil
		}
		return optimize.NotTerminated, nil
	}
	result, err := optimize.Minimize(
		optimize.Problem{
			Func: func(u []float64) float64 { return p.valueAt(p.place(u)) },
			Grad: func(slope, u []float64) {
				p.slopeAt(slope, p.place(u))
				c.turn(slope)
			},
			Status: goOn,
		},
		make([]float64, len(c.from)),
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
	case p.err != nil:
		return arrival{}, p.err
	case result == nil:
		return arrival{}, fmt.Errorf("the fit did not start: %w", err)
	}
	return p.arrive(result, err)
}

// arrive judges where gonum stopped; result and error may both be set.
func (p *problem) arrive(result *optimize.Result, err error) (arrival, error) {
	// The point at which gonum stops is not recorded by it.
	last := slices.Clone(p.place(result.X))
	if !slices.Equal(p.drawn, last) {
		p.step(last)
	}
	a := arrival{x: last, status: result.Status.String()}
	if a.early = p.tired(); a.early {
		a.x, a.status = p.bestX, fmt.Sprintf("stopped early at iteration %d", p.best)
		p.curve = p.curve[:p.best+1]
	}
	p.look(a.x)
	slope := slices.Clone(p.slope)
	p.conditioner.turn(slope)
	a.steep = floats.Norm(slope, math.Inf(1))
	if err != nil {
		a.status += ": " + err.Error()
	}
	if p.err != nil {
		return a, p.err
	}
	if bad := a.steep + p.value; math.IsNaN(bad) || math.IsInf(bad, 0) {
		return a, fmt.Errorf("the fit left the finite numbers (%s): raise the penalty, or look for a damaged scale in the prior", a.status)
	}
	// A line search that can't improve the last digits reports a failure at the
	// very bottom, so the slope decides and not the status alone.
	a.arrived = a.early || err == nil && !result.Status.Early() || a.steep <= 100*stillSlope
	return a, nil
}
