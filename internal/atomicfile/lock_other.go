//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package atomicfile

import (
	"errors"
	"os"
)

// tryLock refuses: a lock that does not lock would be worse than none.
func tryLock(*os.File) error { return errors.ErrUnsupported }
