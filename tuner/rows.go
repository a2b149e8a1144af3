package tuner

import "damalab/eval"

// rows holds positions in chunks, in memory and, beyond a budget, in a file. Its
// rows do not change once they are there, and may be read by several goroutines.
type rows struct {
	men    int      // words of men of a row: menWords or none
	n      int      // rows
	ended  []uint8  // how each game ended, by its number among these rows
	last   int64    // the caller's number of the last game
	whole  []*chunk // full chunks in memory; those behind them are stored
	stored []place  // full chunks in the file
	open   chunk    // being filled
	spill  *spill   // nil for none
}

func (r *rows) len() int { return r.n }

// games is the number of games that have rows here.
func (r *rows) games() int { return len(r.ended) }

// add appends a row. Its only error is that of the file.
func (r *rows) add(e example) error {
	if r.open.len() == chunkRows {
		if err := r.seal(); err != nil {
			return err
		}
	}
	switch {
	case r.n == 0:
		r.ended = append(r.ended, e.ended)
	case e.game != r.last:
		r.ended = append(r.ended, e.ended)
		r.open.turn = append(r.open.turn, uint16(r.open.len()))
	}
	r.last = e.game
	r.open.add(e)
	r.n++
	return nil
}

// seal puts the open chunk away, in memory as long as the budget lasts.
func (r *rows) seal() error {
	if len(r.stored) == 0 && r.spill.afford(r.open.bytesUsed()) {
		r.whole = append(r.whole, r.open.fitted())
	} else {
		at, err := r.spill.write(&r.open)
		if err != nil {
			return err
		}
		r.stored = append(r.stored, at)
	}
	r.open.empty(len(r.ended) - 1)
	return nil
}

// chunks is the number of chunks that the first limit rows stand in.
func (r *rows) chunks(limit int) int { return (min(limit, r.n) + chunkRows - 1) / chunkRows }

// chunk returns chunk i; one from the file is read into buf.
func (r *rows) chunk(i int, buf *shelf) (*chunk, error) {
	switch stored := i - len(r.whole); {
	case stored < 0:
		return r.whole[i], nil
	case stored < len(r.stored):
		return r.spill.read(r.stored[stored], buf)
	}
	return &r.open, nil
}

// each calls f with the rows in order, at most limit of them.
func (r *rows) each(limit int, f func(row)) error {
	var buf shelf
	for i := range r.chunks(limit) {
		c, err := r.chunk(i, &buf)
		if err != nil {
			return err
		}
		c.each(limit-i*chunkRows, r.men, f)
	}
	return nil
}

// seen counts, for every entry of the feature list, the rows it occurs in.
func (r *rows) seen() (seen [eval.Size]int, err error) {
	err = r.each(r.n, func(w row) {
		for j, k := range w.index {
			if j == 0 || k != w.index[j-1] {
				seen[k]++
			}
		}
	})
	return seen, err
}

// merge adds up the counts of each index and leaves out those that cancel: most
// of a balanced position does.
func merge(terms []eval.Term) []eval.Term {
	var sums [eval.Size]int16
	for _, t := range terms {
		sums[t.Index] += t.Count
	}
	merged := make([]eval.Term, 0, len(terms))
	for i, n := range sums {
		if n != 0 {
			merged = append(merged, eval.Term{Index: uint16(i), Count: n})
		}
	}
	return merged
}
