package search

import "damalab/dama"

// Moves that refuted others lately are tried first: the sooner the best move
// comes, the more of the rest can be cut off. All that is learnt is about quiet
// moves; captures come in the order of generation behind the table's move.

// ordering is what a search has learnt about quiet moves.
type ordering struct {
	history [2][squarePairs]int32
	killers [maxPly + 1][2]pairCode
	counter [2][squarePairs]pairCode // the answer to the move before
}

// pairCode is a move's origin and destination, which is all that tells quiet moves
// of one position apart; 0 stands for none.
type pairCode uint16

const squarePairs = 64 * 64

func pairOf(m dama.Move) pairCode { return pairCode(m.From()&63) | pairCode(m.To()&63)<<6 }

// squares returns the origin and the destination.
func (c pairCode) squares() (from, to dama.Square) {
	return dama.Square(c & 63), dama.Square(c >> 6 & 63)
}

// The places of moves in the order: higher comes first.
const (
	tableMove   int32 = 1 << 30
	killerMove  int32 = 1 << 28
	counterMove int32 = 1 << 27
	crowning    int32 = 1 << 26
)

func (o *ordering) clear() { *o = ordering{} }

// rateCaptures puts the table's move first and leaves the others as they are.
func rateCaptures(moves []dama.Move, rates []int32, best moveCode) {
	for i, m := range moves {
		rates[i] = 0
		if best != noMove && codeOf(m) == best {
			rates[i] = tableMove
		}
	}
}

// favourites returns the quiet moves that rateQuiet puts first, in that order, as
// far as there are any; the same may come twice, and none of them need be legal.
func (o *ordering) favourites(best moveCode, before dama.Move, side dama.Color, ply int) [4]pairCode {
	k := &o.killers[ply]
	return [...]pairCode{best.pair(), k[0], k[1], o.counter[side&1][pairOf(before)%squarePairs]}
}

// rateQuiet writes how promising each quiet move is beside it. What is switched
// off was never filled in, so there is nothing to ask here.
func (o *ordering) rateQuiet(moves []dama.Move, rates []int32, best moveCode, before dama.Move, side dama.Color, ply int) {
	first, second := o.killers[ply][0], o.killers[ply][1]
	answer := o.counter[side&1][pairOf(before)%squarePairs]
	history := &o.history[side&1]
	known := best.pair()
	for i, m := range moves {
		switch pair := pairOf(m); {
		case pair == known:
			rates[i] = tableMove
		case pair == first:
			rates[i] = killerMove + 1
		case pair == second:
			rates[i] = killerMove
		case pair == answer:
			rates[i] = counterMove
		case m.Crowned():
			rates[i] = crowning
		default:
			rates[i] = history[pair%squarePairs]
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
	pair := pairOf(m)
	if k := &o.killers[ply]; p.Killers && k[0] != pair {
		k[0], k[1] = pair, k[0]
	}
	if p.Counters {
		o.counter[side&1][pairOf(before)%squarePairs] = pair
	}
	if !p.History {
		return
	}
	bonus := min(int32(depth*depth), p.HistoryBonus)
	o.add(p, pair, side, bonus)
	for _, t := range tried {
		o.add(p, pairOf(t), side, -bonus)
	}
}

// add moves a history value by a bonus, less a share of itself, so that old news
// fades and no value can overflow.
func (o *ordering) add(p *Params, pair pairCode, side dama.Color, bonus int32) {
	h := &o.history[side&1][pair%squarePairs]
	*h += bonus*historyUnit - *h*max(bonus, -bonus)/p.HistoryDecay
}

// historyUnit keeps history values exact enough in whole numbers.
const historyUnit = 64
