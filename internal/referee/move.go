package referee

import (
	"fmt"
	"strings"

	"damalab/dama"
)

// Move is a legal move or a complete capture. Routes with the same origin,
// destination, captured pieces and kind of piece afterwards are one move.
type Move struct {
	From, To dama.Square
	// Captured is the set of captured pieces, empty for a quiet move.
	Captured dama.Bitboard
	// Crowned is true if a man became a king with this move.
	Crowned bool
	// Routes has every ordered list of landing squares that makes this move,
	// the least first, with a1 before b1 and h8 last. A quiet move has one
	// route, its destination.
	Routes [][]dama.Square
}

// Text returns the move's notation: "a3-a4" for a quiet move; for a capture the
// origin and every landing square of the least route, "f3xf5xd5xd7xb7". The move
// must have a route, as all moves of this package have.
func (m Move) Text() string { return m.routeText(m.Routes[0]) }

func (m Move) routeText(route []dama.Square) string {
	if m.Captured.Count() == 0 {
		return m.From.String() + "-" + m.To.String()
	}
	names := []string{m.From.String()}
	for _, s := range route {
		names = append(names, s.String())
	}
	return strings.Join(names, "x")
}

// Find returns the legal move that a text names: by its notation or by any other
// of its routes, always with all landing squares. Short forms are refused.
func Find(f dama.Facts, p dama.Position, text string) (Move, bool) {
	for _, m := range Moves(f, p) {
		for _, route := range m.Routes {
			if m.routeText(route) == text {
				return m, true
			}
		}
	}
	return Move{}, false
}

// Make returns the position after a move of this package that was found for p,
// with the other side to move. It panics on a move that cannot be made there.
func Make(p dama.Position, m Move) dama.Position {
	piece, ok := p.At(m.From)
	if !ok {
		panic(fmt.Sprintf("referee: no piece on %v in %v", m.From, p))
	}
	if m.Crowned {
		piece.Kind = dama.King
	}
	b := boardOf(p)
	b.lift(placeOf(m.From))
	for s := range m.Captured.Squares() {
		b.lift(placeOf(s))
	}
	b.put(placeOf(m.To), piece)
	next, err := b.position(p.Side().Other())
	if err != nil {
		panic(fmt.Sprintf("referee: %v to %v in %v: %v", m.From, m.To, p, err))
	}
	return next
}
