package tuner

import "damalab/eval"

// Fitted is the outcome of a fit.
type Fitted struct {
	// Weights are the fitted weights as the engine uses them: whole hundredths
	// of a man, of the sample's ruleset and the prior's scale, with provenance.
	Weights *eval.Weights
	// Real are the weights before they were rounded.
	Real [eval.Size]RealPair
	// Prior are the weights that the fit began with.
	Prior *eval.Weights
	// Seen counts, for every entry of the feature list, the training positions
	// it occurs in. Where that is 0 the weight is the prior's.
	Seen [eval.Size]int
	// Curve has a step for every iteration, the prior first.
	Curve []Step
	// Constant, Material, Before, RealLoss and After are the losses of the models
	// to compare: one expectation for all positions (the training part's mean),
	// a fit of the worth of men and kings and of having the move alone, the
	// prior, the fit in real numbers, and the fit as rounded.
	Constant, Material, Before, RealLoss, After Loss
	// Gain is what the fit gains on games that it was not steered by, with errors.
	Gain Gain
	// Errors are the standard errors of Real in hundredths of a man, with its
	// index. They are clustered by game, for the positions of a game share one
	// result. Where the data cannot tell the weight they are NaN, all of them if
	// there are fewer games than weights. Where single numbers and tables count
	// the same, such as men and men by square, the table has the errors, and they
	// are those of what a piece on the square is worth in all; the single number
	// is listed as collinear.
	Errors []RealPair
	// Told is for each weight how much of it the data decide, 0 to 1; the rest
	// is the prior's. Errors do not measure the pull towards the prior.
	Told []RealPair
	// Undetermined lists the weights that the data cannot tell, by index, the
	// opening's before the ending's.
	Undetermined []Undetermined
	// Calibration compares expected with real results, of the fitted weights on
	// the test part, or on the held-out part where there is no test part; 20 bins
	// of equal width less the empty ones, from losing to winning.
	Calibration []Bin
	// Learning has a point for each part of the training games that weights were
	// fitted to, fewest first; the last is the whole fit.
	Learning []LearnPoint
	// Residuals say where the fitted weights expect too much or too little, on
	// the positions that Calibration is of; grouped by each of "phase", "pieces",
	// "ended_by" and "ruleset", in the order of their labels.
	Residuals []Residual
	// Penalties lists the penalties that were tried, in the order of trial; one
	// entry where [Options.Penalty] fixed it.
	Penalties []PenaltyTrial
	// Patterns says what the pattern tables are; nil if there are none.
	Patterns *PatternFit
	// Sources says how the targets were made.
	Sources Sources
	// Summary says which positions these are.
	Summary Summary
	// Status is how the optimiser ended, in gonum's words.
	Status string
	// Warnings say what a careful reader should doubt; none is the best case.
	Warnings []string
}

// RealPair is one weight in hundredths of a man, not rounded.
type RealPair struct{ Opening, Ending float64 }

// Loss is the mean log loss over positions, in nats: 0.693 is that of a coin. A
// part without positions has 0. Held is the part that penalty and stopping were
// chosen by, so it flatters a little; Test was looked at once, at the end.
type Loss struct{ Train, Held, Test float64 }

// Undetermined is a weight that the data cannot tell: it keeps the prior's value,
// or stands where the penalty alone put it.
type Undetermined struct {
	// Index is the entry of the feature list.
	Index int
	// Ending tells whether it is the ending weight of the entry.
	Ending bool
	// Why is [NeverSeen] or [Collinear].
	Why string
}

// Why a weight is undetermined: its entry does not occur in the training part;
// or what it counts is a sum of what others count, so that they can change
// together without changing any expected result.
const (
	NeverSeen = "never seen"
	Collinear = "collinear"
)

// Bin is a part of the positions, those expected to end within a range.
type Bin struct {
	// From and To are the range of expected results for the side to move, 0 to 1.
	From, To float64
	// Positions is the number of positions in the bin.
	Positions int
	// Expected and Got are the mean expected and the mean real result of them.
	Expected, Got float64
	// Error is the standard error of Got less Expected, clustered by game; NaN if
	// all positions are of one game.
	Error float64
}

// LearnPoint is a fit to a part of the training games.
type LearnPoint struct {
	// Games and Positions are what was fitted to.
	Games, Positions int
	// Train and Held are the mean losses on that part and on the held-out part.
	Train, Held float64
}

// Residual is what the fitted weights get wrong in a group of positions.
type Residual struct {
	// By is what the group was formed by and Label which group it is, such as
	// "ended_by" and "adjudication", or "pieces" and "9-12".
	By, Label string
	// Positions is the number of positions in the group.
	Positions int
	// Mean is the mean of result less expectation for the side to move, and Error
	// its standard error, clustered by game; NaN if all positions are of one game.
	Mean, Error float64
	// Loss is the mean log loss in nats.
	Loss float64
}

// PenaltyTrial is a fit with one penalty; see [Options.Penalty].
type PenaltyTrial struct {
	Penalty float64
	// Patterns is that of patterns; 0 for a fit of the feature list alone.
	Patterns float64
	// TrainLoss and HeldLoss are the mean losses of the weights that the fit with
	// this penalty arrived at.
	TrainLoss, HeldLoss float64
	// Chosen marks the one trial whose weights were taken.
	Chosen bool
}

// PatternFit is what there is to know of fitted pattern tables. Their weights have
// no standard errors, and those of the feature list take them as they are.
type PatternFit struct {
	// Set is the set's name, Groups and Weights how many it has.
	Set             string
	Groups, Weights int
	// Seen is how many of the weights occur in the training part, and Kept how
	// many are not 0 once rounded.
	Seen, Kept int
	// Without is the loss of the feature list alone, fitted to the same positions.
	Without Loss
}

// Sources says what the targets of a fit were made of.
type Sources struct {
	// Lambda is the share of the search's score in the target, and ScoreScale the
	// scale under which a score stands for an expected result: the one that told
	// the training results best; 0 if Lambda is. See [Options.Lambda].
	Lambda, ScoreScale float64
	// Guarded and Adjudicated are the weights, 0 to 1, that positions of such
	// games had; games of weight 0 were left out.
	Guarded, Adjudicated float64
	// Rescored tells whether exact results from endgame tables were used, and
	// Corrected counts the games whose result they changed.
	Rescored  bool
	Corrected int
	// Ended counts the games taken into all parts by how they ended, such as
	// "rule" or "adjudication".
	Ended map[string]int
}
