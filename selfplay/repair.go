package selfplay

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"damalab/dama"
	"damalab/datasets"
	"damalab/internal/ordered"
	"damalab/search"
)

// DamagedSuffix is what a damaged shard's name ends in after a repair.
const DamagedSuffix = ".damaged"

// Repaired is what a repair has done.
type Repaired struct {
	Checked int      // shards of games that the manifest lists
	Made    []string // paths of those that were made again
	Kept    []string // paths under which the damaged files are kept
	Games   int      // games played again
}

// RepairOptions says how a repair works.
type RepairOptions struct {
	Workers int
	// Endgames opens the tables for the rules of the run, or returns nil where
	// none are named; nil is for never any.
	Endgames func(dama.Ruleset) (Endgames, error)
	// Progress, if not nil, is told the number of games played again.
	Progress func(done, total int)
}

// Repair plays the games of missing and damaged shards of a run again. The games
// are a pure function of the spec, so the new file must have the bytes that the
// manifest promises; if it has not, nothing is changed and that is the error. A
// damaged file is kept beside the new one, its name ending in [DamagedSuffix].
func Repair(ctx context.Context, dir string, o RepairOptions) (done Repaired, err error) {
	m, err := datasets.LoadManifest(dir)
	if err != nil {
		return done, err
	}
	spec, err := specOf(dir, m)
	if err != nil {
		return done, err
	}
	if spec.Engine != search.Version {
		return done, fmt.Errorf("%s: its games were played by version %s of the search, and this is version %s, which would play others; use the program of that version", dir, spec.Engine, search.Version)
	}
	release, err := LockFolder(dir)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, release()) }()
	r := &repair{dir: dir, spec: spec, options: o}
	if err := r.open(); err != nil {
		return done, err
	}
	done.Checked = r.listed
	for _, bad := range r.bad {
		kept, err := r.shard(ctx, bad)
		if err != nil {
			return done, err
		}
		done.Made = append(done.Made, bad.Path)
		if kept != "" {
			done.Kept = append(done.Kept, kept)
		}
		done.Games += int(bad.Rows)
	}
	return done, nil
}

type repair struct {
	dir      string
	spec     Spec
	options  RepairOptions
	manifest *datasets.Manifest
	material *Material
	listed   int
	bad      []datasets.FileInfo
	total    int // games to play
	done     int
}

// open finds the shards that are missing or damaged.
func (r *repair) open() (err error) {
	if r.manifest, err = datasets.LoadManifest(r.dir); err != nil {
		return err
	}
	var tables Endgames
	if r.options.Endgames != nil {
		if tables, err = r.options.Endgames(r.manifest.Ruleset); err != nil {
			return err
		}
	}
	if r.material, err = LoadMaterial(r.dir, &r.spec, r.manifest.Ruleset, tables); err != nil {
		return fmt.Errorf("%s: what its games were played with is not there whole: %w", r.dir, err)
	}
	data := datasets.Dataset{Dir: r.dir, Manifest: r.manifest}
	for _, f := range data.Shards(datasets.Games) {
		r.listed++
		if datasets.CheckFile(r.dir, f) != nil {
			r.bad = append(r.bad, f)
			r.total += int(f.Rows)
		}
	}
	return nil
}

// shard makes one shard again and returns where the damaged file is kept.
func (r *repair) shard(ctx context.Context, f datasets.FileInfo) (kept string, err error) {
	k, err := shardNumber(f.Path)
	if err != nil {
		return "", err
	}
	path := filepath.Join(r.dir, filepath.FromSlash(f.Path))
	kept, err = setAside(path)
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil && kept != "" {
			err = errors.Join(err, os.Rename(kept, path))
			kept = ""
		}
	}()
	// Which games a shard had that is not full can't be read any more: the
	// first ones, usually, or the last ones where a range of games begins.
	size, rows := r.spec.ShardGames, int(f.Rows)
	starts := []int{k * size}
	if rows < size {
		starts = append(starts, (k+1)*size-rows)
	}
	for _, first := range starts {
		games, err := r.play(ctx, first, first+rows)
		if err != nil {
			return kept, err
		}
		info, err := datasets.WriteGames(path, r.manifest.Meta(), games)
		if err != nil {
			return kept, err
		}
		if info.SHA256 == f.SHA256 {
			return kept, nil
		}
		if err := os.Remove(path); err != nil {
			return kept, err
		}
	}
	return kept, fmt.Errorf("%s: the games were played again, but they are not those that the manifest promises (SHA-256 %s); nothing was changed", path, f.SHA256)
}

// setAside renames a damaged file to a name that is free; "" if there is none.
func setAside(path string) (string, error) {
	if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	for n := 1; ; n++ {
		name := path + DamagedSuffix
		if n > 1 {
			name = fmt.Sprintf("%s-%d", name, n)
		}
		if _, err := os.Lstat(name); errors.Is(err, os.ErrNotExist) {
			return name, os.Rename(path, name)
		}
	}
}

// play plays the games from first up to but not including last.
func (r *repair) play(ctx context.Context, first, last int) ([]datasets.Game, error) {
	planner := newPlanner(&r.spec, r.manifest.SpecDigest, r.material, int64(first))
	if err := r.tell(planner, first); err != nil {
		return nil, err
	}
	games := make([]datasets.Game, 0, last-first)
	err := playRange(ctx, &r.spec, r.manifest.SpecDigest, r.material, planner, first, last, r.options.Workers, func(g datasets.Game) error {
		games = append(games, g)
		if r.done++; r.options.Progress != nil {
			r.options.Progress(min(r.done, r.total), r.total)
		}
		return nil
	})
	return games, err
}

// tell lets the planner know the stored games before first that are whole.
func (r *repair) tell(p *planner, first int) error {
	for _, f := range r.manifest.Files {
		if datasets.CheckFile(r.dir, f) != nil {
			continue
		}
		one := &datasets.Manifest{Files: []datasets.FileInfo{f}}
		s := &stock{dir: r.dir, size: r.spec.ShardGames}
		if err := s.games(one, int(p.next), first, p.tell); err != nil {
			return err
		}
	}
	return nil
}

// playRange plays games that need no journal and hands them on in order.
func playRange(ctx context.Context, spec *Spec, digest string, m *Material, p *planner, first, last, workers int, deliver func(datasets.Game) error) error {
	players := make([]*player, min(max(workers, 1), last-first))
	for i := range players {
		players[i] = newPlayer(spec, digest, m)
	}
	return ordered.Run(ctx, first, last, len(players),
		func(ctx context.Context, worker, i int) (datasets.Game, error) {
			o, err := p.take(ctx, int64(i))
			if err != nil {
				return datasets.Game{}, err
			}
			return players[worker].play(ctx, int64(i), o)
		},
		func(_ int, g datasets.Game) error { return deliver(g) })
}
