package hub

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"damalab/dama"
)

// Options says how an engine is used. Exactly one of Nodes, Depth and MoveTime
// must be set.
type Options struct {
	// Name is what errors call the engine; empty: what it calls itself.
	Name string
	// Dir is the folder in which it is started; empty: the present one.
	Dir string
	// Ruleset is the name of the ruleset to ask for, if the engine has such a
	// parameter; empty: whatever the engine plays by itself.
	Ruleset string
	// Params are further parameters to set, values by name. One that the engine
	// does not offer is an error.
	Params map[string]string

	// Nodes, Depth (in plies) and MoveTime are the limit of each move.
	Nodes    uint64
	Depth    int
	MoveTime time.Duration

	// HandshakeTimeout is how long the engine may take to introduce itself, and
	// again to get ready; 0 means 10 seconds.
	HandshakeTimeout time.Duration
	// HangTimeout is how long a move may take before the engine is told to
	// stop; 0 means a minute more than MoveTime.
	HangTimeout time.Duration
	// Grace is how long the engine may take to obey stop and quit before it is
	// killed; 0 means 2 seconds.
	Grace time.Duration
}

// Defaults of the options.
const (
	defaultHandshake = 10 * time.Second
	defaultHang      = time.Minute
	defaultGrace     = 2 * time.Second
)

// complete fills in the defaults, or says what contradicts itself.
func (o Options) complete() (Options, error) {
	limits := 0
	for _, set := range []bool{o.Nodes > 0, o.Depth > 0, o.MoveTime > 0} {
		if set {
			limits++
		}
	}
	if limits != 1 {
		return o, fmt.Errorf("an engine needs exactly one of nodes, depth and time a move, not %d of them", limits)
	}
	if o.HandshakeTimeout <= 0 {
		o.HandshakeTimeout = defaultHandshake
	}
	if o.HangTimeout <= 0 {
		o.HangTimeout = defaultHang + o.MoveTime
	}
	if o.Grace <= 0 {
		o.Grace = defaultGrace
	}
	return o, nil
}

// level returns the line that sets the limit.
func (o *Options) level() Line {
	switch {
	case o.Nodes > 0:
		return line("level", "nodes", strconv.FormatUint(o.Nodes, 10))
	case o.Depth > 0:
		return line("level", "depth", strconv.Itoa(o.Depth))
	}
	return line("level", "move-time", strconv.FormatFloat(o.MoveTime.Seconds(), 'f', -1, 64))
}

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

// read passes on what the engine says.
func (c *Client) read() {
	defer close(c.lines)
	scanner := newScanner(c.link)
	for scanner.Scan() {
		select {
		case c.lines <- scanner.Text():
		case <-c.gone:
			return
		}
	}
	c.readErr = scanner.Err()
}

// write tells the engine what is in out. It is a goroutine so that an engine that
// does not read cannot hold up anybody. A failure to write shows up as the end of
// what the engine says.
func (c *Client) write() {
	defer close(c.written)
	defer c.link.hangUp()
	broken := false
	for text := range c.out {
		if !broken {
			_, err := c.link.Write([]byte(text + "\n"))
			broken = err != nil
		}
	}
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
		message, _ := l.Get("message")
		return "", false, c.fail(ErrProtocol, "it reports an error: %s", shown(message))
	case "done":
		move, _ := l.Get("move")
		if move == "" {
			return "", false, c.fail(ErrProtocol, "its done names no move")
		}
		return move, true, nil
	}
	return "", false, nil
}

// heard reads a line of the engine; ok is false at the end of all lines.
func (c *Client) heard(text string, ok bool) (Line, error) {
	switch {
	case ok:
	case errors.Is(c.readErr, errLongLine):
		return Line{}, c.fail(ErrProtocol, "it can't be understood: %v", c.readErr)
	default:
		return Line{}, c.fail(ErrDied, "")
	}
	c.last = text
	l, err := ParseLine(text)
	if err != nil {
		return Line{}, c.fail(ErrProtocol, "it can't be understood: %v", err)
	}
	return l, nil
}

// say tells the engine something.
func (c *Client) say(l Line) error {
	select {
	case c.out <- l.String():
		return nil
	default:
	}
	timer := time.NewTimer(c.opts.HandshakeTimeout)
	defer timer.Stop()
	select {
	case c.out <- l.String():
		return nil
	case <-timer.C:
		return c.fail(ErrHung, "it does not read what it is told")
	}
}

// trouble makes an error.
func (c *Client) trouble(kind error, format string, args ...any) *EngineError {
	return &EngineError{
		Engine: c.name, Kind: kind, Detail: fmt.Sprintf(format, args...),
		LastLine: c.last, Stderr: c.link.lastWords(),
	}
}

// fail ends the engine and makes the error that every later call returns. An
// engine that died gets the time to really do so, and then says how it ended.
func (c *Client) fail(kind error, format string, args ...any) error {
	grace := time.Duration(0)
	if kind == ErrDied {
		grace = c.opts.Grace
	}
	killed, end := c.end(grace)
	e := c.trouble(kind, format, args...)
	switch {
	case kind != ErrDied:
	case killed:
		e.Detail = "it closed its output"
	case end != nil:
		e.Detail = "it ended with " + end.Error()
	default:
		e.Detail = "it ended by itself"
	}
	c.failed = e
	return e
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

// end hangs up, waits for the engine's end, kills it if that takes longer than
// grace, and returns how it ended when every goroutine of the client is over.
func (c *Client) end(grace time.Duration) (killed bool, end error) {
	if c.over {
		return false, nil
	}
	c.over = true
	close(c.out)
	close(c.gone)
	ended := make(chan error, 1)
	go func() { ended <- c.link.wait() }()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case end = <-ended:
	case <-timer.C:
		killed = true
		c.link.kill()
		end = <-ended
	}
	c.link.hangUp()
	<-c.written
	for range c.lines { // until its end
	}
	return killed, end
}
