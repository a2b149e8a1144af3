package pipeline

import (
	"context"
	"fmt"

	"damalab/dama"
	"damalab/puzzles"
	"damalab/selfplay"
	"damalab/selfplay/match"
)

// LadderOptions say how the solvers of puzzles play each other.
type LadderOptions struct {
	// Pairs is the number of pairs of games of each encounter, at least 1.
	Pairs int
	// Reach is how far up the ladder a solver looks for opponents, at least 1: 2
	// means that it meets the next two.
	Reach int
	// Seed shuffles the openings.
	Seed    uint64
	Workers int
	// Progress, if not nil, is told of each encounter.
	Progress func(puzzles.Encounter)
}

// PlayLadder lets the solvers of a ladder, the weakest first, play matches, each
// against the next ones. The games are those of package match: the same openings
// twice with sides swapped. What comes out is for [puzzles.FitAnchors]; it is the
// same for any number of workers.
func PlayLadder(ctx context.Context, rules dama.Ruleset, solvers []puzzles.Solver, o LadderOptions) ([]puzzles.Encounter, error) {
	if o.Reach < 1 {
		return nil, fmt.Errorf("reach = %d: it is at least 1", o.Reach)
	}
	var list []puzzles.Encounter
	for i, a := range solvers {
		for _, b := range solvers[i+1 : min(i+1+o.Reach, len(solvers))] {
			sideA, sideB := solverSide(a), solverSide(b)
			spec := match.NewSpec(rules, sideA, sideB, o.Seed, 1) // the solvers have limits of their own
			t, err := match.Run(ctx, spec, rules, sideA, sideB, match.Options{Pairs: o.Pairs, Workers: o.Workers})
			if err != nil {
				return nil, fmt.Errorf("%s against %s: %w", a.Name(), b.Name(), err)
			}
			e := puzzles.Encounter{A: a.Name(), B: b.Name(), Games: t.Games(), Points: float64(t.Wins) + float64(t.Draws)/2}
			if list = append(list, e); o.Progress != nil {
				o.Progress(e)
			}
		}
	}
	return list, nil
}

// solverSide lets a solver play in matches.
func solverSide(s puzzles.Solver) match.Side {
	return match.MoverSide(s.Name(), func(*match.Spec) selfplay.Mover { return solverMover{s} })
}

type solverMover struct{ puzzles.Solver }

// Move implements [selfplay.Mover]. What the solver overlooks depends on the first
// moves too, or both games of a pair and every return to a position would see the
// same mistakes.
func (m solverMover) Move(_ context.Context, game *dama.History) (dama.Move, error) {
	return m.Solver.Move(game, uint64(game.Plies())), nil
}
