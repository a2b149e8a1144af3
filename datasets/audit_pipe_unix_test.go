//go:build unix

package datasets

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe, a device or a folder in the place of a file is named, and not waited for.
func TestAuditPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	const first, license = "games/shard-00000.parquet", "LICENSE"
	for _, target := range []string{pipe, os.DevNull, "/dev/zero", t.TempDir()} {
		s := newAuditSet(t, federation(t), selfPlaySpec(), 2)
		s.save()
		other := filepath.Join(s.dir, license)
		if err := os.WriteFile(other, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		s.list(other, 0)
		s.manifest.Files[1].Bytes = 0 // as many as the target is said to have
		s.saveManifest()
		for _, path := range []string{s.path(Games, 0), other} {
			if err := errors.Join(os.Remove(path), os.Symlink(target, path)); err != nil {
				t.Fatal(err)
			}
		}
		found, _ := s.audit(AuditOptions{})
		if len(found) != 2 || found[0].File != first || found[0].Problem != FileUnreadable || found[1].File != license ||
			found[1].Problem != FileUnreadable || found[1].Detail != errNotRegular.Error() {
			t.Errorf("%s: %v", target, found)
		}
		if _, err := ReadHeader(s.path(Games, 0)); !errors.Is(err, errNotRegular) {
			t.Errorf("%s: its header: %v", target, err)
		}
		manifest := filepath.Join(s.dir, ManifestName)
		if err := errors.Join(os.Remove(manifest), os.Symlink(target, manifest)); err != nil {
			t.Fatal(err)
		}
		if _, err := LoadManifest(s.dir); !errors.Is(err, errNotRegular) || !strings.Contains(err.Error(), ManifestName) {
			t.Errorf("%s: the manifest: %v", target, err)
		}
	}
	// A link to a file is a file.
	s := newAuditSet(t, federation(t), selfPlaySpec(), 2)
	s.save()
	moved := filepath.Join(t.TempDir(), "elsewhere")
	if err := errors.Join(os.Rename(s.path(Games, 0), moved), os.Symlink(moved, s.path(Games, 0))); err != nil {
		t.Fatal(err)
	}
	s.expect("a link")
}
