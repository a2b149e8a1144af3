package puzzles

import (
	"slices"

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
		themes:      themesOf(s),
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
	d.validRulesets, d.rulesetNote = validity(own, func(f dama.Facts) string {
		if treeFactsOf(f) == treeFactsOf(s.Facts) || other.holds(f) {
			return ""
		}
		return other.again(f, s.Position, l)
	})
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

// again says what is so of a puzzle under other facts instead of the same solution
// being the only one, or "" if it is: a new certificate is made, and confirmed.
// Where none can be made within the usual bounds, that is what is said; only what
// is proven is called valid.
func (e elsewhere) again(f dama.Facts, p dama.Position, l proof.Line) string {
	t := termsOf(fastBook{}, f, p)
	first, legal := t.read(p, l.Solution[0])
	if !legal {
		return "the first move is not legal"
	}
	usual := defaultLineCriteria()
	found, reason := t.solve(p, claim{
		first: first.moveID, gain: l.Gain, others: l.Gain - l.Margin,
		horizon: l.Horizon, keep: usual.KeepNodes, hold: usual.HoldNodes, plies: usual.MaxPlies,
	}, func(*solved) Reason { return "" })
	switch {
	case reason == ClaimFails:
		return "the solution is not proven to get as much"
	case reason != "":
		return "another first move is not refuted"
	case !slices.Equal(found.texts(), l.Solution):
		return "the line is another one"
	}
	if other, ok := found.certificate(l.Kind, usual.MaxEdges); !ok || !e.confirms(f, other) {
		return "the solution is not proven to be the only one"
	}
	return ""
}
