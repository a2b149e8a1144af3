package datasets

import (
	"errors"
	"fmt"
)

// What can be wrong with a stored file; test with errors.Is.
var (
	// ErrDamaged: the file is cut short, changed, or no Parquet file at all.
	ErrDamaged = errors.New("the file is damaged")
	// ErrNotOurs: a Parquet file that this project did not write, or of another
	// kind than was asked for.
	ErrNotOurs = errors.New("not a file of the kind asked for")
	// ErrNewer: written by a newer version of the formats.
	ErrNewer = errors.New("the file is newer than this program")
	// ErrColumns: a column is missing, extra or of another type.
	ErrColumns = errors.New("the columns are not those of the schema")
)

// RowError says which row of which file is wrong. Rows count from 0.
type RowError struct {
	Path string
	Row  int64
	Err  error
}

// Error names the file, the row and what is wrong.
func (e *RowError) Error() string { return fmt.Sprintf("%s, row %d: %v", e.Path, e.Row, e.Err) }

// Unwrap returns what is wrong.
func (e *RowError) Unwrap() error { return e.Err }

// damaged wraps what a decoder said.
func damaged(detail any) error {
	return fmt.Errorf("%w (%v); restore it from a copy or make it again", ErrDamaged, detail)
}

// guard runs f and turns a panic into an error. It stands around the Parquet
// decoder alone, which panics on some inputs that no checksum of ours covers,
// such as files made to look sealed.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = damaged(r)
		}
	}()
	return f()
}
