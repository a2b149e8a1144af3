package datasets

import (
	"context"
	"iter"
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
		if kindOfPath(info.Path) == kind {
			shards = append(shards, info)
		}
	}
	return shards
}

// rows returns the number of rows of a kind that the manifest lists.
func (d *Dataset) rows(kind Kind) (n int64) {
	for _, info := range d.Shards(kind) {
		n += info.Rows
	}
	return n
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
			for row, err := range placedShard[T](context.Background(), d, info) {
				if !yield(row.row, err) || err != nil {
					return
				}
			}
		}
	}
}
