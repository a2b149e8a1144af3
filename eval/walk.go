package eval

import "damalab/dama"

// FullBoard is the number of pieces at which only the opening weights count.
const FullBoard = 32

// Term is a feature with how often it occurs: the side to move's count less the
// opponent's.
type Term struct {
	Index uint16 // 0 to Size-1
	Count int16
}

// Phase returns how much of the opening weights counts, in parts of [FullBoard]:
// the number of pieces, 0 to 32. (A composed position may have more pieces; it
// counts as full.)
func Phase(p dama.Position) int { return min(p.Occupied().Count(), FullBoard) }

// Score returns what the position is worth to the side to move, in hundredths of
// a man.
func (e *Evaluator) Score(p *dama.Position) int {
	t := tally{e: e}
	return t.walk(p, window{})
}

// Terms appends the features that occur in p, from the side to move's point of
// view, and returns the score that their weights add up to. An index may come
// more than once; its counts add up.
func (e *Evaluator) Terms(buf []Term, p dama.Position) ([]Term, int) {
	t := tally{e: e, terms: buf, trace: true}
	score := t.walk(&p, window{})
	return t.terms, score
}

// Blend joins an opening and an ending sum as the phase says, rounding towards
// zero, so that the same position seen from the other side has the opposite score.
func Blend(opening, ending, phase int) int {
	return (opening*phase + ending*(FullBoard-phase)) / FullBoard
}

// tally is one walk over a position. Its methods return what the features that
// they count are worth to the side that owns them; where it is asked for, they list
// the features too.
type tally struct {
	e     *Evaluator
	known *menTable // nil for none
	trace bool
	sign  int16 // of what is listed: +1 for the side to move, else -1
	terms []Term
}

// count returns what a feature that occurs n times is worth.
func (t *tally) count(index, n int) packed {
	if t.trace {
		t.list(index, n)
	}
	return t.e.weights[index] * packed(n)
}

func (t *tally) list(index, n int) {
	if n != 0 {
		t.terms = append(t.terms, Term{uint16(index), t.sign * int16(n)})
	}
}

func (t *tally) listSquares(kind dama.Kind, pieces dama.Bitboard) {
	for s := range pieces.Squares() {
		for _, index := range squareFeatures[kind][s] {
			t.list(int(index), 1)
		}
	}
}

// walk is the evaluation: every feature is counted here and nowhere else. What the
// pieces can do, and patterns, are left out where what they are worth by themselves
// is outside the window by the margin or more.
func (t *tally) walk(p *dama.Position, w window) int {
	own, foe := views(p)
	t.sign = 1
	sum := t.count(atTempo, 1) + t.standing(own)
	t.sign = -1
	sum -= t.standing(foe)
	phase := min(own.occupied().Count(), FullBoard)
	if w.margin > 0 {
		if score, ok := w.outside(sum.blend(phase)); ok {
			return score
		}
	}
	t.sign = 1
	sum += t.acting(own)
	t.sign = -1
	sum -= t.acting(foe)
	if t.e.patterns != nil {
		sum += t.e.patterns.of(own.men, own.foeMen)
	}
	return sum.blend(phase)
}

// window is where a score matters, in hundredths of a man: above low and below
// high. No margin means that it matters everywhere.
type window struct{ low, high, margin int }

// outside returns the bound that takes the place of a score, if what is known of
// it is outside by the margin or more.
func (w window) outside(score int) (int, bool) {
	switch {
	case score <= w.low-w.margin:
		return score + w.margin, true
	case score >= w.high+w.margin:
		return score - w.margin, true
	}
	return 0, false
}

// view is the board as one side sees it, moving up.
type view struct {
	men, kings       dama.Bitboard
	foeMen, foeKings dama.Bitboard
}

// views returns the board as the side to move and as the other side sees it.
func views(p *dama.Position) (own, foe view) {
	men, kings, foeMen, foeKings := p.Boards()
	own, foe = view{men, kings, foeMen, foeKings}, view{foeMen, foeKings, men, kings}
	if _, side := p.KeyAndSide(); side == dama.White {
		return own, foe.flipped()
	}
	return own.flipped(), foe
}

func (v view) flipped() view {
	return view{v.men.FlipRanks(), v.kings.FlipRanks(), v.foeMen.FlipRanks(), v.foeKings.FlipRanks()}
}

func (v view) occupied() dama.Bitboard { return v.men | v.kings | v.foeMen | v.foeKings }

// standing counts what a side's pieces are worth where they stand.
func (t *tally) standing(v view) packed {
	sum := t.men(v.men) + t.free(v)
	for b := v.kings; b != 0; b &= b - 1 {
		sum += t.e.kingAt[b.First()&63]
	}
	if t.trace {
		t.listSquares(dama.King, v.kings)
	}
	return sum
}

// acting counts what a side's pieces can do and what threatens them.
func (t *tally) acting(v view) packed {
	sum := t.freedom(v)
	if v.kings != 0 {
		sum += t.kings(v)
	}
	return sum
}

// men counts what the men of a side alone decide, or remembers it.
func (t *tally) men(men dama.Bitboard) packed {
	if t.known == nil {
		return t.squares(men) + t.formation(men)
	}
	known := t.known.place(men)
	if known.men != men {
		known.men, known.worth = men, t.squares(men)+t.formation(men)
	}
	return known.worth
}

// squares counts everything that a man's square alone decides, for all men of a
// side at once: the sums for each pattern of men on a rank are ready (compile.go).
func (t *tally) squares(men dama.Bitboard) (sum packed) {
	for rank, b := 0, uint64(men); b != 0; rank, b = rank+1, b>>8 {
		sum += t.e.manRows[rank&7][b&0xFF]
	}
	if t.trace {
		t.listSquares(dama.Man, men)
	}
	return sum
}

// formation counts how men stand to one another.
func (t *tally) formation(men dama.Bitboard) packed {
	gap := 2*(men&wing).Count() - men.Count()
	beside := men & (men &^ fileH << 1)
	behind := men & (men << 8)
	return t.count(atWingGap, max(gap, -gap)) +
		t.count(atPairsBeside, beside.Count()) +
		t.count(atPairsBehind, behind.Count()) +
		t.count(atRowsOfThree, (beside&(beside&^fileH<<1)).Count()) +
		t.count(atFilesOfThree, (behind&(behind<<8)).Count())
}

// free counts the men with nothing in front of them.
func (t *tally) free(v view) (sum packed) {
	shade := v.occupied() >> 8 // squares with something in front of them
	shade |= shade >> 8
	shade |= shade >> 16
	shade |= shade >> 32
	for b := v.men &^ shade; b != 0; b &= b - 1 {
		sum += t.count(atFreeMan+b.First().Rank(), 1)
	}
	return sum
}

// freedom counts what men can do and what threatens them.
func (t *tally) freedom(v view) packed {
	occupied := v.occupied()
	empty := ^occupied
	ahead, right, left := empty>>8, empty&^fileA>>1, empty&^fileH<<1
	sum := t.count(atManSteps, (v.men&ahead).Count()+(v.men&right).Count()+(v.men&left).Count()) +
		t.count(atBlockedMen, (v.men&^(ahead|right|left)).Count())
	if t.trace || t.e.threats {
		targets := v.targets(empty)
		sum += t.count(atManThreatened, (v.men&targets).Count()) + t.count(atKingThreatened, (v.kings&targets).Count())
	}
	return sum
}

// targets returns the own pieces that the other side could take if it were to
// move: a foe beside them (one that can jump that way) and an empty square behind.
func (v view) targets(empty dama.Bitboard) dama.Bitboard {
	own := v.men | v.kings
	down := own & (v.foeMen >> 8) & (empty << 8)
	toLeft := own & (v.foeMen &^ fileA >> 1) & (empty &^ fileH << 1)
	toRight := own & (v.foeMen &^ fileH << 1) & (empty &^ fileA >> 1)
	targets := down | toLeft | toRight
	for b := v.foeKings; b != 0; b &= b - 1 {
		targets |= dama.KingTargets(b.First(), own, ^empty)
	}
	return targets
}

// kings counts what kings can do.
func (t *tally) kings(v view) packed {
	occupied, seen, shut := v.occupied(), 0, 0
	for b := v.kings; b != 0; b &= b - 1 {
		open := (dama.Lines(b.First()&63, occupied) &^ occupied).Count()
		seen += open
		if open == 0 {
			shut++
		}
	}
	return t.count(atKingLines, seen) + t.count(atKingShut, shut)
}
