package datasets

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"

	"damalab/internal/atomicfile"
)

// place is where a row stands: in which file, and as which row of it, from 0.
type place struct {
	file string
	row  int64
}

// String names file and row.
func (p place) String() string { return fmt.Sprintf("%s, row %d", p.file, p.row) }

// placed is a row with its place.
type placed[T Row] struct {
	row T
	at  place
}

// placedRows yields the rows of all of a dataset's rulesets, ordered by their
// names, each row with its place. An error comes last; the context's is one.
func placedRows[T Row](ctx context.Context, d *Dataset) iter.Seq2[placed[T], error] {
	return func(yield func(placed[T], error) bool) {
		for _, rules := range d.Manifest.AllRulesets() {
			for _, info := range d.shardsOf(kindOf[T](), rules.Name) {
				for row, err := range placedShard[T](ctx, d, info) {
					if !yield(row, err) || err != nil {
						return
					}
				}
			}
		}
	}
}

// placedShard yields the rows of one listed file, which is compared with the
// manifest: its bytes before the first row if the dataset is to be verified, its
// ruleset too, its number of rows after the last.
func placedShard[T Row](ctx context.Context, d *Dataset, info FileInfo) iter.Seq2[placed[T], error] {
	return func(yield func(placed[T], error) bool) {
		row := placed[T]{at: place{file: filepath.Join(d.Dir, filepath.FromSlash(info.Path))}}
		if d.Verify {
			if p, found := checkFile(d.Dir, info); found {
				yield(row, fmt.Errorf("%s: %w: %v", d.Dir, ErrDamaged, p))
				return
			}
		}
		for r, err := range rowsFrom[T](row.at.file, 0, d.Manifest.checkHeader(info.Path)) {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil && row.at.row == info.Rows {
				err = otherRows(row.at.file, "more", info.Rows)
			}
			row.row = r
			if !yield(row, err) || err != nil {
				return
			}
			row.at.row++
		}
		if row.at.row < info.Rows {
			yield(row, otherRows(row.at.file, fmt.Sprint(row.at.row), info.Rows))
		}
	}
}

func otherRows(file, have string, listed int64) error {
	return fmt.Errorf("%s: %s rows, but the manifest says %d; it is not the file that the manifest means", file, have, listed)
}

// checkHeader returns what is to be asked of the header of the file at a path.
func (m *Manifest) checkHeader(path string) func(Header) error {
	return func(h Header) error {
		if rules, _ := m.rulesAt(path); h.RulesetDigest != rules.Digest() {
			return fmt.Errorf("its ruleset %q has the digest %s, that of the manifest %s; it belongs to another dataset",
				h.Ruleset, h.RulesetDigest, rules.Digest())
		}
		return nil
	}
}

// shardRow is a row with the path of the shard that it is to stand in.
type shardRow[T Row] struct {
	row  T
	path string // within the dataset's folder, with slashes
	meta Meta
}

// writeShards writes rows into shards below dir, a new shard wherever the path
// changes, and lists them in the manifest. Memory is that of one row group.
func writeShards[T Row](dir string, m *Manifest, rows iter.Seq2[shardRow[T], error]) error {
	next, stop := iter.Pull2(rows)
	defer stop()
	row, err, more := next()
	for more {
		if err != nil {
			return err
		}
		path, meta := row.path, row.meta
		var failed error // Write would name the row of the new file
		info, err := Write(filepath.Join(dir, filepath.FromSlash(path)), meta, func(yield func(T, error) bool) {
			for more && row.path == path {
				if !yield(row.row, nil) {
					return
				}
				if row, failed, more = next(); failed != nil {
					yield(row.row, failed)
					return
				}
			}
		})
		if failed != nil {
			return failed
		}
		if err != nil {
			return err
		}
		if err := m.Add(dir, info); err != nil {
			return err
		}
	}
	return nil
}

// removeScratch removes the scratch files of a folder that is being filled.
func removeScratch(dir string) error {
	_, err := atomicfile.Clean(dir)
	return err
}
