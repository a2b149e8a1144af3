package dama

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Perft counts the leaves of the tree of legal moves to a fixed depth. It is how
// move generators are checked against each other and timed. It looks at the board
// alone and ignores every draw rule; a position without a legal move counts 0.
//
// The last ply is counted without making its moves (bulk counting).

// PerftOptions says how to count. The zero value counts by move, on all
// processors, without a table.
type PerftOptions struct {
	// ByRoute counts each route of a capture, where the default counts moves.
	ByRoute bool
	// Workers is the number of goroutines; 0 means one a processor.
	Workers int
	// TableEntries is the size of the table in which subtrees are remembered,
	// rounded down to a power of two, [PerftEntryBytes] each and one table a
	// worker; 0 means none. Entries hold whole positions, so the count stays
	// exact.
	TableEntries int
}

// PerftEntryBytes is the size of one entry of a perft table.
const PerftEntryBytes = 48

// DivideLine is the share of one root move in a perft count.
type DivideLine struct {
	Move   Move
	Leaves uint64
}

// Perft returns the number of leaves at the given depth, 1 for depth 0. It stops
// early with the context's error.
func (g Generator) Perft(ctx context.Context, p Position, depth int, o PerftOptions) (uint64, error) {
	if depth <= 0 {
		return 1, nil
	}
	lines, err := g.Divide(ctx, p, depth, o)
	total := uint64(0)
	for _, l := range lines {
		total += l.Leaves
	}
	return total, err
}

// perftTask is one subtree that a worker counts: a root move and a reply.
type perftTask struct {
	root   int
	v      view
	weight uint64 // routes that lead here
}

// Divide returns the leaves below each root move, in the order of Moves. Depth
// must be at least 1.
func (g Generator) Divide(ctx context.Context, p Position, depth int, o PerftOptions) ([]DivideLine, error) {
	moves := g.Moves(p)
	lines := make([]DivideLine, len(moves))
	var tasks []perftTask
	for i, m := range moves {
		lines[i].Move = m
		weight := g.weight(p, m, o)
		if depth == 1 {
			lines[i].Leaves = weight
			continue
		}
		next := p.Make(m)
		if depth == 2 {
			tasks = append(tasks, perftTask{i, next.view(), weight})
			continue
		}
		for _, reply := range g.Moves(next) {
			then := next.Make(reply)
			tasks = append(tasks, perftTask{i, then.view(), weight * g.weight(next, reply, o)})
		}
	}
	g.runTasks(ctx, tasks, max(depth-2, 1), o, lines)
	return lines, ctx.Err()
}

func (g Generator) weight(p Position, m Move, o PerftOptions) uint64 {
	if o.ByRoute {
		return g.CountRoutes(p, m)
	}
	return 1
}

func (g Generator) runTasks(ctx context.Context, tasks []perftTask, depth int, o PerftOptions, lines []DivideLine) {
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(workers, len(tasks)) {
		wg.Go(func() {
			c := newCounter(ctx, g, depth, o)
			for i := next.Add(1) - 1; int(i) < len(tasks) && ctx.Err() == nil; i = next.Add(1) - 1 {
				t := tasks[i]
				atomic.AddUint64(&lines[t.root].Leaves, t.weight*c.tree(t.v, depth))
			}
		})
	}
	wg.Wait()
}

// counter is one worker's part of a perft: its buffers and its table.
type counter struct {
	moveCounter
	ctx     context.Context
	byRoute bool
	bufs    [][]Move // one for each depth
	table   []perftEntry
	polls   int
	stopped bool
}

type perftEntry struct {
	v      view
	leaves uint64
	depth  int
}

func newCounter(ctx context.Context, g Generator, depth int, o PerftOptions) *counter {
	c := &counter{
		moveCounter: moveCounter{gen: g, buf: make([]Move, 0, 128)},
		ctx:         ctx, byRoute: o.ByRoute, bufs: make([][]Move, depth+1),
	}
	for i := range c.bufs {
		c.bufs[i] = make([]Move, 0, 128)
	}
	if o.TableEntries > 0 {
		size := 1
		for size*2 <= o.TableEntries {
			size *= 2
		}
		c.table = make([]perftEntry, size)
	}
	return c
}

func (c *counter) tree(v view, depth int) uint64 {
	if depth == 1 {
		return c.leaves(v)
	}
	if depth == 2 && !c.byRoute {
		return c.lastTwo(v)
	}
	var entry *perftEntry
	if c.table != nil {
		entry = &c.table[v.hash(depth)&uint64(len(c.table)-1)]
		if entry.depth == depth && entry.v == v {
			return entry.leaves
		}
	}
	buf := c.gen.generate(c.bufs[depth][:0], v)
	n := uint64(0)
	for i := range buf {
		n += c.routes(v, buf[i]) * c.tree(v.make(buf[i]), depth-1)
	}
	c.bufs[depth] = buf[:0]
	if entry != nil && !c.stopped {
		*entry = perftEntry{v, n, depth}
	}
	return n
}

// lastTwo counts the leaves two plies down, where nearly all of the time goes.
func (c *counter) lastTwo(v view) uint64 {
	if c.interrupted() {
		return 0
	}
	buf := c.gen.generate(c.bufs[2][:0], v)
	n := 0
	for i := range buf {
		n += c.count(v.make(buf[i]))
	}
	if cap(buf) > cap(c.bufs[2]) {
		c.bufs[2] = buf[:0]
	}
	return uint64(n)
}

// leaves counts the legal moves in a position.
func (c *counter) leaves(v view) uint64 {
	if !c.byRoute {
		return uint64(c.count(v))
	}
	buf := c.gen.generate(c.bufs[1][:0], v)
	c.bufs[1] = buf[:0]
	n := uint64(0)
	for _, m := range buf {
		n += c.routes(v, m)
	}
	return n
}

func (c *counter) routes(v view, m Move) uint64 {
	if !c.byRoute || m.captured&(m.captured-1) == 0 {
		return 1
	}
	p := Position{men: v.men, kings: v.kings, foeMen: v.foeMen, foeKings: v.foeKings}
	return c.gen.CountRoutes(p, m)
}

// interrupted looks at the context now and then: looking each time would cost
// more than the counting.
func (c *counter) interrupted() bool {
	if c.polls++; c.polls&0xFFF == 0 && c.ctx.Err() != nil {
		c.stopped = true
	}
	return c.stopped
}

func (v view) hash(depth int) uint64 {
	h := Mix(uint64(v.men) + uint64(depth))
	h = Mix(h ^ uint64(v.kings))
	h = Mix(h ^ uint64(v.foeMen))
	return Mix(h ^ uint64(v.foeKings))
}
