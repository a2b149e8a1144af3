package ordered

import (
	"context"
	"errors"
	"sync"
)

// queue hands out indices and holds results until they are due.
type queue[T any] struct {
	ctx   context.Context
	first int

	mu      sync.Mutex
	changed *sync.Cond // anything below
	next    int        // the next index to hand out
	end     int        // no index from here on is handed out; falls to the lowest failure
	due     int        // the next index to deliver
	stopped bool
	slots   []slot[T] // by index modulo the window
}

// slot is the place of one index within the window.
type slot[T any] struct {
	cancel context.CancelFunc // of its call; nil when free
	done   bool
	value  T
	err    error
}

func newQueue[T any](ctx context.Context, first, last, window int) *queue[T] {
	q := &queue[T]{ctx: ctx, first: first, next: first, end: last, due: first, slots: make([]slot[T], window)}
	q.changed = sync.NewCond(&q.mu)
	return q
}

func (q *queue[T]) slot(index int) *slot[T] {
	// Counted from first: indices may be negative, and a remainder must not be.
	return &q.slots[(index-q.first)%len(q.slots)]
}

// take waits for room in the window and gives the next index with the context
// for its work, or false when there is nothing more to do.
func (q *queue[T]) take() (context.Context, int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.open() && q.next-q.due >= len(q.slots) {
		q.changed.Wait()
	}
	if !q.open() {
		return nil, 0, false
	}
	index := q.next
	q.next++
	ctx, cancel := context.WithCancel(q.ctx)
	q.slot(index).cancel = cancel
	return ctx, index, true
}

// open reports whether there are indices to hand out.
func (q *queue[T]) open() bool {
	return !q.stopped && q.ctx.Err() == nil && q.next < q.end
}

// put stores the result of an index. A failure lowers the end, and the work
// above it, which nobody will see any more, is told to give up.
func (q *queue[T]) put(index int, v T, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := q.slot(index)
	s.cancel()
	s.done, s.value, s.err = true, v, q.blame(err)
	if err != nil && index < q.end {
		q.end = index
		for above := index + 1; above < q.next; above++ {
			q.slot(above).cancel()
		}
	}
	q.changed.Broadcast()
}

// blame takes what fails after the whole run was cancelled for a consequence of
// that, in whatever words do put it. A panic stays a panic.
func (q *queue[T]) blame(err error) error {
	var panicked *PanicError
	if err == nil || q.ctx.Err() == nil || errors.As(err, &panicked) {
		return err
	}
	return q.ctx.Err()
}

// await waits for the result of index, which must be the one due. Its error is
// that of the work, or of the context if the index was never handed out.
func (q *queue[T]) await(index int) (T, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := q.slot(index)
	for !s.done {
		if index >= q.next && q.ctx.Err() != nil {
			var none T
			return none, q.ctx.Err()
		}
		q.changed.Wait()
	}
	return s.value, s.err
}

// delivered frees the place of index, which must be the one due.
func (q *queue[T]) delivered(index int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	*q.slot(index) = slot[T]{}
	q.due = index + 1
	q.changed.Broadcast()
}

// wake lets everyone who waits look at the context again.
func (q *queue[T]) wake() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.changed.Broadcast()
}

// stop ends the handing out and tells all work to give up.
func (q *queue[T]) stop() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stopped = true
	for i := range q.slots {
		if cancel := q.slots[i].cancel; cancel != nil {
			cancel()
		}
	}
	q.changed.Broadcast()
}
