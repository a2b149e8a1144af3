package hub

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"damalab/search"
)

// How a game clock is shared out, see level.budget.
const (
	expectedMoves  = 30 // moves a side is thought to have left where nobody says
	incrementShare = 0.8
	clockReserve   = 50 * time.Millisecond // kept for the way to the board and back
	moveReserve    = 20 * time.Millisecond // the same with a fixed time a move
	leastBudget    = time.Millisecond
	// longest is what longer times are taken for: no game takes it, and sums
	// of it stay far from the end of time.Duration.
	longest = 1000 * time.Hour
)

// level is what a level line asks for: at most these limits, whichever is reached
// first. With none of them a search goes on until it is stopped.
type level struct {
	depth    int    // plies; 0: no limit
	nodes    uint64 // 0: no limit
	moveTime time.Duration
	timed    bool // there is a time for each move
	clock    clock
	clocked  bool // there is a game clock
}

// clock is a game clock.
type clock struct {
	left  time.Duration
	inc   time.Duration // for every move
	moves int           // to the next time control; 0: it is for the whole game
}

// readLevel reads a level line.
func readLevel(l Line) (level, error) {
	var v level
	known := l.Has("infinite")
	for _, a := range l.Args {
		err := error(nil)
		switch a.Name {
		case "depth":
			v.depth, err = readCount(a.Value)
		case "nodes":
			v.nodes, err = readNodes(a.Value)
		case "move-time":
			v.timed = true
			v.moveTime, err = readSeconds(a.Value)
		case "time":
			v.clocked = true
			v.clock.left, err = readSeconds(a.Value)
		case "inc":
			v.clock.inc, err = readSeconds(a.Value)
		case "moves":
			v.clock.moves, err = readCount(a.Value)
		default:
			continue
		}
		if err != nil {
			return level{}, fmt.Errorf("level: %s = %s: %w", a.Name, shown(a.Value), err)
		}
		known = true
	}
	if !known {
		return level{}, errors.New("level: no limit is given: depth, nodes, move-time, time or infinite")
	}
	if !v.clocked && (l.Has("inc") || l.Has("moves")) {
		return level{}, errors.New("level: moves and inc need a time beside them")
	}
	return v, nil
}

func readCount(text string) (int, error) {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return 0, errors.New("a whole number of at least 1 is needed")
	}
	return int(n), nil
}

func readNodes(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n < 1 {
		return 0, errors.New("a whole number of at least 1 is needed")
	}
	return n, nil
}

// readSeconds reads a time. A clock that has run out may be below zero, which is
// as good as zero.
func readSeconds(text string) (time.Duration, error) {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(seconds) || math.IsInf(seconds, 0) {
		return 0, errors.New("a number of seconds is needed")
	}
	seconds = min(max(seconds, 0), longest.Seconds())
	return time.Duration(math.Round(seconds * float64(time.Second))), nil
}

// limits returns what the engine itself watches. Time is not among them: while it
// ponders its clock is not running, so the server watches that.
func (v level) limits() search.Limits { return search.Limits{Depth: v.depth, Nodes: v.nodes} }

// budget returns the time for one move, and false if there is no limit of time.
//
// A fixed time is used up but for a reserve of 20 ms, at most a tenth of it. From
// a clock with T left, an increment I and m moves to the next control (30 where
// the time is for the whole game) the move gets
//
//	(T - r) / m + 0.8 I,  but never more than (T - r) / 2, or T - r if m = 1
//
// with the reserve r = 50 ms, at most T/2. Both together: the smaller one.
func (v level) budget() (time.Duration, bool) {
	spend := longest
	if v.timed {
		spend = v.moveTime - min(moveReserve, v.moveTime/10)
	}
	if v.clocked {
		spend = min(spend, v.clock.budget())
	}
	return max(spend, leastBudget), v.timed || v.clocked
}

func (c clock) budget() time.Duration {
	spare := c.left - min(clockReserve, c.left/2)
	moves, most := c.moves, spare/2
	switch moves {
	case 0:
		moves = expectedMoves
	case 1:
		most = spare
	}
	share := spare/time.Duration(moves) + time.Duration(incrementShare*float64(c.inc))
	return min(share, most)
}

// formatSeconds writes a time to the millisecond.
func formatSeconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', 3, 64)
}
