package datasets

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/parquet-go/parquet-go"
)

// Rows yields the rows of a file in order, decoding a few hundred at a time.
// The file is checked before the first row: that it is whole, of the kind that
// T asks for, of a known version, and has exactly the schema's columns. An
// error comes last, names the file, and is one of [ErrDamaged], [ErrNotOurs],
// [ErrNewer] and [ErrColumns] where one of them fits.
func Rows[T Row](path string) iter.Seq2[T, error] { return rowsFrom[T](path, 0, nil) }

// rowsFrom is [Rows] from row number first on, counted from 0. The header is shown
// to check, if that is not nil, before any row.
func rowsFrom[T Row](path string, first int64, check func(Header) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		s, err := openShard[T](path)
		if err != nil {
			yield(none, err)
			return
		}
		defer s.close()
		if check != nil {
			if err := check(s.header); err != nil {
				yield(none, fmt.Errorf("%s: %w", path, err))
				return
			}
		}
		if err := s.seek(first); err != nil {
			yield(none, err)
			return
		}
		for {
			batch, err := s.next()
			for _, row := range batch {
				if !yield(row, nil) {
					return
				}
			}
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(none, err)
				return
			}
		}
	}
}

// Read returns all rows of a file; see [Rows]. On an error it returns none.
func Read[T Row](path string) ([]T, error) {
	var all []T
	for row, err := range Rows[T](path) {
		if err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, nil
}

// ReadGames is [Read] for games.
func ReadGames(path string) ([]Game, error) { return Read[Game](path) }

// ReadPuzzles is [Read] for puzzles.
func ReadPuzzles(path string) ([]Puzzle, error) { return Read[Puzzle](path) }

// ReadHeader checks that a file is whole and of a known version, and returns
// what it says of itself, whatever its kind.
func ReadHeader(path string) (Header, error) {
	f, _, header, err := openFile(path)
	if err != nil {
		return Header{}, err
	}
	return header, f.Close()
}

// openFile opens a file and reads its header. Nothing of it is decoded before
// its seal is found to fit.
func openFile(path string) (*os.File, *parquet.File, Header, error) {
	if _, err := statRegular(path); err != nil {
		return nil, nil, Header{}, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, Header{}, err
	}
	var parsed *parquet.File
	var header Header
	err = guard(func() error {
		stat, err := f.Stat()
		if err != nil {
			return err
		}
		if err := checkSeal(f, stat.Size()); err != nil {
			return err
		}
		parsed, err = parquet.OpenFile(f, stat.Size(), parquet.SkipPageIndex(true),
			parquet.SkipBloomFilters(true), parquet.ReadBufferSize(64<<10))
		if err != nil {
			return damaged(err)
		}
		header, err = readHeader(parsed)
		return err
	})
	if err != nil {
		f.Close()
		return nil, nil, Header{}, fmt.Errorf("%s: %w", path, err)
	}
	return f, parsed, header, nil
}

// shard reads the rows of an open file.
type shard[T Row] struct {
	path   string
	file   *os.File
	header Header
	reader *parquet.GenericReader[T]
	batch  []T
	total  int64 // rows that the header promises
	read   int64
}

func openShard[T Row](path string) (*shard[T], error) {
	file, parsed, header, err := openFile(path)
	if err != nil {
		return nil, err
	}
	s := &shard[T]{path: path, file: file, header: header, batch: make([]T, batchRows), total: header.Rows}
	err = guard(func() error {
		if want := kindOf[T](); header.Kind != want {
			return fmt.Errorf("%w: it holds %s, not %s", ErrNotOurs, header.Kind, want)
		}
		if err := checkColumns(parsed.Schema(), parquet.SchemaOf(*new(T))); err != nil {
			return err
		}
		if err := checkCodecs(parsed); err != nil {
			return err
		}
		s.reader = parquet.NewGenericReader[T](parsed)
		return nil
	})
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// seek goes to a row; a file with fewer rows than that is damaged.
func (s *shard[T]) seek(row int64) error {
	if row == 0 {
		return nil
	}
	err := guard(func() error { return s.reader.SeekToRow(row) })
	if err == nil && row > s.total {
		err = fmt.Errorf("%d rows, and row %d is asked for", s.total, row)
	}
	if err != nil {
		return &RowError{Path: s.path, Row: row, Err: damaged(err)}
	}
	s.read = row
	return nil
}

// next returns the next rows, and [io.EOF] with the last of them or after them.
func (s *shard[T]) next() ([]T, error) {
	n := 0
	err := guard(func() (err error) {
		clear(s.batch) // a row must not share memory with the one before it
		n, err = s.reader.Read(s.batch)
		return err
	})
	switch {
	case err == nil && n == 0:
		err = io.ErrNoProgress
	case errors.Is(err, io.EOF) && s.read+int64(n) == s.total:
		return s.batch[:n], io.EOF
	case errors.Is(err, io.EOF):
		err = fmt.Errorf("%d rows instead of %d", s.read+int64(n), s.total)
	case err == nil:
		s.read += int64(n)
		return s.batch[:n], nil
	}
	if !errors.Is(err, ErrDamaged) {
		err = damaged(err)
	}
	return nil, &RowError{Path: s.path, Row: s.read, Err: err}
}

func (s *shard[T]) close() {
	// Closing the reader only gives buffers back, but may meet damaged pages.
	_ = guard(s.reader.Close)
	s.file.Close()
}
