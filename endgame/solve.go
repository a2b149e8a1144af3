package endgame

import (
	"context"
	"fmt"
	"sync/atomic"

	"damalab/internal/ordered"
)

// How a material is solved
//
// First every position is looked at once. Moves that leave the table, captures
// and crownings, have values already; a position that has only such moves is
// closed. The others keep the best that these moves give, and the number of
// their quiet moves. Then the values are gone through in rising order: from each
// position lost in n plies the moves are taken back, and whoever could have
// moved there wins in n+1; from each position won in n plies likewise, and
// whoever has no other move left loses in n+1. What is never reached is drawn.
//
//	lost in 0 --- took back ---> won in 1 --- all moves lead there ---> lost in 2 ...
//
// A value is given only once all smaller ones are known, so the first win found
// is the quickest and the last loss the slowest. The states change by
// compare-and-swap, and the order in which equal values are met does not matter:
// the result is the same for any number of workers.

// half is the table of one side to move while its material is solved.
type half struct {
	layout *layout
	states []uint32
	other  *half // where quiet moves lead: the same material, the other to move
}

// solver solves one material.
type solver struct {
	set     *set // the tables solved before
	rules   Rules
	workers int
	halves  []*half
	ended   func(positions int) // told of positions that have been looked at
}

// chunk is the number of positions that a worker takes at a time.
const chunk = 1 << 15

// solve returns the tables of a material, one for each side to move.
func (s *solver) solve(ctx context.Context, m Material) ([]solved, error) {
	var layouts []*layout
	for _, material := range m.Tables() {
		layouts = append(layouts, s.set.shapes.layout(material))
	}
	return s.solveIn(ctx, layouts)
}

// solveIn is solve with the indices to use, one for each side to move.
func (s *solver) solveIn(ctx context.Context, layouts []*layout) ([]solved, error) {
	for _, l := range layouts {
		s.halves = append(s.halves, &half{layout: l, states: make([]uint32, l.size)})
	}
	for i, h := range s.halves {
		h.other = s.halves[len(s.halves)-1-i]
	}
	highest := value(0)
	for _, h := range s.halves {
		v, err := s.begin(ctx, h)
		if err != nil {
			return nil, err
		}
		highest = max(highest, v)
	}
	for v := lost; v <= highest; v++ {
		for _, h := range s.halves {
			given, err := s.spread(ctx, h, v)
			if err != nil {
				return nil, err
			}
			highest = max(highest, given)
		}
		if highest > maxValue {
			return nil, fmt.Errorf("%v: a game of more than %d plies, and an entry holds no more", layouts[0].material, maxValue-1)
		}
	}
	var out []solved
	for _, h := range s.halves {
		out = append(out, h.finish())
	}
	return out, nil
}

// chunks runs do for every chunk of a table and returns the highest value that it
// returned.
func (s *solver) chunks(ctx context.Context, h *half, do func(worker, from, to int) (value, error), done func(positions int)) (value, error) {
	highest, size := value(0), h.layout.size
	err := ordered.Run(ctx, 0, (size+chunk-1)/chunk, s.workers,
		func(_ context.Context, worker, i int) (value, error) {
			return do(worker, i*chunk, min((i+1)*chunk, size))
		},
		func(i int, v value) error {
			highest = max(highest, v)
			done(min((i+1)*chunk, size) - i*chunk)
			return nil
		})
	return highest, err
}

// begin looks at every position of a table.
func (s *solver) begin(ctx context.Context, h *half) (value, error) {
	judges := make([]*judge, s.workers)
	for i := range judges {
		judges[i] = newJudge(s.set, s.rules)
	}
	return s.chunks(ctx, h, func(worker, from, to int) (highest value, err error) {
		for i := from; i < to; i++ {
			st, err := judges[worker].first(h.layout, i)
			if err != nil {
				return 0, err
			}
			h.states[i] = uint32(st)
			highest = max(highest, st.value())
		}
		return highest, nil
	}, s.ended)
}

// first returns what the moves that leave the table tell of a position.
func (j *judge) first(l *layout, index int) (state, error) {
	b, ok := l.boards(index)
	if !ok {
		return hole, nil
	}
	p := b.position()
	if v, over := j.begin(p); over {
		return newState(v, closed, 0), nil
	}
	var c choice
	stay := uint32(0)
	for _, m := range j.moves {
		if !m.IsCapture() && !m.Crowned() {
			stay++
			continue
		}
		next := boardsOf(p.Make(m))
		v, ok := j.set.value(&next)
		if !ok {
			return 0, fmt.Errorf("%v: no value for the position behind %v-%v in %v", l.material, m.From(), m.To(), p)
		}
		c.add(v)
	}
	switch {
	case stay == 0:
		return newState(c.value(), closed, 0), nil
	case c.win != 0:
		return newState(c.win, noLoss, 0), nil
	case c.draw:
		return newState(drawn, noLoss, 0), nil
	}
	return newState(0, stay, c.loss), nil
}

// spread takes the quiet moves back from every position of a table that has the
// value v.
func (s *solver) spread(ctx context.Context, h *half, v value) (value, error) {
	return s.chunks(ctx, h, func(_, from, to int) (highest value, err error) {
		for i := from; i < to; i++ {
			if state(atomic.LoadUint32(&h.states[i])).value() == v {
				highest = max(highest, h.back(i, v+1))
			}
		}
		return highest, nil
	}, func(int) {})
}

// back tells every position from which a quiet move leads to an index that this
// move is worth v.
func (h *half) back(index int, v value) (highest value) {
	h.before(index, func(i int) { highest = max(highest, update(&h.other.states[i], v)) })
	return highest
}

// before calls yield with the index, in the other table, of every position from
// which a quiet move leads to an index of this one: once for each such move of the
// stored position, so that nothing is counted twice or missed where a position and
// its mirror image share an index, here or there.
func (h *half) before(index int, yield func(int)) {
	b, _ := h.layout.boards(index)
	alone := h.layout.twin(index) // the mirror image has its own index, and its own turn
	to := h.other.layout
	b.unmove(func(before *boards) {
		i, stored, twin := to.index(before)
		if stored || !alone {
			yield(i)
		}
		if twin && !alone {
			mirrored := before.mirror()
			i, _, _ = to.index(&mirrored)
			yield(i)
		}
	})
}

// solved is a finished table.
type solved struct {
	layout *layout
	values memory
}

// memory holds the entries of a table in memory, a byte each.
type memory []byte

func (m memory) at(index int) (value, bool) { return value(m[index]), true }

// finish writes the values down. An index without a position repeats the one
// before it.
func (h *half) finish() solved {
	values := make(memory, h.layout.size)
	for i, w := range h.states {
		switch {
		case state(w) != hole:
			values[i] = byte(state(w).value())
		case i > 0:
			values[i] = values[i-1]
		}
	}
	return solved{h.layout, values}
}
