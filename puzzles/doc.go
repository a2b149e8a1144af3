// Package puzzles finds puzzles in stored games, and checks them again.
//
// A puzzle goes through here like this:
//
//	games -> positions -> candidates -> proof -> row -> first of its mirrors -> set
//
// [Mine] replays each game and asks the miner of each kind about every position.
// A miner tests cheaply with the fast generator first and lets the referee
// confirm what is left: a row holds a certificate that package proof checks
// without any code of this package. What is turned away is counted by its reason
// in a [Funnel], so that no puzzles at all is an answer too. [MineTo] writes the
// set as a dataset. [Verify] proves every row again and recomputes its other
// fields with the referee's rules instead of the generator's.
//
// What a good puzzle is stands in [Criteria]; what one is about, in the table
// behind [Themes]. A puzzle is judged from its position alone: neither the rest
// of the game nor a draw rule plays a part.
//
// The one kind so far is "maximum": a single capture is legal because it takes
// more pieces than any other, and shorter captures are there to be fallen for.
// Another kind is another miner, and another case where rows are derived.
package puzzles
