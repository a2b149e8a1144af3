package tuner

import "damalab/eval"

// rows holds positions as sparse rows in one run of memory:
//
//	row     0         1      2
//	start   0         4      6         9
//	index   0 2 3 17  2 3    0 2 40
//	count   1 1 4 -1  1 -2   2 1 1
//
// An index may come twice in a row; its counts add up. That is how a count
// beyond 127, which a board full of kings can have, fits into a byte.
type rows struct {
	start []int // one more than there are rows
	index []uint16
	count []int8
	phase []uint8  // 0 to eval.FullBoard
	label []uint8  // what the side to move got, in half points: 0, 1, 2
	keys  []uint64 // of the canonical positions
}

// example is one position on its way into rows.
type example struct {
	key   uint64
	phase uint8
	label uint8
	terms []eval.Term // merged: ascending, each index once, no zeros
}

func (r *rows) len() int { return len(r.phase) }

func (r *rows) add(e example) {
	if len(r.start) == 0 {
		r.start = append(r.start, 0)
	}
	for _, t := range e.terms {
		for rest := t.Count; rest != 0; {
			part := min(max(rest, -127), 127)
			r.index = append(r.index, t.Index)
			r.count = append(r.count, int8(part))
			rest -= part
		}
	}
	r.start = append(r.start, len(r.index))
	r.phase = append(r.phase, e.phase)
	r.label = append(r.label, e.label)
	r.keys = append(r.keys, e.key)
}

// without returns the rows whose keys are not among those taken, and how many
// those are that it left out.
func (r *rows) without(taken map[uint64]struct{}) (kept rows, dropped int) {
	for i := range r.len() {
		if _, shared := taken[r.keys[i]]; shared {
			dropped++
			continue
		}
		e := example{key: r.keys[i], phase: r.phase[i], label: r.label[i]}
		for k := r.start[i]; k < r.start[i+1]; k++ {
			e.terms = append(e.terms, eval.Term{Index: r.index[k], Count: int16(r.count[k])})
		}
		kept.add(e)
	}
	return kept, dropped
}

// seen counts, for every entry of the feature list, the rows it occurs in.
func (r *rows) seen() (seen [eval.Size]int) {
	for i := range r.len() {
		for k := r.start[i]; k < r.start[i+1]; k++ {
			if k == r.start[i] || r.index[k] != r.index[k-1] {
				seen[r.index[k]]++
			}
		}
	}
	return seen
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
