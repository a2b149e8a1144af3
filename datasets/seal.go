package datasets

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
)

// How a shard is sealed
//
// Parquet checks its data pages with a CRC but nothing else: a flipped bit in a
// page header or in the footer can turn into other rows, or into a panic of the
// decoder. So every shard carries a checksum of the whole file in its own
// metadata: the SHA-256, in hex, of the file's bytes with 64 zeros where the
// checksum stands.
//
//	PAR1 | pages ... | indexes | footer: ... dama.seal = <64 digits> ... | length | PAR1
//
// The metadata is in the footer, at the file's end, so the writer streams the
// pages and holds back only the tail. The reader hashes the file before it
// decodes anything.

// emptySeal is what stands in the seal's place while the checksum is computed.
var emptySeal = strings.Repeat("0", 2*sha256.Size)

// maxFooter bounds the footer that is read into memory: it is far above what
// the largest shard needs, and far below what a damaged length field may ask for.
const maxFooter = 64 << 20

// sealMark is what precedes the 64 digits in the footer: the metadata's key and
// value as the Thrift compact protocol writes them, each a field header and a
// length before its bytes.
func sealMark() []byte {
	return fmt.Appendf(nil, "\x18%c%s\x18%c", len(keySeal), keySeal, len(emptySeal))
}

// sealer passes bytes on and hashes them until hold; from then on it keeps them
// for the seal to be set.
type sealer struct {
	out     io.Writer
	sum     hash.Hash
	holding bool
	tail    bytes.Buffer
}

// Write implements [io.Writer].
func (s *sealer) Write(p []byte) (int, error) {
	if s.holding {
		return s.tail.Write(p)
	}
	s.sum.Write(p)
	return s.out.Write(p)
}

// close sets the seal and writes the tail.
func (s *sealer) close() error {
	tail := s.tail.Bytes()
	at, ok := findSeal(tail)
	if !ok {
		return errors.New("the Parquet library wrote a footer without the place for the seal")
	}
	s.sum.Write(tail)
	hex.Encode(tail[at:], s.sum.Sum(nil))
	_, err := s.out.Write(tail)
	return err
}

// findSeal returns where the seal's digits begin; ok is false if there is none.
func findSeal(footer []byte) (at int, ok bool) {
	mark := sealMark()
	at = bytes.Index(footer, mark)
	if at < 0 || at != bytes.LastIndex(footer, mark) || len(footer) < at+len(mark)+len(emptySeal) {
		return 0, false
	}
	return at + len(mark), true
}

// checkSeal reports what is wrong with a file of the given size: that it is no
// Parquet file, or not as it was written. A file without a seal was written by
// another tool, which is allowed; the manifest has its checksum.
func checkSeal(r io.ReaderAt, size int64) error {
	footer, err := readFooter(r, size)
	if err != nil {
		return err
	}
	inFooter, ok := findSeal(footer)
	if !ok {
		return nil
	}
	at := size - int64(len(footer)) + int64(inFooter)
	seal := footer[inFooter : inFooter+len(emptySeal)]
	sum := sha256.New()
	for _, part := range []io.Reader{
		io.NewSectionReader(r, 0, at),
		strings.NewReader(emptySeal),
		io.NewSectionReader(r, at+int64(len(emptySeal)), size-at-int64(len(emptySeal))),
	} {
		if _, err := io.Copy(sum, part); err != nil {
			return err
		}
	}
	if hex.EncodeToString(sum.Sum(nil)) != string(seal) {
		return damaged("its checksum does not fit its bytes")
	}
	return nil
}

// readFooter returns the file's end from the footer on, its length field and
// the last magic bytes included.
func readFooter(r io.ReaderAt, size int64) ([]byte, error) {
	const trailer = 8 // the footer's length, and PAR1
	var end [trailer]byte
	if size < 4+trailer {
		return nil, damaged(fmt.Sprintf("%d bytes are too few for a Parquet file", size))
	}
	if _, err := r.ReadAt(end[:], size-trailer); err != nil {
		return nil, err
	}
	if string(end[4:]) != "PAR1" {
		return nil, damaged("it does not end like a Parquet file: it is cut short or something else")
	}
	length := int64(binary.LittleEndian.Uint32(end[:])) + trailer
	if length > maxFooter || length > size-4 {
		return nil, damaged("its footer has an impossible length")
	}
	footer := make([]byte, length)
	_, err := r.ReadAt(footer, size-length)
	return footer, err
}
