//go:build unix

package puzzles

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"damalab/dama"
	"damalab/datasets"
	"damalab/internal/testkit"
)

// childDir is the variable that makes the test binary mine into a folder.
const childDir = "DAMA_TEST_CHILD_DIR"

// TestMain is a run that can be killed, if the variable is set.
func TestMain(m *testing.M) {
	dir := os.Getenv(childDir)
	if dir == "" {
		os.Exit(m.Run())
	}
	workers, _ := strconv.Atoi(os.Getenv(childDir + "_WORKERS"))
	r, err := dama.FindRuleset("federation")
	if err == nil {
		_, err = MineTo(context.Background(), dir, "source", datasets.All(randomGames(r, killGames)), killOptions(r, workers), nil)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const killGames = 70 // the last block is no whole one

func killOptions(r dama.Ruleset, workers int) Options {
	o := Options{Ruleset: r, Criteria: DefaultCriteria(), Workers: workers, Kinds: Kinds()}
	// It is not the searches that are tested here.
	o.Criteria.Line.DeeperPlies, o.Criteria.Line.AgainPlies, o.Criteria.Line.JudgedNodes = 1, 0, 1
	o.Criteria.Line.KeepNodes, o.Criteria.Line.HoldNodes = 300, 300
	return o
}

// TestMiningKilledAtRandomMoments kills runs with SIGKILL again and again, some
// while they write, until one ends. The folder has the bytes of a run that was
// never stopped, and no run began before the place where the last one was killed.
func TestMiningKilledAtRandomMoments(t *testing.T) {
	kills := 40
	if testing.Short() {
		kills = 5
	}
	rng := testkit.Rand(t)
	whole := filepath.Join(t.TempDir(), "set")
	began := time.Now()
	if finished, err := mineChild(whole, 2, 10*time.Minute); err != nil || !finished {
		t.Fatal(finished, err)
	}
	took := time.Since(began)
	want := filesIn(t, whole)
	for killed := 0; killed < kills; {
		dir := filepath.Join(t.TempDir(), "set")
		told := 0
		for {
			finished, err := mineChild(dir, 1+rng.IntN(7), time.Duration(rng.Int64N(int64(took))))
			if err != nil {
				t.Fatal(err)
			}
			if finished {
				break
			}
			killed++
			if made(dir) {
				break // it was killed with everything done, on its way out
			}
			text, _ := os.ReadFile(filepath.Join(dir, JournalName)) // none yet, or none any more
			if lines := bytes.Count(text, []byte("\n")); lines > 0 && lines < told {
				t.Errorf("the journal had %d lines, and then %d", told, lines)
			} else {
				told = lines
			}
		}
		got := filesIn(t, dir)
		for name := range want {
			if !bytes.Equal(got[name], want[name]) {
				t.Errorf("after %d kills %s has other bytes", killed, name)
			}
		}
		if len(got) != len(want) {
			t.Errorf("after %d kills there are %d files instead of %d", killed, len(got), len(want))
		}
	}
}

// made tells whether a set is whole: the manifest is written, and then the mark of
// an unfinished folder is removed.
func made(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "manifest.json"))
	_, unfinished := os.Stat(filepath.Join(dir, ".dama-unfinished"))
	return err == nil && unfinished != nil
}

// mineChild mines in a process of its own and kills it after some time; finished
// is true if it came to its end before.
func mineChild(dir string, workers int, after time.Duration) (finished bool, err error) {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childDir+"="+dir, fmt.Sprintf("%s_WORKERS=%d", childDir, workers))
	return testkit.KillAfter(child, after)
}
