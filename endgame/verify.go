package endgame

import (
	"context"
	"fmt"

	"damalab/internal/ordered"
)

// mostDifferences is the number of differences that a report tells in words.
const mostDifferences = 10

// Report is what a verification found.
type Report struct {
	Files       int
	Entries     int      // all of them were held against their successors
	Differences int      // how many did not fit
	First       []string // the first of them in words, at most ten
}

func (r *Report) add(text string) {
	if r.Differences++; len(r.First) < mostDifferences {
		r.First = append(r.First, text)
	}
}

// Verify holds every entry against its successors: a win in n needs a successor
// lost in n-1 and none lost sooner, a loss in n needs all successors won, the
// slowest in n-1, a draw needs a drawn successor and none lost, and what the board
// ends must be so. An entry that fits all of its successors, down to the ends, can
// only be right. The successors come from the move generator, not from the way the
// tables were made. The figures in the files and the manifest's checksums are
// compared too.
//
// All blocks are kept in memory meanwhile and afterwards, a byte for each entry.
//
// An error means that the set could not be read through; differences are no
// error. progress, if not nil, is told the number of entries done and in all.
func (t *Tables) Verify(ctx context.Context, workers int, progress func(done, total int)) (Report, error) {
	v := &verifier{tables: t, workers: max(workers, 1), progress: progress}
	for _, f := range t.files {
		for _, table := range f.tables {
			v.total += table.layout.size
		}
	}
	t.cache.grow(v.total) // successors are met in no order that a smaller cache could use
	for i, f := range t.files {
		if err := v.file(ctx, f, t.manifest.Files[i]); err != nil {
			return v.report, err
		}
	}
	return v.report, nil
}

type verifier struct {
	tables      *Tables
	workers     int
	progress    func(done, total int)
	done, total int
	report      Report
}

func (v *verifier) file(ctx context.Context, f *file, listed listedFile) error {
	digest, err := f.seal()
	if err != nil {
		return err
	}
	if digest != listed.SHA256 {
		v.report.add(fmt.Sprintf("%s: its SHA-256 is %.12s..., and the manifest says %.12s...", f.path, digest, listed.SHA256))
	}
	for i, t := range f.tables {
		if err := v.table(ctx, t); err != nil {
			return err
		}
		s, ok := summarize(t.layout, t.source)
		if !ok {
			return v.tables.Err()
		}
		if s != f.header.Tables[i] {
			v.report.add(fmt.Sprintf("%s: the figures for %s in the file are not those of its entries", f.path, s.Material))
		}
	}
	v.report.Files++
	return nil
}

func (v *verifier) table(ctx context.Context, t *table) error {
	judges := make([]*judge, v.workers)
	for i := range judges {
		judges[i] = newJudge(v.tables.set, v.tables.Rules())
	}
	size := t.layout.size
	return ordered.Run(ctx, 0, (size+chunk-1)/chunk, v.workers,
		func(_ context.Context, worker, i int) ([]string, error) {
			return v.chunk(judges[worker], t, i*chunk, min((i+1)*chunk, size))
		},
		func(i int, found []string) error {
			for _, text := range found {
				v.report.add(text)
			}
			n := min((i+1)*chunk, size) - i*chunk
			v.report.Entries += n
			v.done += n
			if v.progress != nil {
				v.progress(v.done, v.total)
			}
			return nil
		})
}

// chunk checks some entries of a table.
func (v *verifier) chunk(j *judge, t *table, from, to int) (found []string, err error) {
	for i := from; i < to; i++ {
		is, ok := t.source.at(i)
		if !ok {
			return nil, v.tables.Err()
		}
		b, real := t.layout.boards(i)
		if !real {
			if before, ok := t.source.at(max(i-1, 0)); ok && i > 0 && is != before || i == 0 && is != drawn {
				found = append(found, fmt.Sprintf("%v, index %d, which stands for no position: %d is stored and %d belongs there", t.layout.material, i, is, before))
			}
			continue
		}
		p := b.position()
		want, ok := j.value(p)
		if !ok {
			return nil, v.tables.Err()
		}
		if is != want {
			found = append(found, fmt.Sprintf("%v, index %d, %v: %v is stored, and by its moves it is %v", t.layout.material, i, p, is, want))
		}
	}
	return found, nil
}
