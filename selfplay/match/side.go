package match

import (
	"context"
	"fmt"

	"damalab/dama"
	"damalab/eval"
	"damalab/search"
	"damalab/selfplay"
)

// Player chooses moves for one side, one game at a time.
type Player interface {
	selfplay.Mover
	// NewGame forgets the game before.
	NewGame() error
	// Close ends the player; it plays no more.
	Close() error
}

// Side is one of the two sides of a match.
type Side struct {
	// Name identifies the side: two sides of one name play alike.
	Name string
	// New makes a player, one for each worker.
	New func(context.Context, *Spec, dama.Ruleset) (Player, error)
}

// WeightsSide is this project's engine with the given weights. Its name is their
// digest.
func WeightsSide(w *eval.Weights) Side { return ChangedSide(w, nil, nil) }

// Change sets one parameter of the search, as [search.Params.Set] does.
type Change struct{ Name, Value string }

// ChangedSide is this project's engine with the given weights and some parameters
// of the search changed from those of the match. Its search asks the endgame
// tables, nil for none. All of that is in its name.
func ChangedSide(w *eval.Weights, changes []Change, tables selfplay.Endgames) Side {
	name := w.Digest()
	for _, c := range changes {
		name += " " + c.Name + "=" + c.Value
	}
	if tables != nil {
		name += " endgame=" + tables.Digest()
	}
	return Side{Name: name, New: func(_ context.Context, s *Spec, rules dama.Ruleset) (Player, error) {
		params := s.Params
		for _, c := range changes {
			if err := params.Set(c.Name, c.Value); err != nil {
				return nil, err
			}
		}
		engine := search.New(rules.Facts, eval.New(w), params)
		if tables != nil {
			engine.UseEndgames(tables)
		}
		return enginePlayer{&selfplay.EngineMover{Engine: engine, Limits: s.limits()}, tables}, nil
	}}
}

type enginePlayer struct {
	*selfplay.EngineMover
	tables selfplay.Endgames // nil if there are none
}

// tablesError is damage in endgame tables. It is no fault of a side: games must not
// depend on it, so it ends the match.
type tablesError struct{ error }

func (e tablesError) Unwrap() error { return e.error }

// Move implements [selfplay.Mover].
func (p enginePlayer) Move(ctx context.Context, h *dama.History) (dama.Move, error) {
	m, err := p.EngineMover.Move(ctx, h)
	if err == nil && p.tables != nil && p.tables.Err() != nil {
		err = tablesError{fmt.Errorf("endgame tables: %w", p.tables.Err())}
	}
	return m, err
}

func (p enginePlayer) NewGame() error {
	p.Engine.NewGame()
	return nil
}

func (enginePlayer) Close() error { return nil }

// MoverSide is a side whose players need no clearing and no closing.
func MoverSide(name string, mover func(*Spec) selfplay.Mover) Side {
	return Side{Name: name, New: func(_ context.Context, s *Spec, _ dama.Ruleset) (Player, error) {
		return moverPlayer{mover(s)}, nil
	}}
}

type moverPlayer struct{ selfplay.Mover }

func (moverPlayer) NewGame() error { return nil }
func (moverPlayer) Close() error   { return nil }
