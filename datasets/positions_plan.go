package datasets

import (
	"context"
	"fmt"

	"damalab/dama"
)

// How positions are laid out
//
// Every shard of positions is planned before the first is written, from the
// lengths of the games alone: consecutive games of one ruleset until their plies
// are enough for a shard. So the shards are independent work, and are the same
// for any number of workers. A filter makes them smaller, not fewer.
//
//	games/shard-0   |----|--|------|---|        game lengths
//	games/shard-1   |--|-----|----|
//	positions       |--- 0 ---|----- 1 -----|-- 2 --|

// positionShard is one shard to be written: whole games of one ruleset.
type positionShard struct {
	path   string // within the new dataset's folder, with slashes
	rules  dama.Ruleset
	plies  int64
	pieces []gameRun
}

// gameRun is a run of games of one file, row numbers first to last-1.
type gameRun struct {
	file        string // as it is opened
	first, last int64
}

// positionPlan lays games out.
type positionPlan struct {
	data   *Dataset
	rows   int64 // the most rows of a shard, unless one game alone has more
	games  int64
	plies  int64
	order  []string // rulesets by their first game
	shards map[string][]*positionShard
}

// planPositions reads the lengths of all games. Every file is checked on the way.
func planPositions(ctx context.Context, d *Dataset, shardRows int64) ([]*positionShard, *positionPlan, error) {
	p := &positionPlan{data: d, rows: shardRows, shards: map[string][]*positionShard{}}
	for _, info := range d.Shards(Games) {
		if err := p.addFile(ctx, info); err != nil {
			return nil, nil, err
		}
	}
	return p.numbered(), p, nil
}

func (p *positionPlan) addFile(ctx context.Context, info FileInfo) error {
	for game, err := range placedShard[Game](ctx, p.data, info) {
		if err != nil {
			return err
		}
		if err := p.add(game.at, &game.row); err != nil {
			return fmt.Errorf("%v: %w", game.at, err)
		}
	}
	return nil
}

// add puts the next game into the last shard of its ruleset, or a new one.
func (p *positionPlan) add(at place, g *Game) error {
	rules, err := p.data.Manifest.rulesOf(g)
	if err != nil {
		return err
	}
	list := p.shards[rules.Name]
	if list == nil {
		p.order = append(p.order, rules.Name)
	}
	plies := int64(len(g.Moves))
	if len(list) == 0 || list[len(list)-1].plies+plies > p.rows && list[len(list)-1].plies > 0 {
		list = append(list, &positionShard{rules: rules})
		p.shards[rules.Name] = list
	}
	list[len(list)-1].take(at.file, at.row, plies)
	p.games++
	p.plies += plies
	return nil
}

func (s *positionShard) take(file string, row, plies int64) {
	s.plies += plies
	if n := len(s.pieces); n > 0 && s.pieces[n-1].file == file && s.pieces[n-1].last == row {
		s.pieces[n-1].last++
		return
	}
	s.pieces = append(s.pieces, gameRun{file: file, first: row, last: row + 1})
}

// numbered gives the shards their paths.
func (p *positionPlan) numbered() []*positionShard {
	var all []*positionShard
	for _, name := range p.order {
		for n, s := range p.shards[name] {
			s.path = p.data.Manifest.ShardPath(Positions, name, n)
			all = append(all, s)
		}
	}
	return all
}
