package puzzles

import (
	"slices"

	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles/proof"
)

// Opinion is what one kind says of a position.
type Opinion struct {
	Kind datasets.PuzzleKind
	// Puzzle is the whole row, with its certificate; nil if it is none.
	Puzzle *datasets.Puzzle
	// Unwanted is why [Mine] would leave the puzzle out under the criteria given,
	// proven as it is; empty if it would not.
	Unwanted Reason
	// Reason is why it is none, and Detail how generator and referee differ, if
	// they do.
	Reason Reason
	Detail string
	// Worths is what the moves of an endgame that is no puzzle are worth by the
	// tables, the best first; nil if it is not known.
	Worths []proof.Valued
	// Legal are the legal moves, sorted by their text, each of which would be a solution if several are
	// legal.
	Legal []string
	// Best and Rival are, where the reason is [SecondSolution], the move that gets
	// the most and another first move that is not refuted; Equal tells whether the
	// rival is proven to get as much.
	Best, Rival string
	Equal       bool
}

// Examine judges a position that comes from no game, by every kind asked for that
// has a solution: all but drills. What [Mine] would turn away for its criteria, or
// because a proof takes too long for one position among millions, is tried again
// with [Criteria.Patient]. A puzzle has been verified. The error says that the
// options make no sense, or that the tables of endgames can't be read.
func Examine(p dama.Position, o Options) ([]Opinion, error) {
	usual, _, err := o.miners()
	if err != nil {
		return nil, err
	}
	o.Criteria = o.Criteria.Patient()
	patient, _, err := o.miners()
	if err != nil {
		return nil, err
	}
	gen := o.Ruleset.Generator()
	var opinions []Opinion
	for i := range usual {
		s := spot{game: &datasets.Game{Ruleset: o.Ruleset.Name}, position: p, legal: gen.Moves(p)}
		first, v := usual[i].judge(s), verdict{}
		if v = first; v.reason != "" {
			v = patient[i].judge(s)
		}
		opinion := opinionOf(s, gen, usual[i].kind(), v)
		if m, ok := usual[i].(endgameMiner); ok && v.reason != "" && v.detail == "" {
			opinion.Worths = m.worths(s)
		}
		if opinion.Puzzle != nil {
			opinion.Unwanted = first.reason
			if err := verifyRow(*opinion.Puzzle, o.Ruleset.Facts, false, o.shelf()); err != nil {
				opinion.Puzzle, opinion.Reason, opinion.Detail = nil, RefereeDisagrees, err.Error()
			}
		}
		opinions = append(opinions, opinion)
	}
	return opinions, o.shelf().err()
}

func opinionOf(s spot, gen dama.Generator, kind datasets.PuzzleKind, v verdict) Opinion {
	o := Opinion{Kind: kind, Reason: v.reason, Detail: v.detail}
	for _, move := range s.legal {
		o.Legal = append(o.Legal, gen.Text(s.position, move))
	}
	slices.Sort(o.Legal)
	if v.reason == "" {
		row := v.puzzle
		row.GameID, row.Ply = nil, nil
		o.Puzzle = &row
	}
	if v.reason == SecondSolution && v.rival != nil {
		r := v.rival
		o.Best, o.Rival = r.book.text(r.facts, r.root, r.first), r.book.text(r.facts, r.root, r.rival)
		o.Equal = r.rivalGets()
	}
	return o
}

// Patient are the criteria for a single position that somebody asks about: all that
// only says what is worth solving is waived, and proofs may take long.
func (c Criteria) Patient() Criteria {
	c.MinCaptures, c.MinDecoys, c.MaxRoutes = 1, 0, max(c.MaxRoutes, 10_000)
	c.Line.MaxStart, c.Line.MinEnd, c.Line.MaxOthers = noMax, -noMax, noMax
	c.Line.MinMargin = min(c.Line.MinMargin, manValue)
	c.Line.KeepNodes, c.Line.HoldNodes = max(c.Line.KeepNodes, 200_000), max(c.Line.HoldNodes, 200_000)
	c.Line.DeeperNodes, c.Line.MaxEdges = max(c.Line.DeeperNodes, 2_000_000), max(c.Line.MaxEdges, 100_000)
	c.Line.DeeperMargin, c.Line.AgainNodes = manValue, max(c.Line.AgainNodes, 2_000_000)
	c.Choice.Landings, c.Choice.Crownings = true, true
	c.Shot.MinGain, c.Shot.MinPlies, c.Shot.LongPlies = manValue, 3, 0
	c.Shot.Budget = max(c.Shot.Budget, 20_000)
	c.Endgame.MinMoves, c.Endgame.MinTries, c.Endgame.MinDistance, c.Endgame.MinSolverMoves = 2, 0, 1, 1
	c.Endgame.Captures, c.Endgame.Crownings = true, true
	return c
}
