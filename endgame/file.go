package endgame

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync/atomic"
)

// file is an open file of tables.
type file struct {
	path   string
	r      io.ReaderAt
	stat   func() (fs.FileInfo, error)
	close  func() error
	size   int64
	header header
	tables []*table // one for each side to move
	refs   [][]blockRef
}

// openFile opens the file of a material and checks everything but the blocks.
// name is its name for people.
func openFile(fsys fs.FS, base, name string, m Material, s *shapes, c *cache) (*file, error) {
	opened, err := fsys.Open(base)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, bare(err))
	}
	f := &file{path: name, stat: opened.Stat, close: opened.Close}
	if err := f.read(opened, m, s, c); err != nil {
		f.close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

// bare takes the path out of an error about a file: it is only the name within the
// folder.
func bare(err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		return inner.Err
	}
	return err
}

func (f *file) read(opened fs.File, m Material, s *shapes, c *cache) error {
	info, err := f.stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("this is no regular file")
	}
	r, ok := opened.(io.ReaderAt)
	if !ok {
		return errors.New("the file can't be read at a place of choice")
	}
	f.r, f.size = f.inMemory(opened, r, info.Size()), info.Size()
	h, head, err := readHeader(f.r, f.size)
	if err != nil {
		return err
	}
	f.header = h
	var layouts []*layout
	var entries []int
	for _, material := range m.Tables() {
		l := s.layout(material)
		layouts, entries = append(layouts, l), append(entries, l.size)
	}
	if err := h.check(m, layouts); err != nil {
		return err
	}
	if f.refs, err = readRefs(f.r, f.size, head, entries); err != nil {
		return err
	}
	for i, l := range layouts {
		src := &stored{file: f, cache: c, refs: f.refs[i], blocks: make([]atomic.Pointer[block], len(f.refs[i])), entries: l.size}
		f.tables = append(f.tables, &table{l, src})
	}
	return nil
}

// inMemory maps a file and returns the way to read it from there; where that can't be
// done, such as for what is built in, the way that there was.
func (f *file) inMemory(opened fs.File, r io.ReaderAt, size int64) io.ReaderAt {
	disk, ok := opened.(*os.File)
	if !ok || size == 0 {
		return r
	}
	pages, err := mapFile(disk, size)
	if err != nil {
		return r
	}
	shut := f.close
	f.close = func() error { return errors.Join(pages.unmap(), shut()) }
	return pages
}

// shorter tells that the file was cut off since it was opened.
func (f *file) shorter() bool {
	info, err := f.stat()
	return err == nil && info.Size() < f.size
}

// check holds a header against the tables that it should describe.
func (h *header) check(m Material, layouts []*layout) error {
	if err := h.Rules.validate(); err != nil {
		return err
	}
	switch {
	case h.Material != m.String():
		return fmt.Errorf("the file holds %q, and its name says %v", h.Material, m)
	case h.Digest != h.Rules.Digest():
		return fmt.Errorf("rules_digest %.12s is not that of its rules, %.12s", h.Digest, h.Rules.Digest())
	case h.BlockSize != blockSize || len(h.Tables) != len(layouts):
		return errAltered
	}
	for i, l := range layouts {
		if t := h.Tables[i]; t.Material != l.material.String() || t.Entries != l.size {
			return fmt.Errorf("the table of %v should have %d entries and has %d of %q", l.material, l.size, t.Entries, t.Material)
		}
	}
	return nil
}

// seal returns the SHA-256 of the whole file, and an error if its own seal, which
// covers all but the seal itself, does not fit.
func (f *file) seal() (digest string, err error) {
	inner, whole := sha256.New(), sha256.New()
	body := io.NewSectionReader(f.r, 0, f.size-sealSize)
	if _, err := io.Copy(io.MultiWriter(inner, whole), body); err != nil {
		return "", fmt.Errorf("%s: %w", f.path, err)
	}
	mark := make([]byte, sealSize)
	if _, err := f.r.ReadAt(mark, f.size-sealSize); err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("%s: %w", f.path, err)
	}
	if !bytes.Equal(mark, inner.Sum(nil)) {
		return "", fmt.Errorf("%s: %w", f.path, errAltered)
	}
	whole.Write(mark)
	return hex.EncodeToString(whole.Sum(nil)), nil
}

// load reads all entries of a file into memory.
func (f *file) load(c *cache) ([]solved, error) {
	var out []solved
	for i, t := range f.tables {
		values := make(memory, 0, t.layout.size)
		for _, ref := range f.refs[i] {
			data, err := c.unpack(f, ref, min(blockSize, t.layout.size-len(values)))
			if err != nil {
				return nil, err
			}
			values = append(values, data...)
		}
		out = append(out, solved{t.layout, slices.Clip(values)})
	}
	return out, nil
}
