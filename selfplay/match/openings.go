package match

import (
	"context"
	"errors"
	"fmt"

	"damalab/dama"
	"damalab/eval"
	"damalab/internal/ordered"
	"damalab/search"
	"damalab/selfplay"
)

// errEnough ends the screening when there are enough openings.
var errEnough = errors.New("enough openings")

// Draw returns count different openings, in an order that the seed decides: the
// first ones are the same however many are asked for. It fails if there are not that
// many.
func (o Openings) Draw(ctx context.Context, rules dama.Ruleset, seed uint64, params search.Params, count, workers int) ([]selfplay.Line, error) {
	all := o.all(rules.Facts)
	selfplay.Shuffle(all, seed)
	judges := make([]*search.Engine, min(max(workers, 1), max(count, 1)))
	for i := range judges {
		judges[i] = search.New(rules.Facts, eval.New(eval.Default()), params)
	}
	var good []selfplay.Line
	err := ordered.Run(ctx, 0, len(all), len(judges),
		func(ctx context.Context, worker, i int) (bool, error) {
			return o.level(ctx, judges[worker], begun(rules.Facts, &all[i]))
		},
		func(i int, level bool) error {
			if level {
				good = append(good, all[i])
			}
			if len(good) >= count {
				return errEnough
			}
			return nil
		})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	switch {
	case len(good) < count && o.Positions != "":
		return nil, fmt.Errorf("of the given positions, %d differ and %d of those are level, and %d pairs are asked for; ask for fewer, or give more",
			len(all), len(good), count)
	case len(good) < count:
		return nil, fmt.Errorf("there are only %d level openings of %d plies under the ruleset %s, and %d pairs are asked for; ask for fewer, or for more plies",
			len(good), o.Plies, rules.Name, count)
	}
	return good, nil
}

// all returns the openings before they are screened.
func (o Openings) all(f dama.Facts) []selfplay.Line {
	if o.Positions != "" {
		return selfplay.Distinct(o.given)
	}
	return selfplay.Enumerate(f, o.Plies)
}

// begun returns a game after its opening.
func begun(f dama.Facts, l *selfplay.Line) *dama.History {
	h := dama.NewHistory(f, l.Start)
	for _, m := range l.Moves {
		h.Play(m)
	}
	return h
}

// level screens one opening.
func (o Openings) level(ctx context.Context, judge *search.Engine, h *dama.History) (bool, error) {
	if h.Outcome().Over {
		return false, nil
	}
	judge.NewGame()
	found := judge.Search(ctx, h, search.Limits{Nodes: o.Nodes}, nil)
	s := found.Score()
	return int(max(s, -s)) <= o.Balance, ctx.Err()
}
