package atomicfile

import (
	"errors"
	"fmt"
	"os"
	"sync"
)

// ErrLocked is what [Lock] returns, wrapped with the path, when another holder
// has the lock.
var ErrLocked = errors.New("locked by another process")

// Lock takes the advisory lock kept on the file at path, which is made if
// missing, and returns at once: with [ErrLocked] if another process, or
// another call in this one, holds it.
//
// The lock belongs to the open file, not to the file's existence. The system
// drops it when its holder ends, however it ends, so a crash never leaves a
// folder locked. release gives it up; calling it again does nothing. The file
// itself stays: removing it would let two processes lock two files of one name.
func Lock(path string) (release func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", path, errors.Unwrap(err))
	}
	if err := tryLock(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return sync.OnceValue(func() error {
		// Closing the only descriptor of the open file drops the lock.
		if err := f.Close(); err != nil {
			return fmt.Errorf("unlock %s: %w", path, err)
		}
		return nil
	}), nil
}
