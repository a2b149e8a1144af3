package atomicfile

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestCleanRemovesOnlyLeftovers(t *testing.T) {
	dir := t.TempDir()
	leftovers := []string{tempName("games.bin"), tempName("a.tmp-b"), tempName("ş")}
	others := []string{
		"games.bin", "games.bin.tmp-0123456789abcdef", ".games.bin", ".games.tmp-", ".games.tmp-012345",
		".games.tmp-0123456789abcdeg", ".games.tmp-0123456789ABCDEF", ".tmp-0123456789abcdef",
		".games.tmp-0123456789abcdef0", ".x.tmp-0123456789abcdef.bak",
	}
	for _, name := range slices.Concat(leftovers, others) {
		mustWrite(t, filepath.Join(dir, name), "")
	}
	folder := ".folder.tmp-0123456789abcdef"
	if err := os.Mkdir(filepath.Join(dir, folder), 0o755); err != nil {
		t.Fatal(err)
	}

	removed, err := Clean(dir)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(leftovers)
	if !slices.Equal(removed, leftovers) {
		t.Errorf("removed %q, want %q", removed, leftovers)
	}
	rest := append(others, folder)
	slices.Sort(rest)
	onlyFiles(t, dir, rest...)
}

func TestCleanMissingFolder(t *testing.T) {
	if _, err := Clean(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("no error for a missing folder")
	}
}
