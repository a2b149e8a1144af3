package datasets

import (
	"errors"
	"fmt"
	"path/filepath"

	"damalab/internal/atomicfile"
)

// LockName is the file whose lock keeps a second process out of a folder that is
// being written. It stays when the lock is given up.
const LockName = ".dama-lock"

// Lock keeps other processes that ask for it out of a folder, which must exist,
// until release is called or this process ends.
func Lock(dir string) (release func() error, err error) {
	release, err = atomicfile.Lock(filepath.Join(dir, LockName))
	if errors.Is(err, atomicfile.ErrLocked) {
		return nil, fmt.Errorf("%s: another process is writing here; wait for it, or choose another folder", dir)
	}
	return release, err
}
