package puzzles

import (
	"damalab/dama"
	"damalab/internal/referee"
)

// rulebook is who says which moves are legal. What a row says besides its proof
// is worked out over one: with the fast book when a puzzle is made, with the
// slow one when it is checked.
type rulebook interface {
	options(f dama.Facts, p dama.Position) []option
}

// option is a legal move.
type option struct {
	moveID
	after dama.Position
	text  func() string
}

// moveID is what makes two moves the same, whoever found them.
type moveID struct {
	from, to dama.Square
	captured dama.Bitboard
	crowned  bool
}

// fastBook asks the move generator.
type fastBook struct{}

func (fastBook) options(f dama.Facts, p dama.Position) []option {
	gen := f.Generator()
	var list []option
	for _, m := range gen.Moves(p) {
		list = append(list, option{
			moveID{m.From(), m.To(), m.Captured(), m.Crowned()},
			p.Make(m),
			func() string { return gen.Text(p, m) },
		})
	}
	return list
}

// slowBook asks the referee.
type slowBook struct{}

func (slowBook) options(f dama.Facts, p dama.Position) []option {
	var list []option
	for _, m := range referee.Moves(f, p) {
		list = append(list, option{idOf(m), referee.Make(p, m), m.Text})
	}
	return list
}

func idOf(m referee.Move) moveID { return moveID{m.From, m.To, m.Captured, m.Crowned} }
