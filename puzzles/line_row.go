package puzzles

import (
	"damalab/dama"
	"damalab/puzzles/proof"
)

// What makes a line hard to see, in rating points; see grade.
const (
	gradeMove  = 80 // for each further move of the solver
	gradeQuiet = 60 // for each quiet one: it must be thought of
)

// elsewhere answers what a puzzle is under other rulesets.
type elsewhere struct {
	// holds tells whether the certificate, as it is, holds under other facts.
	holds func(dama.Facts) bool
	// confirms tells whether one that was made under other facts holds there.
	confirms func(dama.Facts, proof.Line) bool
}

// deriveLine works out the fields of a puzzle whose solution is a line. The
// ruleset's name is own.
func deriveLine(book rulebook, own string, s Subject, l proof.Line, other elsewhere) derived {
	t := termsOf(book, s.Facts, s.Position)
	d := derived{
		solverPlies: int32(len(l.Solution)+1) / 2,
		gain:        int32(l.Gain),
		ratingError: gradeError,
	}
	d.rating = gradeBase + gradeMove*(d.solverPlies-1)
	p := s.Position
	for i, text := range l.Solution {
		m, _ := t.read(p, text)
		if i%2 == 0 {
			d.captures += int32(m.captured.Count())
			if !m.isCapture() {
				d.rating += gradeQuiet
			}
		}
		p = m.after
	}
	if l.Gain == proof.Win {
		// A win is more than material; the row says what it takes on the way.
		play := settler{book: book, facts: s.Facts, known: map[dama.Position]int{}}
		d.gain = int32(-play.settle(p) - t.start)
	}
	d.validIn(own, &s, func(f dama.Facts) difference {
		if treeFactsOf(f) == treeFactsOf(s.Facts) || other.holds(f) {
			return difference{}
		}
		return other.again(f, s.Position, l)
	})
	d.themed(s)
	return d
}

// read finds a move by its text.
func (t *terms) read(p dama.Position, text string) (option, bool) {
	for _, o := range t.book.appendOptions(nil, t.facts, p) {
		if t.book.text(t.facts, p, o.moveID) == text {
			return o, true
		}
	}
	return option{after: p}, false
}
