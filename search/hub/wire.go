package hub

import (
	"errors"
	"fmt"
	"time"
)

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

// reported makes the error of an engine that reports one. What it says is shown at
// some length: it is all that anybody will learn.
func (c *Client) reported(l Line) error {
	message, _ := l.Get("message")
	return c.fail(ErrProtocol, "it reports an error: %.300q", message)
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
