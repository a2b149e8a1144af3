package tuner

import "fmt"

// Sample is what weights are fitted to: positions as feature counts with the
// results of their games, in a training, a held-out and a test part. It takes
// about 75 bytes a position, with patterns 2 more for each of their groups, and
// does not change once loaded.
type Sample struct {
	// Ruleset is the name of the ruleset that all games were played by.
	Ruleset string
	// DataDigest identifies the games, in hex; [Load] fills it in. It goes into
	// the provenance of fitted weights as it is.
	DataDigest string
	// Summary counts what was taken and what was left out.
	Summary Summary

	options           Options // those it was loaded with
	model             *model
	train, held, test rows
	spill             *spill // nil if all is in memory
}

// Close removes the file that positions beyond [Options.Memory] went to. Without
// such a file it does nothing. The sample is of no use afterwards.
func (s *Sample) Close() error { return s.spill.close() }

func (s *Sample) newRows() rows { return rows{men: s.model.menWords(), spill: s.spill} }

// rows returns a part's rows, and counts what is counted of them.
func (s *Sample) rows(p part) *rows { return [...]*rows{&s.train, &s.held, &s.test}[p] }

func (s *Sample) counts(p part) *Part {
	return [...]*Part{&s.Summary.Train, &s.Summary.Held, &s.Summary.Test}[p]
}

// eachPart calls f with the three parts until it fails.
func (s *Sample) eachPart(f func(r *rows) error) error {
	for _, p := range []part{training, heldOut, tested} {
		if err := f(s.rows(p)); err != nil {
			return err
		}
	}
	return nil
}

// Summary counts what became of the games and positions that were read. Games
// are either left out for one of four reasons or stand in a part; positions
// likewise for one of six.
type Summary struct {
	// Games is the number of games read.
	Games int
	// UnknownResult, Guarded, Adjudicated and Unusable count the games left out:
	// those without a result, those that a guard stopped and those adjudicated,
	// where the options leave them out, and those without one quiet position after
	// the opening.
	UnknownResult, Guarded, Adjudicated, Unusable int
	// Corrected counts the games not left out whose result endgame tables
	// corrected.
	Corrected int
	// Positions is the number of positions in the games that were not left out
	// for their result.
	Positions int
	// Opening, NotQuiet, Unscored and Thinned count the positions left out: those
	// of the opening, which was drawn; those where a side could capture if it were
	// to move, whose worth is decided by the exchange (but see
	// [Options.Threatened]); those without a score where
	// scores are asked for; and those beyond the most that a game gives.
	Opening, NotQuiet, Unscored, Thinned int
	// Repeated counts the positions that their part had already, counting views
	// from the other side and in the mirror. The first one is kept.
	Repeated int
	// Shared counts the positions taken out of the held-out part because the
	// training part has them, and out of the test part because either has.
	Shared int
	// Train, Held and Test are the three parts.
	Train, Held, Test Part
}

// addCounts adds a game with what was counted in it.
func (s *Summary) addCounts(c Summary) {
	s.Games++
	s.Corrected += c.Corrected
	s.Positions += c.Positions
	s.Opening += c.Opening
	s.NotQuiet += c.NotQuiet
	s.Unscored += c.Unscored
	s.Thinned += c.Thinned
}

// String says in one line what the sample holds.
func (s Summary) String() string {
	return fmt.Sprintf("%d games: %d positions of %d to fit to, %d of %d held out, %d of %d to test by",
		s.Games, s.Train.Positions, s.Train.Games, s.Held.Positions, s.Held.Games, s.Test.Positions, s.Test.Games)
}

// Part counts one part of a sample.
type Part struct {
	// Games is the number of games that positions were taken from, and
	// WhiteWins, Draws and BlackWins how they ended.
	Games, WhiteWins, Draws, BlackWins int
	// Positions is the number of different positions, and Points what the side
	// to move got in their games altogether: 1 for a win, 1/2 for a draw.
	Positions int
	Points    float64
}

// addGame counts a game by its result from White's point of view.
func (p *Part) addGame(result int8) {
	p.Games++
	switch result {
	case 1:
		p.WhiteWins++
	case 0:
		p.Draws++
	default:
		p.BlackWins++
	}
}

// countRows fills in the counts of positions.
func (p *Part) countRows(r *rows) error {
	p.Positions = r.len()
	return r.each(r.n, func(w row) { p.Points += float64(w.label) / 2 })
}
