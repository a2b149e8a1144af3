package tuner

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"damalab/internal/atomicfile"
)

// spill is the file that takes the chunks beyond the memory budget, in a work
// folder; every pass reads them again. A nil spill has a budget without end.
//
// The file is scratch: no later run reads it, and the next one removes what a kill
// left of it.
type spill struct {
	dir    string
	unlock func() error // of the folder, while the file is there
	budget int          // bytes that may still be kept in memory
	file   *os.File
	size   int64
	buf    []byte
}

// place is where a chunk stands in the file.
type place struct {
	at   int64
	size int
}

// shelf is the memory into which one goroutine reads chunks.
type shelf struct {
	bytes []byte
	chunk chunk
}

// afford takes bytes from the budget, if they are there.
func (s *spill) afford(bytes int) bool {
	if s == nil {
		return true
	}
	s.budget -= bytes
	return s.budget >= 0
}

// write appends a chunk.
func (s *spill) write(c *chunk) (place, error) {
	if s.file == nil {
		if err := s.open(); err != nil {
			return place{}, fmt.Errorf("positions beyond the memory budget: %w", err)
		}
	}
	s.buf = c.encode(s.buf[:0])
	if _, err := s.file.WriteAt(s.buf, s.size); err != nil {
		return place{}, fmt.Errorf("positions beyond the memory budget: %w: give more memory, or a work folder with more room", err)
	}
	at := place{s.size, len(s.buf)}
	s.size += int64(len(s.buf))
	return at, nil
}

// open makes the file, in a folder that is nobody else's meanwhile.
func (s *spill) open() (err error) {
	if s.unlock, err = atomicfile.Lock(filepath.Join(s.dir, "positions.lock")); err != nil {
		return err
	}
	if _, err = atomicfile.Clean(s.dir); err == nil {
		s.file, err = atomicfile.CreateTemp(s.dir, "positions")
	}
	if err != nil {
		err = errors.Join(err, s.unlock())
	}
	return err
}

// read reads a chunk; it is valid until the shelf is used again.
func (s *spill) read(at place, buf *shelf) (*chunk, error) {
	if cap(buf.bytes) < at.size {
		buf.bytes = make([]byte, at.size)
	}
	data := buf.bytes[:at.size]
	if _, err := s.file.ReadAt(data, at.at); err != nil {
		return nil, fmt.Errorf("positions beyond the memory budget: %w", err)
	}
	if err := buf.chunk.decode(data); err != nil {
		return nil, fmt.Errorf("%s, byte %d: %w", s.file.Name(), at.at, err)
	}
	return &buf.chunk, nil
}

// close removes the file.
func (s *spill) close() error {
	if s == nil || s.file == nil {
		return nil
	}
	err := errors.Join(s.file.Close(), os.Remove(s.file.Name()), s.unlock())
	s.file = nil
	return err
}
