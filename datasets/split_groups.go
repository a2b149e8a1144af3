package datasets

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"

	"damalab/dama"
)

// groups is which games belong together: a union-find forest over game numbers.
type groups struct {
	parent  []uint32
	largest int64 // games of the largest group
	count   int64
}

func newGroups(games int64) *groups {
	g := &groups{parent: make([]uint32, games)}
	for i := range g.parent {
		g.parent[i] = uint32(i)
	}
	return g
}

// find returns the game that stands for a game's group.
func (g *groups) find(game uint32) uint32 {
	for g.parent[game] != game {
		g.parent[game] = g.parent[g.parent[game]] // halves the way for the next one
		game = g.parent[game]
	}
	return game
}

// join makes one group of two games' groups. The first game stands for it, so that
// the forest does not depend on the order of joining.
func (g *groups) join(a, b uint32) {
	a, b = g.find(a), g.find(b)
	g.parent[max(a, b)] = min(a, b)
}

// sizes returns the number of games of each group, at the game that stands for it,
// and 0 elsewhere.
func (g *groups) sizes() []uint32 {
	sizes := make([]uint32, len(g.parent))
	for game := range g.parent {
		sizes[g.find(uint32(game))]++
	}
	for _, size := range sizes {
		g.largest = max(g.largest, int64(size))
		g.count += int64(min(size, 1))
	}
	return sizes
}

// assignGames decides the part of every game.
func (s *splitting) assignGames() (err error) {
	opening, err := newPartition(s.dir, 8, 4)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opening.remove()) }()
	all := opening
	if s.options.LeaveOut {
		if all, err = newPartition(s.dir, 8, 4); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, all.remove()) }()
	}
	if err := s.gatherKeys(opening, all); err != nil {
		return err
	}
	s.groups = newGroups(s.games)
	err = opening.each(func(k *keyed) error {
		for i := range k.len() {
			s.groups.join(gameOf(k.tag(i)), gameOf(k.tag(int(k.first[i]))))
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.part = assign(s.groups, s.options)
	if s.options.LeaveOut {
		err = s.leaveOut(all)
	}
	return err
}

// gatherKeys stores the keys of all compared positions: those after the opening in
// one partition, and they and all later ones in another, which may be the same.
func (s *splitting) gatherKeys(opening, all *partition) error {
	s.watch.stage("compare", "the positions of %d games", s.games)
	game := uint32(0)
	var record []byte
	return eachCompared(s.ctx, s.data, s.options, func(position dama.Position, afterOpening bool) error {
		canonical, _ := position.Canonical()
		record = binary.LittleEndian.AppendUint64(record[:0], canonical.Key())
		record = binary.LittleEndian.AppendUint32(record, game)
		if afterOpening && opening != all {
			if err := opening.add(record); err != nil {
				return err
			}
		}
		return all.add(record)
	}, func() error {
		game++
		s.watch.step(int64(game), s.games)
		return nil
	})
}

func gameOf(tag []byte) uint32 { return binary.LittleEndian.Uint32(tag) }

// assign gives every group to a part. Groups that are large beside the smallest
// part come first, the largest first, and go to train where they would overfill
// another part; then the others, in an order drawn from the seed, and games that
// stand alone come last, so that they even out what is left. Each goes to the part
// that is furthest behind its share.
func assign(g *groups, o SplitOptions) []uint8 {
	sizes := g.sizes()
	games := float64(len(sizes))
	smallest := float64(slices.Min(o.Shares[:])) / 100 * games
	var order []uint32
	for game, size := range sizes {
		if size > 0 {
			order = append(order, uint32(game))
		}
	}
	rank := func(game uint32) int {
		switch size := float64(sizes[game]); {
		case size > smallest/10 && size > 1:
			return -int(size)
		case size > 1:
			return 1
		}
		return 2
	}
	draw := func(game uint32) uint64 { return dama.Mix(dama.Mix(o.Seed) ^ uint64(game)) }
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(draw(a), draw(b))) })

	var want, have [3]float64
	for i, share := range o.Shares {
		want[i] = float64(share) / 100 * games
	}
	partOf := make([]uint8, len(sizes))
	for _, root := range order {
		best := 0 // train
		for i := range want {
			fits := have[i]+float64(sizes[root]) <= want[i] || sizes[root] == 1
			if fits && (have[i]/want[i] < have[best]/want[best]) {
				best = i
			}
		}
		have[best] += float64(sizes[root])
		partOf[root] = uint8(best)
	}
	for game := range partOf {
		partOf[game] = partOf[g.find(uint32(game))]
	}
	return partOf
}

// leaveOut takes games out of validation that share a compared position with
// train, and then out of test those that share one with either.
func (s *splitting) leaveOut(all *partition) error {
	for part := uint8(1); part < leftOut; part++ {
		err := all.each(func(k *keyed) error {
			before := make([]bool, k.len()) // by first record: is the key in an earlier part?
			for i := range k.len() {
				if s.part[gameOf(k.tag(i))] < part {
					before[k.first[i]] = true
				}
			}
			for i := range k.len() {
				if game := gameOf(k.tag(i)); s.part[game] == part && before[k.first[i]] {
					s.part[game] = leftOut
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
