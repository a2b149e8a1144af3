package hub

import (
	"fmt"
	"strconv"
	"time"
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
