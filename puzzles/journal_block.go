package puzzles

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// read passes the blocks on, one at a time, and returns where the last whole one
// ends.
func (j *journal) read(pass func(block) error) (end int64, err error) {
	if _, err := j.file.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	in := bufio.NewReader(j.file)
	for n := 0; ; n++ {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return end, nil // a line without its end is none
		}
		if err != nil {
			return end, err
		}
		if n > 0 {
			b, ok := readBlock(line)
			if !ok {
				return end, nil
			}
			if err := pass(b); err != nil {
				return end, err
			}
		}
		end += int64(len(line))
	}
}

// line is the block's line in the journal.
func (b block) line() []byte {
	text, err := json.Marshal(b)
	if err != nil {
		panic(err) // texts and numbers always marshal
	}
	return fmt.Appendf(nil, "%08x %s\n", crc32.ChecksumIEEE(text), text)
}

// readBlock reads a line behind the first; false if it is broken.
func readBlock(line []byte) (b block, ok bool) {
	sum, text, found := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
	if !found || string(sum) != fmt.Sprintf("%08x", crc32.ChecksumIEEE(text)) {
		return b, false
	}
	return b, json.Unmarshal(text, &b) == nil && b.Games > 0
}
