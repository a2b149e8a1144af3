package datasets

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"maps"
	"path/filepath"
	"slices"

	"damalab/internal/atomicfile"
)

// sortedRun is how many puzzles are sorted in memory at a time, which takes some
// 40 MB. The sorted runs of larger sets wait in scratch files.
const sortedRun = 1 << 15

// sortedPuzzles returns the puzzles of the inputs as sequences that are sorted by
// [comparePuzzles]. The scratch files are in dir, for the caller to remove.
func sortedPuzzles(ctx context.Context, dir string, inputs []*Dataset, size int) ([]iter.Seq2[placed[Puzzle], error], error) {
	var runs []iter.Seq2[placed[Puzzle], error]
	var batch []placed[Puzzle]
	for _, d := range inputs {
		for row, err := range placedRows[Puzzle](ctx, d) {
			if err != nil {
				return nil, err
			}
			if batch = append(batch, row); len(batch) < size {
				continue
			}
			run, err := storeRun(dir, batch)
			if err != nil {
				return nil, err
			}
			runs, batch = append(runs, run), nil
		}
	}
	sortRun(batch)
	return append(runs, inMemory(batch)), nil
}

func sortRun(batch []placed[Puzzle]) {
	slices.SortStableFunc(batch, func(a, b placed[Puzzle]) int { return comparePuzzles(&a.row, &b.row) })
}

func inMemory(batch []placed[Puzzle]) iter.Seq2[placed[Puzzle], error] {
	return func(yield func(placed[Puzzle], error) bool) {
		for _, row := range batch {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// storeRun sorts puzzles into a scratch file. Their places stay in memory: 24
// bytes each.
func storeRun(dir string, batch []placed[Puzzle]) (iter.Seq2[placed[Puzzle], error], error) {
	sortRun(batch)
	scratch, err := atomicfile.CreateTemp(dir, "puzzles")
	if err != nil {
		return nil, err
	}
	if err := scratch.Close(); err != nil {
		return nil, err
	}
	places := make([]place, len(batch))
	rows := func(yield func(Puzzle, error) bool) {
		for i, row := range batch {
			places[i] = row.at
			if !yield(row.row, nil) {
				return
			}
		}
	}
	if _, err := Write(scratch.Name(), Meta{}, rows); err != nil {
		return nil, err
	}
	return func(yield func(placed[Puzzle], error) bool) {
		i := 0
		for row, err := range Rows[Puzzle](scratch.Name()) {
			if !yield(placed[Puzzle]{row: row, at: places[min(i, len(places)-1)]}, err) {
				return
			}
			i++
		}
	}, nil
}

// puzzleExtras gathers what else the metadata of the inputs' puzzle files says,
// such as the criteria. Where files differ, the values become a sorted JSON list.
func puzzleExtras(inputs []*Dataset) (map[string]string, error) {
	values := map[string]map[string]bool{}
	for _, d := range inputs {
		for _, info := range d.Shards(Puzzles) {
			header, err := ReadHeader(filepath.Join(d.Dir, filepath.FromSlash(info.Path)))
			if err != nil {
				return nil, err
			}
			for key, value := range header.Extra {
				if values[key] == nil {
					values[key] = map[string]bool{}
				}
				for _, one := range listed(value) {
					values[key][one] = true
				}
			}
		}
	}
	extras := map[string]string{}
	for key, set := range values {
		list := slices.Sorted(maps.Keys(set))
		extras[key] = list[0]
		if len(list) > 1 {
			text, err := encodeJSON(asJSON(list), "")
			if err != nil {
				return nil, err
			}
			extras[key] = string(text)
		}
	}
	return extras, nil
}

// listed returns the values of a list that an earlier merge made, or the value,
// without needless spaces where it is JSON.
func listed(value string) []string {
	var compact bytes.Buffer
	if json.Compact(&compact, []byte(value)) == nil {
		value = compact.String()
	}
	var list []json.RawMessage
	if json.Unmarshal([]byte(value), &list) != nil || len(list) < 2 {
		return []string{value}
	}
	texts := make([]string, len(list))
	for i, one := range list {
		texts[i] = string(one)
		if one[0] == '"' { // text that was no JSON before it was listed
			_ = json.Unmarshal(one, &texts[i])
		}
	}
	return texts
}

func asJSON(values []string) []json.RawMessage {
	list := make([]json.RawMessage, len(values))
	for i, value := range values {
		if list[i] = json.RawMessage(value); !json.Valid(list[i]) {
			list[i], _ = json.Marshal(value) // text always marshals
		}
	}
	return list
}
