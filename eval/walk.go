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
	return t.walk(p)
}

// Terms appends the features that occur in p, from the side to move's point of
// view, and returns the score that their weights add up to. An index may come
// more than once; its counts add up.
func (e *Evaluator) Terms(buf []Term, p dama.Position) ([]Term, int) {
	t := tally{e: e, terms: buf, trace: true}
	score := t.walk(&p)
	return t.terms, score
}

// Blend joins an opening and an ending sum as the phase says, rounding towards
// zero, so that the same position seen from the other side has the opposite score.
func Blend(opening, ending, phase int) int {
	return (opening*phase + ending*(FullBoard-phase)) / FullBoard
}

// tally adds features up while a position is walked and, where it is asked for,
// lists them.
type tally struct {
	e     *Evaluator
	sum   packed
	trace bool
	terms []Term
}

func (t *tally) add(index int, count int32) {
	t.sum += t.e.weights[index] * packed(count)
	if t.trace {
		t.list(index, count)
	}
}

// addMen counts everything that a man's square alone decides, for all men of a
// side at once: the sums for each pattern of men on a rank are ready (compile.go).
func (t *tally) addMen(men dama.Bitboard, sign int32) {
	sum := packed(0)
	for rank, b := 0, uint64(men); b != 0; rank, b = rank+1, b>>8 {
		sum += t.e.manRows[rank&7][b&0xFF]
	}
	t.sum += sum * packed(sign)
	if t.trace {
		t.listSquares(dama.Man, men, sign)
	}
}

// addKing does the same for one king.
func (t *tally) addKing(s dama.Square, sign int32) {
	t.sum += t.e.kingAt[s&63] * packed(sign)
	if t.trace {
		t.listSquares(dama.King, s.Bit(), sign)
	}
}

func (t *tally) listSquares(kind dama.Kind, pieces dama.Bitboard, sign int32) {
	for s := range pieces.Squares() {
		for _, index := range squareFeatures[kind][s] {
			t.list(int(index), sign)
		}
	}
}

func (t *tally) list(index int, count int32) {
	if count != 0 {
		t.terms = append(t.terms, Term{uint16(index), int16(count)})
	}
}

// walk is the evaluation: every feature is counted here and nowhere else.
func (t *tally) walk(p *dama.Position) (score int) {
	t.add(atTempo, 1)
	own, foe := views(p)
	t.side(own, 1)
	t.side(foe, -1)
	opening, ending := t.sum.unpack()
	return Blend(opening, ending, min(own.occupied().Count(), FullBoard))
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
	if p.Side() == dama.White {
		return own, foe.flipped()
	}
	return own.flipped(), foe
}

func (v view) flipped() view {
	return view{v.men.FlipRanks(), v.kings.FlipRanks(), v.foeMen.FlipRanks(), v.foeKings.FlipRanks()}
}

func (v view) occupied() dama.Bitboard { return v.men | v.kings | v.foeMen | v.foeKings }

// side counts one side's pieces; sign is +1 for the side to move, else -1.
func (t *tally) side(v view, sign int32) {
	t.addMen(v.men, sign)
	gap := 2*(v.men&wing).Count() - v.men.Count()
	t.add(atWingGap, sign*int32(max(gap, -gap)))
	t.formation(v.men, sign)
	t.freedom(v, sign)
	if v.kings != 0 {
		t.kings(v, sign)
	}
}

// formation counts how men stand to one another.
func (t *tally) formation(men dama.Bitboard, sign int32) {
	beside := men & (men &^ fileH << 1)
	behind := men & (men << 8)
	t.add(atPairsBeside, sign*int32(beside.Count()))
	t.add(atPairsBehind, sign*int32(behind.Count()))
	t.add(atRowsOfThree, sign*int32((beside&(beside&^fileH<<1)).Count()))
	t.add(atFilesOfThree, sign*int32((behind&(behind<<8)).Count()))
}

// freedom counts what men can do and what threatens them.
func (t *tally) freedom(v view, sign int32) {
	occupied := v.occupied()
	empty := ^occupied
	ahead, right, left := empty>>8, empty&^fileA>>1, empty&^fileH<<1
	t.add(atManSteps, sign*int32((v.men&ahead).Count()+(v.men&right).Count()+(v.men&left).Count()))
	t.add(atBlockedMen, sign*int32((v.men&^(ahead|right|left)).Count()))
	shade := occupied >> 8 // squares with something in front of them
	shade |= shade >> 8
	shade |= shade >> 16
	shade |= shade >> 32
	for b := v.men &^ shade; b != 0; b &= b - 1 {
		t.add(atFreeMan+b.First().Rank(), sign)
	}
	if t.trace || t.e.threats {
		targets := v.targets(empty)
		t.add(atManThreatened, sign*int32((v.men&targets).Count()))
		t.add(atKingThreatened, sign*int32((v.kings&targets).Count()))
	}
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

// kings counts a side's kings.
func (t *tally) kings(v view, sign int32) {
	occupied, seen, shut := v.occupied(), 0, 0
	for b := v.kings; b != 0; b &= b - 1 {
		s := b.First() & 63
		t.addKing(s, sign)
		open := (dama.Lines(s, occupied) &^ occupied).Count()
		seen += open
		if open == 0 {
			shut++
		}
	}
	t.add(atKingLines, sign*int32(seen))
	t.add(atKingShut, sign*int32(shut))
}
