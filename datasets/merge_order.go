package datasets

import (
	"cmp"
	"container/heap"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// orderedRows yields the rows of several sorted sequences in one order; of equal
// rows those of the first sequence come first. A sequence that is not sorted is an
// error that names the row. Of each sequence one row is held at a time.
func orderedRows[T Row](inputs []iter.Seq2[placed[T], error], compare func(a, b *T) int) iter.Seq2[placed[T], error] {
	return func(yield func(placed[T], error) bool) {
		q := &rowQueue[T]{compare: compare}
		for i, in := range inputs {
			next, stop := iter.Pull2(in)
			defer stop()
			h := &rowHead[T]{number: i, next: next}
			if more, err := h.advance(compare); err != nil {
				yield(h.placed, err)
				return
			} else if more {
				q.heads = append(q.heads, h)
			}
		}
		heap.Init(q)
		for len(q.heads) > 0 {
			first := q.heads[0]
			if !yield(first.placed, nil) {
				return
			}
			more, err := first.advance(compare)
			switch {
			case err != nil:
				yield(first.placed, err)
				return
			case more:
				heap.Fix(q, 0)
			default:
				heap.Pop(q)
			}
		}
	}
}

// rowHead is the next row of a sequence.
type rowHead[T Row] struct {
	placed[T]
	number int // of the sequence
	begun  bool
	next   func() (placed[T], error, bool)
}

// advance takes the next row; more is false if there is none.
func (h *rowHead[T]) advance(compare func(a, b *T) int) (more bool, err error) {
	row, err, more := h.next()
	if err != nil || !more {
		return false, err
	}
	if h.begun && compare(&row.row, &h.row) < 0 {
		return false, fmt.Errorf("%v: it should stand before the row before it (%v); the rows are out of order", row.at, h.at)
	}
	h.placed, h.begun = row, true
	return true, nil
}

// rowQueue is a heap of the sequences by their next rows.
type rowQueue[T Row] struct {
	heads   []*rowHead[T]
	compare func(a, b *T) int
}

// Len implements [heap.Interface].
func (q *rowQueue[T]) Len() int { return len(q.heads) }

// Less implements [heap.Interface].
func (q *rowQueue[T]) Less(i, j int) bool {
	a, b := q.heads[i], q.heads[j]
	return cmp.Or(q.compare(&a.row, &b.row), a.number-b.number) < 0
}

// Swap implements [heap.Interface].
func (q *rowQueue[T]) Swap(i, j int) { q.heads[i], q.heads[j] = q.heads[j], q.heads[i] }

// Push implements [heap.Interface].
func (q *rowQueue[T]) Push(x any) { q.heads = append(q.heads, x.(*rowHead[T])) }

// Pop implements [heap.Interface].
func (q *rowQueue[T]) Pop() any {
	last := q.heads[len(q.heads)-1]
	q.heads = slices.Delete(q.heads, len(q.heads)-1, len(q.heads))
	return last
}

// runOf returns the run that a game belongs to, as its id begins. The id of a
// game that [GameID] did not make has none.
func runOf(g *Game) (string, error) {
	run, ok := strings.CutSuffix(g.ID, fmt.Sprintf("-%08d", g.Index))
	if !ok || len(run) != runPrefix {
		return "", fmt.Errorf("game %q: the id of game number %d is %d digits of its spec's digest, a hyphen and %08d", g.ID, g.Index, runPrefix, g.Index)
	}
	return run, nil
}

// compareGames orders games by ruleset, run and index. Their ids must be as
// [runOf] wants them.
func compareGames(a, b *Game) int {
	return cmp.Or(
		strings.Compare(a.Ruleset, b.Ruleset),
		strings.Compare(a.ID[:runPrefix], b.ID[:runPrefix]),
		cmp.Compare(a.Index, b.Index),
	)
}

// comparePuzzles orders puzzles by ruleset and id, and those of one id by the
// game and the ply that they were found in.
func comparePuzzles(a, b *Puzzle) int {
	return cmp.Or(
		strings.Compare(a.Ruleset, b.Ruleset),
		strings.Compare(a.ID, b.ID),
		comparePointers(a.GameID, b.GameID),
		comparePointers(a.Ply, b.Ply),
	)
}

// comparePointers puts what is not known last.
func comparePointers[T cmp.Ordered](a, b *T) int {
	switch {
	case a == nil || b == nil:
		return cmp.Compare(one(a == nil), one(b == nil))
	default:
		return cmp.Compare(*a, *b)
	}
}
