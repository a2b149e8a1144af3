package dama

import (
	"cmp"
	"slices"
)

// This file finds the legal moves that help somebody who tried another one.

// sortByWorth sorts the legal moves by how near they are to what was tried.
func (x *explainer) sortByWorth() {
	to := x.rest[len(x.rest)-1]
	worth := func(m Move) (n int) {
		if m.from == x.from {
			n += 4
		}
		if m.captured&x.taken == x.taken {
			n += 2
		}
		if m.to == to {
			n++
		}
		return n
	}
	slices.SortFunc(x.legal, func(a, b Move) int {
		return cmp.Or(
			cmp.Compare(worth(b), worth(a)), cmp.Compare(a.from, b.from),
			cmp.Compare(a.to, b.to), cmp.Compare(a.captured, b.captured))
	})
}

// instead writes the moves to suggest, which are the first of the sorted ones.
func (x *explainer) instead() (texts []string) {
	to := x.rest[len(x.rest)-1]
	for _, m := range x.legal {
		first := x.legal[0]
		near := m.from == x.from || first.from != x.from && m.to == to
		if len(texts) == MaxInstead || !m.IsCapture() && !near {
			break
		}
		texts = append(texts, x.gen.Text(x.p, m))
	}
	return texts
}

// illustrated adds to a fault what the legal moves, which are sorted, show of it.
func (x *explainer) illustrated(f fault, capture bool) fault {
	if len(x.legal) == 0 {
		return f
	}
	best := x.legal[0]
	f.most, f.example = best.captured.Count(), x.gen.Text(x.p, best)
	switch same := best.from == x.from; {
	case f.reason == NotMaximum && !same:
		f.sentence = saysOtherTakesMore
	case f.reason == MustCapture && !same:
		f.sentence = saysOtherMustCapture
	case !same || best.to != x.rest[len(x.rest)-1]:
	case f.reason == NothingToCapture && capture && !best.IsCapture():
		f.sentence = saysWriteHyphen
	case f.reason != MustCapture && !capture && best.IsCapture():
		f.sentence = saysWriteX
	}
	return f
}

// few cuts a list to the number of moves that are suggested.
func few(list []string) []string { return list[:min(len(list), MaxInstead)] }
