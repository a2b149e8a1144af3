// Package referee is the rules of Turkish draughts a second time: slow, obvious
// and written from the rule pages alone. It shares squares, positions and the
// facts of a ruleset with package dama and nothing else, so that the fast move
// generator, the games that are stored and the proofs of puzzles can be checked
// by somebody who did not make them.
//
// The board is an array of eight files by eight ranks and a direction is a step
// of one square. [Captures] lifts the moving piece off the board and follows
// every jump it can make until none is left, with a copy of the board for each
// jump. [Moves] keeps the longest of them, or gives the quiet moves if there are
// none. [Judge] recounts a whole game each time it is asked whether it is over.
//
// Every route of a capture is followed to its end, so a position with very many
// routes takes time in proportion to their number.
package referee
