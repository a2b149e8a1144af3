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
//
// It is also what `dama tune` does with games that are there:
//
//	fit.go      weights fitted to datasets                tune.json, weights.json, fit.json, report.html, plots/
//	judge.go    a match of them, on openings of their own  match/, match.json
//	promote.go  those that passed it, built in              eval/default.json, eval/ledger.jsonl of a checkout
package pipeline
