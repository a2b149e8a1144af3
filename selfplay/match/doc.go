// Package match plays two sets of weights against each other and says which is
// stronger, with an error bar.
//
// Games come in pairs: the same opening twice, with the sides swapped, so that an
// opening that favours one color favours nobody. A pair is the unit of the
// statistics; half pairs are never counted. Pair number i is a pure function of
// the [Spec] and i, so a match gives the same games for any number of workers.
//
//	match.go     what a match is and playing its pairs
//	tally.go     counting pairs
//	elo.go       from counts to Elo with an error bar
package match
