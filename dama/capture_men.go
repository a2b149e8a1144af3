package dama

// Where men alone capture, and stay men to the end, a chain shows in the squares
// that it clears which way it went. So no two chains are the same move, nothing
// needs to be remembered, and a jump is found by shifting one bit. Most captures of
// a game are of this kind. The moves and their order are those of the walker in
// capture.go, which is the judge in the tests.

// menTaker collects the chains of the greatest number of pieces.
type menTaker struct {
	buf  []Move
	base int // where this generation's moves begin in buf
	best int // the greatest number of captured pieces so far
	from Square
}

// menCaptures appends the legal captures of the given men where no king can
// capture and no man can be crowned on the way.
func menCaptures(buf []Move, v view, men Bitboard) []Move {
	foes, empty := v.foes(), ^v.occupied()
	var t menTaker
	t.buf, t.base, t.best = buf, len(buf), 1
	for b := men; b != 0; b &= b - 1 {
		man := b & -b
		t.from = b.First()
		t.walk(man, foes, empty|man, 0, 0)
	}
	return t.buf
}

// walk goes on from a square, given as a set, after n jumps.
func (t *menTaker) walk(at, foes, empty, captured Bitboard, n int) {
	ended := true
	if hit := at << 8 & foes; hit<<8&empty != 0 {
		t.walk(hit<<8, foes^hit, empty|hit, captured|hit, n+1)
		ended = false
	}
	if hit := at &^ fileH << 1 & foes; hit&^fileH<<1&empty != 0 {
		t.walk(hit<<1, foes^hit, empty|hit, captured|hit, n+1)
		ended = false
	}
	if hit := at &^ fileA >> 1 & foes; hit&^fileA>>1&empty != 0 {
		t.walk(hit>>1, foes^hit, empty|hit, captured|hit, n+1)
		ended = false
	}
	if ended && n >= t.best {
		t.record(at.First(), captured, n)
	}
}

func (t *menTaker) record(to Square, captured Bitboard, n int) {
	if n > t.best {
		t.best = n
		t.buf = t.buf[:t.base]
	}
	m := Move{captured: captured, from: t.from, to: to}
	if to >= 56 {
		m.piece = manCrowned
	}
	t.buf = append(t.buf, m)
}
