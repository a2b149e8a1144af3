package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestVerifyDifferenceIsExit3 gives a set a manifest that promises another file.
func TestVerifyDifferenceIsExit3(t *testing.T) {
	dir := t.TempDir()
	if code, _, errs := runMain(t, "endgame", "build", "--pieces", "2", "--out", dir); code != exitDone {
		t.Fatal(errs)
	}
	path := filepath.Join(dir, "manifest.json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sum := regexp.MustCompile(`"sha256": "[0-9a-f]{64}"`)
	promised := sum.ReplaceAll(data, []byte(`"sha256": "`+strings.Repeat("0", 64)+`"`))
	if err := os.WriteFile(path, promised, 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errs := runMain(t, "endgame", "verify", "--in", dir)
	if code != exitDifference || !strings.Contains(out, "KvM.endgame: its SHA-256 is ") || !strings.Contains(out, ": 3 differences\n") {
		t.Errorf("exit code %d, stdout %q", code, out)
	}
	if !strings.Contains(errs, "dama: the tables are wrong in 3 places") {
		t.Errorf("stderr %q", errs)
	}
	code, out, _ = runMain(t, "endgame", "verify", "--in", dir, "--format", "json")
	if code != exitDifference || !strings.Contains(out, `"differences":3,"first":["`) {
		t.Errorf("exit code %d, stdout %q", code, out)
	}
}
