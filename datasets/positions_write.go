package datasets

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"sync"

	"damalab/internal/ordered"
)

// positionShardRows is the most rows of a shard of positions: two row groups.
const positionShardRows = 1 << 20

// PositionsOptions say which positions are written and how.
type PositionsOptions struct {
	Filter PositionFilter
	// Workers is the number of shards written at a time; each holds some 60 MB.
	// It changes no byte.
	Workers int
	// Progress, if not nil, is told how many games are done, from one goroutine
	// at a time.
	Progress func(done, total int)
	// shardRows is positionShardRows if 0.
	shardRows int64
}

// PositionsSummary is what became of a dataset's games.
type PositionsSummary struct {
	Games  int64    `json:"games"`  // read
	Plies  int64    `json:"plies"`  // positions of those games
	Rows   int64    `json:"rows"`   // written
	Shards int      `json:"shards"` // written
	Bytes  int64    `json:"bytes"`  // of all shards
	Turned []Turned `json:"turned_away"`
}

// WritePositions expands the games of a dataset with [Expand] and writes their
// positions, in the order of the games, as a dataset of its own into the folder
// out, which must be new, empty or what a killed run left. The spec of the new dataset is
//
//	{"positions":{"of":SPEC DIGEST OF THE GAMES,"filter":{...}}}
//
// Memory is bounded by the number of workers. The manifest comes last; after an
// error nothing that was written stays.
func WritePositions(ctx context.Context, d *Dataset, out string, o PositionsOptions) (*PositionsSummary, error) {
	if err := o.Filter.Validate(); err != nil {
		return nil, err
	}
	if o.shardRows == 0 {
		o.shardRows = positionShardRows
	}
	if len(d.Shards(Games)) == 0 {
		return nil, fmt.Errorf("%s has no games, and positions are made from games", d.Dir)
	}
	manifest, err := positionsManifest(d.Manifest, o.Filter)
	if err != nil {
		return nil, err
	}
	w := positionsWriter{options: o, games: d.Manifest, manifest: manifest}
	err = fillFolder(out, ManifestName, []string{d.Dir}, func(folder *workFolder) ([]byte, error) {
		w.dir = folder.dir
		shards, plan, err := planPositions(ctx, d, o.shardRows)
		if err != nil {
			return nil, err
		}
		w.total, w.summary = int(plan.games), PositionsSummary{Games: plan.games, Plies: plan.plies, Shards: len(shards)}
		if err := w.run(ctx, shards); err != nil {
			return nil, err
		}
		return manifest.encode()
	})
	if err != nil {
		return nil, err
	}
	return &w.summary, nil
}

// positionsManifest begins the manifest of positions: all that the games' manifest
// says, but with a spec of its own.
func positionsManifest(games *Manifest, filter PositionFilter) (*Manifest, error) {
	spec := map[string]any{"positions": map[string]any{"of": games.SpecDigest, "filter": filter}}
	if split := games.Split(); split != "" {
		spec["split"] = split
	}
	return games.derived(spec)
}

// positionsWriter writes the planned shards.
type positionsWriter struct {
	options  PositionsOptions
	games    *Manifest // of the games
	manifest *Manifest // of the positions
	dir      string
	summary  PositionsSummary

	mu          sync.Mutex // of the progress
	done, total int
}

// writtenShard is one shard with what the filter said of its rows.
type writtenShard struct {
	info  FileInfo
	tally tally
}

func (w *positionsWriter) run(ctx context.Context, shards []*positionShard) error {
	var all tally
	err := ordered.Run(ctx, 0, len(shards), w.options.Workers,
		func(ctx context.Context, _, i int) (writtenShard, error) { return w.write(ctx, shards[i]) },
		func(_ int, s writtenShard) error {
			all.add(s.tally)
			w.summary.Rows += s.info.Rows
			w.summary.Bytes += s.info.Bytes
			return w.manifest.Add(w.dir, s.info)
		})
	w.summary.Turned = all.turned()
	return err
}

func (w *positionsWriter) write(ctx context.Context, s *positionShard) (written writtenShard, err error) {
	path := filepath.Join(w.dir, filepath.FromSlash(s.path))
	written.info, err = Write(path, w.manifest.MetaFor(s.rules), w.rows(ctx, s, &written.tally))
	return written, err
}

// rows expands the games of a shard.
func (w *positionsWriter) rows(ctx context.Context, s *positionShard, count *tally) iter.Seq2[PositionRow, error] {
	games := func(yield func(Game, error) bool) {
		for game, err := range s.games() {
			if err == nil {
				err = ctx.Err()
			}
			if !yield(game, err) || err != nil {
				return
			}
			w.gameDone()
		}
	}
	return w.games.expanded(games, &w.options.Filter, count)
}

// games yields the games of the shard.
func (s *positionShard) games() iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		for _, run := range s.pieces {
			row := run.first
			for game, err := range rowsFrom[Game](run.file, run.first, nil) {
				if !yield(game, err) || err != nil {
					return
				}
				if row++; row == run.last {
					break
				}
			}
			if row < run.last {
				yield(Game{}, fmt.Errorf("%s: %d rows, and there were %d a moment ago; it is being changed", run.file, row, run.last))
				return
			}
		}
	}
}

// progressGames is how many games go by between two reports of progress.
const progressGames = 100

func (w *positionsWriter) gameDone() {
	if w.options.Progress == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done++; w.done%progressGames == 0 || w.done == w.total {
		w.options.Progress(w.done, w.total)
	}
}
