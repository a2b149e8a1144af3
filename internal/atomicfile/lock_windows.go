package atomicfile

import (
	"errors"
	"os"
	"syscall"
	"unsafe"
)

const (
	lockfileFailImmediately = 0x1
	lockfileExclusiveLock   = 0x2

	errorLockViolation = syscall.Errno(33)
)

// tryLock locks one byte far beyond the end of the file: Windows locks bind
// readers too, and the file's content should stay readable.
func tryLock(f *os.File) error {
	lockFileEx := syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")
	where := syscall.Overlapped{OffsetHigh: 0x7fffffff}
	ok, _, err := lockFileEx.Call(f.Fd(), lockfileExclusiveLock|lockfileFailImmediately, 0, 1, 0,
		uintptr(unsafe.Pointer(&where)))
	if ok != 0 {
		return nil
	}
	if errors.Is(err, errorLockViolation) || errors.Is(err, syscall.ERROR_IO_PENDING) {
		return ErrLocked
	}
	return err
}
