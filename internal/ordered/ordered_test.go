package ordered

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var workerCounts = []int{1, 2, 7, 16}

// collector checks the order as results come in.
type collector struct {
	t    *testing.T
	next int
}

func (c *collector) deliver(index, v int) error {
	if index != c.next || v != index*index {
		c.t.Errorf("delivered %d with %d, want index %d", index, v, c.next)
	}
	c.next++
	return nil
}

// pause makes indices finish in an order of their own, the same in each test
// run.
func pause(index int) {
	r := rand.New(rand.NewPCG(uint64(index), 7))
	time.Sleep(time.Duration(r.IntN(800)) * time.Microsecond)
}

func square(_ context.Context, _, index int) (int, error) {
	pause(index)
	return index * index, nil
}

func TestDeliversInOrder(t *testing.T) {
	for _, workers := range append(workerCounts, 0, -3) {
		for _, r := range [][2]int{{0, 300}, {-50, 60}, {41, 42}, {7, 7}, {9, 2}} {
			c := collector{t, r[0]}
			if err := Run(context.Background(), r[0], r[1], workers, square, c.deliver); err != nil {
				t.Error(err)
			}
			if want := max(r[0], r[1]); c.next != want && r[0] < r[1] {
				t.Errorf("%d workers, %v: delivered up to %d", workers, r, c.next)
			}
		}
	}
}

func TestWorkerNumbers(t *testing.T) {
	const workers = 5
	var busy [workers]atomic.Bool
	do := func(_ context.Context, worker, index int) (int, error) {
		if !busy[worker].CompareAndSwap(false, true) {
			t.Errorf("two indices at once on worker %d", worker)
		}
		defer busy[worker].Store(false)
		return square(context.Background(), worker, index)
	}
	c := collector{t, 0}
	if err := Run(context.Background(), 0, 100, workers, do, c.deliver); err != nil {
		t.Error(err)
	}
}

func TestLookAheadIsBounded(t *testing.T) {
	const workers = 3
	var held, most atomic.Int64
	do := func(ctx context.Context, worker, index int) (int, error) {
		if index%50 == 0 {
			time.Sleep(5 * time.Millisecond) // let the others run into the window
		}
		n := held.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		return index * index, nil
	}
	c := collector{t, 0}
	err := Run(context.Background(), 0, 200, workers, do, func(index, v int) error {
		held.Add(-1)
		return c.deliver(index, v)
	})
	if err != nil || most.Load() > workers*lookAhead {
		t.Errorf("error %v, %d results held, want at most %d", err, most.Load(), workers*lookAhead)
	}
}

func TestLowestErrorWins(t *testing.T) {
	do := func(ctx context.Context, worker, index int) (int, error) {
		switch index {
		case 60:
			time.Sleep(10 * time.Millisecond) // fails last
			return 0, errors.New("lowest")
		case 61, 63:
			return 0, fmt.Errorf("higher: %d", index)
		}
		return square(ctx, worker, index)
	}
	for _, workers := range workerCounts {
		c := collector{t, 0}
		err := Run(context.Background(), 0, 1000, workers, do, c.deliver)
		if err == nil || err.Error() != "lowest" || c.next != 60 {
			t.Errorf("%d workers: error %v after %d deliveries, want lowest after 60", workers, err, c.next)
		}
	}
}

func TestErrorCancelsHigherWork(t *testing.T) {
	do := func(ctx context.Context, _, index int) (int, error) {
		if index == 0 {
			time.Sleep(time.Millisecond)
			return 0, errors.New("first")
		}
		<-ctx.Done() // for ever, unless told to give up
		return 0, ctx.Err()
	}
	err := Run(context.Background(), 0, 100, 4, do, func(int, int) error { return nil })
	if err == nil || err.Error() != "first" {
		t.Errorf("error %v", err)
	}
}

func TestDeliverErrorStops(t *testing.T) {
	full := errors.New("disk full")
	for _, workers := range workerCounts {
		calls := 0
		err := Run(context.Background(), 0, 1000, workers, square, func(index, _ int) error {
			calls++
			if index == 10 {
				return full
			}
			return nil
		})
		if err != full || calls != 11 {
			t.Errorf("error %v after %d deliveries", err, calls)
		}
	}
}

func TestCancelDeliversPrefix(t *testing.T) {
	for _, workers := range workerCounts {
		ctx, cancel := context.WithCancel(context.Background())
		var started atomic.Int64
		do := func(ctx context.Context, worker, index int) (int, error) {
			started.Add(1)
			if index == 40 {
				cancel()
			}
			return square(ctx, worker, index) // finishes all the same
		}
		c := collector{t, 0}
		err := Run(ctx, 0, 100_000, workers, do, c.deliver)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		if int64(c.next) != started.Load() || c.next < 41 {
			t.Errorf("%d workers: %d started, %d delivered", workers, started.Load(), c.next)
		}
	}
}

func TestCancelWhileWaiting(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	do := func(ctx context.Context, _, index int) (int, error) {
		if index < 2 {
			return index * index, nil
		}
		<-ctx.Done()
		return 0, errors.New("gave up in words of its own")
	}
	c := collector{t, 0}
	if err := Run(ctx, 0, 100, 3, do, c.deliver); err != context.DeadlineExceeded || c.next != 2 {
		t.Errorf("error %v after %d deliveries", err, c.next)
	}
}

func TestCancelledBeforehand(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	do := func(context.Context, int, int) (int, error) { t.Error("do was called"); return 0, nil }
	if err := Run(ctx, 0, 9, 2, do, func(int, int) error { return nil }); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

func TestPanicBecomesError(t *testing.T) {
	cause := errors.New("broken table")
	for _, end := range []func(){func() { panic(cause) }, func() { panic("bug") }, runtime.Goexit} {
		c := collector{t, 0}
		err := Run(context.Background(), 0, 100, 3, func(ctx context.Context, worker, index int) (int, error) {
			if index == 17 {
				end()
			}
			return square(ctx, worker, index)
		}, c.deliver)
		var p *PanicError
		if !errors.As(err, &p) || p.Index != 17 || c.next != 17 || len(p.Stack) == 0 {
			t.Fatalf("error %v after %d deliveries", err, c.next)
		}
		if !strings.Contains(err.Error(), "index 17") || (p.Value == cause) != errors.Is(err, cause) {
			t.Errorf("error %q", err)
		}
	}
}

func TestPanicInDeliverLeavesNoGoroutine(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the panic was swallowed")
		}
	}()
	Run(context.Background(), 0, 100, 4, square, func(int, int) error { panic("bug") })
}

func BenchmarkRun(b *testing.B) {
	do := func(_ context.Context, _, index int) (int, error) { return index, nil }
	err := Run(context.Background(), 0, b.N, 2, do, func(int, int) error { return nil })
	if err != nil {
		b.Fatal(err)
	}
}
