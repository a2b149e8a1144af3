package main

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// progress shows how far a long command is: a bar with a forecast on a terminal,
// a line for each stage elsewhere.
type progress struct {
	e     *env
	bars  *mpb.Progress // nil off a terminal
	bar   *mpb.Bar
	began time.Time

	name  string
	about atomic.Value // what detail was told, a string; read by the bar
	first atomic.Int64 // what was done before this stage, -1 until the first step; read by the bar
	said  time.Time    // when a line was last printed off a terminal
}

// sayEvery is the time between two lines of a long stage off a terminal.
const sayEvery = 30 * time.Second

func newProgress(e *env) *progress {
	p := &progress{e: e}
	p.begin("so far") // until a stage says its name
	if f, ok := e.stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bars = mpb.New(mpb.WithOutput(f), mpb.WithWidth(40))
	}
	return p
}

// stage begins a stage. Off a terminal it is all that is printed.
func (p *progress) stage(name, what string) {
	p.finish()
	p.begin(name)
	if p.bars == nil {
		p.e.note("%s: %s", name, what)
		return
	}
	fmt.Fprintf(p.bars, "%s: %s\n", name, what)
	p.bar = p.bars.AddBar(0,
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(fmt.Sprintf("%-7s", name)), decor.CountersNoUnit("%d/%d")),
		mpb.AppendDecorators(decor.Percentage(), decor.Any(func(s decor.Statistics) string { return p.forecast(s.Current, s.Total) })))
}

func (p *progress) begin(name string) {
	p.began = time.Now()
	p.name, p.said = name, p.began
	p.about.Store("")
	p.first.Store(-1)
}

// forecast says how long the stage will still take, and what else is known.
func (p *progress) forecast(done, total int64) string {
	text := ""
	// What an earlier run has done says nothing of how fast this one is.
	if fresh := done - max(p.first.Load(), 0); fresh > 0 && total > done {
		passed := time.Since(p.began).Seconds()
		text = " " + eta(passed*float64(total-done)/float64(fresh)) + " left"
	}
	if about := p.about.Load().(string); about != "" {
		text += ", " + about
	}
	return text
}

// detail says what else a person wants to know of the stage.
func (p *progress) detail(text string) { p.about.Store(text) }

// step reports how far the stage is.
func (p *progress) step(done, total int) {
	p.first.CompareAndSwap(-1, int64(done)-1)
	if p.bar != nil {
		p.bar.SetTotal(int64(total), false)
		p.bar.SetCurrent(int64(done))
		return
	}
	if p.bars == nil && time.Since(p.said) >= sayEvery {
		p.said = time.Now()
		p.e.note("%s: %d/%d,%s", p.name, done, total, p.forecast(int64(done), int64(total)))
	}
}

func (p *progress) finish() {
	if p.bar != nil {
		p.bar.SetTotal(-1, true)
		p.bar = nil
	}
}

func (p *progress) close() {
	p.finish()
	if p.bars != nil {
		p.bars.Wait()
	}
}
