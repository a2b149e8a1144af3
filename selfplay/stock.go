package selfplay

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"damalab/datasets"
)

// stock is what a dataset has of a run's games. Game i belongs into shard i /
// shard size; a shard may lack games, where a run was stopped or only a range of
// the games is here.
type stock struct {
	dir  string
	size int                     // games in a full shard
	full map[int]bool            // the full shards by number
	part map[int][]datasets.Game // the games of the others, by index
}

// gap is a range of games that are missing: first up to but not including last.
type gap struct{ first, last int }

// takeStock checks the shards that the manifest lists. One that is gone is taken
// off the list: its games are played again. One that is damaged is an error.
func takeStock(dir string, m *datasets.Manifest, size int) (*stock, error) {
	s := &stock{dir: dir, size: size, full: map[int]bool{}, part: map[int][]datasets.Game{}}
	kept := []datasets.FileInfo{}
	for _, f := range m.Files {
		if !strings.HasPrefix(f.Path, string(datasets.Games)+"/") {
			kept = append(kept, f)
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err := datasets.CheckFile(dir, f); err != nil {
			return nil, fmt.Errorf("%s: %w; 'dama datasets repair' makes it again", dir, err)
		}
		kept = append(kept, f)
		k, err := shardNumber(f.Path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		if int(f.Rows) == size {
			s.full[k] = true
		} else if s.part[k], err = datasets.ReadGames(path); err != nil {
			return nil, err
		}
	}
	m.Files = kept
	return s, nil
}

// shardNumber reads the number in a shard's path.
func shardNumber(path string) (int, error) {
	k := 0
	if _, err := fmt.Sscanf(path, string(datasets.Games)+"/shard-%d.parquet", &k); err != nil || path != datasets.ShardPath(datasets.Games, k) {
		return 0, fmt.Errorf("%s is not the name of a shard of self-play", path)
	}
	return k, nil
}

// has tells whether game i is stored.
func (s *stock) has(i int) bool {
	k := i / s.size
	return s.full[k] || slices.ContainsFunc(s.part[k], func(g datasets.Game) bool { return int(g.Index) == i })
}

// missing lists the games from first up to but not including last that are not
// stored.
func (s *stock) missing(first, last int) []gap {
	var gaps []gap
	for i := first; i < last; {
		if k := i / s.size; s.full[k] {
			i = (k + 1) * s.size
			continue
		}
		if !s.has(i) {
			if n := len(gaps); n > 0 && gaps[n-1].last == i {
				gaps[n-1].last++
			} else {
				gaps = append(gaps, gap{i, i + 1})
			}
		}
		i++
	}
	return gaps
}

// games yields what is stored of the games from first up to but not including
// last, in order.
func (s *stock) games(m *datasets.Manifest, first, last int, do func(*datasets.Game) error) error {
	for _, f := range m.Files {
		k, err := shardNumber(f.Path)
		if err != nil || (k+1)*s.size <= first || k*s.size >= last {
			continue
		}
		for g, err := range datasets.Rows[datasets.Game](filepath.Join(s.dir, filepath.FromSlash(f.Path))) {
			if err != nil {
				return err
			}
			if int(g.Index) < first || int(g.Index) >= last {
				continue
			}
			if err := do(&g); err != nil {
				return err
			}
		}
	}
	return nil
}

// join returns the games of shard k with some more.
func (s *stock) join(k int, more []datasets.Game) []datasets.Game {
	all := slices.Concat(s.part[k], more)
	slices.SortFunc(all, func(a, b datasets.Game) int { return int(a.Index - b.Index) })
	return all
}

// stored notes what a shard has now.
func (s *stock) stored(k int, games []datasets.Game) {
	if len(games) == s.size {
		s.full[k] = true
		delete(s.part, k)
		return
	}
	s.part[k] = games
}
