package puzzles

import (
	"slices"

	"damalab/dama"
	"damalab/datasets"
)

// Opinion is what one kind says of a position.
type Opinion struct {
	Kind datasets.PuzzleKind
	// Puzzle is the whole row, with its certificate; nil if it is none.
	Puzzle *datasets.Puzzle
	// Reason is why it is none, and Detail how generator and referee differ, if
	// they do.
	Reason Reason
	Detail string
	// Legal are the legal moves, sorted by their text, each of which would be a solution if several are
	// legal.
	Legal []string
}

// Examine judges a position that comes from no game, as [Mine] judges those that
// do, by every kind asked for that has a solution: all but drills. A puzzle has
// been verified. The error says that the options make no sense.
func Examine(p dama.Position, o Options) ([]Opinion, error) {
	miners, _, err := o.miners()
	if err != nil {
		return nil, err
	}
	gen := o.Ruleset.Generator()
	var opinions []Opinion
	for _, m := range miners {
		s := spot{game: &datasets.Game{Ruleset: o.Ruleset.Name}, position: p, legal: gen.Moves(p)}
		v := m.judge(s)
		opinion := Opinion{Kind: m.kind(), Reason: v.reason, Detail: v.detail}
		for _, move := range s.legal {
			opinion.Legal = append(opinion.Legal, gen.Text(p, move))
		}
		slices.Sort(opinion.Legal)
		if v.reason == "" {
			row := v.puzzle
			row.GameID, row.Ply = nil, nil
			opinion.Puzzle = &row
			if err := VerifyOne(row, o.Ruleset.Facts); err != nil {
				opinion = Opinion{Kind: m.kind(), Reason: RefereeDisagrees, Detail: err.Error(), Legal: opinion.Legal}
			}
		}
		opinions = append(opinions, opinion)
	}
	return opinions, nil
}
