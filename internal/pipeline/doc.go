// Package pipeline is what `dama run` does: the whole road from no data to tuned
// weights, stage by stage, into one folder.
//
//	play     games by the engine against itself       games/, manifest.json
//	mine     puzzles of kind maximum, each proved      puzzles/
//	tune     weights fitted to the results             weights.json
//	match    the new weights against the old, in pairs match.json
//	report   all of it as one page                     report.html
//
// Every stage is a function of what the stages before it have stored. Games are
// kept and completed by a later run; the other stages are made again from them,
// but for a match whose games would be the same. So a run may be stopped at any
// moment and asked for again.
package pipeline
