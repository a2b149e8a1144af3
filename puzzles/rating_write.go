package puzzles

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"path/filepath"

	"damalab/datasets"
)

// RateInto rates all puzzles of the dataset in the folder dir, whose manifest is m,
// and writes its files of puzzles anew: with the ratings, and with metadata that say
// so. The manifest is written last. All files are rated together, so that their
// ratings are on one scale; the ruleset of the options is set to the dataset's,
// which has one only. On an error the manifest is not written.
func RateInto(ctx context.Context, dir string, m *datasets.Manifest, o RateOptions) (*RateReport, error) {
	report, err := RateFiles(ctx, dir, m, o)
	if err != nil {
		return nil, err
	}
	return report, m.Save(dir)
}

// RateFiles is [RateInto] for a folder whose manifest is written later.
func RateFiles(ctx context.Context, dir string, m *datasets.Manifest, o RateOptions) (*RateReport, error) {
	var err error
	if o.Ruleset, err = m.OneRuleset(); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	d := &datasets.Dataset{Dir: dir, Manifest: m, Verify: true}
	rated, report := Rate(ctx, d.Puzzles(), o)
	next, stop := iter.Pull2(rated)
	defer stop()
	for _, old := range d.Shards(datasets.Puzzles) {
		path := filepath.Join(dir, filepath.FromSlash(old.Path))
		header, err := datasets.ReadHeader(path)
		if err != nil {
			return nil, err
		}
		meta := header.Meta
		meta.Extra = maps.Clone(meta.Extra)
		if meta.Extra == nil {
			meta.Extra = map[string]string{}
		}
		meta.Extra[ratingKey] = ratedBy
		info, err := datasets.Write(path, meta, taken(next, int(old.Rows)))
		if err != nil {
			return nil, err
		}
		if err := m.Add(dir, info); err != nil {
			return nil, err
		}
	}
	// What comes after the last puzzle: nothing, but for an empty set an error too.
	if _, err, more := next(); more && err != nil {
		return nil, err
	}
	return report, nil
}

// taken yields up to n values of a sequence that is pulled.
func taken[T any](next func() (T, error, bool), n int) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for range n {
			v, err, ok := next()
			if !ok || !yield(v, err) || err != nil {
				return
			}
		}
	}
}
