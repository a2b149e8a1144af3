package puzzles

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"damalab/dama"
	"damalab/datasets"
)

// Options say what to mine and how.
type Options struct {
	// Ruleset is that of the games. A game of another name is an error.
	Ruleset dama.Ruleset
	// Criteria are what a puzzle must fulfil; see [DefaultCriteria].
	Criteria Criteria
	// Kinds are the kinds to look for, each once, in any order; none means all
	// that there are miners for.
	Kinds []datasets.PuzzleKind
	// Workers is the number of goroutines; 0 means one a processor. The result
	// does not depend on it.
	Workers int
	// SkipIllegal counts a game with an illegal move as skipped, with all its
	// positions, where the default is to end with an error. It is for imports;
	// games of our own making are legal, or something is broken.
	SkipIllegal bool
}

// miner finds the puzzles of one kind.
type miner interface {
	kind() datasets.PuzzleKind
	judge(s spot) verdict
}

// verdict is what a miner says of a position: a puzzle, or why there is none.
type verdict struct {
	puzzle datasets.Puzzle
	reason Reason // empty for a puzzle
	detail string // of a disagreement
}

// miners makes the miners of the kinds asked for.
func (o Options) miners() ([]miner, error) {
	if err := errors.Join(o.Ruleset.Facts.Validate(), o.Criteria.Validate()); err != nil {
		return nil, err
	}
	kinds := o.Kinds
	if len(kinds) == 0 {
		kinds = []datasets.PuzzleKind{datasets.MaximumPuzzle}
	}
	var list []miner
	seen := map[datasets.PuzzleKind]bool{}
	for _, kind := range slices.Sorted(slices.Values(kinds)) {
		switch {
		case seen[kind]:
			return nil, fmt.Errorf("kind %q is there twice", kind)
		case kind == datasets.MaximumPuzzle:
			list = append(list, maximumMiner{o.Ruleset, o.Ruleset.Generator(), o.Criteria})
		default:
			return nil, fmt.Errorf("there is no miner for kind %q; there is one for %q", kind, datasets.MaximumPuzzle)
		}
		seen[kind] = true
	}
	return list, nil
}

// Mine yields the puzzles of the games in the order of the games and of their
// plies, the same ones for any number of workers. Of positions that are views of
// one another the first is kept. The funnel is complete once the puzzles have
// been taken, which can be done once.
//
// An error comes last: that of games, of the context, of a game that is not legal
// ([ErrIllegalGame], with game and ply) or of another ruleset, of options that
// make no sense; or, after all puzzles, a [*DisagreementError].
//
// Memory is bounded by the largest 256 games in a row, and grows by some 100
// bytes a puzzle, so that duplicates are known.
func Mine(ctx context.Context, games iter.Seq2[datasets.Game, error], o Options) (iter.Seq2[datasets.Puzzle, error], *Funnel) {
	funnel := &Funnel{}
	return func(yield func(datasets.Puzzle, error) bool) {
		miners, err := o.miners()
		if err == nil {
			m := mining{options: o, miners: miners, funnel: funnel, seen: map[string]bool{}}
			err = m.run(ctx, games, func(p datasets.Puzzle) bool { return yield(p, nil) })
		}
		if err != nil && !errors.Is(err, errEnough) {
			yield(datasets.Puzzle{}, err)
		}
	}, funnel
}

// errEnough ends a run whose puzzles nobody wants any more.
var errEnough = errors.New("no more puzzles are wanted")

// mining is one run over games.
type mining struct {
	options Options
	miners  []miner
	funnel  *Funnel
	seen    map[string]bool // the IDs found, which views of a position share
}

// haul is what one game gave.
type haul struct {
	puzzles []datasets.Puzzle
	funnel  Funnel
}

func (m *mining) run(ctx context.Context, games iter.Seq2[datasets.Game, error], found func(datasets.Puzzle) bool) error {
	err := inOrder(ctx, games, m.options.Workers, m.game, func(h haul) error {
		m.funnel.add(h.funnel)
		for _, p := range h.puzzles {
			if m.seen[p.ID] {
				m.funnel.reject(Duplicate)
				continue
			}
			m.seen[p.ID] = true
			m.funnel.Found++
			if !found(p) {
				return errEnough
			}
		}
		return nil
	})
	if n := m.funnel.Rejected[RefereeDisagrees]; err == nil && n > 0 {
		err = &DisagreementError{Positions: n, First: m.funnel.Disagreements[0]}
	}
	return err
}

// game mines one game. It is called by several goroutines at once.
func (m *mining) game(game datasets.Game) (haul, error) {
	if want := m.options.Ruleset.Name; game.Ruleset != want {
		return haul{}, fmt.Errorf("game %s is of ruleset %q, not %q", game.ID, game.Ruleset, want)
	}
	h := haul{funnel: Funnel{Games: 1}}
	err := eachSpot(&game, m.options.Ruleset.Generator(), func(s spot) {
		for _, one := range m.miners {
			h.take(s, one.judge(s))
		}
	})
	if err != nil && m.options.SkipIllegal {
		return haul{funnel: Funnel{Games: 1, SkippedGames: 1}}, nil
	}
	return h, err
}

// take counts a verdict and keeps a puzzle.
func (h *haul) take(s spot, v verdict) {
	h.funnel.Judged++
	if v.reason == "" {
		h.puzzles = append(h.puzzles, v.puzzle)
		return
	}
	h.funnel.reject(v.reason)
	if v.reason == RefereeDisagrees {
		h.funnel.disagree(Disagreement{s.game.ID, s.ply, s.position.FEN(), v.detail})
	}
}
