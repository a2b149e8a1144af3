package proof

import (
	"errors"
	"fmt"
	"strings"

	"damalab/dama"
)

// QuestionType is what a drill asks.
type QuestionType string

// The types. Their names are stored and never change.
const (
	// AskSteps, "steps:c3": the squares on which a legal move of this man ends.
	AskSteps QuestionType = "steps"
	// AskLandings, "landings:d4": the same of a king.
	AskLandings QuestionType = "landings"
	// AskCaptures, "captures": every route of every legal capture.
	AskCaptures QuestionType = "captures"
	// AskMaximum, "maximum": how many pieces a legal move takes.
	AskMaximum QuestionType = "maximum"
	// AskLegal, "legal:c3xc5": whether a move is legal, and if not, why not.
	AskLegal QuestionType = "legal"
)

// QuestionTypes returns all types.
func QuestionTypes() []QuestionType {
	return []QuestionType{AskSteps, AskLandings, AskCaptures, AskMaximum, AskLegal}
}

// ErrQuestion: the text is no question. Test with errors.Is.
var ErrQuestion = errors.New("not a question")

// Question is a drill's question.
type Question struct {
	Type QuestionType
	// Squares are the piece's square for steps and landings; the move's squares
	// for legal, the origin first; none for the others.
	Squares []dama.Square
	// Capture tells whether a move that is asked about is written as a capture.
	Capture bool
}

// ParseQuestion reads the text of a question, such as "legal:c3xc5". There is one
// text for each question; the error is [ErrQuestion].
func ParseQuestion(text string) (Question, error) {
	name, rest, has := strings.Cut(text, ":")
	q := Question{Type: QuestionType(name)}
	separator := "-"
	switch q.Type {
	case AskCaptures, AskMaximum:
		if has {
			return q, fmt.Errorf("%w: %q: nothing follows %s", ErrQuestion, text, name)
		}
		return q, nil
	case AskSteps, AskLandings:
	case AskLegal:
		if q.Capture = strings.Contains(rest, "x"); q.Capture {
			separator = "x"
		}
	default:
		return q, fmt.Errorf("%w: %q: the types are %v", ErrQuestion, text, QuestionTypes())
	}
	for _, part := range strings.Split(rest, separator) {
		s, err := dama.ParseSquare(part)
		if err != nil {
			return q, fmt.Errorf("%w: %q: %v", ErrQuestion, text, err)
		}
		q.Squares = append(q.Squares, s)
	}
	if q.String() != text || !q.possible() {
		return q, fmt.Errorf("%w: %q: it is written steps:c3, landings:d4, captures, maximum, legal:c3-c4 or legal:c3xc5xe5", ErrQuestion, text)
	}
	return q, nil
}

// possible tells whether there are as many squares as the type takes, and no
// step from a square to itself.
func (q Question) possible() bool {
	switch {
	case q.Type != AskLegal:
		return len(q.Squares) == 1
	case len(q.Squares) < 2 || !q.Capture && len(q.Squares) > 2:
		return false
	}
	for i := 1; i < len(q.Squares); i++ {
		if q.Squares[i] == q.Squares[i-1] {
			return false
		}
	}
	return true
}

// String is the question's text.
func (q Question) String() string {
	if len(q.Squares) == 0 {
		return string(q.Type)
	}
	return string(q.Type) + ":" + q.Move()
}

// Move is the text of the move that is asked about, or the piece's square.
func (q Question) Move() string {
	separator := "-"
	if q.Capture {
		separator = "x"
	}
	names := make([]string, len(q.Squares))
	for i, s := range q.Squares {
		names[i] = s.String()
	}
	return strings.Join(names, separator)
}

// Seen is the question as it is asked of another view of the position.
func (q Question) Seen(y dama.Symmetry) Question {
	squares := make([]dama.Square, len(q.Squares))
	for i, s := range q.Squares {
		squares[i] = y.Square(s)
	}
	q.Squares = squares
	return q
}
