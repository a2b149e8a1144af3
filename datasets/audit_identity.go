package datasets

import (
	"fmt"
	"strings"

	"damalab/dama"
)

// seenGame is the identity of one row, kept until its file's turn comes.
type seenGame struct {
	id    string
	row   int64
	index int64
}

// hashText is FNV-1a with a final scramble: the same in every run.
func hashText(s string) uint64 {
	h := uint64(0xCBF29CE484222325)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 0x100000001B3
	}
	return dama.Mix(h)
}

// identity checks what a game's number in its run decides, and remembers the
// game. Imported games and merged sets have ids of their own kind.
func (c *gameCase) identity() {
	g := c.game
	c.part.seen = append(c.part.seen, seenGame{id: strings.Clone(g.ID), row: c.row, index: g.Index})
	if !c.spec.selfPlay {
		return
	}
	digest := c.spec.digest
	seed, err := GameSeed(digest, g.Index)
	id := GameID(digest, g.Index)
	if g.ID == id {
		c.standing()
	}
	switch {
	case g.ID == id && err == nil && g.Seed != seed:
		c.find(RowIdentity, "seed", -1, "%d, but the seed of game %d of this run is %d", g.Seed, g.Index, seed)
	case g.ID != id && g.Seed == seed:
		c.find(RowIdentity, "game_id", -1, "%s, but game %d of this run is %s", g.ID, g.Index, id)
	case g.ID != id:
		c.find(RowIdentity, "index", -1, "%d, but game %d of this run is %s", g.Index, g.Index, id)
	}
}

// standing checks that a game stands in the shard and behind the games where its
// number belongs. That it is no game before it is seen to with all files known.
func (c *gameCase) standing() {
	index := c.game.Index
	if last := c.part.lastIndex; index < last {
		c.find(RowIdentity, "index", -1, "%d, but it stands behind game %d", index, last)
	}
	c.part.lastIndex = max(c.part.lastIndex, index)
	if size := c.spec.shardGames; size > 0 && index/size != c.part.shard {
		c.find(RowIdentity, "index", -1, "%d, but with %d games to a shard it belongs in %s", index, size, ShardPath(Games, int(index/size)))
	}
}

// shardNumber is the number in the path of a shard of games, -1 if it has none.
func shardNumber(path string) int64 {
	n := 0
	if _, err := fmt.Sscanf(path, string(Games)+"/shard-%d.parquet", &n); err != nil || path != ShardPath(Games, n) {
		return -1
	}
	return int64(n)
}

// identities looks for games that came before under the same id or number.
func (a *auditor) identities(file int, part *auditPart) {
	repeated := func(s seenGame, first uint64, column, what string) {
		part.add(Finding{
			File: part.file, Row: new(s.row), Column: column, GameID: s.id, Problem: RowRepeated,
			Detail: fmt.Sprintf("%s is also that of %s, row %d", what, a.games[fileAt(first)].Path, rowAt(first)),
		})
	}
	for _, s := range part.seen {
		at := placeAt(file, s.row)
		if first, again := a.ids.put(hashText(s.id), at); again {
			repeated(s, first, "game_id", s.id)
		}
		run, ok := a.runOf(s)
		if !ok {
			continue
		}
		if first, again := a.indexes.put(dama.Mix(run^uint64(s.index)), at); again {
			repeated(s, first, "index", fmt.Sprintf("%d", s.index))
		}
	}
	part.seen = nil
}

// runOf names the run within which a game's number is its own: what stands
// before the last hyphen of its id. In self-play the id holds the number, so
// unique ids are enough.
func (a *auditor) runOf(s seenGame) (run uint64, ok bool) {
	hyphen := strings.LastIndexByte(s.id, '-')
	if a.spec.selfPlay || hyphen < 0 {
		return 0, false
	}
	return hashText(s.id[:hyphen]), true
}

// A place is a file's number and a row in 64 bits.
const rowBits = 40

func placeAt(file int, row int64) uint64 { return uint64(file)<<rowBits | uint64(row) }
func fileAt(place uint64) int            { return int(place >> rowBits) }
func rowAt(place uint64) int64           { return int64(place & (1<<rowBits - 1)) }

// sightings remembers where each hash was seen first: an open table that is at
// most three quarters full, 16 bytes a slot. The zero value is empty.
type sightings struct {
	slots []sighting
	count int
}

// sighting is one slot; the hash 0 is a free one.
type sighting struct{ hash, place uint64 }

// put remembers a hash; if it is known it returns where it was seen first.
func (s *sightings) put(hash, place uint64) (first uint64, again bool) {
	if hash == 0 {
		hash = 1 // 0 is the free slot
	}
	if 4*(s.count+1) > 3*len(s.slots) {
		s.grow()
	}
	slot := s.slot(hash)
	if slot.hash == hash {
		return slot.place, true
	}
	*slot = sighting{hash, place}
	s.count++
	return 0, false
}

// find returns where a hash was seen first.
func (s *sightings) find(hash uint64) (place uint64, ok bool) {
	if len(s.slots) == 0 {
		return 0, false
	}
	hash = max(hash, 1)
	slot := s.slot(hash)
	return slot.place, slot.hash == hash
}

// slot returns the slot of a hash, or the free one where it belongs.
func (s *sightings) slot(hash uint64) *sighting {
	mask := uint64(len(s.slots) - 1)
	i := hash & mask
	for s.slots[i].hash != 0 && s.slots[i].hash != hash {
		i = (i + 1) & mask
	}
	return &s.slots[i]
}

func (s *sightings) grow() {
	old := s.slots
	s.slots = make([]sighting, max(2*len(old), 64))
	for _, o := range old {
		if o.hash != 0 {
			*s.slot(o.hash) = o
		}
	}
}

// symmetryBits are the low bits of a game's print that tell its view.
const symmetryBits = 2

// prints adds the hash of the whole game and that of its opening. Games that one
// of the symmetries turns into one another differ in the low bits alone.
func (c *gameCase) prints(r *replayer) {
	h := r.history
	r.moves = r.moves[:0]
	for ply := range h.Plies() {
		r.moves = append(r.moves, h.MoveAt(ply))
	}
	rules := hashText(c.data.Manifest.RulesetDigest + c.game.Ruleset)
	print, view := GamePrint(h.PositionAt(0), r.moves)
	c.part.wholes = append(c.part.wholes, (rules^print)&^(1<<symmetryBits-1)|uint64(view))
	if opening := int(c.game.OpeningPlies); opening >= 0 && opening <= len(r.moves) && (opening > 0 || c.game.StartFEN != nil) {
		p := h.PositionAt(opening)
		canonical, _ := p.Canonical()
		c.part.openings = append(c.part.openings, rules^canonical.Key())
	}
}
