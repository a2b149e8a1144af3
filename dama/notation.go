package dama

import (
	"fmt"
	"strings"
)

// Text writes a move that is legal in p: a quiet move as "a3-a4", a capture as
// its origin and every landing of its least route joined by x, such as
// "f3xf5xd5xd7xb7".
func (g Generator) Text(p Position, m Move) string {
	if !m.IsCapture() {
		return m.from.String() + "-" + m.to.String()
	}
	return routeText(m.from, g.Route(p, m))
}

func routeText(from Square, route []Square) string {
	var b strings.Builder
	b.WriteString(from.String())
	for _, s := range route {
		b.WriteByte('x')
		b.WriteString(s.String())
	}
	return b.String()
}

// MoveFault says in which of three ways a move text failed.
type MoveFault string

// The text is no move at all; it is a move, but not a legal one; or more than
// one legal move fits it.
const (
	MoveUnreadable MoveFault = "unreadable"
	MoveIllegal    MoveFault = "illegal"
	MoveAmbiguous  MoveFault = "ambiguous"
)

// MoveError says why a move text was not accepted in a position.
type MoveError struct {
	Text       string
	Fault      MoveFault
	Detail     string   // what is wrong with an unreadable text
	Candidates []string // the moves that fit an ambiguous text
}

// Error is one line that names the text, the reason and what to do.
func (e *MoveError) Error() string {
	switch e.Fault {
	case MoveAmbiguous:
		return fmt.Sprintf("move %q is ambiguous: write one of %s", e.Text, strings.Join(e.Candidates, ", "))
	case MoveUnreadable:
		return fmt.Sprintf("move %q is unreadable: %s", e.Text, e.Detail)
	}
	return fmt.Sprintf("move %q is not legal here", e.Text)
}

// ParseMove reads a move in p. It accepts any route of a legal move, then the
// short form of origin and destination, then the form that names the captured
// squares in order; the latter two only if one legal move fits. The error is
// always a [*MoveError].
func (g Generator) ParseMove(p Position, text string) (Move, error) {
	return g.ParseMoveAmong(p, text, g.Moves(p))
}

// ParseMoveAmong is [Generator.ParseMove] for whoever has the legal moves of p at
// hand, all of them and in any order. They are not changed.
func (g Generator) ParseMoveAmong(p Position, text string, moves []Move) (Move, error) {
	if m, ok := plainMove(text, moves); ok {
		return m, nil
	}
	squares, capture, err := readSquares(text)
	if err != nil {
		return Move{}, &MoveError{Text: text, Fault: MoveUnreadable, Detail: err.Error()}
	}
	from, rest := squares[0], squares[1:]
	var legal []Move
	for _, m := range moves {
		if m.from == from && m.IsCapture() == capture {
			legal = append(legal, m)
		}
	}
	for _, form := range []func(Position, Move, []Square) bool{g.isRoute, isShort, g.isCapturedList} {
		var fits []Move
		for _, m := range legal {
			if form(p, m, rest) {
				fits = append(fits, m)
			}
		}
		if len(fits) == 1 {
			return fits[0], nil
		}
		if len(fits) > 1 {
			return Move{}, g.ambiguous(p, text, fits)
		}
	}
	return Move{}, &MoveError{Text: text, Fault: MoveIllegal}
}

// plainMove finds the move of a text of two squares as this package writes it,
// which most stored moves are: a quiet move, or a capture of one piece. Such a
// text can mean one legal move only. Everything else is left to the slow way.
func plainMove(text string, moves []Move) (Move, bool) {
	if len(text) != 5 || text[2] != '-' && text[2] != 'x' {
		return Move{}, false
	}
	for i, low := range []byte{'a', '1', 0, 'a', '1'} {
		if i != 2 && text[i]-low > 7 {
			return Move{}, false
		}
	}
	from := Square(text[0] - 'a' + 8*(text[1]-'1'))
	to := Square(text[3] - 'a' + 8*(text[4]-'1'))
	taken := 0
	if text[2] == 'x' {
		taken = 1
	}
	for _, m := range moves {
		if m.from == from && m.to == to && m.captured.Count() == taken {
			return m, true
		}
	}
	return Move{}, false
}

func (g Generator) ambiguous(p Position, text string, fits []Move) error {
	e := &MoveError{Text: text, Fault: MoveAmbiguous}
	for _, m := range fits {
		e.Candidates = append(e.Candidates, g.Text(p, m))
	}
	return e
}

// readSquares splits a move text into its squares; capture tells whether they
// were joined by x.
func readSquares(text string) (squares []Square, capture bool, err error) {
	body := strings.TrimSpace(text)
	parts := strings.Split(body, "-")
	if len(parts) == 1 {
		parts, capture = strings.Split(body, "x"), true
	}
	if len(parts) < 2 || !capture && len(parts) > 2 {
		return nil, false, fmt.Errorf("a quiet move is written a3-a4, a capture a3xa5xc5")
	}
	for _, part := range parts {
		s, err := ParseSquare(part)
		if err != nil {
			return nil, false, err
		}
		squares = append(squares, s)
	}
	return squares, capture, nil
}

func isShort(_ Position, m Move, rest []Square) bool {
	return len(rest) == 1 && rest[0] == m.to
}

// isRoute tells whether the squares are the landings of one of the move's routes.
func (g Generator) isRoute(p Position, m Move, rest []Square) bool {
	if !m.IsCapture() {
		return isShort(p, m, rest)
	}
	return len(rest) == m.captured.Count() && rest[len(rest)-1] == m.to &&
		g.follows(p, m, rest, landingOf)
}

// isCapturedList tells whether the squares are those of the captured pieces in
// the order in which one of the move's routes takes them.
func (g Generator) isCapturedList(p Position, m Move, rest []Square) bool {
	if len(rest) != m.captured.Count() {
		return false
	}
	return g.follows(p, m, rest, victimOf)
}

// landingOf and victimOf give the two squares that a jump can be shown by.
func landingOf(_, to walkState) Square   { return to.at }
func victimOf(from, to walkState) Square { return (to.captured &^ from.captured).First() }

// follows tells whether some route of the move shows the given squares, one for
// each captured piece, where mark says which square a jump shows (as the side to
// move sees the board). Whether a chain is the move shows at its end; asking on
// the way would walk all the routes there are.
func (g Generator) follows(p Position, m Move, squares []Square, mark func(from, to walkState) Square) bool {
	r := g.router(p, m)
	states := r.after(squares, mark)
	for st := range states {
		if r.done(st) {
			return true
		}
	}
	return false
}

// after returns the states in which the piece can stand when its jumps have
// shown the given squares.
func (j *jumper) after(squares []Square, mark func(from, to walkState) Square) map[walkState]bool {
	states := map[walkState]bool{j.first: true}
	for i := 0; i < len(squares) && len(states) > 0; i++ {
		after := map[walkState]bool{}
		for st := range states {
			for _, to := range j.next(st) {
				if j.flip.Square(mark(st, to)) == squares[i] {
					after[to] = true
				}
			}
		}
		states = after
	}
	return states
}
