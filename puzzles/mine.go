package puzzles

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"

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
	// that there are miners for, but for drills and endgames. [Kinds] lists them.
	Kinds []datasets.PuzzleKind
	// Workers is the number of goroutines; 0 means one a processor. The result
	// does not depend on it.
	Workers int
	// SkipIllegal counts a game with an illegal move as skipped, with all its
	// positions, where the default is to end with an error. It is for imports;
	// games of our own making are legal, or something is broken.
	SkipIllegal bool
	// Endgames are tables for the kind endgame, of the ruleset's rules, besides the
	// built-in ones; nil for none.
	Endgames Endgames
	// Elsewhere are tables of other rules, which tell what an endgame is under other
	// rulesets where the built-in ones do not reach.
	Elsewhere []Endgames
	// Rejected are puzzles that are not wanted; see [ReadRejected].
	Rejected Rejected
}

// Mine yields the puzzles of the games in the order of the games and of their
// plies, the same ones for any number of workers. Of positions that are views of
// one another the first is kept; near-duplicates are all there, for it takes all
// of them to know the best (see [MineTo]). The funnel is complete once the puzzles
// have been taken, which can be done once.
//
// An error comes last: that of games, of the context, of a game that is not legal
// ([ErrIllegalGame], with game and ply) or of another ruleset, of options that
// make no sense; or, after all puzzles, a [*DisagreementError].
//
// Memory is bounded by the largest 256 games in a row, and grows by some 100
// bytes a puzzle, so that duplicates are known.
func Mine(ctx context.Context, games iter.Seq2[datasets.Game, error], o Options) (iter.Seq2[datasets.Puzzle, error], *Funnel) {
	funnel := &Funnel{}
	return mineWith(ctx, games, o, funnel, nil), funnel
}

// mineWith is Mine with a journal, or nil.
func mineWith(ctx context.Context, games iter.Seq2[datasets.Game, error], o Options, funnel *Funnel, j *journal) iter.Seq2[datasets.Puzzle, error] {
	return func(yield func(datasets.Puzzle, error) bool) {
		miners, drills, err := o.miners()
		if err == nil {
			m := mining{
				options: o, miners: miners, drills: drills, funnel: funnel, journal: j,
				quota: endgameQuota{criteria: o.Criteria.Endgame}, seen: map[string]bool{},
			}
			err = m.run(ctx, games, func(p datasets.Puzzle) bool { return yield(p, nil) })
		}
		if err != nil && !errors.Is(err, errEnough) {
			yield(datasets.Puzzle{}, err)
		}
	}
}

// errEnough ends a run whose puzzles nobody wants any more.
var errEnough = errors.New("no more puzzles are wanted")

// mining is one run over games.
type mining struct {
	options Options
	miners  []miner
	drills  *drillMiner // nil if no drills are wanted
	funnel  *Funnel
	journal *journal // nil if no work is to be gone on with
	quota   endgameQuota
	seen    map[string]bool // the IDs found, which views of a position share
}

// haul is what one game gave.
type haul struct {
	puzzles []datasets.Puzzle
	funnel  Funnel
	game    [sha256.Size]byte // its digest, for a journal
	// onLine has the solver's positions on the lines found so far, but for the
	// first: the game often follows a line, and its rest would be found again.
	onLine     map[dama.Position]bool
	remembered int // how many puzzles have been looked through for them
}

func (m *mining) run(ctx context.Context, games iter.Seq2[datasets.Game, error], found func(datasets.Puzzle) bool) error {
	deliver := func(h haul) error { return m.deliver(h, found) }
	next, stop := iter.Pull2(games)
	defer stop()
	games, err := m.journal.goOn(next, deliver)
	if err == nil {
		err = inOrder(ctx, games, m.options.Workers, m.game, func(h haul) error {
			if err := m.journal.add(h); err != nil {
				return err
			}
			return deliver(h)
		})
		// After Ctrl-C, too: what is finished is kept.
		err = errors.Join(err, m.journal.flush())
	}
	if err == nil {
		err = m.options.shelf().err()
	}
	if n := m.funnel.Rejected[RefereeDisagrees]; err == nil && n > 0 {
		err = &DisagreementError{Positions: n, First: m.funnel.Disagreements[0]}
	}
	return err
}

// deliver counts what a game gave and passes on the puzzles that are new.
func (m *mining) deliver(h haul, found func(datasets.Puzzle) bool) error {
	m.funnel.add(h.funnel)
	for _, p := range h.puzzles {
		reason := m.known(p.ID)
		if reason == "" {
			reason = m.quota.against(p)
		}
		m.funnel.count(p.Kind, reason)
		if reason == "" && !found(p) {
			return errEnough
		}
	}
	return nil
}

// known says what there is against a puzzle for its identifier alone.
func (m *mining) known(id string) Reason {
	if m.seen[id] {
		return Duplicate
	}
	m.seen[id] = true
	if _, ok := m.options.Rejected[id]; ok {
		return Listed
	}
	return ""
}

// game mines one game. It is called by several goroutines at once.
func (m *mining) game(game datasets.Game) (haul, error) {
	if want := m.options.Ruleset.Name; game.Ruleset != want {
		return haul{}, fmt.Errorf("game %s is of ruleset %q, not %q", game.ID, game.Ruleset, want)
	}
	h := haul{funnel: Funnel{Games: 1}, game: gameDigest(&game), onLine: map[dama.Position]bool{}}
	var drills *drillHunt
	if m.drills != nil {
		drills = m.drills.hunt()
	}
	err := eachSpot(&game, m.options.Ruleset.Generator(), func(s spot) {
		for _, one := range m.miners {
			if one.kind() != datasets.MaximumPuzzle && h.onLine[s.position] {
				h.take(s, one.kind(), verdict{reason: OnLine})
				continue
			}
			h.take(s, one.kind(), one.judge(s))
		}
		h.remember(s, m.options.Ruleset.Generator())
		if drills != nil {
			drills.look(s, &h)
		}
	})
	if err == nil && drills != nil {
		drills.choose(&h)
	}
	if err != nil && m.options.SkipIllegal {
		return haul{funnel: Funnel{Games: 1, SkippedGames: 1}, game: h.game}, nil
	}
	return h, err
}

// remember notes the positions on the lines that were found in this spot.
func (h *haul) remember(s spot, gen dama.Generator) {
	for _, found := range h.puzzles[h.remembered:] {
		p := s.position
		for i, text := range found.Solution {
			move, err := gen.ParseMove(p, text)
			if err != nil {
				break // never: the miner has just played it
			}
			if p = p.Make(move); i%2 == 1 {
				h.onLine[p] = true
			}
		}
	}
	h.remembered = len(h.puzzles)
}

// take counts a verdict and keeps a puzzle, which counts once it is known to be
// the first of its kind.
func (h *haul) take(s spot, kind datasets.PuzzleKind, v verdict) {
	if v.reason == "" {
		h.puzzles = append(h.puzzles, v.puzzle)
		return
	}
	h.funnel.count(kind, v.reason)
	if v.reason == RefereeDisagrees {
		h.funnel.disagree(Disagreement{s.game.ID, s.ply, s.position.FEN(), v.detail})
	}
}
