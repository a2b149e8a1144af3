//go:build unix

package endgame

import (
	"errors"
	"io"
	"os"
	"runtime/debug"
	"syscall"
)

// mapped is a file's bytes as pages of the process, which the system reads when they
// are first looked at and shares among processes.
type mapped []byte

// errPage is the error of a page that can't be read.
var errPage = errors.New("the file could not be read while it was open")

// mapFile maps a file of so many bytes, at least one, for reading. The mapping stays
// when the file is closed.
func mapFile(f *os.File, size int64) (mapped, error) {
	return syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
}

func (m mapped) unmap() error { return syscall.Munmap(m) }

// ReadAt copies bytes out. A page that is no longer there, because the file was cut
// off or its disk failed, would end the program where it is looked at; here it is an
// error like any other.
func (m mapped) ReadAt(b []byte, offset int64) (n int, err error) {
	if offset < 0 || offset >= int64(len(m)) {
		return 0, io.EOF
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch r := recover(); r.(type) {
		case nil:
		case interface{ Addr() uintptr }: // a fault
			n, err = 0, errPage
		default:
			panic(r)
		}
	}()
	if n = copy(b, m[offset:]); n < len(b) {
		err = io.EOF
	}
	return n, err
}
