package tuner

import (
	"slices"

	"damalab/eval"
)

// chunkRows is how many rows a chunk has; the last one may have fewer.
const chunkRows = 4096

// chunk holds positions as sparse rows, one column behind the other:
//
//	row     0         1     2
//	terms   4         2     3
//	index   0 2 3 17  2 3   0 2 40
//	count   1 1 4 -1  1 -2  2 1 1
//	men     6 words   6     6         with patterns; see packMen
//
// An index may come twice in a row; its counts add up. That is how a count
// beyond 127, which a board full of kings can have, fits into a byte.
type chunk struct {
	terms  []uint8  // of each row
	phase  []uint8  // 0 to eval.FullBoard
	label  []uint8  // what the side to move got, in half points: 0, 1, 2
	weight []uint8  // how much the row counts, in parts of wholeWeight
	score  []int16  // the search's, hundredths of a man, side to move; noScore
	index  []uint16 // of the terms
	count  []int8   // of the terms
	men    []uint16 // for each row menWords, or none without patterns
	turn   []uint16 // the rows, ascending, with which another game begins
	game   int      // number of the game that row 0 is of
}

// wholeWeight is the weight of a row that counts in full.
const wholeWeight = 128

// noScore stands for the score of a position that was not searched. Scores keep
// clear of it: they are symmetrical.
const noScore = -1 << 15

// example is one position on its way into rows.
type example struct {
	key    uint64 // of the canonical position
	game   int64  // any number; rows of one game stand together
	ended  uint8  // how the game ended; see endings
	phase  uint8
	label  uint8
	weight uint8
	score  int16
	terms  []eval.Term // merged: ascending, each index once, no zeros
	men    []uint16
}

func (c *chunk) len() int { return len(c.phase) }

func (c *chunk) add(e example) {
	before := len(c.index)
	for _, t := range e.terms {
		for rest := t.Count; rest != 0; {
			part := min(max(rest, -127), 127)
			c.index = append(c.index, t.Index)
			c.count = append(c.count, int8(part))
			rest -= part
		}
	}
	c.terms = append(c.terms, uint8(len(c.index)-before))
	c.phase = append(c.phase, e.phase)
	c.label = append(c.label, e.label)
	c.weight = append(c.weight, e.weight)
	c.score = append(c.score, e.score)
	c.men = append(c.men, e.men...)
}

// fitted is a copy that takes no more memory than it needs.
func (c *chunk) fitted() *chunk {
	return &chunk{
		terms: slices.Clip(slices.Clone(c.terms)), phase: slices.Clip(slices.Clone(c.phase)), label: slices.Clip(slices.Clone(c.label)),
		weight: slices.Clip(slices.Clone(c.weight)), score: slices.Clip(slices.Clone(c.score)), index: slices.Clip(slices.Clone(c.index)),
		count: slices.Clip(slices.Clone(c.count)), men: slices.Clip(slices.Clone(c.men)), turn: slices.Clip(slices.Clone(c.turn)),
		game: c.game,
	}
}

// empty makes the chunk ready for other rows, in the same memory.
func (c *chunk) empty(game int) {
	c.terms, c.phase, c.label, c.weight = c.terms[:0], c.phase[:0], c.label[:0], c.weight[:0]
	c.score, c.index, c.count = c.score[:0], c.index[:0], c.count[:0]
	c.men, c.turn, c.game = c.men[:0], c.turn[:0], game
}

// bytes is how much memory the columns take.
func (c *chunk) bytes() int {
	return cap(c.terms) + cap(c.phase) + cap(c.label) + cap(c.weight) + cap(c.count) +
		2*(cap(c.score)+cap(c.index)+cap(c.men)+cap(c.turn))
}

// row is one row of a chunk, as [rows.each] shows it.
type row struct {
	phase, label, weight uint8
	score                int16
	game                 int // among those of the rows
	index                []uint16
	count                []int8
	men                  []uint16
}

// each calls f with the rows in order, at most limit of them, with so many words of
// men each.
func (c *chunk) each(limit, men int, f func(row)) {
	at, turn, game := 0, 0, c.game
	for i := range min(c.len(), limit) {
		if turn < len(c.turn) && int(c.turn[turn]) == i {
			turn, game = turn+1, game+1
		}
		end := at + int(c.terms[i])
		f(row{
			phase: c.phase[i], label: c.label[i], weight: c.weight[i], score: c.score[i], game: game,
			index: c.index[at:end], count: c.count[at:end], men: c.men[i*men:][:men],
		})
		at = end
	}
}

// example is the row as it went in.
func (w row) example(key uint64, ended uint8) example {
	e := example{
		key: key, game: int64(w.game), ended: ended, phase: w.phase, label: w.label,
		weight: w.weight, score: w.score, men: w.men,
	}
	for j, k := range w.index {
		e.terms = append(e.terms, eval.Term{Index: k, Count: int16(w.count[j])})
	}
	return e
}
