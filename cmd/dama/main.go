// Command dama is the toolkit's one program: it plays games of Turkish draughts
// against itself, mines puzzles from them, tunes the evaluation, and answers
// questions about the rules.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first Ctrl-C the signal means what it always does: a second one
	// ends the program at once.
	context.AfterFunc(ctx, stop)
	os.Exit(Main(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr))
}
