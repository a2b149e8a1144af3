package puzzles

import "damalab/dama"

// The fixed scale of material, in hundredths of a man.
const (
	manValue  = 100
	kingValue = 400
)

// balance is the material of the side to move less the opponent's.
func balance(p dama.Position) int {
	own, other := p.Side(), p.Side().Other()
	return worth(p, own) - worth(p, other)
}

func worth(p dama.Position, c dama.Color) int {
	return manValue*p.Men(c).Count() + kingValue*p.Kings(c).Count()
}

// gainOf is what the side to move in p wins with a move, in hundredths of a man,
// once the captures that follow have been played out.
//
// The line is settled like this: as long as the side to move has a capture, which
// is then compulsory, it plays the one that is best for its own material in the
// end, and so does the other side after it; the line ends with the first
// position without a capture. Every legal capture is tried, and nothing else:
// no quiet move that might follow, and no draw rule. A crowning counts 300, a
// king being worth 400 and a man 100.
func gainOf(book rulebook, f dama.Facts, p dama.Position, after dama.Position) int {
	s := settler{book: book, facts: f, known: map[dama.Position]int{}}
	return -s.settle(after) - balance(p)
}

// settler plays captures out. It remembers positions, since different orders of
// captures lead to the same ones.
type settler struct {
	book  rulebook
	facts dama.Facts
	known map[dama.Position]int
}

// settle returns the balance at the end of the settled line from p, as the side
// to move in p sees it. Each capture removes a piece, so it ends.
func (s *settler) settle(p dama.Position) int {
	if value, ok := s.known[p]; ok {
		return value
	}
	options := s.book.appendOptions(nil, s.facts, p)
	if len(options) == 0 || !options[0].isCapture() {
		return balance(p)
	}
	best := -s.settle(options[0].after)
	for _, o := range options[1:] {
		best = max(best, -s.settle(o.after))
	}
	s.known[p] = best
	return best
}
