package tuner

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"

	"damalab/dama"
	"damalab/datasets"
	"damalab/internal/ordered"
)

// Load takes a sample from the games of a dataset. Errors are those of reading
// it, a dataset of several rulesets, a game of another than the manifest names, a game that can't be
// replayed, options without meaning, and ctx's. A dataset without a usable game
// gives an empty sample, which [Fit] refuses.
func Load(ctx context.Context, data *datasets.Dataset, o Options) (*Sample, error) {
	ruleset, err := data.Manifest.OneRuleset()
	if err != nil {
		return nil, fmt.Errorf("%s: weights are fitted to one ruleset at a time: %w", data.Dir, err)
	}
	s, err := LoadGames(ctx, ruleset, data.Games(), o)
	if errors.Is(err, ErrNoScore) {
		return nil, fmt.Errorf("%s: %w", data.Dir, err)
	}
	if err != nil {
		return nil, err
	}
	s.DataDigest = DataDigest(data)
	return s, nil
}

// DataDigest identifies the games of datasets, in hex: for one, the SHA-256 of the list
// of its files with their digests; for several, that of the list of theirs, in order.
func DataDigest(data ...*datasets.Dataset) string {
	sum := sha256.New()
	for _, d := range data {
		if len(data) > 1 {
			fmt.Fprintln(sum, DataDigest(d))
			continue
		}
		for _, f := range d.Shards(datasets.Games) {
			fmt.Fprintf(sum, "%s  %s\n", f.SHA256, f.Path)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// LoadGames is [Load] for games from anywhere, all of the given ruleset. The
// order of the games matters in one way: of equal positions the first is kept,
// with its result. The caller may set the sample's DataDigest.
func LoadGames(ctx context.Context, ruleset dama.Ruleset, games iter.Seq2[datasets.Game, error], o Options) (*Sample, error) {
	o, err := o.filled()
	if err != nil {
		return nil, err
	}
	l, err := newLoader(ruleset, o)
	if err != nil {
		return nil, err
	}
	if err := l.takeAll(ctx, ruleset, games); err != nil {
		return nil, errors.Join(err, l.sample.Close())
	}
	return l.sample, nil
}

// takeAll takes the games in batches.
func (l *loader) takeAll(ctx context.Context, ruleset dama.Ruleset, games iter.Seq2[datasets.Game, error]) error {
	batch := make([]datasets.Game, 0, batchGames)
	for game, err := range games {
		if err != nil {
			return err
		}
		if game.Ruleset != ruleset.Name {
			return fmt.Errorf("game %s was played by %q, the data by %q: weights are fitted to one ruleset at a time",
				game.ID, game.Ruleset, ruleset.Name)
		}
		if batch = append(batch, game); len(batch) == batchGames {
			if err := l.take(ctx, batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	if err := l.take(ctx, batch); err != nil {
		return err
	}
	return l.finish()
}

// batchGames is how many games are held in memory and replayed at a time.
const batchGames = 512

// loader fills a sample.
type loader struct {
	*gatherer
	sample *Sample
	taken  [3]keySet   // canonical positions by part
	keys   [3][]uint64 // of the rows, for the parts that are thinned at the end
}

func newLoader(ruleset dama.Ruleset, o Options) (*loader, error) {
	m, err := newModel(o.Patterns)
	if err != nil {
		return nil, err
	}
	l := &loader{gatherer: newGatherer(ruleset, m, o), sample: &Sample{Ruleset: ruleset.Name, options: o, model: m}}
	if o.Memory > 0 {
		l.sample.spill = &spill{dir: o.Work, budget: int(o.Memory)}
	}
	for _, p := range []part{training, heldOut, tested} {
		*l.sample.rows(p) = l.sample.newRows()
	}
	return l, nil
}

// take replays games in parallel and adds what they give in their order.
func (l *loader) take(ctx context.Context, batch []datasets.Game) error {
	return ordered.Run(ctx, 0, len(batch), l.options.Workers,
		func(_ context.Context, _, i int) (harvest, error) { return l.gather(batch[i]) },
		func(_ int, h harvest) error { return l.add(h) })
}

func (l *loader) add(h harvest) error {
	sum := &l.sample.Summary
	sum.addCounts(h.counts)
	switch {
	case h.left == noResult:
		sum.UnknownResult++
		return nil
	case h.left == guarded:
		sum.Guarded++
		return nil
	case h.left == adjudicated:
		sum.Adjudicated++
		return nil
	case len(h.examples) == 0:
		sum.Unusable++
		return nil
	}
	l.sample.counts(h.part).addGame(h.result)
	data := l.sample.rows(h.part)
	for _, e := range h.examples {
		if !l.taken[h.part].add(e.key) {
			sum.Repeated++
			continue
		}
		if h.part != training {
			l.keys[h.part] = append(l.keys[h.part], e.key)
		}
		e.game = int64(sum.Games)
		if err := data.add(e); err != nil {
			return err
		}
	}
	return nil
}

// finish takes out of the held-out part what the training part has too, and out
// of the test part what either has.
func (l *loader) finish() error {
	s := l.sample
	for _, p := range []part{heldOut, tested} {
		shared := func(key uint64) bool { return l.taken[training].has(key) || p == tested && l.taken[heldOut].has(key) }
		if err := l.thin(p, shared); err != nil {
			return err
		}
	}
	for _, p := range []part{training, heldOut, tested} {
		if err := s.counts(p).countRows(s.rows(p)); err != nil {
			return err
		}
	}
	return nil
}

// thin takes rows out of a part by their keys.
func (l *loader) thin(p part, out func(key uint64) bool) error {
	all, kept := l.sample.rows(p), l.sample.newRows()
	i := 0
	var full error
	err := all.each(all.n, func(w row) {
		key := l.keys[p][i]
		i++
		switch {
		case out(key):
			l.sample.Summary.Shared++
		case full == nil:
			full = kept.add(w.example(key, all.ended[w.game]))
		}
	})
	*all = kept
	return errors.Join(err, full)
}
