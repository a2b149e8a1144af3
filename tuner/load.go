package tuner

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	for _, f := range data.Shards(datasets.Games) {
		fmt.Fprintf(sum, "%s  %s\n", f.SHA256, f.Path)
	}
	s.DataDigest = hex.EncodeToString(sum.Sum(nil))
	return s, nil
}

// LoadGames is [Load] for games from anywhere, all of the given ruleset. The
// order of the games matters in one way: of equal positions the first is kept,
// with its result. The caller may set the sample's DataDigest.
func LoadGames(ctx context.Context, ruleset dama.Ruleset, games iter.Seq2[datasets.Game, error], o Options) (*Sample, error) {
	o, err := o.filled()
	if err != nil {
		return nil, err
	}
	l := newLoader(ruleset, o)
	var batch []datasets.Game
	for game, err := range games {
		if err != nil {
			return nil, err
		}
		if game.Ruleset != ruleset.Name {
			return nil, fmt.Errorf("game %s was played by %q, the data by %q: weights are fitted to one ruleset at a time",
				game.ID, game.Ruleset, ruleset.Name)
		}
		if batch = append(batch, game); len(batch) == batchGames {
			if err := l.take(ctx, batch); err != nil {
				return nil, err
			}
			batch = batch[:0]
		}
	}
	if err := l.take(ctx, batch); err != nil {
		return nil, err
	}
	return l.finish(), nil
}

// batchGames is how many games are held in memory and replayed at a time.
const batchGames = 512

// loader fills a sample.
type loader struct {
	*gatherer
	sample      *Sample
	train, held map[uint64]struct{} // canonical positions taken so far
}

func newLoader(ruleset dama.Ruleset, o Options) *loader {
	return &loader{
		gatherer: newGatherer(ruleset, o),
		sample:   &Sample{Ruleset: ruleset.Name, options: o},
		train:    map[uint64]struct{}{},
		held:     map[uint64]struct{}{},
	}
}

// take replays games in parallel and adds what they give in their order.
func (l *loader) take(ctx context.Context, batch []datasets.Game) error {
	return ordered.Run(ctx, 0, len(batch), l.options.Workers,
		func(_ context.Context, _, i int) (harvest, error) { return l.gather(batch[i]) },
		func(_ int, h harvest) error { l.add(h); return nil })
}

func (l *loader) add(h harvest) {
	sum := &l.sample.Summary
	sum.Games++
	sum.Positions += h.counts.Positions
	sum.Opening += h.counts.Opening
	sum.NotQuiet += h.counts.NotQuiet
	sum.Thinned += h.counts.Thinned
	switch {
	case h.left == noResult:
		sum.UnknownResult++
		return
	case h.left == guarded:
		sum.Guarded++
		return
	case len(h.examples) == 0:
		sum.Unusable++
		return
	}
	part, data, seen := &sum.Train, &l.sample.train, l.train
	if h.held {
		part, data, seen = &sum.Held, &l.sample.held, l.held
	}
	part.addGame(h.result)
	for _, e := range h.examples {
		if _, again := seen[e.key]; again {
			sum.Repeated++
			continue
		}
		seen[e.key] = struct{}{}
		data.add(e)
	}
}

// finish takes out of the held-out part what the training part has too.
func (l *loader) finish() *Sample {
	s := l.sample
	s.held, s.Summary.Shared = s.held.without(l.train)
	s.Summary.Train.countRows(&s.train)
	s.Summary.Held.countRows(&s.held)
	return s
}

// String says in one line what the sample holds.
func (s Summary) String() string {
	return fmt.Sprintf("%d games: %d positions of %d to fit to, %d of %d held out",
		s.Games, s.Train.Positions, s.Train.Games, s.Held.Positions, s.Held.Games)
}
