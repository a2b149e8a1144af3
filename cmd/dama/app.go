package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
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
	args           []string // as they were typed
}

func (e *env) printf(format string, args ...any) { fmt.Fprintf(e.stdout, format, args...) }

// note writes a line of progress or warning, never a result.
func (e *env) note(format string, args ...any) { fmt.Fprintf(e.stderr, format+"\n", args...) }

// Main runs the program with its arguments, args[0] being its name, and returns
// the exit code. Results go to stdout, everything else to stderr.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &sink{w: stdout}
	e := &env{stdin: stdin, stdout: out, stderr: stderr, args: args}
	app := newApp(e)
	if words, ok := completing(args); ok {
		e.complete(app, words)
		return exitDone
	}
	err := app.RunContext(ctx, args)
	if err == nil && out.err != nil {
		err = fmt.Errorf("standard output: %w", out.err)
	}
	return e.exit(err)
}

// sink remembers that something could not be written: a result that was lost is a
// failure, even where the code that printed it did not look.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	if err != nil && s.err == nil {
		s.err = err
	}
	return n, err
}

// stoppedError is the end of a command by Ctrl-C, with what that means for it.
type stoppedError struct {
	error
	hint string
}

func (e stoppedError) Unwrap() error { return e.error }

// stopped adds the hint to an error that came from Ctrl-C.
func stopped(err error, hint string) error {
	if errors.Is(err, context.Canceled) {
		return stoppedError{err, hint}
	}
	return err
}

// exit reports an error and returns its exit code.
func (e *env) exit(err error) int {
	if err == nil {
		return exitDone
	}
	if errors.Is(err, context.Canceled) {
		hint := ""
		if s := (stoppedError{}); errors.As(err, &s) {
			hint = "; " + s.hint
		}
		e.note("dama: stopped%s", hint)
		return exitCancelled
	}
	// One line, also where several faults were found at once.
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	e.note("dama: %s", text)
	if strings.HasPrefix(text, "No help topic for") {
		return exitUsage // the library's own error, for a word behind --help
	}
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
		// A comma may be part of a file's name; what can be repeated is repeated.
		DisableSliceFlagSeparator: true,

		ExitErrHandler: func(*cli.Context, error) {}, // Main reports errors
		Commands: []*cli.Command{
			runCommand(e), versionCommand(e), rulesCommand(e), movesCommand(e), explainCommand(e), perftCommand(e),
			searchCommand(e), playCommand(e), hubCommand(e), selfplayCommand(e), matchCommand(e), tuneCommand(e), datasetsCommand(e), endgameCommand(e), puzzlesCommand(e),
			completionCommand(e),
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
		for i, f := range c.Flags {
			c.Flags[i] = helpFlag(f)
		}
		if len(c.Subcommands) > 0 {
			prepare(c.Subcommands, e)
			if c.Action == nil { // a name that is only a group of commands
				c.Action = needCommand(e, c.Subcommands)
				continue
			}
		}
		action, commands := c.Action, c.Subcommands
		c.Action = func(ctx *cli.Context) error {
			if ctx.NArg() > 0 && len(commands) > 0 {
				return needCommand(e, commands)(ctx)
			}
			if ctx.NArg() > 0 {
				return badUsage("unexpected word %q; inputs are flags, see '%s --help'", ctx.Args().First(), ctx.Command.HelpName)
			}
			if err := e.checkOnce(ctx.Command.Flags); err != nil {
				return err
			}
			return action(ctx)
		}
	}
}

// checkOnce refuses a flag that is given twice where only one value counts: the
// library would take the last one and say nothing.
func (e *env) checkOnce(flags []cli.Flag) error {
	for _, f := range flags {
		if _, many := f.(*cli.StringSliceFlag); many {
			continue
		}
		n, name := 0, f.Names()[0]
		for _, word := range e.args {
			word, _, _ = strings.Cut(word, "=")
			if strings.HasPrefix(word, "-") && strings.TrimLeft(word, "-") == name {
				n++
			}
		}
		if n > 1 {
			return badUsage("--%s is given %d times, and it takes one value", name, n)
		}
	}
	return nil
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
	if bad := badValue.FindStringSubmatch(text); bad != nil {
		return badUsage("--%s: %q is not possible; it is %s", bad[2], bad[1], wantedValue(c, bad[2]))
	}
	return usageError{err}
}

// badValue is how the library says that a flag's value can't be read.
var badValue = regexp.MustCompile(`^invalid (?:boolean )?value "(.*)" for (?:flag )?-?-?([a-z0-9-]+): `)

// wantedValue says what kind of value a flag takes.
func wantedValue(c *cli.Context, name string) string {
	for _, f := range c.Command.Flags {
		if f.Names()[0] != name {
			continue
		}
		if quiet, ok := f.(noDefault); ok {
			f = quiet.helpedFlag
		}
		switch f.(type) {
		case *cli.DurationFlag:
			return "a time with its unit, such as 500ms or 2s"
		case *cli.Uint64Flag, *cli.IntFlag:
			return "a whole number"
		case *cli.Float64Flag:
			return "a number"
		case *cli.BoolFlag:
			return "true or false, or the flag alone"
		}
	}
	return "something else"
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
