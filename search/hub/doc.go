// Package hub speaks the Hub protocol, version 2, for Turkish draughts: as the
// engine that a program with a board drives, and as the program that drives
// somebody else's engine.
//
// Hub is a protocol of lines: a command and its arguments, one line each way at
// a time. The story, and the file that tells each part:
//
//	line.go       one line: a command, its arguments, its quoting
//	notation.go   positions and moves as Hub writes them
//	level.go      depth, node and time limits, and how a clock is shared out
//	params.go     the parameters that the server offers
//	server.go     [Serve]: our engine, driven through a reader and a writer
//	thinking.go   one search of the server, running beside the conversation
//	options.go    how another engine is to be used
//	client.go     [Client]: another engine, asked for moves
//	wire.go       its two directions, and the end of a client
//	handshake.go  how the client gets an engine ready
//	process.go    the engine as a program that was started
//	errors.go     what goes wrong with engines, by kind
//
// Squares are numbered 1 (a1), 2 (b1), ... 64 (h8). A position is the letter of
// the side to move and then 64 letters in that order: w and b for men, W and B
// for kings, e for an empty square. A quiet move is written 9-17; a capture names
// its origin, its destination and then every captured square, such as 22x36x30.
// Both are complete without a route: captures that differ only there are one move.
package hub
