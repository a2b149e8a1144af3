package selfplay

import (
	"damalab/dama"
	"damalab/datasets"
)

// Tally counts what a run has played.
type Tally struct {
	Games int
	Plies int
	White int // games won by White
	Drawn int
	Black int
	// Repeated counts games whose opening, and Replayed those whose moves, are
	// those of an earlier game of this run; mirror images and exchanged colors
	// count as the same.
	Repeated int
	Replayed int
}

func (t *Tally) add(g *datasets.Game, seen *seenGames, f dama.Facts) error {
	t.Games++
	t.Plies += int(g.Plies)
	switch *g.Result {
	case 1:
		t.White++
	case 0:
		t.Drawn++
	case -1:
		t.Black++
	}
	opening, game, err := seen.add(g, f)
	if opening {
		t.Repeated++
	}
	if game {
		t.Replayed++
	}
	return err
}

// seenGames knows the games of a block by hashes of 64 bits; a hash that two games
// share by chance would only spoil a count.
type seenGames struct {
	block    int
	openings map[uint64]struct{}
	games    map[uint64]struct{}
}

// newSeenGames forgets all at the beginning of each block, so that memory is
// bounded: see [Opening.Distinct].
func newSeenGames(block int) *seenGames {
	if block < 1 {
		block = DefaultOpening().Distinct
	}
	return &seenGames{block, map[uint64]struct{}{}, map[uint64]struct{}{}}
}

// add tells whether the opening or the whole game was seen before.
func (s *seenGames) add(g *datasets.Game, f dama.Facts) (opening, game bool, err error) {
	if int(g.Index)%s.block == 0 {
		clear(s.openings)
		clear(s.games)
	}
	start, moves, err := g.Replay(f.Generator())
	if err != nil {
		return false, false, err
	}
	if n := int(g.OpeningPlies); n < len(moves) {
		opening = note(s.openings, keyAfter(start, moves[:n]))
	}
	print, _ := datasets.GamePrint(start, moves)
	return opening, note(s.games, print), nil
}

// note adds a key to a set and tells whether it was there.
func note(set map[uint64]struct{}, key uint64) bool {
	_, there := set[key]
	set[key] = struct{}{}
	return there
}
