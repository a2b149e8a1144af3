package datasets

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strings"
)

// npyKind is the type of an array's items: how numpy writes it, and its bytes.
type npyKind struct {
	descr string
	bytes int // 0 for texts, which are as wide as the longest
}

var (
	npyBool   = npyKind{"|b1", 1}
	npyInt8   = npyKind{"|i1", 1}
	npyInt16  = npyKind{"<i2", 2}
	npyInt32  = npyKind{"<i4", 4}
	npyInt64  = npyKind{"<i8", 8}
	npyUint64 = npyKind{"<u8", 8}
	npyBytes  = npyKind{"|S", 0}
)

// npyColumn is one array while it grows, in a temporary file: numbers as they will
// be, little-endian; texts with their length before them. The first error stays.
type npyColumn struct {
	name  string
	kind  npyKind
	wide  int // items a row
	items int64
	width int // of the longest text
	file  *os.File
	named bool // the file still has its name
	out   *bufio.Writer
	err   error
}

func newNPYColumn(dir, name string, kind npyKind, wide int) (*npyColumn, error) {
	f, err := os.CreateTemp(dir, ".npz-*.tmp")
	if err != nil {
		return nil, fmt.Errorf("temporary file for the column %s: %w", name, err)
	}
	// The name is not needed any more, and a kill leaves nothing behind without
	// one. Windows refuses; there close removes the file.
	named := os.Remove(f.Name()) != nil
	return &npyColumn{name: name, kind: kind, wide: wide, width: 1, file: f, named: named, out: bufio.NewWriterSize(f, 1<<16)}, nil
}

func (c *npyColumn) write(p []byte) {
	if _, err := c.out.Write(p); err != nil && c.err == nil {
		c.err = fmt.Errorf("temporary file for the column %s: %w", c.name, err)
	}
}

// number appends the lowest bytes of a number, as many as the kind has.
func (c *npyColumn) number(n uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	c.write(b[:c.kind.bytes])
	c.items++
}

func (c *npyColumn) truth(v bool) {
	n := uint64(0)
	if v {
		n = 1
	}
	c.number(n)
}

func (c *npyColumn) text(s string) {
	var b [binary.MaxVarintLen64]byte
	c.write(b[:binary.PutUvarint(b[:], uint64(len(s)))])
	c.write([]byte(s))
	c.width = max(c.width, len(s))
	c.items++
}

// header is the beginning of a .npy file of version 1.0: it is padded so that the
// values begin at a multiple of 64 bytes.
func (c *npyColumn) header() []byte {
	descr, shape := c.kind.descr, fmt.Sprintf("(%d,)", c.items)
	if c.kind.bytes == 0 {
		descr += fmt.Sprint(c.width)
	}
	if c.wide > 1 {
		shape = fmt.Sprintf("(%d, %d)", c.items/int64(c.wide), c.wide)
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, shape)
	const fixed = 10 // the magic, the version, and the length of the text
	text += strings.Repeat(" ", 63-(fixed+len(text))%64) + "\n"
	head := append([]byte("\x93NUMPY\x01\x00"), byte(len(text)), byte(len(text)>>8))
	return append(head, text...)
}

// writeTo writes the finished array.
func (c *npyColumn) writeTo(w io.Writer) error {
	if c.err != nil {
		return c.err
	}
	if err := c.out.Flush(); err != nil {
		return fmt.Errorf("temporary file for the column %s: %w", c.name, err)
	}
	if _, err := c.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if _, err := w.Write(c.header()); err != nil {
		return err
	}
	in := bufio.NewReaderSize(c.file, 1<<16)
	if c.kind.bytes > 0 {
		_, err := io.Copy(w, in)
		return err
	}
	return c.pad(w, in)
}

// pad writes the texts, each filled up with zeros to the width of the longest.
func (c *npyColumn) pad(w io.Writer, in *bufio.Reader) error {
	out := bufio.NewWriterSize(w, 1<<16)
	item := make([]byte, c.width)
	for range c.items {
		n, err := binary.ReadUvarint(in)
		if err != nil {
			return err
		}
		clear(item)
		if _, err := io.ReadFull(in, item[:n]); err != nil {
			return err
		}
		if _, err := out.Write(item); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (c *npyColumn) close() error {
	err := c.file.Close()
	if c.named {
		os.Remove(c.file.Name())
	}
	return err
}
