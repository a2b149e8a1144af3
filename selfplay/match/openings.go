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

// Draw returns count different openings, each as its moves from the start, in an
// order that the seed decides: the first ones are the same however many are asked
// for. Those that are used are left out; nil is for none. It fails if there are not
// that many, or if the openings to avoid are others than those used.
func (o Openings) Draw(ctx context.Context, rules dama.Ruleset, seed uint64, params search.Params, used *Used, count, workers int) ([][]dama.Move, error) {
	if o.Avoid != used.Digest() {
		return nil, fmt.Errorf("the match's spec avoids other openings (%q) than those given (%q)", o.Avoid, used.Digest())
	}
	all := slices.DeleteFunc(selfplay.Enumerate(rules.Facts, o.Plies), used.has)
	selfplay.Shuffle(all, seed)
	judges := make([]*search.Engine, min(max(workers, 1), max(count, 1)))
	for i := range judges {
		judges[i] = search.New(rules.Facts, eval.New(eval.Default()), params)
	}
	var good [][]dama.Move
	err := ordered.Run(ctx, 0, len(all), len(judges),
		func(ctx context.Context, worker, i int) (bool, error) {
			return o.level(ctx, judges[worker], rules.Facts, all[i].Moves)
		},
		func(i int, level bool) error {
			if level {
				good = append(good, all[i].Moves)
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
		unused := ""
		if o.Avoid != "" {
			unused = fmt.Sprintf(" that %d training openings leave over", used.Len())
		}
		return nil, fmt.Errorf("there are only %d level openings of %d plies under the ruleset %s%s, and %d pairs are asked for; ask for fewer, or for more plies",
			len(good), o.Plies, rules.Name, unused, count)
	}
	return good, nil
}

// level screens one opening.
func (o Openings) level(ctx context.Context, judge *search.Engine, f dama.Facts, moves []dama.Move) (bool, error) {
	h := dama.NewHistory(f, dama.StartPosition())
	for _, m := range moves {
		h.Play(m)
	}
	if h.Outcome().Over {
		return false, nil
	}
	judge.NewGame()
	found := judge.Search(ctx, h, search.Limits{Nodes: o.Nodes}, nil)
	s := found.Score()
	return int(max(s, -s)) <= o.Balance, ctx.Err()
}
