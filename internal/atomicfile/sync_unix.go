//go:build !windows

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// syncFolder makes a rename in dir survive a power cut. Some file systems
// (network shares, FUSE) refuse to sync a folder; there is nothing more to be
// done on them, so a refusal is no error.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}
