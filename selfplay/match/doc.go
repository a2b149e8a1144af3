// Package match plays two sides against each other and says which is stronger,
// with an error bar.
//
// Games come in pairs: the same opening twice, with the sides swapped, so that an
// opening that favours one color favours nobody. A pair is the unit of the
// statistics; half pairs are never counted. Between sides that are this project's
// engine, pair number i is a pure function of the [Spec] and i, so a match gives
// the same games for any number of workers.
//
//	spec.go      what a match is
//	openings.go  all positions after some plies, each once, screened and shuffled
//	used.go      openings that training games have gone through, to be left out
//	side.go      who plays: weights, or whatever else chooses moves
//	run.go       playing pairs, stopping early when the test is decided
//	tally.go     counting pairs
//	elo.go       from counts to Elo with an error bar
//	sprt.go      the sequential probability ratio test
//	power.go     how many pairs a test will need, before any is played
//	store.go     pairs on disk, so that a match can be stopped and resumed
//	pdn.go       the games as PDN
package match
