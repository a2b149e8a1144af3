package dama

// Move is a legal move as the rules tell moves apart: where it starts, where it
// ends, which pieces it takes, and what the piece is afterwards. Captures that
// differ only in their route are one move. It is a comparable value of 16 bytes.
type Move struct {
	captured Bitboard
	from, to Square
	piece    moveKind
}

// moveKind is what the moving piece is before and after the move. (One field for
// both keeps Move at four fields, which the compiler holds in registers.)
type moveKind uint8

const (
	manStays   moveKind = iota // a man before and after
	kingMoves                  // a king before and after
	manCrowned                 // a man before, a king after
)

// From returns the square the piece leaves.
func (m Move) From() Square { return m.from }

// To returns the square the piece ends on. A king's capture may end where it
// began.
func (m Move) To() Square { return m.to }

// Captured returns the squares of the pieces that the move takes.
func (m Move) Captured() Bitboard { return m.captured }

// IsCapture tells whether the move takes anything.
func (m Move) IsCapture() bool { return m.captured != 0 }

// ByKing tells whether the piece was a king before the move.
func (m Move) ByKing() bool { return m.piece == kingMoves }

// Crowned tells whether a man became a king with this move.
func (m Move) Crowned() bool { return m.piece == manCrowned }

// IsZero tells whether this is the zero value, which is no move: the quiet
// moves of the rules end on another square, and captures take something.
func (m Move) IsZero() bool { return m == Move{} }

// Make returns the position after a move that is legal in p.
func (p Position) Make(m Move) Position {
	var q Position
	p.makeInto(&q, m)
	return q
}

// makeInto is Make without a copy.
func (p *Position) makeInto(q *Position, m Move) {
	*q = Position{
		men: p.foeMen, kings: p.foeKings, foeMen: p.men, foeKings: p.kings,
		key: p.key ^ sideKey, side: p.side ^ 1,
	}
	own := &pieceKeys[p.side&1]
	switch m.piece {
	case kingMoves:
		q.foeKings = p.kings&^m.from.Bit() | m.to.Bit()
		q.key ^= own[King][m.from&63] ^ own[King][m.to&63]
	case manCrowned:
		q.foeMen &^= m.from.Bit()
		q.foeKings |= m.to.Bit()
		q.key ^= own[Man][m.from&63] ^ own[King][m.to&63]
	default:
		q.foeMen = p.men&^m.from.Bit() | m.to.Bit()
		q.key ^= own[Man][m.from&63] ^ own[Man][m.to&63]
	}
	if m.captured != 0 {
		q.remove(m.captured)
	}
}

// remove takes captured pieces of the side to move off the board.
func (p *Position) remove(captured Bitboard) {
	keys := &pieceKeys[p.side&1]
	for b := captured & p.men; b != 0; b &= b - 1 {
		p.key ^= keys[Man][b.First()&63]
	}
	for b := captured & p.kings; b != 0; b &= b - 1 {
		p.key ^= keys[King][b.First()&63]
	}
	p.men &^= captured
	p.kings &^= captured
}
