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
// it. Whole games are set aside as the held-out part, by their openings, so that
// mirrored and repeated openings never stand on both sides. What was left out is
// counted by reason in a [Summary].
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
//	-(result*log(expected) + (1-result)*log(1-expected)),  result 1, 1/2 or 0
//
// plus a penalty on the squared distance from the weights that the fit began
// with, the prior. During the fit weights are real numbers, two for each entry of
// the feature list; at the end they are rounded to the whole hundredths of a man
// that the engine plays with.
//
// Three things to know about the numbers:
//
//   - The scale is that of the prior and does not move, for a scale and the
//     weights can't both be found: doubling one and halving the other changes
//     nothing. So a score keeps its meaning as an expected result, and weights
//     come out in the prior's hundredths of a man. If the man's own weight
//     leaves 100, a man decides more (or fewer) games than the prior believed.
//   - A constant may wander between man and man_square, and between king and
//     king_square, without changing any score: every man stands on a square.
//     The penalty settles it: of all equal weights, the nearest to the prior.
//     Look at sums of the two, not at either alone; the report shows sums.
//   - What never occurs in the training part has no say: its weights keep the
//     prior's value.
//
// The same games, prior and options give the same bits for any number of
// workers on one processor architecture: sums are formed over chunks of fixed
// size and added in the order of the chunks. There is no clock and no chance.
package tuner
