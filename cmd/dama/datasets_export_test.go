package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExportsLostOrStopped writes exports to a full disk and stops them: neither
// may end as if all were well, and no file is left behind.
func TestExportsLostOrStopped(t *testing.T) {
	work := t.TempDir()
	in, out := filepath.Join(work, "demo"), filepath.Join(work, "out")
	if code, _, errs := runMain(t, "run", "--out", in, "--games", "3", "--nodes", "20", "--pairs", "1", "--seed", "1"); code != exitDone {
		t.Fatal(errs)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for _, format := range exportFormats() {
		args := []string{"dama", "datasets", "export", "--in", in, "--format", format, "--out"}
		if format != "npz" {
			var errs strings.Builder
			if code := Main(t.Context(), append(args, "-"), strings.NewReader(""), fullDisk{}, &errs); code != exitFailed || !strings.Contains(errs.String(), "no space left") {
				t.Errorf("%s to a full disk: exit code %d, %s", format, code, errs.String())
			}
		}
		var text, errs bytes.Buffer
		if code := Main(stopped, append(args, out), strings.NewReader(""), &text, &errs); code != exitCancelled || text.Len() > 0 {
			t.Errorf("%s, stopped: exit code %d, %s", format, code, errs.String())
		}
	}
	var text, errs bytes.Buffer
	args := []string{"dama", "datasets", "positions", "--in", in, "--out", out}
	if code := Main(stopped, args, strings.NewReader(""), &text, &errs); code != exitCancelled || !strings.Contains(errs.String(), nothingKept) {
		t.Errorf("positions, stopped: exit code %d, %s", code, errs.String())
	}
	if left, err := os.ReadDir(work); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
