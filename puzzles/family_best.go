package puzzles

import (
	"cmp"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"damalab/dama"
	"damalab/datasets"
	"damalab/internal/atomicfile"
)

// families are those of a set, gathered row by row: some 100 bytes each, and
// nothing of the rows themselves.
type families struct {
	facts dama.Facts
	rows  int
	best  map[familyKey]member
}

// member is the best puzzle of a family so far.
type member struct {
	row  int   // its number in the set
	size int32 // how many puzzles the family has
	// merit compares two of them, the greater the better: the number of rulesets
	// under which it holds, so that it serves most people; the pieces on the board,
	// of which fewer distract less; the gain.
	merit [3]int
}

// meet takes the next row in. Of two that are equally good the first is kept.
func (f *families) meet(p datasets.Puzzle) {
	key := familyOf(f.facts, p)
	next := member{row: f.rows, size: p.FamilySize, merit: merit(p)}
	f.rows++
	if known, ok := f.best[key]; ok {
		next.size += known.size
		if slices.Compare(next.merit[:], known.merit[:]) <= 0 {
			next.row, next.merit = known.row, known.merit
		}
	}
	f.best[key] = next
}

func merit(p datasets.Puzzle) [3]int {
	position, err := dama.ParseFEN(p.FEN)
	if err != nil {
		return [3]int{} // never: it was written by dama
	}
	return [3]int{len(p.ValidRulesets), -position.Occupied().Count(), int(p.Gain)}
}

// kept returns the best of the families in the order of their rows.
func (f *families) kept() []member {
	list := make([]member, 0, len(f.best))
	for _, m := range f.best {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b member) int { return cmp.Compare(a.row, b.row) })
	return list
}

// writeFamilies writes the best puzzle of each family with the family's size. It
// is known only after the last puzzle which one that is, so all of them go through
// a scratch file in the shard's folder. The funnel counts the others as [Similar].
func writeFamilies(path string, meta datasets.Meta, f dama.Facts, rows iter.Seq2[datasets.Puzzle, error], funnel *Funnel) (datasets.FileInfo, error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return datasets.FileInfo{}, err
	}
	scratch, err := atomicfile.CreateTemp(dir, "found")
	if err != nil {
		return datasets.FileInfo{}, err
	}
	defer os.Remove(scratch.Name())
	if err := scratch.Close(); err != nil {
		return datasets.FileInfo{}, err
	}
	all := families{facts: f, best: map[familyKey]member{}}
	_, err = datasets.Write(scratch.Name(), meta, func(yield func(datasets.Puzzle, error) bool) {
		for p, err := range rows {
			if err == nil {
				all.meet(p)
			}
			if !yield(p, err) {
				return
			}
		}
	})
	if err != nil {
		return datasets.FileInfo{}, err
	}
	return datasets.Write(path, meta, bestOf(datasets.Rows[datasets.Puzzle](scratch.Name()), all.kept(), funnel))
}

// bestOf yields those rows that are the best of their families.
func bestOf(rows iter.Seq2[datasets.Puzzle, error], kept []member, funnel *Funnel) iter.Seq2[datasets.Puzzle, error] {
	return func(yield func(datasets.Puzzle, error) bool) {
		n := 0
		for p, err := range rows {
			if err == nil && (len(kept) == 0 || kept[0].row != n) {
				funnel.turnAway(p.Kind, Similar)
				n++
				continue
			}
			if err == nil {
				p.FamilySize, kept = kept[0].size, kept[1:]
				n++
			}
			if !yield(p, err) {
				return
			}
		}
	}
}
