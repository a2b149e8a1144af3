// Package selfplay lets the engine play itself and stores the games.
//
// A [Spec] says how games are played. Game number i is a pure function of the
// spec's digest and i: its seed is mixed from the two, its opening is drawn with
// that seed, and every move is searched under a node limit by an engine that has
// forgotten all earlier games. So it does not matter which worker plays a game, on
// which machine, or after how many interruptions: [Run] writes the same bytes.
//
//	spec.go      what a run is, its digest and its faults
//	opening.go   drawing the first moves
//	playout.go   a game between two movers, to its end by a rule or a guard
//	game.go      one game, from its index to its row
//	run.go       many games into the shards of a dataset
//	rescore.go   exact results of stored games by endgame tables
//	resume.go    what an earlier run has left behind
package selfplay
