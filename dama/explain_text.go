package dama

import (
	"fmt"
	"strings"
)

// Language is a language of the explanations.
type Language string

// The languages that every sentence is written in.
const (
	English Language = "en"
	Turkish Language = "tr"
)

// ParseLanguage reads "en" or "tr".
func ParseLanguage(text string) (Language, error) {
	switch l := Language(text); l {
	case English, Turkish:
		return l, nil
	}
	return English, fmt.Errorf("%q is neither en nor tr", text)
}

// Text says in one sentence that the move is legal and what it does, or why it is
// not.
func (e Explanation) Text(l Language) string { return e.fill(l, e.fault.sentence) }

// Suggestion offers the moves of Instead in one sentence; it is "" if there are
// none, or a single one that Text has named.
func (e Explanation) Suggestion(l Language) string {
	named := strings.Contains(sentences[e.fault.sentence].english, "{example}")
	if len(e.Instead) == 0 || len(e.Instead) == 1 && named {
		return ""
	}
	return e.fill(l, saysInstead)
}

// Note says in one sentence what has ended the game in this position; it is ""
// while the game goes on.
func (e Explanation) Note(l Language) string {
	switch e.Over {
	case Elimination:
		return e.fill(l, saysElimination)
	case BlockedSide:
		return e.fill(l, saysBlockedSide)
	case OnePieceEachDrawn:
		return e.fill(l, saysOnePieceEach)
	case KingVersusManDrawn:
		return e.fill(l, saysKingVersusMan)
	}
	return ""
}

// fill writes a sentence with the explanation's details. English is what any
// other language than Turkish gets.
func (e Explanation) fill(l Language, s sentence) string {
	var text strings.Builder
	rest := sentences[s].in(l)
	for {
		before, after, found := strings.Cut(rest, "{")
		text.WriteString(before)
		name, after, _ := strings.Cut(after, "}")
		if !found {
			return text.String()
		}
		text.WriteString(e.detail(l, name))
		rest = after
	}
}

// detail returns what stands for a name in braces.
func (e Explanation) detail(l Language, name string) string {
	switch f := e.fault; name {
	case "from":
		return f.from.String()
	case "to":
		return f.to.String()
	case "at":
		return f.at.String()
	case "move":
		return f.move
	case "example":
		return f.example
	case "instead":
		return strings.Join(e.Instead, ", ")
	case "captured":
		return squareList(f.taken)
	case "taken":
		return pieces(l, f.taken.Count())
	case "most":
		return pieces(l, f.most)
	case "mover":
		return colorWords[e.mover].in(l)
	case "opponent":
		return colorWords[e.mover.Other()].in(l)
	}
	return "{" + name + "}" // a test finds it
}

func pieces(l Language, n int) string {
	if n == 1 {
		return "1 " + onePiece.in(l)
	}
	return fmt.Sprintf("%d %s", n, manyPieces.in(l))
}

func squareList(b Bitboard) string {
	var names []string
	for s := range b.Squares() {
		names = append(names, s.String())
	}
	return strings.Join(names, ", ")
}
