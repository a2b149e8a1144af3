// Package search finds the best move under limits.
//
// An [Engine] is asked with a game so far and [Limits], and answers with the best
// lines it found. The story of one search, and the file that tells each part:
//
//	engine.go    iterative deepening: depth 1, 2, 3, ... until a limit
//	root.go      one depth at the root: aspiration windows, several lines
//	node.go      principal variation search inside the tree; where the depth is
//	             used up, captures are still followed to the end
//	leaf.go      what else is looked at there
//	probe.go     exact endings, asked from tables behind an interface
//	order.go     which move to try first: table, history, killers
//	table.go     the transposition table
//	score.go     scores, and wins counted in plies
//	params.go    every number that could be tuned, with its unit
//
// With a node or depth limit the answer is the same every time and on every
// machine: nothing depends on the clock, on memory addresses or on games
// searched before.
package search
