package dama

import "math/bits"

// How captures are found
//
// A capture is a chain of jumps by one piece. From a square the chain can go on
// in each direction where the first piece met is a foe with an empty square
// behind it. The chain is walked depth first with three sets that shrink as it
// goes: the foes still on the board, the occupied squares (the mover's own
// square is empty from the start), and the captured pieces, which leave at once.
//
//	. . . . . . . .     A king on a1 sees the man on a4. It may land on a5, a6,
//	a . . . . . . .     a7 or a8. Going on along the same line (or back, where
//	. . . . . . . .     that is allowed) meets the same piece from each of them,
//	. . x . . . . .     so that is tried once, from the first landing; only the
//	. . . . . . . .     two directions across are tried from every landing.
//	o . . . . . . .
//	K . . . . . . .
//
// The maximum rule makes one thing easy: a chain that could go on is shorter
// than some other chain, so every landing may be recorded if it captures as many
// as the best so far, and incomplete chains drop out by themselves.
//
// A man and a king are the same walker with another row of the reach table. A man
// that reaches the far rank changes its row, where the ruleset says so.
//
// Where it is slow: a king among many scattered pieces has very many chains that
// differ in order only. After walkLimit steps the walker begins to remember the
// states it has seen, which bounds the work by the number of different states.

// walkLimit is the number of jumps after which a walk remembers states. Games
// hardly ever reach it; composed positions may.
const walkLimit = 4096

// walkState is all that the rest of a chain depends on.
type walkState struct {
	captured Bitboard
	at       Square
	kind     Kind
	ways     uint8 // directions that may be tried, one bit each
}

// walker collects the captures of the greatest number of pieces.
type walker struct {
	gen   Generator
	buf   []Move
	base  int // where this generation's moves begin in buf
	best  int // the greatest number of captured pieces so far
	steps int
	seen  map[walkState]bool
	known map[Move]bool // stands in for a scan of buf once seen is in use
	start Square
	kind  Kind // of the piece before the move
}

// captures appends the legal captures of the given men and kings.
func (g Generator) captures(buf []Move, v view, men, kings Bitboard) []Move {
	if kings == 0 && !g.crowningOnTheWay(v) {
		return menCaptures(buf, v, men)
	}
	var w walker
	w.gen, w.buf, w.base, w.best = g, buf, len(buf), 1
	foes, occupied := v.foes(), v.occupied()
	for b := men; b != 0; b &= b - 1 {
		w.begin(b.First(), Man, foes, occupied)
	}
	for b := kings; b != 0; b &= b - 1 {
		w.begin(b.First(), King, foes, occupied)
	}
	return w.buf
}

const allWays = 0b1111

// onward holds the directions that may be tried after a jump in a direction,
// without a turn by 180 degrees; across those at a right angle to it.
var (
	onward = [4]uint8{up: allWays &^ (1 << down), down: allWays &^ (1 << up), right: allWays &^ (1 << left), left: allWays &^ (1 << right)}
	across = [4]uint8{up: 1<<right | 1<<left, down: 1<<right | 1<<left, right: 1<<up | 1<<down, left: 1<<up | 1<<down}
)

func (w *walker) begin(s Square, k Kind, foes, occupied Bitboard) {
	w.start, w.kind = s, k
	if w.seen != nil {
		clear(w.seen)
	}
	w.walk(walkState{at: s, kind: k, ways: allWays}, foes, occupied&^s.Bit(), 1)
}

// walk tries every jump from a state; n is the number of pieces captured with
// that jump.
func (w *walker) walk(st walkState, foes, occupied Bitboard, n int) {
	if w.steps++; w.steps > walkLimit && w.visited(st) {
		return
	}
	rays := &reach[st.kind&1]
	for ways := st.ways; ways != 0; ways &= ways - 1 {
		d := direction(bits.TrailingZeros8(ways)) & 3
		hit := rays[d][st.at&63] & occupied
		if hit == 0 {
			continue
		}
		victim := firstOn(d, hit)
		if !foes.Has(victim) {
			continue
		}
		behind := rays[d][victim&63]
		if stop := behind & occupied; stop != 0 {
			next := firstOn(d, stop)
			behind &^= reach[King][d][next&63] | next.Bit()
		}
		if behind != 0 {
			took := victim.Bit()
			w.land(walkState{captured: st.captured | took, kind: st.kind}, d, behind, foes&^took, occupied&^took, n)
		}
	}
}

// land records each landing behind a captured piece and goes on from it.
func (w *walker) land(st walkState, d direction, landings, foes, occupied Bitboard, n int) {
	// With nothing left that could be met, or no piece left on the board, this
	// still records; the walk below ends by itself.
	along := onward[d]
	if w.gen.mayReverse {
		along = allWays
	}
	if w.gen.crownInCapture && st.kind == Man && landings >= 1<<56 {
		st.kind = King
	}
	st.ways = along
	for b := landings; b != 0; b &= b - 1 {
		st.at = b.First()
		if n >= w.best {
			w.record(st, n)
		}
		if foes != 0 {
			w.walk(st, foes, occupied, n+1)
		}
		st.ways = across[d]
	}
}

// record keeps a chain that takes as many as the best. Chains of kings that
// differ only in their route are the same move.
func (w *walker) record(st walkState, n int) {
	if n > w.best {
		w.best = n
		w.buf = w.buf[:w.base]
		if w.known != nil {
			clear(w.known)
		}
	}
	m := Move{captured: st.captured, from: w.start, to: st.at}
	if w.kind == King {
		m.piece = kingMoves
	} else if st.kind == King || st.at >= 56 {
		m.piece = manCrowned
	}
	if st.kind == King && n > 1 && w.has(m) {
		return
	}
	w.buf = append(w.buf, m)
}

func (w *walker) has(m Move) bool {
	if w.seen != nil {
		if len(w.known) == 0 {
			w.known = map[Move]bool{}
			for _, k := range w.buf[w.base:] {
				w.known[k] = true
			}
		}
		found := w.known[m]
		w.known[m] = true
		return found
	}
	for _, k := range w.buf[w.base:] {
		if k == m {
			return true
		}
	}
	return false
}

// visited tells whether the walk has been in this state, and remembers it.
func (w *walker) visited(st walkState) bool {
	if w.seen == nil {
		w.seen = map[walkState]bool{}
	}
	found := w.seen[st]
	w.seen[st] = true
	return found
}
