// Package dama is the game of Turkish draughts: rulesets, squares, bitboards,
// positions, legal moves under the maximum rule, outcomes and history,
// notation, PDN, explanations and perft.
//
// A reader who wants the story in order starts with [Ruleset] (what the six
// published rule pages say and where they differ), then [Position] (who stands
// where and who is to move), then [Generator] (which moves are legal), then
// [History] (when a game is over and why), and then the notation functions.
//
// Everything here is a value: positions and moves are copied, never shared, and
// the package has no state that changes. It knows nothing of evaluation,
// search, files on disk or the command line.
package dama
