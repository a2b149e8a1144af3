package ordered

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// lookAhead is the window in indices per worker. Games differ in length by a
// factor of a few; this much lets the quick ones go on while a slow one ends.
const lookAhead = 4

// PanicError is the error of an index whose work panicked, or ended its
// goroutine.
type PanicError struct {
	// Index is the index that was worked on.
	Index int
	// Value is what was passed to panic; nil if the goroutine was ended.
	Value any
	// Stack is the stack trace of the worker at the panic.
	Stack []byte
}

// Error names the index and what the panic said. The stack is not in it.
func (e *PanicError) Error() string {
	if e.Value == nil {
		return fmt.Sprintf("index %d: the work ended its goroutine", e.Index)
	}
	return fmt.Sprintf("index %d: panic: %v", e.Index, e.Value)
}

// Unwrap gives the panic's value if it was an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Run calls do for every index from first up to but not including last, on
// workers goroutines (at least one), and deliver for every result strictly in
// the order of the indices. deliver runs on the caller's goroutine. do is told
// which worker it runs on, 0 to workers-1, so that a worker can keep buffers.
//
// After an error of do no higher index is handed out and the context of the
// higher ones at work is cancelled, while the lower ones are let finish. So the
// error returned is always that of the lowest failing index, and everything
// before it has been delivered, for any number of workers. An error of deliver
// ends the run and is returned as it is. A panic in do becomes a [PanicError].
//
// When ctx is done no index is handed out any more. do may notice by its own
// context and give up; what finishes without a gap is still delivered, and
// Run returns ctx.Err(), or nil if nothing was left to do.
//
// No goroutine outlives the call.
func Run[T any](
	ctx context.Context,
	first, last, workers int,
	do func(ctx context.Context, worker, index int) (T, error),
	deliver func(index int, v T) error,
) error {
	if first >= last {
		return nil
	}
	workers = min(max(workers, 1), last-first)
	q := newQueue[T](ctx, first, last, workers*lookAhead)
	var running sync.WaitGroup
	// Deferred, because deliver may panic and the workers must end all the same.
	defer running.Wait()
	defer q.stop()
	defer context.AfterFunc(ctx, q.wake)()

	for worker := range workers {
		running.Go(func() {
			for {
				callCtx, index, ok := q.take()
				if !ok {
					return
				}
				work(q, callCtx, worker, index, do)
			}
		})
	}
	for index := first; index < last; index++ {
		v, err := q.await(index)
		if err != nil {
			return err
		}
		if err := deliver(index, v); err != nil {
			return err
		}
		q.delivered(index)
	}
	return nil
}

// work does one index and puts its result, whatever happens in do: a lost
// result would leave the caller waiting for ever.
func work[T any](
	q *queue[T], ctx context.Context, worker, index int,
	do func(ctx context.Context, worker, index int) (T, error),
) {
	var v T
	var err error
	returned := false
	defer func() {
		if !returned {
			err = &PanicError{Index: index, Value: recover(), Stack: debug.Stack()}
		}
		q.put(index, v, err)
	}()
	v, err = do(ctx, worker, index)
	returned = true
}
