package tuner

import (
	"context"
	"fmt"
)

// learningParts are the parts of the training games that weights are fitted to,
// the last being all.
func learningParts() []int { return []int{16, 8, 4, 2} }

// leastGames is how few games are still worth a point of the learning curve.
const leastGames = 10

// learning fits to the first sixteenth, eighth, quarter and half of the training
// games with the same penalty, each going on from the one before.
func (f *fitter) learning(ctx context.Context, r *Fitted, penalty penalties) ([]LearnPoint, error) {
	var points []LearnPoint
	from := f.start
	for _, divisor := range learningParts() {
		games := f.s.train.games() / divisor
		if games < leastGames {
			continue
		}
		limit, err := f.s.train.before(games)
		if err != nil {
			return nil, err
		}
		p := f.problem(penalty, fmt.Sprintf("learning from %d games", games))
		if p.train, err = newPartLoss(&f.s.train, f.model, f.targets, f.o.Workers, limit); err != nil {
			return nil, err
		}
		p.train.journal = f.journal
		p.prices, p.patience = f.prices(penalty, games), 0
		p.held = &meanLoss{rows: &rows{}} // each step of the curve would cost a pass
		end, err := p.minimise(ctx, f.curve.with(p.prices, from), f.o.Iterations)
		if err != nil {
			return nil, err
		}
		from = end.x
		held, err := f.held.at(end.x, nil)
		if err != nil {
			return nil, err
		}
		points = append(points, LearnPoint{Games: games, Positions: limit, Train: p.loss, Held: held})
	}
	return append(points, LearnPoint{
		Games: f.s.train.games(), Positions: f.s.train.n, Train: r.RealLoss.Train, Held: r.RealLoss.Held,
	}), nil
}

// before is the number of rows of the first so many games.
func (r *rows) before(games int) (n int, err error) {
	err = r.each(r.n, func(w row) {
		if w.game < games {
			n++
		}
	})
	return n, err
}
