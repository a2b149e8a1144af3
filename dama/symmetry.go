package dama

// Symmetry is a way to look at the same position differently: the rules do not
// care about left and right, nor about who is called White.
type Symmetry uint8

// SwapColors turns the board upside down and exchanges the colors and the side
// to move; MirrorFiles exchanges left and right. They commute and may be joined.
const (
	SwapColors Symmetry = 1 << iota
	MirrorFiles
)

// Square returns where a square goes under the symmetry.
func (y Symmetry) Square(s Square) Square {
	if y&SwapColors != 0 {
		s ^= 56
	}
	if y&MirrorFiles != 0 {
		s ^= 7
	}
	return s
}

// Board returns where a set of squares goes under the symmetry.
func (y Symmetry) Board(b Bitboard) Bitboard {
	if y&SwapColors != 0 {
		b = b.FlipRanks()
	}
	if y&MirrorFiles != 0 {
		b = b.MirrorFiles()
	}
	return b
}

// Position returns the position as the symmetry shows it.
func (y Symmetry) Position(p Position) Position {
	q := Position{
		men: y.Board(p.men), kings: y.Board(p.kings),
		foeMen: y.Board(p.foeMen), foeKings: y.Board(p.foeKings), side: p.side,
	}
	if y&SwapColors != 0 {
		q.side = p.side.Other()
	}
	q.key = q.computeKey()
	return q
}

// Move returns the move as the symmetry shows it. Each symmetry undoes itself.
func (y Symmetry) Move(m Move) Move {
	m.from, m.to, m.captured = y.Square(m.from), y.Square(m.to), y.Board(m.captured)
	return m
}

// Canonical returns the one position that stands for all four views of this
// one, and the symmetry that leads to it. White is to move in it; of the two
// file mirrors it is the one whose boards, compared as numbers in the order own
// men, own kings, other men, other kings, come first.
func (p Position) Canonical() (Position, Symmetry) {
	y := Symmetry(0)
	if p.side == Black {
		y = SwapColors
	}
	a, b := y.Position(p), (y | MirrorFiles).Position(p)
	if b.before(a) {
		return b, y | MirrorFiles
	}
	return a, y
}

func (p Position) before(q Position) bool {
	switch {
	case p.men != q.men:
		return p.men < q.men
	case p.kings != q.kings:
		return p.kings < q.kings
	case p.foeMen != q.foeMen:
		return p.foeMen < q.foeMen
	}
	return p.foeKings < q.foeKings
}
