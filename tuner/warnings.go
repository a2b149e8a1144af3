package tuner

import (
	"fmt"

	"damalab/datasets"
	"damalab/eval"
)

// Where a sample begins to look doubtful.
const (
	fewGames = 500  // below, weights are mostly the prior's
	onesided = 0.75 // of the points for one color
	drawish  = 0.9  // of the games drawn
	coarse   = 1e-4 // nats lost by rounding
	badScale = 1.5  // times or part of the best scale
	capped   = 0.1  // of the games stopped by a guard
	repeats  = 0.5  // of the chosen positions seen before
	tooSure  = 0.02 // nats of loss: results that can be told without error
)

// warn fills in the warnings, in the order in which one would look for the
// cause of bad weights: the games, the features, the fit.
func (f *Fitted) warn(end arrival, clamped int) {
	f.warnOfGames()
	f.warnOfFeatures()
	f.warnIf(!end.arrived, "the fit did not converge (%s, largest slope left %.1e): allow more iterations or raise the penalty", end.status, end.steep)
	f.warnIf(clamped > 0, "%d weights are beyond the range of a weights file and were cut: raise the penalty", clamped)
	held := f.Summary.Held.Positions > 0
	f.warnIf(held && f.RealLoss.Held > f.Before.Held, "on the held-out games the fit is worse than the prior (%.5f against %.5f): keep the prior, or add games",
		f.RealLoss.Held, f.Before.Held)
	f.warnIf(held && f.RealLoss.Held > f.Constant.Held, "on the held-out games the fit is worse than one constant expectation (%.5f against %.5f): the results say nothing about the positions",
		f.RealLoss.Held, f.Constant.Held)
	if p := f.Patterns; p != nil {
		f.warnIf(held && f.RealLoss.Held >= p.Without.Held, "on the held-out games patterns %s add nothing (%.5f against %.5f without): leave them out, or add games",
			p.Set, f.RealLoss.Held, p.Without.Held)
	}
	f.warnIf(f.After.Train > f.RealLoss.Train+coarse, "rounding to whole hundredths costs %.5f nats: the scale %v is too coarse",
		f.After.Train-f.RealLoss.Train, f.Prior.Scale)
}

func (f *Fitted) warnIf(doubtful bool, format string, args ...any) {
	if doubtful {
		f.Warnings = append(f.Warnings, fmt.Sprintf(format, args...))
	}
}

func (f *Fitted) warnOfGames() {
	train := f.Summary.Train
	n := float64(train.Games)
	white := (float64(train.WhiteWins) + float64(train.Draws)/2) / n
	f.warnIf(train.Games < fewGames, "few games: %d to fit to; below %d the weights are mostly the prior's", train.Games, fewGames)
	switch {
	case train.Draws == train.Games:
		f.warnIf(true, "all games to fit to are drawn: they only teach that nothing matters")
	case float64(train.Draws) > drawish*n:
		f.warnIf(true, "%d of %d games to fit to are drawn: they teach little", train.Draws, train.Games)
	}
	f.warnIf(white > onesided, "one-sided results: White has %.0f%% of the points", 100*white)
	f.warnIf(white < 1-onesided, "one-sided results: Black has %.0f%% of the points", 100*(1-white))
	f.warnOfSelection()
	f.warnIf(f.Summary.Held.Positions == 0, "no games are held out: nothing here tells whether the weights suit games that were not fitted to")
}

// warnOfSelection warns of games and positions that are not what they look like.
func (f *Fitted) warnOfSelection() {
	s := f.Summary
	stopped := s.Guarded
	if f.Sources.Guarded > 0 {
		stopped = f.Sources.Ended[string(datasets.EndedByGuard)]
	}
	f.warnIf(float64(stopped) > capped*float64(s.Games), "%d of %d games were stopped by a guard: which games are left says something of its own", stopped, s.Games)
	chosen := s.Repeated + s.Shared + s.Train.Positions + s.Held.Positions + s.Test.Positions
	f.warnIf(float64(s.Repeated) > repeats*float64(chosen), "%d of %d positions were seen before: the games are much alike, or some are there twice", s.Repeated, chosen)
	f.warnIf(f.RealLoss.Train < tooSure, "the results fitted to can be told almost without error (loss %.5f): the weights are as large as the penalty lets them be", f.RealLoss.Train)
}

func (f *Fitted) warnOfFeatures() {
	for _, feature := range eval.Features() {
		missing := 0
		for i, n := range f.Seen[feature.First:][:feature.Size()] {
			if n == 0 && reachable(feature, i) {
				missing++
			}
		}
		switch {
		case missing == 0:
		case feature.Shape == eval.Number:
			f.warnIf(true, "feature %s never occurs: it keeps the prior's weight", feature.Name)
		default:
			f.warnIf(true, "feature %s: %d of %d entries never occur and keep the prior's weight", feature.Name, missing, feature.Size())
		}
	}
}

// reachable tells whether an entry can occur in quiet positions of games from the
// usual start. Men begin on their second and third ranks and never go back, on the
// last one they are crowned, and where something is threatened it is not quiet.
func reachable(feature eval.Feature, entry int) bool {
	rank := entry
	switch feature.Name {
	case "man_threatened", "king_threatened":
		return false
	case "man_square":
		square, _ := eval.IndexSquares(entry)
		rank = square.Rank()
	case "man_rank", "free_man":
	default:
		return true
	}
	return rank != 0 && rank != 7
}
