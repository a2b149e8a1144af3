package dama

import (
	"bufio"
	"io"
)

// pdnBytes reads a file byte by byte and knows where it stands. Every line end,
// be it LF, CR LF or CR, comes out as LF.
type pdnBytes struct {
	in     *bufio.Reader
	line   int   // of the next byte, from 1
	column int   // of the next byte, from 1
	offset int64 // bytes taken so far
	fresh  bool  // nothing but blanks and whole tags on this line so far
	err    error // what ended reading, other than the end of the file; it stays
}

func newPDNBytes(r io.Reader) pdnBytes {
	return pdnBytes{in: bufio.NewReaderSize(r, 1<<16), line: 1, column: 1, fresh: true}
}

// peek returns the byte that stands i bytes ahead, 0 for the next one, and false
// at the end. Line ends come as they are. It reads no further than it must, so
// that games can be read from a pipe as they come.
func (b *pdnBytes) peek(i int) (byte, bool) {
	if b.err != nil {
		return 0, false
	}
	ahead, err := b.in.Peek(i + 1)
	if err != nil {
		b.note(err)
		return 0, false
	}
	return ahead[i], true
}

// note remembers an error. Only io.EOF itself is the end of a file: one that is
// wrapped tells of something that was cut short.
func (b *pdnBytes) note(err error) {
	if err != io.EOF && err != bufio.ErrBufferFull {
		b.err = err
	}
}

// next takes the next byte; false at the end.
func (b *pdnBytes) next() (byte, bool) {
	if b.err != nil {
		return 0, false
	}
	c, err := b.in.ReadByte()
	if err != nil {
		b.note(err)
		return 0, false
	}
	b.offset++
	b.column++
	if c == '\r' {
		if after, ok := b.peek(0); ok && after == '\n' {
			b.drop(1)
		}
		c = '\n'
	}
	if c == '\n' {
		b.line, b.column, b.fresh = b.line+1, 1, true
	}
	return c, true
}

// drop takes bytes that have been peeked at and are not on show in any column.
func (b *pdnBytes) drop(n int) {
	done, err := b.in.Discard(n)
	if err != nil {
		b.note(err)
	}
	b.offset += int64(done)
}

// take takes the next byte if it is c.
func (b *pdnBytes) take(c byte) bool {
	if at, ok := b.peek(0); !ok || at != c {
		return false
	}
	b.next()
	return true
}

// inLine returns the next byte unless the line or the file ends there.
func (b *pdnBytes) inLine() (byte, bool) {
	c, ok := b.peek(0)
	return c, ok && c != '\n' && c != '\r'
}

// blanks skips blanks within the line.
func (b *pdnBytes) blanks() {
	for c, ok := b.inLine(); ok && pdnSpace(c); c, ok = b.inLine() {
		b.next()
	}
}

// skipLine skips the rest of the line, but not its end.
func (b *pdnBytes) skipLine() {
	for _, ok := b.inLine(); ok; _, ok = b.inLine() {
		b.next()
	}
}

// skipSpace skips what stands between tokens: blanks, line ends, byte order marks
// and escaped lines, which begin with a percent sign in the first column. It tells
// whether an empty line was among them.
func (b *pdnBytes) skipSpace() (blankLine bool) {
	for lines := 0; ; {
		switch c, ok := b.peek(0); {
		case ok && pdnSpace(c):
			if c, _ = b.next(); c == '\n' {
				lines++
			}
		case ok && c == '%' && b.column == 1:
			b.skipLine()
			lines--
		case ok && c == pdnMark[0] && b.column == 1 && b.markAhead():
			b.drop(len(pdnMark))
		default:
			return lines > 1
		}
	}
}

// pdnMark is the byte order mark. It may stand within a file that was put
// together from several.
const pdnMark = "\uFEFF"

func (b *pdnBytes) markAhead() bool {
	for i := range len(pdnMark) {
		if c, ok := b.peek(i); !ok || c != pdnMark[i] {
			return false
		}
	}
	return true
}
