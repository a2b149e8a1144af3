package selfplay

import (
	"damalab/dama"
	"damalab/datasets"
	"damalab/search"
)

// Adjudication ends a game early because its result is clear. It is no rule: the
// game is stored as ended by an adjudication. Zero values switch a part off.
type Adjudication struct {
	// WinScore, in hundredths of a man, ends a game in which the last WinPlies
	// searches, of both sides, all found one side at least so far ahead.
	WinScore int `json:"win_score" toml:"win_score"`
	WinPlies int `json:"win_plies" toml:"win_plies"`
	// DrawPlies is the number of searches in a row, none of them before ply
	// DrawFrom, that must have found neither side more than DrawScore ahead for
	// a game to be called drawn.
	DrawScore int `json:"draw_score" toml:"draw_score"`
	DrawPlies int `json:"draw_plies" toml:"draw_plies"`
	DrawFrom  int `json:"draw_from"  toml:"draw_from"`
	// Endgames is the digest of the tables of exact results that the search and
	// the adjudication ask; empty for none. A spec file names the tables.
	Endgames string `json:"endgames" toml:"-"`
}

// ended adjudicates the game h, whose searches found the scores, White's view,
// one for each ply, nil where there was none. Over is false while it goes on.
func (a *Adjudication) ended(h *dama.History, scores []*int16, tables search.Endgames) Ending {
	if r, ok := exact(h, tables); ok {
		return adjudged(r, datasets.EndgameAdjudged)
	}
	if a.WinScore > 0 && len(scores) >= a.WinPlies {
		last := scores[len(scores)-a.WinPlies:]
		switch {
		case within(last, a.WinScore, int(search.Infinite)):
			return adjudged(dama.WhiteWins, datasets.ScoreAdjudged)
		case within(last, -int(search.Infinite), -a.WinScore):
			return adjudged(dama.BlackWins, datasets.ScoreAdjudged)
		}
	}
	if a.DrawPlies > 0 && len(scores) >= a.DrawFrom+a.DrawPlies &&
		within(scores[len(scores)-a.DrawPlies:], -a.DrawScore, a.DrawScore) {
		return adjudged(dama.Draw, datasets.DrawScoreAdjudged)
	}
	return Ending{}
}

func adjudged(r dama.Result, reason dama.Termination) Ending {
	return Ending{dama.Outcome{Over: true, Result: r, Reason: reason}, datasets.EndedByAdjudication}
}

// within tells whether there was a search at each ply and its score in the range.
func within(scores []*int16, low, high int) bool {
	for _, s := range scores {
		if s == nil || int(*s) < low || int(*s) > high {
			return false
		}
	}
	return true
}

// exact asks the tables for the result of the game. A win for which a counted rule
// may leave too few plies is not clear: such a game goes on.
func exact(h *dama.History, tables search.Endgames) (dama.Result, bool) {
	p := h.Position()
	if tables == nil || p.Occupied().Count() > tables.MaxPieces() {
		return 0, false
	}
	r, plies, ok := tables.Probe(p)
	if plies > h.CounterPlies() {
		return 0, false
	}
	if p.Side() == dama.Black {
		r = -r
	}
	return dama.Result(r), ok
}
