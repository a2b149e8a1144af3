package datasets

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"damalab/internal/atomicfile"
)

// ExportFormat is a form in which rows leave for other programs.
type ExportFormat string

// The formats: comma-separated values, a JSON object a line, Portable Draughts
// Notation (games only), numpy's archive of arrays and a position text a line
// (positions only).
const (
	CSV   ExportFormat = "csv"
	JSONL ExportFormat = "jsonl"
	PDN   ExportFormat = "pdn"
	NPZ   ExportFormat = "npz"
	FEN   ExportFormat = "fen"
)

// ExportFormats lists the formats.
func ExportFormats() []ExportFormat { return []ExportFormat{CSV, JSONL, PDN, NPZ, FEN} }

// Kinds lists what a format can hold, the usual one first; nil if there is no
// such format.
func (f ExportFormat) Kinds() []Kind {
	switch f {
	case CSV, JSONL:
		return []Kind{Games, Positions, Puzzles}
	case PDN:
		return []Kind{Games}
	case NPZ, FEN:
		return []Kind{Positions}
	}
	return nil
}

// ExportOptions say what is exported and how.
type ExportOptions struct {
	Format ExportFormat
	// Kind is what is exported. Positions are those that the dataset stores, or,
	// if it stores none, those of its games.
	Kind Kind
	// Filter chooses positions. What it asks of games can't be answered from
	// stored positions.
	Filter PositionFilter
	// TempDir is where [NPZ] keeps its columns while it works, about 80 bytes a
	// row; empty is the system's folder for that.
	TempDir string
	// Progress, if not nil, is told how many rows are read of how many: those of
	// the dataset's files.
	Progress func(done, total int)
}

// ErrExists is what [ExportFile] returns, wrapped, where a file is in the way.
var ErrExists = errors.New("the file exists already")

// ExportFile exports into a file, whole or not at all, and returns the number of
// rows. A file in the way is replaced if force is set.
func ExportFile(ctx context.Context, d *Dataset, path string, force bool, o ExportOptions) (rows int64, err error) {
	if err := checkExportFile(path, d.Dir, force); err != nil {
		return 0, err
	}
	if o.TempDir == "" {
		o.TempDir = filepath.Dir(path) // there must be room for the result too
	}
	err = atomicfile.Write(path, 0o666, func(w io.Writer) error {
		rows, err = Export(ctx, d, w, o)
		return err
	})
	return rows, err
}

func checkExportFile(path, in string, force bool) error {
	if IsWithin(path, in) {
		return fmt.Errorf("%s lies within the input's folder %s; choose another place for the output", path, in)
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if !force {
		return fmt.Errorf("%s: %w", path, ErrExists)
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist): // a link to nothing yet
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no regular file and can't be replaced", path)
	}
	return nil
}

// Export writes the rows of a dataset to w, in the dataset's order, and returns
// their number. The same dataset and options give the same bytes.
func Export(ctx context.Context, d *Dataset, w io.Writer, o ExportOptions) (int64, error) {
	if err := o.check(d); err != nil {
		return 0, err
	}
	switch o.Kind {
	case Games:
		games := reported(ctx, d.Games(), d.rows(Games), o.Progress)
		if o.Format == PDN {
			return exportPDN(w, d.Manifest, games)
		}
		return exportText(w, o.Format, games)
	case Puzzles:
		return exportText(w, o.Format, reported(ctx, d.Puzzles(), d.rows(Puzzles), o.Progress))
	}
	positions := d.chosenPositions(ctx, &o)
	switch o.Format {
	case NPZ:
		return exportNPZ(w, o.TempDir, positions)
	case FEN:
		return exportFEN(w, positions)
	}
	return exportText(w, o.Format, positions)
}

func (o *ExportOptions) check(d *Dataset) error {
	if !slices.Contains(o.Format.Kinds(), o.Kind) {
		return fmt.Errorf("format %q is for %v, not for %s", o.Format, o.Format.Kinds(), o.Kind)
	}
	stored := len(d.Shards(o.Kind)) > 0
	switch {
	case stored && o.Kind == Positions && o.Filter.needsGame():
		return fmt.Errorf("%s stores positions without their games, which filters by opening or by how the game ended need; use them on the games", d.Dir)
	case !stored && o.Kind == Positions && len(d.Shards(Games)) > 0:
	case !stored:
		return fmt.Errorf("%s has no %s", d.Dir, o.Kind)
	}
	return o.Filter.Validate()
}

// chosenPositions yields the positions that the filter lets through.
func (d *Dataset) chosenPositions(ctx context.Context, o *ExportOptions) iter.Seq2[PositionRow, error] {
	if len(d.Shards(Positions)) > 0 {
		return func(yield func(PositionRow, error) bool) {
			for row, err := range reported(ctx, d.Positions(), d.rows(Positions), o.Progress) {
				if err == nil && o.Filter.judge(nil, &row) != keep {
					continue
				}
				if !yield(row, err) {
					return
				}
			}
		}
	}
	games := reported(ctx, d.Games(), d.rows(Games), o.Progress)
	return d.Manifest.expanded(games, &o.Filter, &tally{})
}

// reportRows is how many rows go by between two reports of progress.
const reportRows = 100

// reported passes rows on, reports progress, and ends with the context.
func reported[T Row](ctx context.Context, rows iter.Seq2[T, error], total int64, progress func(done, total int)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		done := int64(0)
		for row, err := range rows {
			if err == nil {
				err = ctx.Err()
			}
			if !yield(row, err) || err != nil {
				return
			}
			if done++; progress != nil && (done%reportRows == 0 || done == total) {
				progress(int(done), int(total))
			}
		}
	}
}
