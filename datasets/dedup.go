package datasets

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"

	"damalab/dama"
)

// De-duplicating positions
//
// Of the positions that are views of one another (the file mirror, and colors and
// side to move exchanged) the first row in the order of the dataset is kept as it
// is, with its own score and result: nothing is averaged over the rows that are
// dropped. Positions under different rulesets are different.
//
//	pass 1   row -> canonical boards, row number, view -> 64 scratch files (48 bytes a row)
//	         each file: the first record of each position is kept: one bit a row
//	pass 2   rows again, those that are kept -> shards
//
// Boards are compared in full, so no position is ever dropped for another one.
//
// Memory for n rows is n/8 bytes for the bits, one scratch file of about n/64 records
// with 10 to 16 bytes more for each of them, and the row group that is being written.
// For 10 million rows the heap in use was 106 MB at most, most of it the row group.

// DedupReport counts rows of positions.
type DedupReport struct {
	Rows     int64 `json:"rows"`     // looked at
	Kept     int64 `json:"kept"`     // of them
	Exact    int64 `json:"exact"`    // dropped: the very position of a kept row
	Mirrored int64 `json:"mirrored"` // dropped: another view of the position of a kept row
	// From tells whether the rows were stored ("positions") or made from games
	// ("games").
	From       Kind   `json:"from"`
	SpecDigest string `json:"spec_digest"`
}

// dedupSpec says how a de-duplicated dataset was made. Split is what
// [Manifest.Split] reads.
type dedupSpec struct {
	Dedup struct {
		From Kind   `json:"from"`
		Data string `json:"data_digest"`
		Of   source `json:"of"`
	} `json:"dedup"`
	Split string `json:"split,omitempty"`
}

// Dedup writes the positions of the dataset in dir, each once, into a new dataset
// in out: the stored ones, or if there are none those of its games. The folder out
// must be new, empty or what a killed run left. After an error, which may be the
// context's, nothing is left in it.
func Dedup(ctx context.Context, out, dir string, watch Watch) (*DedupReport, error) {
	d, err := Open(dir)
	if err != nil {
		return nil, err
	}
	source, err := positionsOf(ctx, d)
	if err != nil {
		return nil, err
	}
	m, err := dedupManifest(d, source.from)
	if err != nil {
		return nil, err
	}
	report := &DedupReport{From: source.from, SpecDigest: m.SpecDigest}
	err = fillFolder(out, ManifestName, []string{dir}, func(folder *workFolder) ([]byte, error) {
		if err := dedupInto(folder.dir, m, source, report, watch); err != nil {
			return nil, err
		}
		return m.encode()
	})
	if err != nil {
		return nil, err
	}
	return report, nil
}

// dedupInto does both passes.
func dedupInto(dir string, m *Manifest, source positionSource, report *DedupReport, watch Watch) error {
	watch.stage("compare", "the positions with one another")
	keep, err := firstRows(dir, source.rows, report)
	if err != nil {
		return err
	}
	watch.stage("write", "%d of %d rows", report.Kept, report.Rows)
	metas := m.metas()
	read, written, inRuleset := int64(0), int64(0), map[string]int64{}
	return writeShards(dir, m, func(yield func(shardRow[PositionRow], error) bool) {
		for row, err := range source.rows {
			if err == nil && !keep.has(read) {
				read++
				continue
			}
			read++
			path := m.ShardPath(Positions, row.ruleset, int(inRuleset[row.ruleset]/positionShardRows))
			inRuleset[row.ruleset]++
			if !yield(shardRow[PositionRow]{row.PositionRow, path, metas[row.ruleset]}, err) {
				return
			}
			written++
			watch.step(written, report.Kept)
		}
		if read != report.Rows {
			yield(shardRow[PositionRow]{}, fmt.Errorf("%d rows where there were %d before: the input has changed while it was read", read, report.Rows))
		}
	})
}

func dedupManifest(d *Dataset, from Kind) (*Manifest, error) {
	spec := dedupSpec{Split: d.Manifest.Split()}
	spec.Dedup.From, spec.Dedup.Data = from, d.dataDigest(from)
	spec.Dedup.Of = sourceOf(d.Manifest)
	return d.Manifest.derived(spec)
}

// rulesRow is a position with the name of its ruleset.
type rulesRow struct {
	PositionRow
	ruleset string
}

// positionSource is rows that can be read more than once, and where they are from.
type positionSource struct {
	rows iter.Seq2[rulesRow, error]
	from Kind
}

// positionsOf returns the positions of a dataset, stored or expanded.
func positionsOf(ctx context.Context, d *Dataset) (positionSource, error) {
	switch {
	case len(d.Shards(Positions)) > 0:
		return positionSource{storedRows(ctx, d), Positions}, nil
	case len(d.Shards(Games)) > 0:
		return positionSource{expandedRows(ctx, d), Games}, nil
	}
	return positionSource{}, fmt.Errorf("%s has neither positions nor games", d.Dir)
}

func storedRows(ctx context.Context, d *Dataset) iter.Seq2[rulesRow, error] {
	return func(yield func(rulesRow, error) bool) {
		for _, rules := range d.Manifest.AllRulesets() {
			for _, info := range d.shardsOf(Positions, rules.Name) {
				for row, err := range placedShard[PositionRow](ctx, d, info) {
					if !yield(rulesRow{row.row, rules.Name}, err) || err != nil {
						return
					}
				}
			}
		}
	}
}

func expandedRows(ctx context.Context, d *Dataset) iter.Seq2[rulesRow, error] {
	part := d.Manifest.Split()
	return func(yield func(rulesRow, error) bool) {
		var rows []PositionRow // one buffer for all games
		for game, err := range placedRows[Game](ctx, d) {
			if err == nil {
				if rows, err = d.Manifest.appendPositions(rows[:0], game.row); err != nil {
					err = fmt.Errorf("%v: %w", game.at, err)
				}
			}
			if err != nil {
				yield(rulesRow{}, err)
				return
			}
			for _, row := range rows {
				row.Split = part
				if !yield(rulesRow{row, game.row.Ruleset}, nil) {
					return
				}
			}
		}
	}
}

// firstRows does the first pass: it finds the first row of each position, and
// counts. The scratch files stand in dir.
func firstRows(dir string, rows iter.Seq2[rulesRow, error], report *DedupReport) (keep *bitSet, err error) {
	p, err := newPartition(dir, boardsBytes+8, 8)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.remove()) }()
	rulesets := map[string]uint64{}
	var record []byte
	for row, err := range rows {
		if err != nil {
			return nil, err
		}
		position, err := row.Position()
		if err != nil {
			return nil, fmt.Errorf("game %s, ply %d: %w", row.GameID, row.Ply, err)
		}
		number, known := rulesets[row.ruleset]
		if !known {
			number = uint64(len(rulesets))
			rulesets[row.ruleset] = number
		}
		record = appendRow(record[:0], position, number, report.Rows)
		if err := p.add(record); err != nil {
			return nil, err
		}
		report.Rows++
	}
	keep = newBitSet(report.Rows)
	err = p.each(func(k *keyed) error {
		for i := range k.len() {
			row, view := rowOf(k.tag(i))
			if first := int(k.first[i]); first == i {
				keep.add(row)
				report.Kept++
			} else if _, other := rowOf(k.tag(first)); view == other {
				report.Exact++
			} else {
				report.Mirrored++
			}
		}
		return nil
	})
	return keep, err
}

// appendRow makes a record: the canonical boards and the ruleset are the key, the
// row number and the view its tag. Of a position that is its own mirror there are
// two views less, so equal views mean the very same position.
func appendRow(record []byte, p dama.Position, ruleset uint64, row int64) []byte {
	canonical, view := p.Canonical()
	record = appendBoards(record, canonical)
	record = binary.LittleEndian.AppendUint64(record, ruleset)
	return binary.LittleEndian.AppendUint64(record, uint64(row)<<2|uint64(view))
}

// rowOf reads a tag.
func rowOf(tag []byte) (row int64, view dama.Symmetry) {
	v := binary.LittleEndian.Uint64(tag)
	return int64(v >> 2), dama.Symmetry(v & 3)
}

// bitSet is a set of row numbers.
type bitSet struct{ words []uint64 }

func newBitSet(n int64) *bitSet { return &bitSet{make([]uint64, (n+63)/64)} }

func (b *bitSet) add(i int64) { b.words[i/64] |= 1 << (i % 64) }

func (b *bitSet) has(i int64) bool {
	return i/64 < int64(len(b.words)) && b.words[i/64]>>(i%64)&1 == 1
}
