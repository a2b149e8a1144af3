package hub

import (
	"errors"
	"fmt"
	"strings"
)

// The kinds of trouble with an engine; ask with [errors.Is]. After ErrIllegalMove
// the client can go on, after the others it has ended the engine and every later
// call returns the same error.
var (
	// ErrHung: it did not answer in time.
	ErrHung = errors.New("hung")
	// ErrDied: it could not be started, or ended or closed its output by itself.
	ErrDied = errors.New("died")
	// ErrIllegalMove: it answered with something that is no legal move.
	ErrIllegalMove = errors.New("played an illegal move")
	// ErrProtocol: it wrote what the protocol does not allow, reported an
	// error, or does not play what it is asked to.
	ErrProtocol = errors.New("broke off the conversation")
)

// EngineError is trouble with an engine. All errors of a [Client] are of this type
// but those of a context and of options that contradict themselves.
type EngineError struct {
	// Engine is what the options or the engine itself call it.
	Engine string
	// Kind is ErrHung, ErrDied, ErrIllegalMove or ErrProtocol.
	Kind error
	// Detail says what happened.
	Detail string
	// LastLine is the last line it wrote, empty if it wrote none.
	LastLine string
	// Stderr is the end of what it wrote to its standard error, at most 4 KB.
	Stderr string
}

// Error names the engine, the kind, the detail and what the engine said, in one
// line.
func (e *EngineError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "engine %s %v: %s", shown(e.Engine), e.Kind, e.Detail)
	if e.LastLine != "" {
		fmt.Fprintf(&b, "; its last line was %s", shown(e.LastLine))
	}
	if said := strings.TrimSpace(e.Stderr); said != "" {
		lines := strings.Split(said, "\n")
		fmt.Fprintf(&b, "; its standard error ends with %s", shown(lines[len(lines)-1]))
	}
	return b.String()
}

// Unwrap returns the kind.
func (e *EngineError) Unwrap() error { return e.Kind }
