package tuner

// Sample is what weights are fitted to: positions as feature counts with the
// results of their games, in a training and a held-out part. It takes about 60
// bytes a position and does not change once loaded.
type Sample struct {
	// Ruleset is the name of the ruleset that all games were played by.
	Ruleset string
	// DataDigest identifies the games, in hex; [Load] fills it in. It goes into
	// the provenance of fitted weights as it is.
	DataDigest string
	// Summary counts what was taken and what was left out.
	Summary Summary

	options     Options // those it was loaded with
	train, held rows
}

// Summary counts what became of the games and positions that were read. Games
// are either left out for one of three reasons or stand in a part; positions
// likewise for one of five.
type Summary struct {
	// Games is the number of games read.
	Games int
	// UnknownResult, Guarded and Unusable count the games left out: those
	// without a result, those that a guard stopped, and those without one quiet
	// position after the opening.
	UnknownResult, Guarded, Unusable int
	// Positions is the number of positions in the games that were not left out
	// for their result.
	Positions int
	// Opening, NotQuiet and Thinned count the positions left out: those of the
	// opening, which was drawn; those where a side could capture if it were to
	// move, whose worth is decided by the exchange; and those beyond the most
	// that a game gives.
	Opening, NotQuiet, Thinned int
	// Repeated counts the positions that their part had already, counting views
	// from the other side and in the mirror. The first one is kept.
	Repeated int
	// Shared counts the positions taken out of the held-out part because the
	// training part has them.
	Shared int
	// Train and Held are the two parts.
	Train, Held, Test Part
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
func (p *Part) countRows(r *rows) {
	p.Positions = r.len()
	for _, half := range r.label {
		p.Points += float64(half) / 2
	}
}
