package proof

import (
	"damalab/dama"
	"damalab/internal/referee"
)

// The fixed scale of material, in hundredths of a man.
const (
	manValue  = 100
	kingValue = 400
)

// balance is the material of one side less the other's.
func balance(p dama.Position, side dama.Color) int {
	return worth(p, side) - worth(p, side.Other())
}

func worth(p dama.Position, side dama.Color) int {
	return manValue*p.Men(side).Count() + kingValue*p.Kings(side).Count()
}

// settled tells whether neither side has a capture, be it to move or not.
func settled(f dama.Facts, p dama.Position) bool {
	return len(referee.Captures(f, p)) == 0 && len(referee.Captures(f, p.Pass())) == 0
}

// ending returns the edge's target and number for a position at which a tree
// ends, and false where it goes on. A position on the line only ends with the
// game.
func (w *walker) ending(at place) (Target, int, bool) {
	if v := referee.Judge(w.facts, []dama.Position{at.position}, nil); v.Over {
		result := v.Result
		if w.solver == dama.Black {
			result = -result
		}
		return ToEnd, result, true
	}
	if at.step < 0 && at.rest == 0 && settled(w.facts, at.position) {
		return ToSettled, balance(at.position, w.solver) - w.start, true
	}
	return ToNode, 0, false
}

// valueOf is the value of an edge at which a tree ends.
func (w *walker) valueOf(to Target, number int) int {
	switch {
	case to == ToSettled:
		return number
	case number == 0:
		return -w.start // a draw is as good as equal material
	}
	return number * Win
}
