package tuner

import (
	"fmt"
	"runtime"
)

// What zero options stand for.
const (
	// DefaultPerGame is how many positions of a game are taken.
	DefaultPerGame = 8
	// DefaultHeldOut is the share of games by which penalty and stopping are
	// chosen.
	DefaultHeldOut = 0.1
	// DefaultTest is the share of games that have the last word.
	DefaultTest = 0.1
	// DefaultPenalty is the price of leaving the prior where no games are held
	// out to choose it by; see [Options.Penalty].
	// Between 50 and 6000 games, with clear results and with results half of
	// which were drawn by lot, its held-out loss was within 0.004 nats of the best
	// of ten penalties from 0.1 to 1000, the prior's scale being the best one.
	DefaultPenalty = 2
	// DefaultPatternPenalty is the price of a pattern's weight where no games are
	// held out to choose it by; see [Options.PatternPenalty].
	DefaultPatternPenalty = 2
	// DefaultIterations is the limit of L-BFGS iterations.
	DefaultIterations = 300
	// DefaultPatience is how many iterations the held-out loss may go without
	// getting better.
	DefaultPatience = 30
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
	// see but is steered by; 0 means [DefaultHeldOut], a negative number none.
	HeldOut float64
	// Test is the share of games that neither the fit nor any choice sees, and
	// that it is judged by at the end; 0 means [DefaultTest], a negative number
	// none. Together with HeldOut it is below 1.
	Test float64
	// Guarded is the weight, 0 to 1, of games that a guard stopped; 0 leaves
	// them out. They count as drawn without being so.
	Guarded float64
	// Adjudicated is the weight, up to 1, of games that were adjudicated by the
	// score; 0 means 1, a negative number leaves them out. An adjudication by
	// endgame tables is exact and always counts in full.
	Adjudicated float64
	// Played takes results as they were played even where endgame tables have
	// told the exact one ([datasets.Game.Rescored]). Otherwise the exact one
	// stands for the result of the whole game, in full: the game leads to the
	// position that the tables know, and what came after was mistakes.
	Played bool
	// Lambda is the share, 0 to 1, of the search's score in what is fitted to:
	//
	//	(1-Lambda)*result + Lambda*(expected result by the score)
	//
	// Above 0 positions without a score are left out, and a game without any is
	// an error.
	Lambda float64
	// Threatened takes positions, too, in which only the other side could capture
	// if it were to move. A search judges such positions at its leaves, and pattern
	// tables that never saw one know nothing of it; but only a score (see Lambda)
	// tells what the threat is worth in the position itself.
	Threatened bool
	// Penalty is the price of leaving the prior. With a training part of n games,
	//
	//	Penalty/n * sum over weights of ((weight - prior) / 100)^2
	//
	// is added to the mean log loss. Its unit is nats per square man, with a
	// whole game counted as one observation, since the positions of a game
	// share one result. It says that a weight is believed to be right to within
	// 1/sqrt(2*Penalty) men before any game was seen, and it fades as games
	// are added. 0 chooses among a few by the held-out part, or means
	// [DefaultPenalty] where there is none; it can't be negative.
	Penalty float64
	// Patterns names the set of patterns whose tables are fitted too, one of
	// [eval.PatternSets]; empty means none. It counts when games are loaded.
	Patterns string
	// PatternPenalty is the price, in the unit of Penalty, of a pattern's weight
	// that is not the prior's, which is 0 if the prior has no patterns. So a picture
	// that is seldom seen keeps to what it shares with all others: the features of
	// the list. 0 chooses among a few by the held-out part, or means
	// [DefaultPatternPenalty] where there is none; it can't be negative.
	PatternPenalty float64
	// Iterations is the limit of L-BFGS iterations of a fit; 0 means
	// [DefaultIterations].
	Iterations int
	// Patience is after how many iterations without a better held-out loss the
	// fit stops and goes back to the best one; 0 means [DefaultPatience], a
	// negative number never. A fit that arrives before it is left there.
	Patience int
	// Progress, if not nil, is called with every step of every descent and what
	// that descent is for: "penalty 8", "fit", "penalty of patterns 2", "fit without patterns" or
	// "learning from 1200 games". It is
	// called from one goroutine at a time, also for steps that a journal repeats.
	Progress func(what string, s Step)
	// Workers is the number of goroutines; 0 means one for each processor. It
	// changes no result.
	Workers int
	// Memory is about how many bytes positions may take in memory; those beyond
	// it go to a file in the folder Work and are read again in every pass. 0
	// keeps all in memory. It changes no result. To tell positions apart Load
	// needs up to 16 bytes a position more.
	Memory int64
	// Work is a folder, which must exist, for that file and for the journal by
	// which [Fit] goes on after it was stopped: the same fit with the same
	// folder repeats nothing it has computed, and ends in the same bits. Empty
	// keeps no journal.
	Work string
}

// filled puts the defaults in place of zeros and refuses what has no meaning.
func (o Options) filled() (Options, error) {
	o.MaxPerGame = orElse(o.MaxPerGame, DefaultPerGame)
	o.HeldOut = max(orElse(o.HeldOut, DefaultHeldOut), 0) // from here on 0 is none
	o.Test = max(orElse(o.Test, DefaultTest), 0)
	o.Adjudicated = max(orElse(o.Adjudicated, 1), 0)
	o.Iterations = orElse(o.Iterations, DefaultIterations)
	o.Patience = orElse(o.Patience, DefaultPatience)
	o.Workers = orElse(o.Workers, runtime.GOMAXPROCS(0))
	switch {
	case !(o.HeldOut < 1): // also true of no number
		return o, fmt.Errorf("held-out share %v: it is below 1, such as %v", o.HeldOut, DefaultHeldOut)
	case !(o.HeldOut+o.Test < 1):
		return o, fmt.Errorf("held-out share %v and test share %v: together they are below 1, such as %v and %v",
			o.HeldOut, o.Test, DefaultHeldOut, DefaultTest)
	case o.Penalty != 0 && (!(o.Penalty > 0) || o.Penalty > maxPenalty):
		return o, fmt.Errorf("penalty %v: it is above 0 and at most %v, such as %v", o.Penalty, float64(maxPenalty), float64(DefaultPenalty))
	case o.PatternPenalty != 0 && (!(o.PatternPenalty > 0) || o.PatternPenalty > maxPenalty):
		return o, fmt.Errorf("penalty %v of patterns: it is above 0 and at most %v, such as %v", o.PatternPenalty, float64(maxPenalty), float64(DefaultPatternPenalty))
	case o.PatternPenalty != 0 && o.Patterns == "":
		return o, fmt.Errorf("penalty %v of patterns, and no patterns: name a set of them", o.PatternPenalty)
	case !(o.Lambda >= 0 && o.Lambda <= 1):
		return o, fmt.Errorf("lambda %v: it is 0 (results alone) to 1 (scores alone)", o.Lambda)
	case !(o.Guarded >= 0 && o.Guarded <= 1):
		return o, fmt.Errorf("weight %v of guarded games: it is 0 to 1", o.Guarded)
	case !(o.Adjudicated <= 1):
		return o, fmt.Errorf("weight %v of adjudicated games: it is at most 1", o.Adjudicated)
	case o.Iterations < 0:
		return o, fmt.Errorf("%d iterations: there is at least one", o.Iterations)
	case o.Workers < 0:
		return o, fmt.Errorf("%d workers: there is at least one", o.Workers)
	case o.Memory < 0:
		return o, fmt.Errorf("memory of %d bytes: it is at least 1, or 0 for no limit", o.Memory)
	case o.Memory > 0 && o.Work == "":
		return o, fmt.Errorf("memory of %d bytes: name a work folder for what goes beyond it", o.Memory)
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
