package match

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"damalab/dama"
	"damalab/eval"
	"damalab/internal/ordered"
	"damalab/search"
	"damalab/selfplay"
)

// errEnough ends the screening when there are enough openings.
var errEnough = errors.New("enough openings")

// Draw returns count different openings, in an order that the seed decides: the
// first ones are the same however many are asked for. Those that are used are left
// out; nil is for none. It fails if there are not that many, or if the openings to
// avoid are others than those used.
func (o Openings) Draw(ctx context.Context, rules dama.Ruleset, seed uint64, params search.Params, used *Used, count, workers int) ([]selfplay.Line, error) {
	if o.Avoid != used.Digest() {
		return nil, fmt.Errorf("the match's spec avoids other openings (%q) than those given (%q)", o.Avoid, used.Digest())
	}
	all := slices.DeleteFunc(o.all(rules.Facts), used.has)
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
	if len(good) < count {
		return nil, o.tooFew(rules, used, len(all), len(good), count)
	}
	return good, nil
}

// tooFew is the error of a match that needs more pairs than there are openings.
func (o Openings) tooFew(rules dama.Ruleset, used *Used, all, good, count int) error {
	if o.Positions != "" {
		return fmt.Errorf("of the given positions, %d differ and %d of those are level, and %d pairs are asked for; ask for fewer, or give more",
			all, good, count)
	}
	unused := ""
	if o.Avoid != "" {
		unused = fmt.Sprintf(" that %d training openings leave over", used.Len())
	}
	return fmt.Errorf("there are only %d level openings of %d plies under the ruleset %s%s, and %d pairs are asked for; ask for fewer, or for more plies",
		good, o.Plies, rules.Name, unused, count)
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
