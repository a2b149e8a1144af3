package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// The exit codes of every command.
const (
	exitDone       = 0
	exitFailed     = 1   // a bad file, a full disk
	exitUsage      = 2   // wrong usage, any bad value typed in a flag included
	exitDifference = 3   // a verification found a difference
	exitCancelled  = 130 // ended by Ctrl-C
)

// usageError is an error in what was typed.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func badUsage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// badFlag says that a flag's value is no good.
func badFlag(name string, err error) error { return badUsage("--%s: %w", name, err) }

// env is what a command may touch besides its flags.
type env struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

func (e *env) printf(format string, args ...any) { fmt.Fprintf(e.stdout, format, args...) }

// note writes a line of progress or warning, never a result.
func (e *env) note(format string, args ...any) { fmt.Fprintf(e.stderr, format+"\n", args...) }

// Main runs the program with its arguments, args[0] being its name, and returns
// the exit code. Results go to stdout, everything else to stderr.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	e := &env{stdin: stdin, stdout: stdout, stderr: stderr}
	app := newApp(e)
	if words, ok := completing(args); ok {
		e.complete(app, words)
		return exitDone
	}
	return e.exit(app.RunContext(ctx, args))
}

// exit reports an error and returns its exit code.
func (e *env) exit(err error) int {
	if err == nil {
		return exitDone
	}
	if errors.Is(err, context.Canceled) {
		e.note("dama: stopped; what is finished is kept")
		return exitCancelled
	}
	// One line, also where several faults were found at once.
	e.note("dama: %s", strings.ReplaceAll(err.Error(), "\n", "; "))
	var usage usageError
	var difference differenceError
	switch {
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &difference):
		return exitDifference
	}
	return exitFailed
}

// differenceError is what a verification found.
type differenceError struct{ error }

func newApp(e *env) *cli.App {
	app := &cli.App{
		Name:            "dama",
		Usage:           "Turkish draughts: self-play, puzzles with proofs, tuned weights, datasets",
		Writer:          e.stdout,
		ErrWriter:       e.stderr,
		Reader:          e.stdin,
		HideHelpCommand: true,
		ExitErrHandler:  func(*cli.Context, error) {}, // Main reports errors
		Commands: []*cli.Command{
			runCommand(e), versionCommand(e), rulesCommand(e), movesCommand(e), perftCommand(e),
			searchCommand(e), matchCommand(e), playCommand(e), hubCommand(e), completionCommand(e),
		},
	}
	app.Action = needCommand(e, app.Commands)
	prepare(app.Commands, e)
	app.OnUsageError = onUsageError
	return app
}

// prepare gives every command the habits that the library leaves out: no stray
// words, errors instead of help on the wrong stream.
func prepare(commands []*cli.Command, e *env) {
	for _, c := range commands {
		c.OnUsageError = onUsageError
		c.HideHelpCommand = true
		if len(c.Subcommands) > 0 {
			prepare(c.Subcommands, e)
			c.Action = needCommand(e, c.Subcommands)
			continue
		}
		action := c.Action
		c.Action = func(ctx *cli.Context) error {
			if ctx.NArg() > 0 {
				return badUsage("unexpected word %q; inputs are flags, see 'dama %s --help'", ctx.Args().First(), ctx.Command.FullName())
			}
			return action(ctx)
		}
	}
}

// onUsageError turns the library's complaint about a flag into ours.
func onUsageError(c *cli.Context, err error, _ bool) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		var known []string
		for _, f := range flagNames(c) {
			known = append(known, "--"+f)
		}
		return badUsage("unknown flag --%s; known here: %s", strings.TrimPrefix(name, "-"), strings.Join(known, ", "))
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return badUsage("the flag --%s needs a value", strings.TrimPrefix(name, "-"))
	}
	return usageError{err}
}

func flagNames(c *cli.Context) []string {
	var names []string
	if c.Command != nil {
		for _, f := range c.Command.Flags {
			names = append(names, f.Names()[0])
		}
	}
	return names
}

// needCommand is the action of a name that is only a group of commands.
func needCommand(e *env, commands []*cli.Command) cli.ActionFunc {
	return func(c *cli.Context) error {
		var names []string
		for _, k := range commands {
			if !k.Hidden {
				names = append(names, k.Name)
			}
		}
		if c.NArg() > 0 {
			return badUsage("unknown command %q; commands here: %s", c.Args().First(), strings.Join(names, ", "))
		}
		c.App.Writer = e.stderr // help after a mistake is no result
		if c.Command == nil || c.Command.Name == "" || slices.Contains(names, "run") {
			_ = cli.ShowAppHelp(c)
		} else {
			_ = cli.ShowSubcommandHelp(c)
		}
		return badUsage("a command is missing; commands here: %s", strings.Join(names, ", "))
	}
}
