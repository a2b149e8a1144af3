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

// makeInto is Make without a copy: each field of q is written once.
func (p *Position) makeInto(q *Position, m Move) {
	own := &pieceKeys[p.side&1]
	from, to := m.from&63, m.to&63
	gone, there := ^(Bitboard(1) << from), Bitboard(1)<<to
	men, kings, key := p.men, p.kings, p.key^sideKey
	switch m.piece {
	case kingMoves:
		kings = kings&gone | there
		key ^= own[King][from] ^ own[King][to]
	case manCrowned:
		men &= gone
		kings |= there
		key ^= own[Man][from] ^ own[King][to]
	default:
		men = men&gone | there
		key ^= own[Man][from] ^ own[Man][to]
	}
	q.foeMen, q.foeKings = men, kings
	q.side = p.side ^ 1
	if m.captured == 0 {
		q.men, q.kings, q.key = p.foeMen, p.foeKings, key
		return
	}
	q.men, q.kings = p.foeMen&^m.captured, p.foeKings&^m.captured
	q.key = key ^ p.foeKey(m.captured)
}

// KeyAfter returns the key of the position after a move that is legal in p. A
// search asks its memory for what it will need next before it plays the move.
func (p *Position) KeyAfter(m Move) uint64 {
	own := &pieceKeys[p.side&1]
	before, after := Man, Man
	switch m.piece {
	case kingMoves:
		before, after = King, King
	case manCrowned:
		after = King
	}
	key := p.key ^ sideKey ^ own[before][m.from&63] ^ own[after][m.to&63]
	if m.captured != 0 {
		key ^= p.foeKey(m.captured)
	}
	return key
}

// foeKey returns the part of the key that captured pieces leave with.
func (p *Position) foeKey(captured Bitboard) (key uint64) {
	keys := &pieceKeys[p.side&1^1]
	for b := captured & p.foeMen; b != 0; b &= b - 1 {
		key ^= keys[Man][b.First()&63]
	}
	for b := captured & p.foeKings; b != 0; b &= b - 1 {
		key ^= keys[King][b.First()&63]
	}
	return key
}
