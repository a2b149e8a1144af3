package search

import "damalab/dama"

// Moves that refuted others lately are tried first: the sooner the best move
// comes, the more of the rest can be cut off.

// ordering is what a search has learnt about moves.
type ordering struct {
	history [2][64][64]int32
	killers [maxPly + 1][2]dama.Move
	counter [2][64][64]dama.Move // the answer to the move before, by its squares
}

// The places of moves in the order: higher comes first.
const (
	tableMove   int32 = 1 << 30
	killerMove  int32 = 1 << 28
	counterMove int32 = 1 << 27
	crowning    int32 = 1 << 26
	historyMax  int32 = 1 << 20
)

func (o *ordering) clear() { *o = ordering{} }

// rate writes how promising each move is beside it. What is switched off is never
// filled in, so there is nothing to ask here.
func (o *ordering) rate(moves []dama.Move, rates []int32, best moveCode, before dama.Move, side dama.Color, ply int) {
	killers := &o.killers[ply]
	answer := o.counter[side&1][before.From()&63][before.To()&63]
	for i, m := range moves {
		switch {
		case best != noMove && codeOf(m) == best:
			rates[i] = tableMove
		case m == killers[0]:
			rates[i] = killerMove + 1
		case m == killers[1]:
			rates[i] = killerMove
		case m == answer:
			rates[i] = counterMove
		case m.Crowned():
			rates[i] = crowning
		default:
			rates[i] = o.history[side&1][m.From()&63][m.To()&63]
		}
	}
}

// pick brings the most promising of moves[i:] to place i; of equals, the one that
// comes first.
func pick(moves []dama.Move, rates []int32, i int) {
	best := i
	for j := i + 1; j < len(rates); j++ {
		if rates[j] > rates[best] {
			best = j
		}
	}
	if best != i {
		moves[i], moves[best] = moves[best], moves[i]
		rates[i], rates[best] = rates[best], rates[i]
	}
}

// reward remembers a quiet move that cut a node off, and the quiet moves that
// were tried before it in vain.
func (o *ordering) reward(p *Params, m, before dama.Move, tried []dama.Move, side dama.Color, depth, ply int) {
	if k := &o.killers[ply]; p.Killers && k[0] != m {
		k[0], k[1] = m, k[0]
	}
	if p.Counters {
		o.counter[side&1][before.From()&63][before.To()&63] = m
	}
	if !p.History {
		return
	}
	bonus := int32(min(depth*depth, 400))
	o.add(m, side, bonus)
	for _, t := range tried {
		o.add(t, side, -bonus)
	}
}

// add moves a history value towards its limit, so that it can't overflow.
func (o *ordering) add(m dama.Move, side dama.Color, bonus int32) {
	h := &o.history[side&1][m.From()&63][m.To()&63]
	*h += bonus*historyScale - *h*max(bonus, -bonus)/historyDecay
}

const (
	historyScale = 64
	historyDecay = 512
)
