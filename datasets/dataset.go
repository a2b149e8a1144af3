package datasets

import (
	"fmt"
	"iter"
	"path/filepath"
	"strings"
)

// Dataset is an opened folder.
type Dataset struct {
	// Dir is the folder, and Manifest what it says of itself.
	Dir      string
	Manifest *Manifest
	// Verify makes the readers compare each shard's size and SHA-256 with the
	// manifest before they read it. [Open] sets it.
	Verify bool
}

// Open opens the dataset in dir. It reads the manifest only.
func Open(dir string) (*Dataset, error) {
	m, err := LoadManifest(dir)
	if err != nil {
		return nil, err
	}
	return &Dataset{Dir: dir, Manifest: m, Verify: true}, nil
}

// Shards returns the listed files of a kind in the manifest's order.
func (d *Dataset) Shards(kind Kind) []FileInfo {
	var shards []FileInfo
	for _, info := range d.Manifest.Files {
		if strings.HasPrefix(info.Path, string(kind)+"/") {
			shards = append(shards, info)
		}
	}
	return shards
}

// Games yields the games of all shards in the manifest's order. An error comes
// last and names the file.
func (d *Dataset) Games() iter.Seq2[Game, error] { return rowsOf[Game](d) }

// Positions is [Dataset.Games] for positions.
func (d *Dataset) Positions() iter.Seq2[PositionRow, error] { return rowsOf[PositionRow](d) }

// Puzzles is [Dataset.Games] for puzzles.
func (d *Dataset) Puzzles() iter.Seq2[Puzzle, error] { return rowsOf[Puzzle](d) }

func rowsOf[T Row](d *Dataset) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, info := range d.Shards(kindOf[T]()) {
			for row, err := range shardRows[T](d, info) {
				if !yield(row, err) || err != nil {
					return
				}
			}
		}
	}
}

// shardRows yields the rows of one listed file. It is checked against the manifest:
// its bytes before the first row if the dataset is to be verified, its number of
// rows after the last.
func shardRows[T Row](d *Dataset, info FileInfo) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		if d.Verify {
			if p, found := checkFile(d.Dir, info); found {
				yield(none, fmt.Errorf("%s: %w: %v", d.Dir, ErrDamaged, p))
				return
			}
		}
		name := filepath.Join(d.Dir, filepath.FromSlash(info.Path))
		n := int64(0)
		for row, err := range Rows[T](name) {
			if !yield(row, err) || err != nil {
				return
			}
			n++
		}
		if n != info.Rows {
			yield(none, fmt.Errorf("%s: %d rows, but the manifest says %d; it is not the file that the manifest means", name, n, info.Rows))
		}
	}
}
