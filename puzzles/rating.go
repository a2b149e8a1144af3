package puzzles

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"damalab/dama"
	"damalab/datasets"
)

// RateOptions say how puzzles are rated.
type RateOptions struct {
	// Ruleset is that of the puzzles. A puzzle of another name is an error.
	Ruleset dama.Ruleset
	// Solvers are who tries them; nil means [Ladder] under the ruleset's facts
	// without its rules that ask for a game's history, of which a puzzle has
	// none.
	Solvers []Solver
	// Anchors are ratings of solvers in Elo points, from games between them:
	// they fix the scale and its zero. Nil means those of [BuiltInAnchors] if
	// Solvers is nil, and none otherwise; see [Scale].
	Anchors map[string]float64
	// Workers is the number of goroutines; 0 means one a processor. The result
	// does not depend on it.
	Workers int
	// Seed decides which results are held out to see how well they are
	// predicted.
	Seed uint64
	// Progress, if not nil, is told how many puzzles have been tried.
	Progress func(done int)
}

// usual fills in what is not given.
func (o RateOptions) usual() (RateOptions, error) {
	if err := o.Ruleset.Facts.Validate(); err != nil {
		return o, err
	}
	if o.Solvers == nil {
		o.Solvers = Ladder(boardOnly(o.Ruleset.Facts))
		if o.Anchors == nil {
			o.Anchors = BuiltInAnchors().Elo()
		}
	}
	names := map[string]bool{}
	for _, s := range o.Solvers {
		if names[s.Name()] {
			return o, fmt.Errorf("there are two solvers with the name %q", s.Name())
		}
		names[s.Name()] = true
	}
	return o, nil
}

// Rate lets every solver try every puzzle, fits a model to the results and yields
// the puzzles with their ratings, in their order. The opponent of each puzzle is a
// solver of the same rating: on a scale on which the solvers have the ratings of
// their games, it is solved half the time. Puzzles of kinds that no solver tries
// come out as they went in.
//
// The sequence of rows is read twice and must give the same puzzles both times:
// so that, however large they are, no more than 24 bytes of each are kept in
// between. What came of the model is in the report once the puzzles have been
// taken, which can be done once.
//
// An error comes last: that of rows or of the context, of a puzzle whose position
// or solution is not legal or whose ruleset is another, or of options that make
// no sense. The ratings are the same for any number of workers on one processor
// architecture.
func Rate(ctx context.Context, rows iter.Seq2[datasets.Puzzle, error], o RateOptions) (iter.Seq2[datasets.Puzzle, error], *RateReport) {
	report := &RateReport{}
	return func(yield func(datasets.Puzzle, error) bool) {
		err := rate(ctx, rows, o, report, func(p datasets.Puzzle) bool { return yield(p, nil) })
		if err != nil && !errors.Is(err, errEnough) {
			yield(datasets.Puzzle{}, err)
		}
	}, report
}

func rate(ctx context.Context, rows iter.Seq2[datasets.Puzzle, error], o RateOptions, report *RateReport, found func(datasets.Puzzle) bool) error {
	o, err := o.usual()
	if err != nil {
		return err
	}
	r, err := tryAll(ctx, rows, o)
	if err != nil {
		return err
	}
	m, err := r.fit(nothingHidden)
	if err != nil {
		return err
	}
	scale, err := scaleOf(r.names, m.abilities, o.Anchors)
	if err != nil {
		return err
	}
	if err := report.fill(r, m, scale, o); err != nil {
		return err
	}
	return r.rated(ctx, rows, m, scale, found)
}

func nothingHidden(int) uint64 { return 0 }

// errOtherRows: a sequence gave other puzzles the second time.
var errOtherRows = errors.New("the puzzles are not the same ones when read a second time")

// rated reads the puzzles again and gives each its rating.
func (r *results) rated(ctx context.Context, rows iter.Seq2[datasets.Puzzle, error], m *model, s Scale, found func(datasets.Puzzle) bool) error {
	known := map[group][2]int32{}
	i := 0
	for p, err := range rows {
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case i == len(r.outcomes) || r.outcomes[i].id != hashOf(p.ID):
			return errOtherRows
		}
		if o := r.outcomes[i]; o.kind != noKind {
			g := r.groupOf(o)
			if _, ok := known[g]; !ok {
				rating, off := s.rating(m.difficultyOf(g))
				known[g] = [2]int32{rating, off}
			}
			p.Rating, p.RatingError = known[g][0], known[g][1]
		}
		if i++; !found(p) {
			return errEnough
		}
	}
	if i < len(r.outcomes) {
		return errOtherRows
	}
	return nil
}

// groupOf is the group of an outcome of which nothing is hidden.
func (r *results) groupOf(o outcome) group {
	g := group{kind: o.kind}
	for _, at := range r.fields[o.kind] {
		g.solved += at.cut(o.solved)
	}
	return g
}
