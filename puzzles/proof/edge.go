package proof

import (
	"fmt"
	"strconv"
	"strings"
)

// Edge is a move in the tree of a [Line]. As text it is the move and where it
// leads:
//
//	a3-a4@7     to node 7
//	a3-a4=-100  to a settled position of that value, where the tree ends
//	a3-a4#1     to the end of the game: 1 won, 0 drawn, -1 lost for the solver
type Edge struct {
	// Move is the text of the move by its least route.
	Move string
	// To says what the move leads to.
	To Target
	// Number is a node's number, a value in hundredths of a man, or a result.
	Number int
}

// Target is what an edge leads to.
type Target byte

// The three targets; their values are the signs that the text has.
const (
	ToNode    Target = '@'
	ToSettled Target = '='
	ToEnd     Target = '#'
)

// MarshalText writes the edge as text.
func (e Edge) MarshalText() ([]byte, error) {
	return strconv.AppendInt(append([]byte(e.Move), byte(e.To)), int64(e.Number), 10), nil
}

// UnmarshalText reads an edge, in the form in which it is written and no other.
func (e *Edge) UnmarshalText(text []byte) error {
	s := string(text)
	sign := strings.IndexAny(s, "@=#")
	if sign < 0 {
		return fmt.Errorf("edge %q does not say where it leads", s)
	}
	n, err := strconv.Atoi(s[sign+1:])
	if err != nil {
		return fmt.Errorf("edge %q leads to no number", s)
	}
	*e = Edge{Move: s[:sign], To: Target(s[sign]), Number: n}
	if again, _ := e.MarshalText(); string(again) != s {
		return fmt.Errorf("edge %q is not as it was made", s)
	}
	return nil
}

// String is the edge's text.
func (e Edge) String() string {
	text, _ := e.MarshalText()
	return string(text)
}
