package proof

import "fmt"

// difference names the first thing that a certificate says otherwise than the
// one that was found, or "" if there is none.
func (m Maximum) difference(found Maximum) string {
	for _, field := range []struct {
		name        string
		said, found any
	}{
		{"promotion", m.Promotion, found.Promotion},
		{"reversal", m.Reversal, found.Reversal},
		{"fen", m.FEN, found.FEN},
		{"captures", m.Captures, found.Captures},
		{"solution", m.Solution, found.Solution},
	} {
		if field.said != field.found {
			return fmt.Sprintf("%s is %v instead of %v", field.name, field.said, field.found)
		}
	}
	if what := firstDifference("route", m.Routes, found.Routes); what != "" {
		return what
	}
	return firstDifference("decoy", m.Decoys, found.Decoys)
}

// firstDifference compares two lists entry by entry.
func firstDifference[T comparable](name string, said, found []T) string {
	for i := range min(len(said), len(found)) {
		if said[i] != found[i] {
			return fmt.Sprintf("%s %d of %d is %v instead of %v", name, i+1, len(said), said[i], found[i])
		}
	}
	if len(said) != len(found) {
		return fmt.Sprintf("it lists %d %ss instead of %d", len(said), name, len(found))
	}
	return ""
}

// String is the move with the number of pieces that it takes.
func (d Decoy) String() string { return fmt.Sprintf("%s (%d)", d.Move, d.Captures) }
