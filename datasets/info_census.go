package datasets

import (
	"cmp"
	"maps"
	"slices"
)

// maxPlayers and maxNames bound what is listed and what is remembered of names,
// which come from files and may be as many as there are games.
const (
	maxPlayers = 8
	maxNames   = 100_000
)

// census counts rows as they come.
type census struct {
	games     GamesInfo
	positions PositionsInfo
	puzzles   PuzzlesInfo
	lengths   map[int]int64
	openings  map[int]int64
	ratings   map[int]int64
	names     map[string]map[string]int64 // by what they are names of
	lastGame  string
	indexes   indexRanges
}

func newCensus() *census {
	return &census{lengths: map[int]int64{}, openings: map[int]int64{}, ratings: map[int]int64{}, names: map[string]map[string]int64{}}
}

// name counts a name among others of its kind.
func (c *census) name(kind, name string, n int64) {
	m := c.names[kind]
	if m == nil {
		m = map[string]int64{}
		c.names[kind] = m
	}
	if _, known := m[name]; known || len(m) < maxNames {
		m[name] += n
	}
}

func (c *census) game(g *Game) {
	c.games.Count++
	c.games.Plies += int64(len(g.Moves))
	c.lengths[len(g.Moves)]++
	c.openings[int(g.OpeningPlies)]++
	c.indexes.game(g)
	c.games.Results.count(g.Result)
	c.name("termination", string(g.Termination), 1)
	c.name("ended_by", string(g.EndedBy), 1)
	c.name("player", g.White, 1)
	if g.Black != g.White {
		c.name("player", g.Black, 1)
	}
	c.games.Drawn += int64(g.OpeningPlies)
	for _, s := range g.Scores {
		c.games.Scored += one(s != nil)
	}
	c.games.Rescored += one(g.Rescored != nil)
	c.games.Starts += one(g.StartFEN != nil)
	c.games.Depths += one(g.Depths != nil)
	c.games.Nodes += one(g.Nodes != nil)
}

func one(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

func (c *census) position(p *PositionRow) {
	c.positions.Count++
	if p.GameID != c.lastGame {
		c.positions.Games++
		c.lastGame = p.GameID
	}
	c.positions.Quiet += one(p.Quiet)
	c.positions.Scored += one(p.Score != nil)
	c.positions.Results.count(p.Result)
	c.name("split", p.Split, 1)
}

func (c *census) puzzle(p *Puzzle) {
	c.puzzles.Count++
	c.ratings[int(p.Rating)]++
	c.name("kind", string(p.Kind), 1)
	for _, theme := range p.Themes {
		c.name("theme", theme, 1)
	}
}

// add takes what was counted in the next file.
func (c *census) add(o *census) {
	g, h := &c.games, &o.games
	g.Count += h.Count
	g.Plies += h.Plies
	g.Results.add(h.Results)
	g.Drawn += h.Drawn
	g.Scored += h.Scored
	g.Rescored += h.Rescored
	g.Starts += h.Starts
	g.Depths += h.Depths
	g.Nodes += h.Nodes
	c.indexes.add(&o.indexes)
	p, q := &c.positions, &o.positions
	p.Count += q.Count
	p.Games += q.Games
	p.Quiet += q.Quiet
	p.Scored += q.Scored
	p.Results.add(q.Results)
	c.puzzles.Count += o.puzzles.Count
	for _, pair := range [][2]map[int]int64{{c.lengths, o.lengths}, {c.openings, o.openings}, {c.ratings, o.ratings}} {
		for value, n := range pair[1] {
			pair[0][value] += n
		}
	}
	for kind, names := range o.names {
		for _, name := range slices.Sorted(maps.Keys(names)) { // which names fit must not depend on the map
			c.name(kind, name, names[name])
		}
	}
}

// fill writes the census down.
func (c *census) fill(info *Info) {
	info.Games, info.Positions, info.Puzzles = c.games, c.positions, c.puzzles
	g := &info.Games
	if g.Plies > 0 {
		g.BytesPerPly = float64(info.Files.Games.Bytes) / float64(g.Plies)
	}
	g.Length, g.OpeningPlies = spreadOf(c.lengths), spreadOf(c.openings)
	g.Lengths = histogram(c.lengths)
	g.Indexes = c.indexes.ranges()
	g.Terminations = c.shares("termination", g.Count)
	g.EndedBy = c.shares("ended_by", g.Count)
	g.Players = c.shares("player", g.Count)
	g.Players = g.Players[:min(len(g.Players), maxPlayers)]
	info.Positions.Splits = c.shares("split", c.positions.Count)
	info.Puzzles.Kinds = c.shares("kind", c.puzzles.Count)
	info.Puzzles.Themes = c.shares("theme", c.puzzles.Count)
	info.Puzzles.Rating = spreadOf(c.ratings)
}

// shares lists the names of a kind, the most frequent first.
func (c *census) shares(kind string, total int64) []Share {
	list := []Share{}
	for name, n := range c.names[kind] {
		list = append(list, Share{Name: name, Count: n, Share: float64(n) / float64(max(total, 1))})
	}
	slices.SortFunc(list, func(a, b Share) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name))
	})
	return list
}
