// Package tuner fits the weights of the evaluation to the results of stored
// games.
//
// The pipeline, in the order of a run:
//
//	stored games -> Load -> Sample -> Fit -> Fitted -> Report
//
// [Load] replays the games of a dataset and takes from each a few quiet
// positions after the opening, spread evenly. Every position is kept once,
// whatever side it is seen from, as the list of features that [eval] counts in
// it. Whole games are set aside by their openings, so that mirrored and repeated
// openings never stand on both sides: a held-out part, by which the penalty is
// chosen and the fit is stopped, and a test part, which nothing is chosen by and
// which has the last word. What was left out is counted by reason in a [Summary].
//
// [Fit] then looks for the weights under which the results were most likely. The
// expected result for the side to move is
//
//	expected = 1 / (1 + exp(-scale*score))
//	score    = sum over features of count * weight
//	weight   = opening*phase/32 + ending*(32-phase)/32
//
// and what is minimised, with gonum's L-BFGS, is the mean over the training
// positions of the log loss
//
//	-(target*log(expected) + (1-target)*log(1-expected))
//	target = (1-lambda)*result + lambda*(expected result by the search's score)
//
// with the result 1, 1/2 or 0, plus a penalty on the squared distance from the
// weights that the fit began with, the prior. During the fit weights are real
// numbers, two for each entry of the feature list; at the end they are rounded to
// the whole hundredths of a man that the engine plays with.
//
// Five things to know about the numbers:
//
//   - The scale is that of the prior and does not move, for a scale and the
//     weights can't both be found: doubling one and halving the other changes
//     nothing. [BestScale] finds the one under which the prior, as it is, tells
//     the results best; with it a man stays about 100 and a score keeps its
//     meaning as an expected result. If the man's own weight leaves 100 even so,
//     a man decides more (or fewer) games than the prior believed. A prior of
//     zeros has no scale of its own: the weights come out in whatever unit its
//     Scale makes of them.
//   - A constant may wander between man, man_rank and man_square, and between
//     king and king_square, without changing any score: every man stands on a
//     square. The penalty settles it: of all equal weights, the nearest to the
//     prior. Look at sums of them, not at any alone; the report shows sums, and
//     standard errors are those of sums ([Fitted.Errors]).
//   - What never occurs in the training part has no say: its weights keep the
//     prior's value.
//   - Standard errors take the positions of a game for one observation. They say
//     what other games of the same kind would change, and nothing of the pull
//     towards the prior, which [Fitted.Told] does.
//   - Pattern tables ([Options.Patterns]) are fitted beside the feature list, with
//     a price of their own. Their weights are thousands, and have no standard
//     errors; those of the feature list take them as they are. What they add is
//     told by the same fit without them ([PatternFit.Without]). A position keeps the
//     men of both sides for them, 12 bytes with any set, from which each pass reads
//     what they look into again. A lower loss is no
//     promise: quiet positions of games are not what a search meets at its leaves,
//     and tables know nothing of pictures that games never showed them.
//
// The same games, prior and options give the same bits for any number of
// workers, in memory or beyond it, in one go or resumed, on one processor
// architecture: sums are formed over segments that depend on the number of rows
// alone and are added in the order of the segments. There is no clock and no
// chance.
package tuner
