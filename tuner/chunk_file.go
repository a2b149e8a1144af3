package tuner

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"slices"
)

// bytesUsed is what the columns' content takes.
func (c *chunk) bytesUsed() int {
	return len(c.terms) + len(c.phase) + len(c.label) + len(c.weight) + len(c.count) +
		2*(len(c.score)+len(c.index)+len(c.men)+len(c.turn))
}

// spillHead is what stands before the columns.
const spillHead = 9*4 + 8

// encode appends the chunk as bytes, all little-endian:
//
//	length of each column (9 x 4 bytes), game (8 bytes), columns, CRC-32C
func (c *chunk) encode(b []byte) []byte {
	from := len(b)
	for _, n := range c.lengths() {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	b = binary.LittleEndian.AppendUint64(b, uint64(c.game))
	for _, column := range [][]uint8{c.terms, c.phase, c.label, c.weight} {
		b = append(b, column...)
	}
	for _, v := range c.count {
		b = append(b, uint8(v))
	}
	for _, v := range c.score {
		b = binary.LittleEndian.AppendUint16(b, uint16(v))
	}
	for _, column := range [][]uint16{c.index, c.men, c.turn} {
		for _, v := range column {
			b = binary.LittleEndian.AppendUint16(b, v)
		}
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[from:], castagnoli()))
}

func (c *chunk) lengths() [9]int {
	return [9]int{
		len(c.terms), len(c.phase), len(c.label), len(c.weight), len(c.count),
		len(c.score), len(c.index), len(c.men), len(c.turn),
	}
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) } // made once, by crc32

var errScratch = errors.New("the stored positions have changed: something else wrote into the work folder")

// decode fills the chunk from bytes, reusing its memory.
func (c *chunk) decode(data []byte) error {
	body := len(data) - 4
	if body < spillHead || crc32.Checksum(data[:body], castagnoli()) != binary.LittleEndian.Uint32(data[body:]) {
		return errScratch
	}
	var n [9]int
	for i := range n {
		n[i] = int(binary.LittleEndian.Uint32(data[4*i:]))
	}
	c.game = int(binary.LittleEndian.Uint64(data[36:]))
	rest := data[spillHead:body]
	c.terms, rest = narrow(c.terms, rest, n[0])
	c.phase, rest = narrow(c.phase, rest, n[1])
	c.label, rest = narrow(c.label, rest, n[2])
	c.weight, rest = narrow(c.weight, rest, n[3])
	c.count, rest = narrow(c.count, rest, n[4])
	c.score, rest = wide(c.score, rest, n[5])
	c.index, rest = wide(c.index, rest, n[6])
	c.men, rest = wide(c.men, rest, n[7])
	c.turn, _ = wide(c.turn, rest, n[8])
	return nil
}

// narrow fills a column of bytes from data and returns what is behind it.
func narrow[T uint8 | int8](column []T, data []byte, n int) ([]T, []byte) {
	column = slices.Grow(column[:0], n)[:n]
	for i, v := range data[:n] {
		column[i] = T(v)
	}
	return column, data[n:]
}

// wide fills a column of two bytes each from data.
func wide[T uint16 | int16](column []T, data []byte, n int) ([]T, []byte) {
	column = slices.Grow(column[:0], n)[:n]
	from := data[:2*n]
	for i := range column {
		column[i] = T(binary.LittleEndian.Uint16(from))
		from = from[2:]
	}
	return column, data[2*n:]
}
