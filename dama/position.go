package dama

import (
	"errors"
	"fmt"
)

// Color is one of the two sides.
type Color uint8

// White moves up the board (towards rank 8) and moves first; Black moves down.
const (
	White Color = iota
	Black
)

// Other returns the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String returns "White" or "Black".
func (c Color) String() string {
	if c == White {
		return "White"
	}
	return "Black"
}

// FarRank returns the rank (0 to 7) on which this side's men are crowned.
func (c Color) FarRank() int {
	if c == White {
		return 7
	}
	return 0
}

// Kind is what a piece is: a man or a king.
type Kind uint8

// The two kinds of piece.
const (
	Man Kind = iota
	King
)

// Piece is a kind with its owner.
type Piece struct {
	Color Color
	Kind  Kind
}

// Position is who stands where and who is to move: four bitboards and a side,
// with a 64-bit key kept beside them. It is a comparable value of 48 bytes; two
// positions are equal exactly when all four boards and the side are.
//
// The boards are stored by role (the side to move first) because that is how
// the move generator asks for them.
type Position struct {
	men, kings       Bitboard // of the side to move
	foeMen, foeKings Bitboard
	key              uint64
	side             Color
}

// NewPosition builds a position. It refuses two pieces on a square and a man
// on its own far rank, where it would have been crowned.
func NewPosition(whiteMen, whiteKings, blackMen, blackKings Bitboard, side Color) (Position, error) {
	seen := Bitboard(0)
	for _, b := range [...]Bitboard{whiteMen, whiteKings, blackMen, blackKings} {
		if twice := seen & b; twice != 0 {
			return Position{}, fmt.Errorf("two pieces on %v", twice.First())
		}
		seen |= b
	}
	if b := whiteMen & rank8; b != 0 {
		return Position{}, fmt.Errorf("a white man on its far rank, %v: it would have been crowned", b.First())
	}
	if b := blackMen & rank1; b != 0 {
		return Position{}, fmt.Errorf("a black man on its far rank, %v: it would have been crowned", b.First())
	}
	if side > Black {
		return Position{}, errors.New("the side to move is neither White nor Black")
	}
	p := Position{men: whiteMen, kings: whiteKings, foeMen: blackMen, foeKings: blackKings}
	if side == Black {
		p = Position{men: blackMen, kings: blackKings, foeMen: whiteMen, foeKings: whiteKings, side: Black}
	}
	p.key = p.computeKey()
	return p, nil
}

// StartPosition returns the usual start: 16 men a side, White on ranks 2 and 3,
// Black on ranks 6 and 7, White to move.
func StartPosition() Position {
	p := Position{men: rank1<<8 | rank1<<16, foeMen: rank1<<40 | rank1<<48}
	p.key = p.computeKey()
	return p
}

// Side returns the side to move.
func (p Position) Side() Color { return p.side }

// Key returns the 64-bit key of the boards and the side. Equal positions have
// equal keys; different positions almost never do.
func (p Position) Key() uint64 { return p.key }

// Men returns a side's men.
func (p Position) Men(c Color) Bitboard {
	if c == p.side {
		return p.men
	}
	return p.foeMen
}

// Kings returns a side's kings.
func (p Position) Kings(c Color) Bitboard {
	if c == p.side {
		return p.kings
	}
	return p.foeKings
}

// Pieces returns all the pieces of a side.
func (p Position) Pieces(c Color) Bitboard {
	if c == p.side {
		return p.men | p.kings
	}
	return p.foeMen | p.foeKings
}

// Occupied returns the squares on which any piece stands.
func (p Position) Occupied() Bitboard { return p.men | p.kings | p.foeMen | p.foeKings }

// At returns the piece on a square, and false if the square is empty.
func (p Position) At(s Square) (Piece, bool) {
	switch b := s.Bit(); {
	case p.men&b != 0:
		return Piece{p.side, Man}, true
	case p.kings&b != 0:
		return Piece{p.side, King}, true
	case p.foeMen&b != 0:
		return Piece{p.side.Other(), Man}, true
	case p.foeKings&b != 0:
		return Piece{p.side.Other(), King}, true
	}
	return Piece{}, false
}

// Boards returns the four boards by role: the side to move's men and kings, then
// the other side's.
func (p *Position) Boards() (men, kings, foeMen, foeKings Bitboard) {
	return p.men, p.kings, p.foeMen, p.foeKings
}

// KeyAndSide is Key and Side of a position that is looked at where it stands:
// searches ask so often that a copy would count.
func (p *Position) KeyAndSide() (key uint64, side Color) { return p.key, p.side }

// OnePieceEach tells whether both sides are down to one piece.
func (p *Position) OnePieceEach() bool {
	own, foe := p.men|p.kings, p.foeMen|p.foeKings
	return own&(own-1) == 0 && foe&(foe-1) == 0 && own != 0 && foe != 0
}

// Pass returns the same board with the other side to move. It is no legal move;
// searches use it to ask what the opponent threatens.
func (p Position) Pass() Position {
	return Position{
		men: p.foeMen, kings: p.foeKings, foeMen: p.men, foeKings: p.kings,
		key: p.key ^ sideKey, side: p.side ^ 1,
	}
}
