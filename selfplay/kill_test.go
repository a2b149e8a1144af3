//go:build unix

package selfplay

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"damalab/datasets"
	"damalab/internal/testkit"
)

// childDir is the variable that makes the test binary a run into a folder.
const childDir = "DAMA_TEST_CHILD_DIR"

// TestMain is a run that can be killed, if the variable is set.
func TestMain(m *testing.M) {
	dir := os.Getenv(childDir)
	if dir == "" {
		os.Exit(m.Run())
	}
	if limit, _ := strconv.ParseUint(os.Getenv(childDir+"_LIMIT"), 10, 64); limit > 0 {
		limitFiles(limit)
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
	rng := testkit.Rand(t)
	// By a process like those that are killed, to know how long one takes.
	whole := filepath.Join(t.TempDir(), "run")
	began := time.Now()
	if finished, err := runChild(whole, 2, 0, 10*time.Minute); err != nil || !finished {
		t.Fatal(finished, err)
	}
	took := time.Since(began)
	want := tree(t, whole)
	for killed := 0; killed < kills; {
		dir := filepath.Join(t.TempDir(), "run")
		// Moments all over a run, and each run goes on where the last one was
		// killed.
		for {
			finished, err := runChild(dir, 1+rng.IntN(7), 0, time.Duration(rng.Int64N(int64(took))))
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

// limitFiles lets no file grow beyond a number of bytes, as a full disk would.
func limitFiles(limit uint64) {
	signal.Ignore(syscall.SIGXFSZ) // so that writing fails instead
	l := syscall.Rlimit{Cur: limit, Max: limit}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// TestFullDisk runs out of space in the journal and in a shard. What the manifest
// lists is whole at any time, and with space again the run goes on to the same
// bytes.
func TestFullDisk(t *testing.T) {
	s, m := killSpec()
	whole := t.TempDir()
	mustRun(t, whole, s, m, killGames, 2)
	for _, limit := range []int{500, 3000, 9000, 20000} {
		dir := filepath.Join(t.TempDir(), "run")
		finished, err := runChild(dir, 2, limit, time.Minute)
		if finished || err == nil {
			t.Errorf("with %d bytes a file the run came to its end", limit)
		}
		if _, err := os.Stat(filepath.Join(dir, datasets.ManifestName)); err == nil {
			if problems, err := datasets.CheckFiles(dir); err != nil || len(problems) > 0 {
				t.Errorf("with %d bytes a file: %v, %v", limit, problems, err)
			}
		}
		mustRun(t, dir, s, m, killGames, 3)
		sameTree(t, fmt.Sprintf("after a full disk of %d bytes", limit), tree(t, dir), tree(t, whole))
	}
}

// TestSecondProcess starts a run into the folder of another one.
func TestSecondProcess(t *testing.T) {
	s, m := killSpec()
	dir := t.TempDir()
	release, err := LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if finished, err := runChild(dir, 1, 0, time.Minute); finished || err == nil || !strings.Contains(err.Error(), "another process is writing here") {
		t.Error(err, "two processes write into one folder")
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	mustRun(t, dir, s, m, 1, 1)
}

// runChild starts a run as a process of its own and kills it after some time;
// finished is true if it came to its end before. No file may grow beyond limit
// bytes, if it is not 0.
func runChild(dir string, workers, limit int, after time.Duration) (finished bool, err error) {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childDir+"="+dir, fmt.Sprintf("%s_WORKERS=%d", childDir, workers), fmt.Sprintf("%s_LIMIT=%d", childDir, limit))
	return testkit.KillAfter(child, after)
}
