package referee

import (
	"cmp"
	"slices"

	"damalab/dama"
)

// Moves returns the legal moves of the side to move, sorted by origin,
// destination and captured set (as a number), a move that crowns after one that
// does not. If any piece can capture, only the captures of the greatest number
// of pieces are legal. It looks at the board alone: no draw rule and no missing
// opponent ends the game here.
func Moves(f dama.Facts, p dama.Position) []Move {
	captures := Captures(f, p)
	if len(captures) == 0 {
		return quiet(p)
	}
	longest := 0
	for _, m := range captures {
		longest = max(longest, m.Captured.Count())
	}
	return slices.DeleteFunc(captures, func(m Move) bool { return m.Captured.Count() < longest })
}

// quiet returns the moves that capture nothing: a man goes one square, a king
// as far as the squares are empty.
func quiet(p dama.Position) []Move {
	var all collection
	b := boardOf(p)
	for from := range p.Pieces(p.Side()).Squares() {
		piece, _ := p.At(from)
		for _, d := range steps(piece) {
			for to := placeOf(from).next(d); b.empty(to); to = to.next(d) {
				all.add(Move{
					From: from, To: to.square(), Crowned: crowns(piece, to),
					Routes: [][]dama.Square{{to.square()}},
				})
				if piece.Kind == dama.Man {
					break
				}
			}
		}
	}
	return all.sorted()
}

// identity is what makes two routes the same move: the same origin,
// destination, captured pieces and kind of piece afterwards.
type identity struct {
	from, to dama.Square
	captured dama.Bitboard
	crowned  bool
}

// collection gathers moves and joins those that are one move. The zero value
// is empty.
type collection struct {
	routes map[identity][][]dama.Square
}

func (c *collection) add(m Move) {
	if c.routes == nil {
		c.routes = map[identity][][]dama.Square{}
	}
	id := identity{m.From, m.To, m.Captured, m.Crowned}
	c.routes[id] = append(c.routes[id], m.Routes...)
}

func (c *collection) sorted() []Move {
	var list []Move
	for id, routes := range c.routes {
		slices.SortFunc(routes, slices.Compare[[]dama.Square])
		list = append(list, Move{id.from, id.to, id.captured, id.crowned, routes})
	}
	slices.SortFunc(list, compare)
	return list
}

func compare(a, b Move) int {
	crowned := map[bool]int{false: 0, true: 1}
	return cmp.Or(
		cmp.Compare(a.From, b.From),
		cmp.Compare(a.To, b.To),
		cmp.Compare(a.Captured, b.Captured),
		cmp.Compare(crowned[a.Crowned], crowned[b.Crowned]),
	)
}
