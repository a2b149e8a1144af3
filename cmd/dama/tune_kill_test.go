//go:build unix

package main

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"damalab/internal/testkit"
)

// TestKilledTune kills a fit at moments at which its folder changes, with SIGKILL. The
// same command then goes on to the bytes of a fit that was never killed.
func TestKilledTune(t *testing.T) {
	kills := 10
	if testing.Short() {
		kills = 2
	}
	rng := testkit.Rand(t)
	t.Chdir(t.TempDir())
	mustMain(t, "selfplay --games 80 --nodes 20 --seed 3 --out games")
	const command = "tune --in games --patterns none --memory 10K --out "
	mustMain(t, command+"whole")
	want, err := tree("whole")
	if err != nil {
		t.Fatal(err)
	}
	left := 0 // kills that left a fit half done
	for try := 0; left < kills && try < 100*kills; try++ {
		killAfterChanges(t, command+"out", "out", 1+rng.IntN([]int{4, 40}[try%2]))
		if _, err := os.Stat("out/fit.json"); err != nil {
			if left++; rng.IntN(3) == 0 {
				continue // and once more into the same folder
			}
		}
		mustMain(t, command+"out --workers 1")
		got, err := tree("out")
		if err != nil {
			t.Fatal(err)
		}
		if diff := treeDiff(got, want); diff != "" {
			t.Errorf("after a kill these files differ: %s", diff)
		}
		os.RemoveAll("out")
	}
	if left < kills {
		t.Errorf("only %d kills came while it worked", left)
	}
}

// TestStoppedTune ends a fit by Ctrl-C and by a disk that is full at its end.
func TestStoppedTune(t *testing.T) {
	if limit := os.Getenv("DAMA_FILE_LIMIT"); limit != "" {
		limitedTune(limit)
	}
	t.Chdir(t.TempDir())
	mustMain(t, "selfplay --games 80 --nodes 20 --seed 3 --out games")
	mustMain(t, "tune --in games --patterns none --out whole")
	want, err := tree("whole")
	if err != nil {
		t.Fatal(err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	var text, errs strings.Builder
	args := strings.Fields("dama tune --in games --patterns none --out out")
	if code := Main(stopped, args, strings.NewReader(""), &text, &errs); code != exitCancelled || text.Len() > 0 || !strings.Contains(errs.String(), "the same command goes on from there") {
		t.Errorf("stopped: exit code %d, %s", code, errs.String())
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, limit := range []string{"300", "20000", "60000"} { // tune.json, a plot, the report
		child := exec.Command(program, "-test.run=TestStoppedTune")
		child.Env = append(os.Environ(), "DAMA_FILE_LIMIT="+limit)
		out, err := child.CombinedOutput()
		if err == nil || child.ProcessState.ExitCode() != exitFailed || !strings.Contains(string(out), "file too large") {
			t.Errorf("files of %s bytes: %v, %s", limit, err, out)
		}
		if _, err := os.Stat("out/fit.json"); err == nil {
			t.Errorf("files of %s bytes: there is a fit that looks whole", limit)
		}
	}
	mustMain(t, "tune --in games --patterns none --out out")
	got, err := tree("out")
	if err != nil {
		t.Fatal(err)
	}
	if diff := treeDiff(got, want); diff != "" {
		t.Errorf("afterwards these files differ: %s", diff)
	}
}

// limitedTune runs the command as if the disk were full after so many bytes a file.
func limitedTune(limit string) {
	signal.Ignore(syscall.SIGXFSZ) // so that writing fails instead
	n, _ := strconv.ParseUint(limit, 10, 64)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: n}); err != nil {
		os.Exit(exitUsage)
	}
	os.Exit(Main(context.Background(), strings.Fields("dama tune --in games --patterns none --out out"), strings.NewReader(""), os.Stdout, os.Stderr))
}
