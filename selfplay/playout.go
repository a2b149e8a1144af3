package selfplay

import (
	"context"

	"damalab/dama"
	"damalab/datasets"
)

// Mover chooses moves for one side.
type Mover interface {
	// Move returns a legal move in the game's present position, which is not
	// over. The game is as it was when Move returns.
	Move(ctx context.Context, game *dama.History) (dama.Move, error)
}

// Guards end a game that no rule ends. They are no rules: the game is stored as
// ended by a guard, drawn.
type Guards struct {
	// PlyLimit is the most plies that a game may have.
	PlyLimit int `json:"ply_limit" toml:"ply_limit"`
	// StalledPlies is the number of plies without a capture or a man's forward
	// move after which a game is stopped.
	StalledPlies int `json:"stalled_plies" toml:"stalled_plies"`
}

// DefaultGuards returns the guards used unless others are asked for: those that
// docs/RULES.md names.
func DefaultGuards() Guards { return Guards{PlyLimit: 400, StalledPlies: 120} }

// Ending is how a game ended and who decided that.
type Ending struct {
	dama.Outcome
	By datasets.EndedBy
}

// Ended tells how the game stands under its rules and the guards; Over is false
// while it goes on.
func (g Guards) Ended(h *dama.History) Ending {
	return firstEnd(h, func() Ending { return Ending{} }, g)
}

// firstEnd asks the rules, then the adjudication, then the guards.
func firstEnd(h *dama.History, adjudicate func() Ending, g Guards) Ending {
	if o := h.Outcome(); o.Over {
		return Ending{o, datasets.EndedByRule}
	}
	if e := adjudicate(); e.Over {
		return e
	}
	draw := dama.Outcome{Over: true, Result: dama.Draw}
	switch {
	case h.Plies() >= g.PlyLimit:
		draw.Reason = datasets.PlyLimitGuard
	case h.Reversible() >= g.StalledPlies:
		draw.Reason = datasets.StalledGuard
	default:
		return Ending{}
	}
	return Ending{draw, datasets.EndedByGuard}
}

// PlayOut plays the game to its end by a rule or a guard. It fails if a mover does
// or the context ends.
func (g Guards) PlayOut(ctx context.Context, h *dama.History, white, black Mover) (Ending, error) {
	return playOut(ctx, h, [2]Mover{white, black}, g.Ended)
}

// playOut plays the game until ended says that it is over.
func playOut(ctx context.Context, h *dama.History, movers [2]Mover, ended func(*dama.History) Ending) (Ending, error) {
	for {
		if e := ended(h); e.Over {
			return e, nil
		}
		m, err := movers[h.Position().Side()].Move(ctx, h)
		if err != nil {
			return Ending{}, err
		}
		h.Play(m)
	}
}
