package selfplay

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"damalab/datasets"
	"damalab/internal/ordered"
)

// Options says how much to play and how, none of which changes a game.
type Options struct {
	// First and Games say which games the dataset has at the end: those from
	// number First on and below number Games. It keeps what else it has.
	First, Games int
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
	Done  int // games of those asked for that are in the dataset or in memory
	Total int // games asked for
	Tally     // of the games that this run has added
}

// Run plays games of a spec into the dataset at dir and returns its manifest. It
// goes on where an earlier run of the same spec stopped, and refuses a folder that
// holds anything else ([ErrOtherSpec], [ErrNotEmpty]). If the context ends, the
// games finished so far are kept and the context's error is returned.
func Run(ctx context.Context, dir string, spec Spec, m Material, o Options) (*datasets.Manifest, error) {
	if err := spec.Validate(); err != nil {
		return nil, err
	}
	if o.First < 0 || o.Games <= o.First {
		return nil, fmt.Errorf("games %d to %d: there is none to play", o.First, o.Games)
	}
	if err := m.prepare(&spec); err != nil {
		return nil, err
	}
	if err := m.checkEnough(&spec, o.Games); err != nil {
		return nil, err
	}
	manifest, err := openRun(dir, &spec, m.Rules) // before the folder is touched
	if err != nil {
		return nil, err
	}
	r := run{dir: dir, spec: &spec, material: &m, options: o, manifest: manifest}
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
	material *Material
	options  Options
	manifest *datasets.Manifest
	stock    *stock
	planner  *planner
	journal  *journal
	finished map[int64]datasets.Game // by an earlier process, from the journal
	fresh    []datasets.Game         // of the shard being filled, in no file yet
	progress Progress
	seen     *seenGames
}

func (r *run) play(ctx context.Context) error {
	gaps, err := r.open()
	if err != nil {
		return err
	}
	err = r.fill(ctx, gaps)
	if len(r.fresh) > 0 {
		err = errors.Join(err, r.flush())
	}
	return errors.Join(err, r.journal.close())
}

// open finds out what is there and returns what is missing.
func (r *run) open() ([]gap, error) {
	// Loaded again under the lock: another process may have just finished.
	m, err := openRun(r.dir, r.spec, r.material.Rules)
	if err != nil {
		return nil, err
	}
	*r.manifest = *m
	if r.stock, err = takeStock(r.dir, r.manifest, r.spec.ShardGames); err != nil {
		return nil, err
	}
	if err := r.material.save(r.dir, r.spec); err != nil {
		return nil, err
	}
	if err := r.manifest.Save(r.dir); err != nil {
		return nil, err
	}
	if r.journal, r.finished, err = openJournal(r.dir, r.manifest.SpecDigest); err != nil {
		return nil, err
	}
	// A kill after a shard was written leaves its games in the journal too.
	for i := range r.finished {
		if r.stock.has(int(i)) {
			delete(r.finished, i)
			delete(r.journal.lines, i)
		}
	}
	gaps := r.stock.missing(r.options.First, r.options.Games)
	r.progress.Total = r.options.Games - r.options.First
	r.progress.Done = r.progress.Total
	for _, g := range gaps {
		r.progress.Done -= g.last - g.first
	}
	if len(gaps) > 0 {
		err = r.plan(gaps)
	}
	return gaps, err
}

// plan prepares the openings of the missing games.
func (r *run) plan(gaps []gap) error {
	first, last := gaps[0].first, gaps[len(gaps)-1].last
	r.planner = newPlanner(r.spec, r.manifest.SpecDigest, r.material, int64(first))
	r.seen = newSeenGames(r.spec.Opening.Distinct)
	if err := r.stock.games(r.manifest, int(r.planner.next), last, r.planner.tell); err != nil {
		return err
	}
	for _, i := range slices.Sorted(maps.Keys(r.finished)) {
		g := r.finished[i]
		if err := r.planner.tell(&g); err != nil {
			return err
		}
	}
	return nil
}

// fill plays the missing games.
func (r *run) fill(ctx context.Context, gaps []gap) error {
	players := []*player{}
	for _, g := range gaps {
		workers := min(max(r.options.Workers, 1), g.last-g.first)
		for len(players) < workers {
			players = append(players, newPlayer(r.spec, r.manifest.SpecDigest, r.material))
		}
		err := ordered.Run(ctx, g.first, g.last, workers,
			func(ctx context.Context, worker, i int) (datasets.Game, error) {
				return r.game(ctx, players[worker], int64(i))
			},
			func(i int, game datasets.Game) error { return r.deliver(game, i+1 == g.last) })
		if err != nil {
			return err
		}
	}
	return nil
}

// game plays a game and enters it in the journal, unless it is there already.
func (r *run) game(ctx context.Context, p *player, i int64) (datasets.Game, error) {
	if g, ok := r.finished[i]; ok {
		return g, nil
	}
	o, err := r.planner.take(ctx, i)
	if err != nil {
		return datasets.Game{}, err
	}
	g, err := p.play(ctx, i, o)
	if err != nil {
		return g, err
	}
	return g, r.journal.add(&g)
}

// deliver takes the games in order and writes a shard when no more come to it.
func (r *run) deliver(g datasets.Game, last bool) error {
	r.fresh = append(r.fresh, g)
	r.progress.Done++
	if err := r.progress.add(&g, r.seen, r.material.Rules.Facts); err != nil {
		return err
	}
	if r.options.Progress != nil {
		r.options.Progress(r.progress)
	}
	if last || int(g.Index+1)%r.spec.ShardGames == 0 {
		return r.flush()
	}
	return nil
}

// flush writes the shard of the fresh games and lists it in the manifest. The file
// comes first: a manifest never lists what is not there whole. For the same reason
// a shard that grows is taken off the list before its file is replaced.
func (r *run) flush() error {
	k := int(r.fresh[0].Index) / r.spec.ShardGames
	games := r.stock.join(k, r.fresh)
	path := datasets.ShardPath(datasets.Games, k)
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
	info, err := datasets.WriteGames(file, r.manifest.Meta(), games)
	if err != nil {
		return err
	}
	if err := r.manifest.Add(r.dir, info); err != nil {
		return err
	}
	if err := r.manifest.Save(r.dir); err != nil {
		return err
	}
	r.stock.stored(k, games)
	fresh := r.fresh
	r.fresh = nil
	return r.journal.forget(fresh)
}
