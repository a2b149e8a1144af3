package endgame

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A file holds the tables of one material, for either side to move. Numbers are
// little-endian.
//
//	8 bytes    magic
//	4          version, 1
//	4          length of the header
//	...        header, JSON
//	8 a block  its compressed length and its CRC-32C, for the blocks of the first
//	           table and then of the second
//	4          CRC-32C of everything before
//	...        the blocks, each a Zstandard frame of blockSize entries, a byte
//	           each; the last block of a table may be shorter
//	32         SHA-256 of everything before
const (
	magic         = "dama-end"
	formatVersion = 1
	fileSuffix    = ".endgame"

	prefixSize = len(magic) + 8
	// maxHeader is far above the length of any header.
	maxHeader = 1 << 16
	sealSize  = 32
)

// blockSize is the number of entries of a block. Larger ones compress little
// better and take longer to unpack for a single probe.
const blockSize = 1 << 14

// header is what a file says of itself.
type header struct {
	Material  string    `json:"material"`
	Rules     Rules     `json:"rules"`
	Digest    string    `json:"rules_digest"`
	BlockSize int       `json:"block_size"`
	Tables    []Summary `json:"tables"`
}

// blockRef is where a compressed block stands in its file.
type blockRef struct {
	offset int64
	length uint32
	sum    uint32
}

func checksum(data []byte) uint32 { return crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)) }

func blocks(entries int) int { return (entries + blockSize - 1) / blockSize }

// encodeHead writes everything before the blocks.
func encodeHead(h header, refs [][]blockRef) ([]byte, error) {
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	out := []byte(magic)
	out = binary.LittleEndian.AppendUint32(out, formatVersion)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))
	out = append(out, text...)
	for _, list := range refs {
		for _, r := range list {
			out = binary.LittleEndian.AppendUint32(out, r.length)
			out = binary.LittleEndian.AppendUint32(out, r.sum)
		}
	}
	return binary.LittleEndian.AppendUint32(out, checksum(out)), nil
}

var errTruncated = errors.New("the file is cut off; delete it and build it again")

// readHeader reads the header of a file and returns it with the bytes read.
func readHeader(r io.ReaderAt, size int64) (h header, head []byte, err error) {
	head = make([]byte, prefixSize)
	if _, err := r.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return h, nil, err
	}
	if !bytes.HasPrefix(head, []byte(magic)) {
		return h, nil, errors.New("this is no file of endgame tables")
	}
	version := binary.LittleEndian.Uint32(head[len(magic):])
	length := binary.LittleEndian.Uint32(head[len(magic)+4:])
	switch {
	case version > formatVersion:
		return h, nil, fmt.Errorf("the file has format version %d, and this program reads up to %d", version, formatVersion)
	case version < formatVersion || length > maxHeader:
		return h, nil, errAltered
	case int64(prefixSize)+int64(length) > size:
		return h, nil, errTruncated
	}
	head = append(head, make([]byte, length)...)
	if _, err := r.ReadAt(head[prefixSize:], int64(prefixSize)); err != nil {
		return h, nil, err
	}
	if json.Unmarshal(head[prefixSize:], &h) != nil {
		return h, nil, errAltered
	}
	return h, head, nil
}

var errAltered = errors.New("the file is damaged: its checksum does not fit; delete it and build it again")

// readRefs reads where the blocks stand. entries has the sizes of the tables.
func readRefs(r io.ReaderAt, size int64, head []byte, entries []int) ([][]blockRef, error) {
	count := 0
	for _, n := range entries {
		count += blocks(n)
	}
	at := int64(len(head))
	list := make([]byte, 8*count+4)
	if at+int64(len(list))+sealSize > size {
		return nil, errTruncated
	}
	if _, err := r.ReadAt(list, at); err != nil {
		return nil, err
	}
	body := list[:8*count]
	if checksum(append(head, body...)) != binary.LittleEndian.Uint32(list[8*count:]) {
		return nil, errAltered
	}
	offset := at + int64(len(list))
	var refs [][]blockRef
	for _, n := range entries {
		var table []blockRef
		for range blocks(n) {
			ref := blockRef{offset, binary.LittleEndian.Uint32(body), binary.LittleEndian.Uint32(body[4:])}
			body = body[8:]
			offset += int64(ref.length)
			table = append(table, ref)
		}
		refs = append(refs, table)
	}
	switch {
	case offset+sealSize > size:
		return nil, errTruncated
	case offset+sealSize < size:
		return nil, fmt.Errorf("the file has %d bytes more than it should; delete it and build it again", size-offset-sealSize)
	}
	return refs, nil
}
