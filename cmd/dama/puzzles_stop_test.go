package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestStoppedMining: after Ctrl-C the same command goes on, and makes the set of a
// command that was not stopped; another command is refused.
func TestStoppedMining(t *testing.T) {
	t.Chdir(t.TempDir())
	mustMain(t, "selfplay --games 60 --nodes 30 --seed 3 --out games")
	const command = "puzzles mine --in games --kinds maximum,choice --out "
	mustMain(t, command+"whole")
	want, err := tree("whole")
	if err != nil {
		t.Fatal(err)
	}
	stops := 0
	for try := 0; stops < 3; try++ {
		if try == 60 {
			t.Fatalf("of %d commands only %d were stopped in time", try, stops)
		}
		out := fmt.Sprint("set-", stops)
		if !stopMining(t, command+out, out) {
			os.RemoveAll(out)
			continue
		}
		stops++
		code, _, errs := runMain(t, strings.Fields("puzzles mine --in games --kinds choice --out "+out)...)
		if code != exitFailed || !strings.Contains(errs, "dama: "+out+": an unfinished set of puzzles is there, with other kinds; give the command again") {
			t.Errorf("exit code %d, %s", code, errs)
		}
		mustMain(t, command+out+" --workers 3")
		got, err := tree(out)
		if err != nil {
			t.Fatal(err)
		}
		if diff := treeDiff(got, want); diff != "" {
			t.Errorf("after Ctrl-C these files differ: %s", diff)
		}
	}
}

// stopMining stops a command as soon as its journal has grown; false if it had ended.
func stopMining(t *testing.T, command, out string) bool {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		for ctx.Err() == nil {
			if text, err := os.ReadFile(filepath.Join(out, ".dama-mining")); err == nil && bytes.Count(text, []byte("\n")) > 1 {
				stop()
			}
			time.Sleep(100 * time.Microsecond)
		}
	}()
	var text, errs bytes.Buffer
	switch code := Main(ctx, append([]string{"dama"}, strings.Fields(command)...), strings.NewReader(""), &text, &errs); {
	case code == exitDone:
		return false
	case code != exitCancelled || text.Len() > 0 || !strings.Contains(errs.String(), "dama: stopped; the same command goes on with what is finished"):
		t.Fatalf("exit code %d, %s", code, errs.String())
	}
	return true
}
