package selfplay

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/internal/ordered"
)

// Options says how much to play and how, none of which changes a game.
type Options struct {
	// Games is how many games the dataset has at the end. A dataset that has
	// more already keeps them.
	Games int
	// Workers is the number of games played at a time, at least 1.
	Workers int
	// Progress, if not nil, is called after each game, in the order of the
	// games, from one goroutine at a time.
	Progress func(Progress)
	// Locked says that the caller holds the folder's lock; see [LockFolder].
	Locked bool
}

// Progress is how far a run is.
type Progress struct {
	Done  int // games in the dataset and in memory
	Total int // games asked for
	Fresh int // games of Done that this run has played
	Plies int // plies of the fresh games
}

// Run plays the games of a spec into the dataset at dir and returns its manifest.
// It goes on where an earlier run of the same spec stopped, and refuses a folder
// that holds anything else ([ErrOtherSpec], [ErrNotEmpty]). If the context ends,
// the games finished so far are kept and the context's error is returned.
func Run(ctx context.Context, dir string, spec Spec, rules dama.Ruleset, weights *eval.Weights, o Options) (*datasets.Manifest, error) {
	if err := spec.Validate(); err != nil {
		return nil, err
	}
	if o.Games < 1 {
		return nil, fmt.Errorf("games = %d: it is at least 1", o.Games)
	}
	if spec.Weights != weights.Digest() || spec.RulesetDigest != rules.Digest() {
		return nil, errors.New("the spec names other weights or rules than those given")
	}
	m, err := openRun(dir, &spec, rules) // before the folder is touched
	if err != nil {
		return nil, err
	}
	r := run{dir: dir, spec: &spec, rules: rules, weights: weights, options: o, manifest: m}
	if o.Locked {
		return r.manifest, r.play(ctx)
	}
	release, err := LockFolder(dir)
	if err != nil {
		return nil, err
	}
	return r.manifest, errors.Join(r.play(ctx), release())
}

type run struct {
	dir      string
	spec     *Spec
	rules    dama.Ruleset
	weights  *eval.Weights
	options  Options
	manifest *datasets.Manifest
	shard    []datasets.Game // the games of the shard that is being filled
	first    int             // index of the first of them
	unsaved  bool            // the shard has games that are in no file
	progress Progress
}

func (r *run) play(ctx context.Context) error {
	// Loaded again under the lock: another process may have just finished.
	m, err := openRun(r.dir, r.spec, r.rules)
	if err != nil {
		return err
	}
	*r.manifest = *m
	whole, rest, err := finished(r.dir, r.manifest, r.spec.ShardGames)
	if err != nil {
		return err
	}
	if err := r.manifest.Save(r.dir); err != nil {
		return err
	}
	r.first, r.shard = whole, rest
	begin := whole + len(rest)
	r.progress = Progress{Done: begin, Total: max(r.options.Games, begin)}
	players := make([]*player, min(max(r.options.Workers, 1), max(r.options.Games-begin, 1)))
	for i := range players {
		players[i] = newPlayer(r.spec, r.manifest.SpecDigest, r.rules, r.weights)
	}
	runErr := ordered.Run(ctx, begin, r.options.Games, len(players),
		func(ctx context.Context, worker, i int) (datasets.Game, error) {
			return players[worker].play(ctx, int64(i))
		},
		r.deliver)
	if r.unsaved {
		runErr = errors.Join(runErr, r.flush())
	}
	return runErr
}

// deliver takes the games in order and writes a shard when it is full.
func (r *run) deliver(_ int, g datasets.Game) error {
	r.shard, r.unsaved = append(r.shard, g), true
	r.progress.Done++
	r.progress.Fresh++
	r.progress.Plies += int(g.Plies)
	if r.options.Progress != nil {
		r.options.Progress(r.progress)
	}
	if len(r.shard) == r.spec.ShardGames {
		return r.flush()
	}
	return nil
}

// flush writes the games of the present shard and lists it in the manifest. The
// file comes first: a manifest never lists what is not there whole. For the same
// reason a shard that grows is taken off the list before its file is replaced.
func (r *run) flush() error {
	path := datasets.ShardPath(datasets.Games, r.first/r.spec.ShardGames)
	before := len(r.manifest.Files)
	r.manifest.Files = slices.DeleteFunc(r.manifest.Files, func(f datasets.FileInfo) bool { return f.Path == path })
	if len(r.manifest.Files) < before {
		if err := r.manifest.Save(r.dir); err != nil {
			return err
		}
	}
	file := filepath.Join(r.dir, filepath.FromSlash(path))
	if err := checkUnlisted(file, r.manifest.SpecDigest); err != nil {
		return err
	}
	info, err := datasets.WriteGames(file, r.manifest.Meta(), r.shard)
	if err != nil {
		return err
	}
	if err := r.manifest.Add(r.dir, info); err != nil {
		return err
	}
	if err := r.manifest.Save(r.dir); err != nil {
		return err
	}
	r.unsaved = false
	if len(r.shard) == r.spec.ShardGames {
		r.first += len(r.shard)
		r.shard = nil
	}
	return nil
}
