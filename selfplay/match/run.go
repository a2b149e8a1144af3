package match

import (
	"context"
	"errors"
	"fmt"

	"damalab/dama"
	"damalab/internal/ordered"
	"damalab/selfplay"
)

// Game is one finished game from A's point of view.
type Game struct {
	Result      int              `json:"result"` // +1, 0 or -1 for A
	Termination dama.Termination `json:"termination"`
	Moves       []string         `json:"moves"` // after the opening
}

// Pair is two games from one opening; A has White in the first.
type Pair struct {
	Index int `json:"pair"`
	// Start is the position before Opening; empty for the usual start.
	Start   string   `json:"start,omitempty"`
	Opening []string `json:"opening"`
	Games   []Game   `json:"games,omitempty"` // two, or none if there was a fault
	// Fault names the side, "a" or "b", whose engine broke the pair off, and
	// Detail says how; empty in a whole pair.
	Fault  string `json:"fault,omitempty"`
	Detail string `json:"detail,omitempty"`
}

// Options says how much to play and how, none of which changes a game.
type Options struct {
	Pairs   int // at most; at least 1
	Workers int // pairs played at a time, at least 1
	// SPRT, if not nil, ends the match as soon as the test is decided.
	SPRT *SPRT
	// StopOnFault ends the match at the first fault of an engine; otherwise it
	// is counted and the match goes on.
	StopOnFault bool
	// Used are the openings that the spec avoids; nil if it avoids none.
	Used *Used
	// Done are the pairs of an earlier run, from pair 0 on.
	Done []Pair
	// Finished, if not nil, is called with each new pair and the tally with it,
	// in the order of the pairs. An error ends the match.
	Finished func(*Pair, *Tally) error
}

// errDecided ends a match whose test is decided.
var errDecided = errors.New("the test is decided")

// FaultError is the end of a match that was to stop at the first fault.
type FaultError struct{ Pair Pair }

// Error names the side and what happened.
func (e *FaultError) Error() string {
	return fmt.Sprintf("pair %d: side %s: %s", e.Pair.Index, e.Pair.Fault, e.Pair.Detail)
}

// Run plays the match. If the context ends, the whole pairs finished so far are in
// the tally and the context's error is returned with it.
func Run(ctx context.Context, spec Spec, rules dama.Ruleset, a, b Side, o Options) (t Tally, err error) {
	if err := spec.Validate(); err != nil {
		return t, err
	}
	if o.Pairs < 1 {
		return t, fmt.Errorf("pairs = %d: a match has at least 1", o.Pairs)
	}
	if spec.A != a.Name || spec.B != b.Name || spec.RulesetDigest != rules.Digest() {
		return t, errors.New("the match's spec names other sides or rules than those given")
	}
	for i := range o.Done {
		t.Add(&o.Done[i])
	}
	if o.decided(&t) || len(o.Done) >= o.Pairs {
		return t, nil
	}
	openings, err := spec.Openings.Draw(ctx, rules, spec.Seed, spec.Params, o.Used, o.Pairs, o.Workers)
	if err != nil {
		return t, err
	}
	tables := make([]*table, min(max(o.Workers, 1), o.Pairs-len(o.Done)))
	defer func() { err = errors.Join(err, closeAll(tables)) }()
	for i := range tables {
		if tables[i], err = newTable(ctx, &spec, rules, a, b); err != nil {
			return t, err
		}
	}
	err = ordered.Run(ctx, len(o.Done), o.Pairs, len(tables),
		func(ctx context.Context, worker, i int) (Pair, error) {
			return tables[worker].play(ctx, i, &openings[i])
		},
		func(_ int, p Pair) error { return o.count(&t, &p) })
	if errors.Is(err, errDecided) {
		err = nil
	}
	return t, err
}

func (o *Options) decided(t *Tally) bool {
	if o.SPRT == nil {
		return false
	}
	_, v := o.SPRT.Test(t)
	return v != Open
}

// count takes the pairs in their order.
func (o *Options) count(t *Tally, p *Pair) error {
	t.Add(p)
	if o.Finished != nil {
		if err := o.Finished(p, t); err != nil {
			return err
		}
	}
	if p.Fault != "" && o.StopOnFault {
		return &FaultError{*p}
	}
	if o.decided(t) {
		return errDecided
	}
	return nil
}

// table is where one worker plays.
type table struct {
	spec    *Spec
	rules   dama.Ruleset
	sides   [2]Side // A and B
	players [2]Player
}

func newTable(ctx context.Context, spec *Spec, rules dama.Ruleset, a, b Side) (*table, error) {
	t := &table{spec: spec, rules: rules, sides: [2]Side{a, b}}
	return t, errors.Join(t.seat(ctx, 0), t.seat(ctx, 1))
}

// seat makes the player of a side, anew after a fault.
func (t *table) seat(ctx context.Context, side int) error {
	if old := t.players[side]; old != nil {
		_ = old.Close() // it has broken a pair off already: what else it says is no news
	}
	var err error
	t.players[side], err = t.sides[side].New(ctx, t.spec, t.rules)
	return err
}

func closeAll(tables []*table) error {
	var errs []error
	for _, t := range tables {
		if t == nil {
			continue
		}
		for _, p := range t.players {
			if p != nil {
				errs = append(errs, p.Close())
			}
		}
	}
	return errors.Join(errs...)
}

// play plays one pair. A fault of an engine is part of the answer; the error is
// the context's, that of damaged endgame tables, or of an engine that can't be
// started again.
func (t *table) play(ctx context.Context, index int, opening *selfplay.Line) (Pair, error) {
	pair := Pair{Index: index}
	if opening.Start != dama.StartPosition() {
		pair.Start = opening.Start.FEN()
	}
	for game := range 2 {
		h := begun(t.rules.Facts, opening)
		plies := h.Plies()
		end, err := t.playOne(ctx, h, game)
		var fault *faultError
		switch {
		case ctx.Err() != nil:
			return pair, ctx.Err()
		case errors.As(err, &fault):
			pair.Games, pair.Fault, pair.Detail = nil, "ab"[fault.side:fault.side+1], fault.err.Error()
			return pair, t.seat(ctx, fault.side)
		case err != nil:
			return pair, err
		}
		texts := selfplay.MoveTexts(h)
		pair.Opening = texts[:plies]
		result := int(end.Result)
		if game == 1 {
			result = -result
		}
		pair.Games = append(pair.Games, Game{Result: result, Termination: end.Reason, Moves: texts[plies:]})
	}
	return pair, nil
}

// playOne plays one game: A has White in game 0, Black in game 1.
func (t *table) playOne(ctx context.Context, h *dama.History, game int) (selfplay.Ending, error) {
	var movers [2]selfplay.Mover
	for side, p := range t.players {
		if err := p.NewGame(); err != nil {
			return selfplay.Ending{}, &faultError{side, err}
		}
		movers[side] = guarded{p, side}
	}
	return t.spec.Guards.PlayOut(ctx, h, movers[game], movers[1-game])
}

// guarded turns an engine's failure into one that names its side, and checks that
// its moves are legal.
type guarded struct {
	Player
	side int
}

type faultError struct {
	side int
	err  error
}

func (e *faultError) Error() string { return e.err.Error() }

func (g guarded) Move(ctx context.Context, h *dama.History) (dama.Move, error) {
	m, err := g.Player.Move(ctx, h)
	if broken := (tablesError{}); errors.As(err, &broken) {
		return m, err
	}
	if err != nil {
		return m, &faultError{g.side, err}
	}
	for _, legal := range h.Facts().Generator().Moves(h.Position()) {
		if m == legal {
			return m, nil
		}
	}
	return m, &faultError{g.side, fmt.Errorf("illegal move %v-%v in %v", m.From(), m.To(), h.Position())}
}
