package pipeline

import (
	"iter"

	"damalab/dama"
	"damalab/datasets"
)

// Census counts the games of a dataset.
type Census struct {
	Games, Plies     int
	White, Drawn     int // games won by White, drawn
	Black, Unknown   int // games won by Black, without a result
	Terminations     map[dama.Termination]int
	Longest          int // plies of the longest game
	DifferentGames   int // counted by their moves, view for view
	OpeningsRepeated int // openings that another game has begun with already
}

func takeCensus(d *datasets.Dataset) (Census, error) {
	c := Census{Terminations: map[dama.Termination]int{}}
	games, openings := map[uint64]bool{}, map[uint64]bool{}
	for g, err := range d.Games() {
		if err != nil {
			return c, err
		}
		c.Games++
		c.Plies += int(g.Plies)
		c.Longest = max(c.Longest, int(g.Plies))
		c.Terminations[g.Termination]++
		switch {
		case g.Result == nil:
			c.Unknown++
		case *g.Result > 0:
			c.White++
		case *g.Result < 0:
			c.Black++
		default:
			c.Drawn++
		}
		games[hashMoves(g.Moves)] = true
		opening := hashMoves(g.Moves[:g.OpeningPlies])
		if openings[opening] {
			c.OpeningsRepeated++
		}
		openings[opening] = true
	}
	c.DifferentGames = len(games)
	return c, nil
}

func hashMoves(moves []string) uint64 {
	h := uint64(len(moves))
	for _, m := range moves {
		for i := range len(m) {
			h = dama.Mix(h<<8 ^ h>>56 ^ uint64(m[i]))
		}
		h = dama.Mix(h)
	}
	return h
}

// counted passes rows through and reports how many have gone by.
func counted[T any](rows iter.Seq2[T, error], report func(done int)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		done := 0
		for row, err := range rows {
			if !yield(row, err) {
				return
			}
			done++
			report(done)
		}
	}
}
