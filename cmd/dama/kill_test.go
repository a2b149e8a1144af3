//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"damalab/internal/testkit"
)

// TestKilledDatasetCommands kills the commands that fill a folder, with SIGKILL and
// while they do. The same command then simply works, and the folder has the bytes
// of one that was never killed.
func TestKilledDatasetCommands(t *testing.T) {
	kills := 12
	if testing.Short() {
		kills = 2
	}
	rng := testkit.Rand(t)
	work := t.TempDir()
	t.Chdir(work)
	for _, command := range []string{
		"selfplay --games 40 --nodes 20 --seed 3 --out games",
		"selfplay --games 20 --nodes 20 --seed 4 --out more",
		"datasets export --in games --format pdn --out games.pdn",
		"datasets merge --in games --in more --out both",
	} {
		mustMain(t, command)
	}
	for _, command := range []string{
		"datasets import --in games.pdn --out ",
		"datasets positions --in both --out ",
		"datasets merge --in more --in games --out ",
		"datasets merge --in games --out ",
		"datasets split --in both --train 34 --validation 33 --test 33 --out ",
		"datasets dedup --in both --out ",
	} {
		mustMain(t, command+"whole")
		want, err := tree("whole")
		if err != nil {
			t.Fatal(err)
		}
		left := 0 // kills that left a folder half filled
		for try := 0; left < kills; try++ {
			if try == 20*kills {
				t.Errorf("%s: of %d kills only %d came while it wrote", command, try, left)
				break
			}
			killAfterChanges(t, command+"out", "out", 1+rng.IntN(8))
			if _, err := os.Lstat(filepath.Join("out", ".dama-unfinished")); err != nil {
				os.RemoveAll("out") // it was too early or too late
				continue
			}
			if left++; rng.IntN(3) == 0 {
				continue // and once more into the same folder
			}
			mustMain(t, command+"out")
			got, err := tree("out")
			if err != nil {
				t.Fatal(err)
			}
			if diff := treeDiff(got, want); diff != "" {
				t.Errorf("%s: after a kill these files differ: %s", command, diff)
			}
			os.RemoveAll("out")
		}
		os.RemoveAll("out")
		os.RemoveAll("whole")
	}
}

// killAfterChanges runs the program as a process of its own and kills it when the
// folder has changed so often, if it has not ended before.
func killAfterChanges(t *testing.T, command, dir string, changes int) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// By its name the test binary knows that it is to be the program.
	child := &exec.Cmd{Path: program, Args: append([]string{"dama"}, strings.Fields(command)...), Env: os.Environ()}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = child.Wait() // however it ends
		close(ended)
	}()
	for before := look(dir); changes > 0; {
		select {
		case <-ended:
			return
		case <-time.After(100 * time.Microsecond):
		}
		if now := look(dir); now != before {
			before = now
			changes--
		}
	}
	_ = child.Process.Kill() // fails if it has just ended
	<-ended
}

// look describes a folder as far as another process can see it change.
func look(dir string) string {
	var seen strings.Builder
	_ = filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return nil // it is gone, or not there yet
		}
		seen.WriteString(path)
		if info, err := entry.Info(); err == nil && !entry.IsDir() {
			seen.WriteString(strconv.FormatInt(info.Size(), 10))
		}
		return nil
	})
	return seen.String()
}
