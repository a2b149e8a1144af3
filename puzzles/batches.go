package puzzles

import (
	"context"
	"iter"
	"runtime"

	"damalab/internal/ordered"
)

// batchSize is how many values are held at a time. It must be well above the
// number of workers, who wait for one another at the end of each batch.
const batchSize = 256

// inOrder does work on the values of a sequence with several workers and
// delivers the results in the order of the values. An error of in is returned
// after everything before it has been delivered. Workers below 1 mean one a
// processor.
func inOrder[T, R any](ctx context.Context, in iter.Seq2[T, error], workers int, do func(T) (R, error), deliver func(R) error) error {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	batch := make([]T, 0, batchSize)
	flush := func() error {
		err := ordered.Run(ctx, 0, len(batch), workers,
			func(_ context.Context, _, i int) (R, error) { return do(batch[i]) },
			func(_ int, r R) error { return deliver(r) })
		batch = batch[:0]
		return err
	}
	for v, err := range in {
		if err == nil {
			if batch = append(batch, v); len(batch) < batchSize {
				continue
			}
		}
		if failed := flush(); failed != nil {
			return failed
		}
		if err != nil {
			return err
		}
	}
	return flush()
}
