package atomicfile

import (
	"bufio"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// bufferSize spares a system call for each of the small writes of an encoder.
const bufferSize = 64 << 10

// maxLinks is how long a chain of symbolic links may be before it is taken for
// a ring; Linux gives up at the same length.
const maxLinks = 40

// Write replaces the file at path with what fill writes, whole or not at all.
//
// The new content goes to a temporary file in the same folder, which takes the
// target's place only after it is safely on disk. After an error, or a panic in
// fill, the target is as it was and the temporary file is gone. The one
// exception is an error of the step "sync folder": the new file is in place,
// but a power cut could still bring the old one back.
//
// A new file gets perm, less the umask, also where it replaces a file of
// another mode. If path is a symbolic link the file it points to is replaced
// and the link stays. Errors name path and the step that failed, and wrap the
// cause. The writer given to fill is buffered and must not be kept.
func Write(path string, perm os.FileMode, fill func(w io.Writer) error) error {
	target, err := followLinks(path)
	if err != nil {
		return stepError(path, "follow link", err)
	}
	temp, err := createTemp(target, os.O_WRONLY, perm)
	if err != nil {
		return stepError(path, "create temporary file", err)
	}
	renamed := false
	// Deferred rather than written out at each return: a panic in fill must not
	// leave the temporary file behind either.
	defer func() {
		if !renamed {
			temp.Close() // a second Close only fails, and Windows needs one before Remove
			os.Remove(temp.Name())
		}
	}()
	if step, err := fillAndSync(temp, fill); err != nil {
		return stepError(path, step, err)
	}
	if err := os.Rename(temp.Name(), target); err != nil {
		return stepError(path, "rename", err)
	}
	renamed = true
	if err := syncFolder(filepath.Dir(target)); err != nil {
		return stepError(path, "sync folder", err)
	}
	return nil
}

// WriteBytes replaces the file at path with data, as [Write] does.
func WriteBytes(path string, perm os.FileMode, data []byte) error {
	return Write(path, perm, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// fillAndSync writes the content to f and closes it; on an error it names the
// step.
func fillAndSync(f *os.File, fill func(w io.Writer) error) (step string, err error) {
	buffered := bufio.NewWriterSize(f, bufferSize)
	if err := fill(buffered); err != nil {
		return "fill", err
	}
	if err := buffered.Flush(); err != nil {
		return "write", err
	}
	if err := f.Sync(); err != nil {
		return "sync", err
	}
	return "close", f.Close()
}

// createTemp opens a new file beside target. It does not use os.CreateTemp,
// whose mode is 0600 whatever the umask, and whose random part has no fixed
// shape that [Clean] could tell from a user's own name.
func createTemp(target string, access int, perm os.FileMode) (*os.File, error) {
	for {
		name := tempName(filepath.Base(target))
		f, err := os.OpenFile(filepath.Join(filepath.Dir(target), name), access|os.O_CREATE|os.O_EXCL, perm)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// tempName is a hidden name for a file that will become base.
func tempName(base string) string {
	var random [randomBytes]byte
	rand.Read(random[:]) // never fails: crypto/rand ends the program instead
	return "." + base + tempMark + hex.EncodeToString(random[:])
}

// followLinks gives the file that path points to in the end, which need not
// exist. filepath.EvalSymlinks would refuse a link to a file still to be made.
func followLinks(path string) (string, error) {
	for range maxLinks {
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return path, nil
		}
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			return path, nil
		}
		next, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(next) {
			// Not Join: it would fold "link/.." by its letters, while the
			// system resolves the link first.
			next = filepath.Dir(path) + string(filepath.Separator) + next
		}
		path = next
	}
	return "", errors.New("too many levels of symbolic links")
}

// stepError says which file and which step; the path inside a *PathError is
// the temporary one, which would only mislead, so it is left out.
func stepError(path, step string, err error) error {
	var pathErr *fs.PathError
	var linkErr *os.LinkError
	switch {
	case step == "fill": // whatever fill reports is its own to tell
	case errors.As(err, &pathErr):
		err = pathErr.Err
	case errors.As(err, &linkErr):
		err = linkErr.Err
	}
	return fmt.Errorf("write %s: %s: %w", path, step, err)
}
