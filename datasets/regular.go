package datasets

import (
	"errors"
	"io/fs"
	"os"
)

// errNotRegular says that something is no file of bytes: a folder, or a pipe or
// device, which may have no end.
var errNotRegular = errors.New("not a regular file")

// statRegular is [os.Stat] for a file that is to be read whole: what else may
// stand there, also behind a link, is an error, and is not opened.
func statRegular(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		failed.Op = "open" // which is what the caller is about to do
	}
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: errNotRegular}
	}
	return info, err
}
