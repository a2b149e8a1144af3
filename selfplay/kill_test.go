//go:build unix

package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// childDir is the variable that makes the test binary a run into a folder.
const childDir = "DAMA_TEST_CHILD_DIR"

// TestMain is a run that can be killed, if the variable is set.
func TestMain(m *testing.M) {
	dir := os.Getenv(childDir)
	if dir == "" {
		os.Exit(m.Run())
	}
	s, material := killSpec()
	workers, _ := strconv.Atoi(os.Getenv(childDir + "_WORKERS"))
	if _, err := Run(context.Background(), dir, s, material, Options{Games: killGames, Workers: workers}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const killGames = 60

func killSpec() (Spec, Material) {
	s, m := smallSpec(nil, "federation")
	s.Opening.MinPlies, s.Opening.MaxPlies, s.ShardGames = 2, 4, 25
	return s, m
}

// TestKilledAtRandomMoments kills runs with SIGKILL again and again, some while
// they write, until one ends; the folder has the bytes of a run that was never
// stopped, and no finished game was lost.
func TestKilledAtRandomMoments(t *testing.T) {
	kills := 50
	if testing.Short() {
		kills = 6
	}
	seed := rand.Uint64()
	if text := os.Getenv("DAMA_SEED"); text != "" {
		seed, _ = strconv.ParseUint(text, 10, 64)
	}
	t.Logf("DAMA_SEED=%d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	s, m := killSpec()
	whole := t.TempDir()
	began := time.Now()
	mustRun(t, whole, s, m, killGames, 2)
	took := time.Since(began)
	want := tree(t, whole)
	for killed := 0; killed < kills; {
		dir := filepath.Join(t.TempDir(), "run")
		// Moments all over a run, and each run goes on where the last one was
		// killed.
		for {
			finished, err := runChild(dir, 1+rng.IntN(7), time.Duration(rng.Int64N(int64(took)/2+int64(20*time.Millisecond))))
			if err != nil {
				t.Fatal(err)
			}
			if finished {
				break
			}
			killed++
		}
		sameTree(t, fmt.Sprintf("after %d kills", killed), tree(t, dir), want)
	}
}

// runChild starts a run as a process of its own and kills it after some time;
// finished is true if it came to its end before.
func runChild(dir string, workers int, after time.Duration) (finished bool, err error) {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childDir+"="+dir, fmt.Sprintf("%s_WORKERS=%d", childDir, workers))
	child.Stderr = os.Stderr
	if err := child.Start(); err != nil {
		return false, err
	}
	timer := time.AfterFunc(after, func() { _ = child.Process.Kill() })
	defer timer.Stop()
	err = child.Wait()
	if err != nil && child.ProcessState.ExitCode() == -1 { // by a signal
		return false, nil
	}
	return err == nil, err
}
