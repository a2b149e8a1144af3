package datasets

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"damalab/dama"
	"damalab/internal/atomicfile"
)

// Finding equal things among more than memory holds
//
// Records of a fixed size, each a key and a tag, go to one of 64 scratch files by
// a hash of the key. So equal keys meet in one file, in the order in which they
// were added, and a file is small enough to be looked at in memory.
//
//	add:   key ----hash----> file 0..63   key|tag key|tag ...
//	each:  one file at a time, with the first record of the same key for each record
//
// Memory is 64 buffers of 32 KiB while records are added, and then, for one file
// at a time, its records and 10 to 16 bytes for each of them: of n records n/64, and
// besides all that have the one key that is most common.

const (
	partitionFiles  = 64
	partitionBuffer = 32 << 10
)

// partition is a set of scratch files in a folder that this process fills.
type partition struct {
	keyBytes, size int
	files          [partitionFiles]*os.File
	buffers        [partitionFiles]*bufio.Writer
	records        int64
}

// newPartition makes the files in dir for records of keyBytes, a multiple of 8,
// and tagBytes.
func newPartition(dir string, keyBytes, tagBytes int) (*partition, error) {
	p := &partition{keyBytes: keyBytes, size: keyBytes + tagBytes}
	for i := range p.files {
		f, err := atomicfile.CreateTemp(dir, fmt.Sprintf("keys-%02d", i))
		if err != nil {
			return nil, errors.Join(err, p.remove())
		}
		p.files[i], p.buffers[i] = f, bufio.NewWriterSize(f, partitionBuffer)
	}
	return p, nil
}

// add stores a record of the partition's size.
func (p *partition) add(record []byte) error {
	p.records++
	_, err := p.buffers[hashWords(record[:p.keyBytes])>>58].Write(record)
	return err
}

// hashWords mixes the key's words. It need not be strong: what it decides is where
// a key is looked for, never whether two are equal.
func hashWords(key []byte) uint64 {
	h := uint64(0)
	for ; len(key) >= 8; key = key[8:] {
		h = dama.Mix(h ^ binary.LittleEndian.Uint64(key))
	}
	return h
}

// keyed is the records of one scratch file.
type keyed struct {
	data           []byte
	keyBytes, size int
	// first has for each record the number of the first one with its key: its own
	// if it is the first.
	first []uint32
}

// len returns the number of records.
func (k *keyed) len() int { return len(k.first) }

// record returns record number i, its key and then its tag.
func (k *keyed) record(i int) []byte { return k.data[i*k.size : (i+1)*k.size] }

// tag returns what is behind the key of record number i.
func (k *keyed) tag(i int) []byte { return k.record(i)[k.keyBytes:] }

// each visits the files one after the other. It may be called again, and after it
// more records may be added.
func (p *partition) each(visit func(k *keyed) error) error {
	for i, f := range p.files {
		if err := p.buffers[i].Flush(); err != nil {
			return err
		}
		end, err := f.Seek(0, io.SeekEnd)
		if err != nil {
			return err
		}
		data := make([]byte, end)
		if _, err := f.ReadAt(data, 0); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		k := &keyed{data: data, keyBytes: p.keyBytes, size: p.size}
		if err := k.findFirst(); err != nil {
			return fmt.Errorf("%s: %w", f.Name(), err)
		}
		if err := visit(k); err != nil {
			return err
		}
	}
	return nil
}

// findFirst fills in first, with an open-addressing table of record numbers. An
// empty place holds no number, so that no key means "empty", not even all zeros.
func (k *keyed) findFirst() error {
	n := len(k.data) / k.size
	const empty = ^uint32(0)
	if n >= int(empty) {
		return fmt.Errorf("%d records are too many for one file of %d", n, partitionFiles)
	}
	bits := 4
	for 1<<bits < n+n/2 {
		bits++
	}
	table := make([]uint32, 1<<bits)
	for i := range table {
		table[i] = empty
	}
	k.first = make([]uint32, n)
	for i := range n {
		key := k.record(i)[:k.keyBytes]
		// The hash's first six bits are the same in the whole file.
		at := hashWords(key) << 6 >> (64 - bits)
		for table[at] != empty && string(k.record(int(table[at]))[:k.keyBytes]) != string(key) {
			at = (at + 1) & (1<<bits - 1)
		}
		if table[at] == empty {
			table[at] = uint32(i)
		}
		k.first[i] = table[at]
	}
	return nil
}

// remove closes and removes the files. Calling it again does nothing.
func (p *partition) remove() error {
	var err error
	for i, f := range p.files {
		if f != nil {
			err = errors.Join(err, f.Close(), os.Remove(f.Name()))
			p.files[i] = nil
		}
	}
	return err
}

// boardsBytes is the size of a canonical position as a key.
const boardsBytes = 32

// appendBoards appends a canonical position's boards, which tell it from every
// other one, as a key. White is to move in it.
func appendBoards(record []byte, canonical dama.Position) []byte {
	men, kings, foeMen, foeKings := canonical.Boards()
	for _, board := range [...]dama.Bitboard{men, kings, foeMen, foeKings} {
		record = binary.LittleEndian.AppendUint64(record, uint64(board))
	}
	return record
}
