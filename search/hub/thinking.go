package hub

import (
	"context"
	"strconv"
	"time"

	"damalab/dama"
	"damalab/search"
)

// thinking is a search that runs in a goroutine of its own. Its lines come out of
// answers, done last; everything else belongs to the goroutine that started it.
type thinking struct {
	answers chan Line
	ended   chan struct{} // closed when the goroutine is over
	cancel  context.CancelFunc
	stopped bool

	budget time.Duration
	timed  bool
	timer  *time.Timer // nil until the clock runs
}

// think starts a search. It ends with ctx, in which case nothing more is said.
func think(ctx context.Context, engine Engine, game *dama.History, v level) *thinking {
	searching, cancel := context.WithCancel(ctx)
	t := &thinking{answers: make(chan Line), ended: make(chan struct{}), cancel: cancel}
	t.budget, t.timed = v.budget()
	r := reporter{began: time.Now(), say: func(l Line) {
		select {
		case t.answers <- l:
		case <-ctx.Done():
		}
	}}
	go func() {
		defer close(t.ended)
		found := engine.Search(searching, game, v.limits(), r.info)
		if !r.told(found) {
			r.info(found)
		}
		r.done(found)
	}()
	return t
}

// answersOrNone returns the channel of answers; without a search it returns none,
// on which nothing ever comes.
func (t *thinking) answersOrNone() chan Line {
	if t == nil {
		return nil
	}
	return t.answers
}

// startClock begins the time for the move: at once in a normal search, at the
// ponder-hit in one that began on the opponent's time.
func (t *thinking) startClock() {
	if t.timed && t.timer == nil {
		t.timer = time.AfterFunc(t.budget, t.cancel)
	}
}

// stop asks the search to answer now.
func (t *thinking) stop() {
	t.stopped = true
	t.cancel()
}

// finish cleans up after the search has answered.
func (t *thinking) finish() {
	if t.timer != nil {
		t.timer.Stop()
	}
	t.cancel()
	<-t.ended
}

// reporter puts results into lines.
type reporter struct {
	began time.Time
	say   func(Line)
	last  search.Line // the best line told last
}

// told tells whether a result says no more than the last info line.
func (r *reporter) told(found search.Result) bool {
	best := found.Lines[0]
	return r.last.PV != nil && r.last.PV[0] == best.PV[0] && r.last.Score == best.Score
}

// info says what the search has found so far. The score is in men, for the side to
// move; a win in n plies is 300 - n/100, a loss the negative of it. The speed is in
// millions of nodes a second.
func (r *reporter) info(found search.Result) {
	best := found.Lines[0]
	r.last = best
	spent := time.Since(r.began)
	speed := 0.0
	if spent > 0 {
		speed = float64(found.Nodes) / spent.Seconds() / 1e6
	}
	r.say(line("info",
		"depth", strconv.Itoa(found.Depth),
		"score", strconv.FormatFloat(float64(best.Score)/100, 'f', 2, 64),
		"nodes", strconv.FormatUint(found.Nodes, 10),
		"time", formatSeconds(spent),
		"nps", strconv.FormatFloat(speed, 'f', 3, 64),
		"pv", formatMoves(best.PV)))
}

// done says the move, and the reply that is expected.
func (r *reporter) done(found search.Result) {
	l := line("done", "move", FormatMove(found.Best()))
	if pv := found.Lines[0].PV; len(pv) > 1 {
		l.Args = append(l.Args, Arg{Name: "ponder", Value: FormatMove(pv[1])})
	}
	r.say(l)
}
