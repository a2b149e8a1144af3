package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func mustRead(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func mustWrite(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// onlyFiles fails the test if dir holds anything but names.
func onlyFiles(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("folder holds %q, want %q", got, names)
	}
}

func TestWriteNewAndReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games.bin")
	for _, text := range []string{"first", "second, longer", "", strings.Repeat("x", 3*bufferSize)} {
		if err := WriteBytes(path, 0o644, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got := mustRead(t, path); got != text {
			t.Errorf("read %d bytes, want %d", len(got), len(text))
		}
	}
	onlyFiles(t, dir, "games.bin")
}

func TestWriteMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes are a unix matter")
	}
	path := filepath.Join(t.TempDir(), "f")
	for _, perm := range []os.FileMode{0o600, 0o400, 0o644} {
		if err := WriteBytes(path, perm, nil); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got&^perm != 0 || got&0o400 == 0 {
			t.Errorf("mode %v, want %v less the umask", got, perm)
		}
	}
}

func TestFailedFillLeavesTarget(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	mustWrite(t, path, "old")
	cause := errors.New("no more games")
	err := Write(path, 0o644, func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("half", bufferSize))
		return cause
	})
	if !errors.Is(err, cause) {
		t.Errorf("error %v does not wrap the cause", err)
	}
	if msg := err.Error(); !strings.Contains(msg, path) || !strings.Contains(msg, "fill") {
		t.Errorf("error %q names neither path nor step", msg)
	}
	if got := mustRead(t, path); got != "old" {
		t.Errorf("target changed to %q", got)
	}
	onlyFiles(t, dir, "f")
}

func TestPanicInFillLeavesTarget(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	mustWrite(t, path, "old")
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		Write(path, 0o644, func(io.Writer) error { panic("bug") })
	}()
	if got := mustRead(t, path); got != "old" {
		t.Errorf("target changed to %q", got)
	}
	onlyFiles(t, dir, "f")
}

func TestWriteErrorsNamePathAndStep(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "folder")
	if err := os.MkdirAll(filepath.Join(folder, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	for path, step := range map[string]string{
		filepath.Join(dir, "missing", "f"): "create temporary file",
		folder:                             "rename",
	} {
		err := WriteBytes(path, 0o644, []byte("x"))
		if err == nil {
			t.Fatalf("%s: no error", path)
		}
		if msg := err.Error(); !strings.Contains(msg, path) || !strings.Contains(msg, step) || strings.Contains(msg, tempMark) {
			t.Errorf("error %q: want path %q and step %q, and no temporary name", msg, path, step)
		}
	}
	if err := WriteBytes(filepath.Join(dir, "missing", "f"), 0o644, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v does not wrap fs.ErrNotExist", err)
	}
	onlyFiles(t, dir, "folder")
}

func TestWriteThroughLinks(t *testing.T) {
	dir := t.TempDir()
	real := filepath.Join(dir, "real")
	if err := os.Mkdir(real, 0o755); err != nil {
		t.Fatal(err)
	}
	link := func(old, name string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.Symlink(old, path); err != nil {
			t.Skip("no symbolic links here:", err)
		}
		return path
	}
	folder := link("real", "folder")
	file := link(filepath.Join("folder", "f"), "file") // dangling at first
	second := link("file", "second")
	ring := link("ring", "ring")

	for _, path := range []string{filepath.Join(folder, "f"), file, second} {
		if err := WriteBytes(path, 0o644, []byte(path)); err != nil {
			t.Fatal(err)
		}
		if got := mustRead(t, filepath.Join(real, "f")); got != path {
			t.Errorf("through %s: read %q", path, got)
		}
	}
	if info, err := os.Lstat(file); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info, err)
	}
	if err := WriteBytes(ring, 0o644, nil); err == nil || !strings.Contains(err.Error(), ring) {
		t.Errorf("ring of links: error %v", err)
	}
	onlyFiles(t, real, "f")
}
