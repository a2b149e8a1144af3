package atomicfile

import (
	"path/filepath"
	"testing"
)

func TestCreateTempIsCleaned(t *testing.T) {
	dir := t.TempDir()
	f, err := CreateTemp(dir, "scratch")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("x"); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, 1)
	if _, err := f.ReadAt(text, 0); err != nil || text[0] != 'x' {
		t.Errorf("read back %q, %v", text, err)
	}
	f.Close()
	if removed, err := Clean(dir); err != nil || len(removed) != 1 {
		t.Errorf("removed %q, %v", removed, err)
	}
	onlyFiles(t, dir)
	if _, err := CreateTemp(filepath.Join(dir, "missing"), "x"); err == nil {
		t.Error("no error for a missing folder")
	}
}

func TestMove(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	mustWrite(t, from, "new")
	mustWrite(t, to, "old")
	if err := Move(from, to); err != nil {
		t.Fatal(err)
	}
	if got := mustRead(t, to); got != "new" {
		t.Errorf("read %q", got)
	}
	onlyFiles(t, dir, "b")
	if err := Move(from, to); err == nil {
		t.Error("no error for a missing file")
	}
}
