// Package eval says what a position is worth: a linear evaluation over named
// features, in whole hundredths of a man.
//
// The pipeline is short. [Terms] walks a position once and lists which features
// occur and how often, own pieces counted up and the opponent's down. The score
// is the dot product of that list with the weights, and the very same list is
// what a tuner fits weights to, so the two cannot drift apart. Each weight comes
// as a pair, for the opening and for the ending, and the pieces on the board say
// how much of each counts.
//
// [Features] is the list that everything else is derived from: the layout of
// weights in memory, the weights file, and the checks on loading one. To add a
// feature, add it there and in the walk.
package eval
