package tuner

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"

	"damalab/datasets"
	"damalab/internal/atomicfile"
)

// JournalName is the file in [Options.Work] that keeps the passes of a fit.
const JournalName = "fit.journal"

// journal keeps what every pass over the data gave. A fit is a function of what
// its passes give it, so one that was stopped and is begun again is told the same
// once more, up to where the journal ends, and goes on from there with the same
// bits. A nil journal remembers nothing.
//
//	header: magic (8 bytes), identity of the fit (32), CRC-32C
//	pass:   which rows (16), SHA-256 of the weights (32), loss (8), slope (8 each), CRC-32C
//
// Numbers are little-endian. What a kill left of a pass fails its checksum, and
// the journal goes on in its place.
type journal struct {
	file    *os.File
	path    string
	end     int64 // of what was read or written
	reading bool  // passes are still being repeated
	trimmed bool  // there is nothing behind end
	unlock  func() error
	buf     []byte
}

const journalMagic = "damafit\x01"

// openJournal opens the work folder's journal for a fit. A journal of another
// fit is refused, not overwritten.
func openJournal(f *fitter) (*journal, error) {
	identity, err := f.identity()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(f.o.Work, JournalName)
	unlock, err := atomicfile.Lock(path + ".lock")
	if err != nil {
		return nil, err
	}
	j := &journal{path: path, unlock: unlock}
	if j.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, errors.Join(err, unlock())
	}
	if err := j.begin(identity); err != nil {
		return nil, errors.Join(err, j.close())
	}
	return j, nil
}

// begin reads the header, or writes one into an empty file.
func (j *journal) begin(identity []byte) error {
	want := sealed(append([]byte(journalMagic), identity...))
	got := make([]byte, len(want))
	n, err := io.ReadFull(j.file, got)
	switch {
	case err == nil && bytes.Equal(got, want):
		j.reading, j.end = true, int64(n)
		return nil
	case err == nil || !bytes.HasPrefix(want, got[:n]):
		return fmt.Errorf("%s is the journal of another fit, with other data, options or prior: remove it, or give another work folder", j.path)
	case !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s: %w", j.path, err)
	}
	return j.write(want)
}

// sealed appends the checksum.
func sealed(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli()))
}

// entry begins a pass's entry: which rows, and the weights' hash.
func (j *journal) entry(m *meanLoss, x, slope []float64) []byte {
	b := append(j.buf[:0], uint8(m.part), 0, 0, 0, 0, 0, 0, 0)
	if slope != nil {
		b[1] = 1
	}
	b = binary.LittleEndian.AppendUint64(b, uint64(m.limit))
	h := sha256.New()
	hashFloats(h, x)
	return h.Sum(b)
}

// recall fills in what the next entry says of a pass, if it is of this pass.
// Where it isn't, the journal ends there.
func (j *journal) recall(m *meanLoss, x, slope []float64) (loss float64, ok bool) {
	if j == nil || !j.reading {
		return 0, false
	}
	head := len(j.entry(m, x, slope))
	want := j.entry(m, x, slope)
	got := make([]byte, head+8+8*len(slope)+4)
	n, err := j.file.ReadAt(got, j.end)
	if err != nil || !bytes.Equal(got[:head], want) || !bytes.Equal(sealed(got[:n-4:n-4]), got) {
		j.reading = false
		return 0, false
	}
	j.end += int64(n)
	loss = math.Float64frombits(binary.LittleEndian.Uint64(got[head:]))
	for k := range slope {
		slope[k] = math.Float64frombits(binary.LittleEndian.Uint64(got[head+8+8*k:]))
	}
	return loss, true
}

// keep appends a pass.
func (j *journal) keep(m *meanLoss, x, slope []float64, loss float64) error {
	if j == nil {
		return nil
	}
	b := binary.LittleEndian.AppendUint64(j.entry(m, x, slope), math.Float64bits(loss))
	for _, d := range slope {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(d))
	}
	j.buf = sealed(b)
	return j.write(j.buf)
}

// write writes behind what is known to be good, over whatever else is there.
func (j *journal) write(b []byte) error {
	if !j.trimmed {
		if err := j.file.Truncate(j.end); err != nil {
			return fmt.Errorf("%s: %w", j.path, err)
		}
		j.trimmed = true
	}
	if _, err := j.file.WriteAt(b, j.end); err != nil {
		return fmt.Errorf("%s: %w", j.path, err)
	}
	j.end += int64(len(b))
	return nil
}

func (j *journal) close() error {
	if j == nil {
		return nil
	}
	return errors.Join(j.file.Close(), j.unlock())
}

// identity is the digest of all that decides what passes a fit makes and what
// they give: the rows, the options, the prior and this program.
func (f *fitter) identity() ([]byte, error) {
	h := sha256.New()
	o := f.o
	fmt.Fprintln(h, datasets.ToolVersion, f.s.Ruleset, f.model.entries, f.s.options.Patterns, o.Lambda, o.Penalty, o.PatternPenalty, o.Iterations, o.Patience, f.prior.Scale)
	hashFloats(h, f.start)
	for _, w := range f.model.fixed {
		hashFloats(h, []float64{w.opening, w.ending})
	}
	err := f.s.eachPart(func(r *rows) error {
		fmt.Fprintln(h, r.n, r.games())
		var buf shelf
		for i := range r.chunks(r.n) {
			c, err := r.chunk(i, &buf)
			if err != nil {
				return err
			}
			h.Write(c.encode(nil))
		}
		return nil
	})
	return h.Sum(nil), err
}

func hashFloats(h hash.Hash, x []float64) {
	var b [8]byte
	for _, v := range x {
		binary.LittleEndian.PutUint64(b[:], math.Float64bits(v))
		h.Write(b[:])
	}
}
