package hub

import (
	"context"
	"errors"
	"time"

	"damalab/dama"
)

// Client is an engine that was started and is asked for moves. It fits wherever a
// game wants something that chooses moves. It is not safe for use by several
// goroutines at once.
type Client struct {
	opts Options
	name string
	link link

	lines   chan string // what the engine says; closed at its end
	readErr error       // why lines was closed; read it only then
	out     chan string // what it is told
	written chan struct{}
	gone    chan struct{} // closed when nobody listens any more

	last   string // the last line heard
	failed error  // returned by every call, once set
	over   bool
}

// Start starts the program argv[0] with the rest of argv as its arguments, and
// gets it ready to play Turkish draughts. The program must be ended with
// [Client.Close]; ctx only bounds the start.
//
// The error is an [EngineError] if the engine is to blame, ctx's error, or says
// what is wrong with the options.
func Start(ctx context.Context, argv []string, o Options) (*Client, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	if len(argv) == 0 || argv[0] == "" {
		return nil, errors.New("the engine's program is not named")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	name := o.Name
	if name == "" {
		name = argv[0]
	}
	p, err := startProcess(argv, o.Dir)
	if err != nil {
		return nil, &EngineError{Engine: name, Kind: ErrDied, Detail: "it can't be started: " + err.Error()}
	}
	return connect(ctx, p, name, o)
}

// connect begins the conversation. If it fails, nothing of it is left.
func connect(ctx context.Context, l link, name string, o Options) (*Client, error) {
	c := &Client{
		opts: o, name: name, link: l,
		lines: make(chan string), out: make(chan string, 8),
		written: make(chan struct{}), gone: make(chan struct{}),
	}
	go c.read()
	go c.write()
	if err := c.handshake(ctx); err != nil {
		c.end(0)
		return nil, err
	}
	return c, nil
}

// Name returns what the engine is called.
func (c *Client) Name() string { return c.name }

// NewGame tells the engine that the next position belongs to another game.
func (c *Client) NewGame() error {
	if c.failed != nil {
		return c.failed
	}
	return c.say(line("new-game"))
}

// Move asks the engine for a move in the game's present position, which must not
// be over. The engine gets the position from which the draw rules must look, and
// the moves since.
//
// An engine that takes too long is told to stop; the move it then gives counts,
// and if it gives none it is killed. If ctx ends, its error is returned; the engine
// can then still be used if it stopped as it was told.
func (c *Client) Move(ctx context.Context, game *dama.History) (dama.Move, error) {
	if c.failed != nil {
		return dama.Move{}, c.failed
	}
	if err := ctx.Err(); err != nil {
		return dama.Move{}, err
	}
	for _, l := range []Line{gameLine(game), c.opts.level(), {Command: "go", Args: []Arg{{Name: "think", Flag: true}}}} {
		if err := c.say(l); err != nil {
			return dama.Move{}, err
		}
	}
	text, err := c.answer(ctx)
	if err != nil {
		return dama.Move{}, err
	}
	m, err := ParseMove(game.Facts().Generator(), game.Position(), text)
	if err != nil {
		return dama.Move{}, c.trouble(ErrIllegalMove, "%v", err)
	}
	return m, nil
}

// answer waits for done and returns its move.
func (c *Client) answer(ctx context.Context) (string, error) {
	timer := time.NewTimer(c.opts.HangTimeout)
	defer timer.Stop()
	cancelled, stopped := ctx.Done(), false
	for {
		var err error
		select {
		case text, ok := <-c.lines:
			move, done, err := c.understand(text, ok)
			if ctx.Err() != nil && (err != nil || done) {
				return "", ctx.Err()
			}
			if err != nil || done {
				return move, err
			}
			continue
		case <-cancelled:
			cancelled = nil
		case <-timer.C:
			if stopped {
				err = c.fail(ErrHung, "it gave no move within %v, and none within %v after stop", c.opts.HangTimeout, c.opts.Grace)
			}
		}
		if err == nil && !stopped {
			stopped = true
			err = c.say(line("stop"))
			timer.Reset(c.opts.Grace)
		}
		if err != nil && ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err != nil {
			return "", err
		}
	}
}

// understand looks at a line heard during a search; ok is false at the end of all
// lines. done tells whether it answers the search, with this move.
func (c *Client) understand(text string, ok bool) (move string, done bool, err error) {
	l, err := c.heard(text, ok)
	if err != nil {
		return "", false, err
	}
	switch l.Command {
	case "error":
		return "", false, c.reported(l)
	case "done":
		move, _ := l.Get("move")
		if move == "" {
			return "", false, c.fail(ErrProtocol, "its done names no move")
		}
		return move, true, nil
	}
	return "", false, nil
}

// errClosed is returned by calls after Close.
var errClosed = errors.New("the engine was closed")

// Close asks the engine to quit, and kills it if it does not. The error is of kind
// [ErrHung] if that was needed. Closing again does nothing.
func (c *Client) Close() error {
	if c.over {
		return nil
	}
	c.failed = errClosed
	// A full channel means that it does not read, so quit would not help.
	select {
	case c.out <- "quit":
	default:
	}
	if killed, _ := c.end(c.opts.Grace); killed {
		return c.trouble(ErrHung, "it did not quit within %v", c.opts.Grace)
	}
	return nil
}
