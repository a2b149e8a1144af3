package match

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"iter"
	"maps"
	"slices"

	"damalab/dama"
	"damalab/datasets"
	"damalab/selfplay"
)

// Used is the set of a match's possible openings that games have gone through. A
// match that judges weights leaves out those of the games that the weights were
// fitted to: an opening that was learnt by heart is no test. The zero value and nil
// are the set of none.
type Used struct {
	openings map[uint64]bool // keys of canonical positions
	possible int
}

// UsedOpenings finds out which openings games have gone through, mirror images and
// exchanged colors counted as one: positions of o.Openings' list that stood on the
// board within a game's first 2*o.Plies plies. Memory grows with the list, not with
// the games. The error is that of reading a game, or of one that can't be replayed.
func (o Openings) UsedOpenings(rules dama.Ruleset, games iter.Seq2[datasets.Game, error]) (*Used, error) {
	possible := map[uint64]bool{}
	for _, line := range selfplay.Enumerate(rules.Facts, o.Plies) {
		possible[line.Key] = true
	}
	u := &Used{openings: map[uint64]bool{}, possible: len(possible)}
	gen := rules.Generator()
	for game, err := range games {
		if err != nil {
			return nil, err
		}
		game.Moves = game.Moves[:min(len(game.Moves), 2*o.Plies)]
		p, moves, err := game.Replay(gen)
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", game.ID, err)
		}
		u.mark(p, possible)
		for _, m := range moves {
			p = p.Make(m)
			u.mark(p, possible)
		}
	}
	return u, nil
}

func (u *Used) mark(p dama.Position, possible map[uint64]bool) {
	canonical, _ := p.Canonical()
	if key := canonical.Key(); possible[key] {
		u.openings[key] = true
	}
}

// has tells whether games have gone through an opening.
func (u *Used) has(line selfplay.Line) bool { return u != nil && u.openings[line.Key] }

// Len returns how many openings games have gone through, and [Used.Left] how many
// possible ones are left over, screened or not.
func (u *Used) Len() int { return len(u.openings) }

// Left is described at [Used.Len].
func (u *Used) Left() int { return u.possible - len(u.openings) }

// Digest identifies the set, in hex: the SHA-256 of the keys in ascending order, 8
// bytes each, lowest first. That of none is empty.
func (u *Used) Digest() string {
	if u == nil || len(u.openings) == 0 {
		return ""
	}
	sum := sha256.New()
	for _, key := range slices.Sorted(maps.Keys(u.openings)) {
		sum.Write(binary.LittleEndian.AppendUint64(nil, key))
	}
	return hex.EncodeToString(sum.Sum(nil))
}
