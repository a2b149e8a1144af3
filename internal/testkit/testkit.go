// Package testkit is what tests of several packages share: seeds that can be asked
// for again, and processes that are killed.
package testkit

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"
)

// Race is a value of the variable GORACE for the processes that a test starts: under
// the race detector each would wait a second at its end.
const Race = "atexit_sleep_ms=10"

// Seed returns a seed of random numbers: a new one for each run, or DAMA_SEED. It is
// logged.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := rand.Uint64()
	if text := os.Getenv("DAMA_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("DAMA_SEED: %v", err)
		}
	}
	t.Logf("repeat with DAMA_SEED=%d", seed)
	return seed
}

// Rand returns the random numbers of a [Seed].
func Rand(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(Seed(t), 0))
}

// KillAfter starts a process and kills it after some time; finished is true if it
// came to its end before. The error of one that failed by itself has what it said.
func KillAfter(child *exec.Cmd, after time.Duration) (finished bool, err error) {
	var said bytes.Buffer
	child.Stderr = &said
	child.Env = append(child.Environ(), "GORACE="+Race)
	if err := child.Start(); err != nil {
		return false, err
	}
	timer := time.AfterFunc(after, func() { _ = child.Process.Kill() })
	defer timer.Stop()
	err = child.Wait()
	if err != nil && child.ProcessState.ExitCode() == -1 { // by a signal
		return false, nil
	}
	if err != nil {
		err = fmt.Errorf("%w: %s", err, said.String())
	}
	return err == nil, err
}
