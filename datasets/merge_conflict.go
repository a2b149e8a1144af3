package datasets

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
)

// Conflict is two rows of one id that say different things.
type Conflict struct {
	// ID is the game's or the puzzle's.
	ID string `json:"id"`
	// First and Second say where the rows stand: file and row, from 0.
	First  string `json:"first"`
	Second string `json:"second"`
	// Column is the first column in which they differ.
	Column string `json:"column"`
}

// String is the conflict as one line.
func (c Conflict) String() string {
	return fmt.Sprintf("%s: %s and %s differ in column %s", c.ID, c.First, c.Second, c.Column)
}

// maxConflicts is how many conflicts a [ConflictError] holds.
const maxConflicts = 20

// ConflictError is the error of inputs that contradict each other.
type ConflictError struct {
	// Total is the number of conflicts, and List the first 20 of them.
	Total int
	List  []Conflict
}

// Error gives the number of conflicts and the first of them.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("the inputs differ in %d rows that should be the same, the first being %v", e.Total, e.List[0])
}

func (e *ConflictError) add(c Conflict) {
	e.Total++
	if len(e.List) < maxConflicts {
		e.List = append(e.List, c)
	}
}

// identity is what makes two rows the same game or puzzle, and how they may differ.
type identity[T Row] struct {
	id   func(*T) string
	same func(a, b *T) bool
	// differ returns the first column in which rows that are the same contradict
	// each other, or nothing.
	differ func(a, b *T) string
}

func gameIdentity() identity[Game] {
	return identity[Game]{
		id:     func(g *Game) string { return g.ID },
		same:   func(a, b *Game) bool { return a.ID == b.ID },
		differ: func(a, b *Game) string { return differingColumn(a, b) },
	}
}

func puzzleIdentity() identity[Puzzle] {
	return identity[Puzzle]{
		id:     func(p *Puzzle) string { return p.ID },
		same:   func(a, b *Puzzle) bool { return a.ID == b.ID && a.Ruleset == b.Ruleset },
		differ: puzzlesDiffer,
	}
}

// distinct yields the first of the rows of a sorted sequence that are the same, and
// counts the others in repeated. One that contradicts the first is a conflict, and
// the [ConflictError] with all of them comes last.
func distinct[T Row](rows iter.Seq2[placed[T], error], repeated *int64, is identity[T]) iter.Seq2[placed[T], error] {
	return func(yield func(placed[T], error) bool) {
		var kept placed[T]
		var conflicts ConflictError
		begun := false
		for row, err := range rows {
			switch {
			case err != nil:
				yield(row, err)
				return
			case begun && is.same(&row.row, &kept.row):
				*repeated++
				if column := is.differ(&kept.row, &row.row); column != "" {
					conflicts.add(Conflict{ID: is.id(&row.row), First: kept.at.String(), Second: row.at.String(), Column: column})
				}
			default:
				kept, begun = row, true
				if !yield(row, nil) {
					return
				}
			}
		}
		if conflicts.Total > 0 {
			yield(kept, &conflicts)
		}
	}
}

// differingColumn returns the first column in which two rows differ, but for
// those left out, or nothing.
func differingColumn[T Row](a, b *T, leftOut ...string) string {
	x, y := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for _, c := range exportColumns(x.Type()) {
		if !slices.Contains(leftOut, c.name) && !reflect.DeepEqual(x.Field(c.field).Interface(), y.Field(c.field).Interface()) {
			return c.name
		}
	}
	return ""
}

// puzzlesDiffer compares two rows of one puzzle. If it was found in two games, or
// twice in one, that is no conflict, and if one of them is the other in a mirror,
// neither is all that names squares.
func puzzlesDiffer(a, b *Puzzle) string {
	switch {
	case comparePuzzles(a, b) == 0:
		return differingColumn(a, b)
	case a.FEN == b.FEN:
		return differingColumn(a, b, "lead_in", "game_id", "ply", "mirror_of", "family_size")
	default:
		return differingColumn(a, b, "fen", "side", "answers", "solution", "themes", "proof", "ruleset_note",
			"lead_in", "game_id", "ply", "mirror_of", "family_size")
	}
}
