package tuner

import (
	"fmt"
	"runtime"
)

// What zero options stand for.
const (
	// DefaultPerGame is how many positions of a game are taken.
	DefaultPerGame = 8
	// DefaultHeldOut is the share of games that the fit does not see.
	DefaultHeldOut = 0.2
	// DefaultPenalty is the price of leaving the prior; see [Options.Penalty].
	// Between 50 and 6000 games, with clear results and with results half of
	// which were drawn by lot, its held-out loss was within 0.004 nats of the best
	// of ten penalties from 0.1 to 1000, the prior's scale being the best one.
	DefaultPenalty = 2
	// DefaultIterations is the limit of L-BFGS iterations.
	DefaultIterations = 300
)

// Options says how positions are taken from games and how weights are fitted to
// them. The zero value is meant for use.
type Options struct {
	// MaxPerGame is how many positions of a game are taken at most, spread
	// evenly over those that qualify; 0 means [DefaultPerGame], a negative
	// number all of them. Neighbouring positions say almost the same, so a
	// few of many games are worth more than all of a few.
	MaxPerGame int
	// HeldOut is the share of games, from 0 to below 1, that the fit does not
	// see; 0 means [DefaultHeldOut], a negative number none.
	HeldOut float64
	// KeepGuarded takes also the games that a guard stopped. They count as
	// drawn without being so, and are left out otherwise.
	KeepGuarded bool
	// Penalty is the price of leaving the prior. With a training part of n games,
	//
	//	Penalty/n * sum over weights of ((weight - prior) / 100)^2
	//
	// is added to the mean log loss. Its unit is nats per square man, with a
	// whole game counted as one observation, since the positions of a game
	// share one result. It says that a weight is believed to be right to within
	// 1/sqrt(2*Penalty) men before any game was seen, and it fades as games
	// are added. 0 means [DefaultPenalty]; it can't be negative.
	Penalty float64
	// Iterations is the limit of L-BFGS iterations; 0 means
	// [DefaultIterations].
	Iterations int
	// Workers is the number of goroutines; 0 means one for each processor. It
	// changes no result.
	Workers int
}

// filled puts the defaults in place of zeros and refuses what has no meaning.
func (o Options) filled() (Options, error) {
	o.MaxPerGame = orElse(o.MaxPerGame, DefaultPerGame)
	o.HeldOut = max(orElse(o.HeldOut, DefaultHeldOut), 0) // from here on 0 is none
	o.Penalty = orElse(o.Penalty, DefaultPenalty)
	o.Iterations = orElse(o.Iterations, DefaultIterations)
	o.Workers = orElse(o.Workers, runtime.GOMAXPROCS(0))
	switch {
	case !(o.HeldOut < 1): // also true of no number
		return o, fmt.Errorf("held-out share %v: it is below 1, such as %v", o.HeldOut, DefaultHeldOut)
	case !(o.Penalty > 0) || o.Penalty > maxPenalty:
		return o, fmt.Errorf("penalty %v: it is above 0 and at most %v, such as %v", o.Penalty, float64(maxPenalty), float64(DefaultPenalty))
	case o.Iterations < 0:
		return o, fmt.Errorf("%d iterations: there is at least one", o.Iterations)
	case o.Workers < 0:
		return o, fmt.Errorf("%d workers: there is at least one", o.Workers)
	}
	return o, nil
}

// maxPenalty holds every weight to within a hundredth of the prior and is far
// from where squares lose their digits.
const maxPenalty = 1e9

func orElse[T comparable](v, otherwise T) T {
	var zero T
	if v == zero {
		return otherwise
	}
	return v
}
