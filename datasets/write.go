package datasets

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"github.com/parquet-go/parquet-go"

	"damalab/internal/atomicfile"
)

// Row is any of the row types: what one row of a shard holds.
type Row interface {
	Game | PositionRow | Puzzle | EndgameRow
}

// FileInfo is a written file as the manifest lists it. Its Path is the one given
// to [Write]; in a manifest it is relative to the dataset's folder, with slashes.
type FileInfo struct {
	Path   string `json:"path"`
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // of the whole file, in hex
}

// batchRows is how many rows go to or come from the Parquet library at a time.
const batchRows = 256

// Write makes the file at path from the rows, whole or not at all, and its
// folder if missing. The same rows and meta give the same bytes. Rows are taken
// one by one, so memory is bounded by the row group, not by the file; an error
// from rows ends the writing. A row that its schema does not allow is refused
// with a [*RowError].
func Write[T Row](path string, meta Meta, rows iter.Seq2[T, error]) (FileInfo, error) {
	options, err := writerOptions[T](meta)
	if err != nil {
		return FileInfo{}, fmt.Errorf("%s: %w", path, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return FileInfo{}, err
	}
	info := FileInfo{Path: path}
	whole, size := sha256.New(), &counter{}
	err = atomicfile.Write(path, 0o666, func(w io.Writer) error {
		info.Rows, err = encode(io.MultiWriter(w, whole, size), path, rows, options)
		return err
	})
	if bad := (*RowError)(nil); errors.As(err, &bad) {
		err = bad // which names the file already
	}
	if err != nil {
		return FileInfo{}, err
	}
	info.Bytes, info.SHA256 = size.bytes, hex.EncodeToString(whole.Sum(nil))
	return info, nil
}

// WriteGames is [Write] for a slice of games.
func WriteGames(path string, meta Meta, games []Game) (FileInfo, error) {
	return Write(path, meta, All(games))
}

// WritePuzzles is [Write] for a slice of puzzles.
func WritePuzzles(path string, meta Meta, puzzles []Puzzle) (FileInfo, error) {
	return Write(path, meta, All(puzzles))
}

// All yields the rows of a slice the way [Write] takes them.
func All[T Row](rows []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, row := range rows {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// encode writes the rows as a sealed Parquet file and returns their number.
func encode[T Row](out io.Writer, path string, rows iter.Seq2[T, error], options []parquet.WriterOption) (int64, error) {
	seal := &sealer{out: out, sum: sha256.New()}
	w := parquet.NewGenericWriter[T](seal, options...)
	n := int64(0)
	batch := make([]T, 0, batchRows)
	for row, err := range rows {
		if err == nil {
			err = check(&row)
		}
		if err != nil {
			return n, &RowError{Path: path, Row: n, Err: err}
		}
		n++
		if batch = append(batch, row); len(batch) < batchRows {
			continue
		}
		if _, err := w.Write(batch); err != nil {
			return n, err
		}
		batch = batch[:0]
	}
	if _, err := w.Write(batch); err != nil {
		return n, err
	}
	// Everything but the indexes and the footer goes out before the seal holds
	// the rest back.
	if err := w.Flush(); err != nil {
		return n, err
	}
	seal.holding = true
	if err := w.Close(); err != nil {
		return n, err
	}
	return n, seal.close()
}

// check asks a row whether it may be stored.
func check[T Row](row *T) error {
	return any(row).(interface{ check() error }).check()
}

// counter counts the bytes written to it.
type counter struct{ bytes int64 }

// Write implements [io.Writer].
func (c *counter) Write(p []byte) (int, error) {
	c.bytes += int64(len(p))
	return len(p), nil
}
