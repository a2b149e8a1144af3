package datasets

import (
	"cmp"
	"slices"

	"damalab/dama"
	"damalab/internal/referee"
)

// refereeShare is how many games there are for each one that the referee replays.
const refereeShare = 100

// refereeRoutes is the most routes of captures in a position that the referee is
// asked about: it follows every one of them to its end.
const refereeRoutes = 20_000

// sampled tells whether a game is drawn for the referee, who replays the first game
// of each file besides. It depends on the id and the
// seed alone.
func (b *bench) sampled(id string) bool {
	return b.options.Full || dama.Mix(hashText(id)^dama.Mix(b.options.Seed))%refereeShare == 0
}

// referee replays the game with the second implementation of the rules, which
// shares no move generation with the first, and compares the two at each ply:
// the legal moves, the position after the move, and whether the game is over.
func (c *gameCase) referee(r *replayer) {
	h, facts := r.history, r.rules.Facts
	positions := []dama.Position{h.PositionAt(0)}
	moves := []referee.Move{}
	for ply, text := range c.game.Moves {
		p := positions[ply]
		if r.routes(p) > refereeRoutes {
			c.part.note(noReferee, "games have positions with too many routes for the referee; first %s at ply %d", c.place(), ply)
			return
		}
		legal := referee.Moves(facts, p)
		if !sameMoves(legal, r.legal) {
			c.find(RowReferee, "moves", ply, "the referee knows %d legal moves, the generator others (%d): %s", len(legal), len(r.legal), p)
			return
		}
		m, ok := findMove(legal, h.MoveAt(ply))
		if text != m.Text() {
			ok = ok && sameFound(facts, p, text, m)
		}
		if !ok {
			c.find(RowReferee, "moves", ply, "%q is not legal for the referee: %s", text, p)
			return
		}
		if v := referee.Judge(facts, positions, moves); v.Over && r.playedOn < 0 {
			c.find(RowReferee, "moves", ply, "the referee calls the game over: %s", v.Termination)
			return
		}
		moves = append(moves, m)
		positions = append(positions, referee.Make(p, m))
	}
	c.refereeEnding(r, referee.Judge(facts, positions, moves))
	c.part.counts.RefereeGames++
	c.part.counts.RefereePlies += int64(len(moves))
}

// refereeEnding compares the last positions and the two verdicts.
func (c *gameCase) refereeEnding(r *replayer, v referee.Verdict) {
	if end := r.history.Outcome(); v.Over != end.Over || v.Result != int(end.Result) || v.Termination != string(end.Reason) {
		c.find(RowReferee, "termination", len(c.game.Moves), "the referee says %q with %s, the generator %q with %s",
			v.Termination, resultText(int8(v.Result)), end.Reason, resultText(int8(end.Result)))
	}
}

// routes lists the legal moves of a position and counts their routes.
func (r *replayer) routes(p dama.Position) (n uint64) {
	r.legal = r.gen.AppendMoves(r.legal[:0], p)
	for _, m := range r.legal {
		if m.IsCapture() {
			n += r.gen.CountRoutes(p, m)
		}
	}
	return n
}

// sameMoves compares the referee's moves, which are sorted, with the generator's,
// which it sorts in place.
func sameMoves(theirs []referee.Move, ours []dama.Move) bool {
	slices.SortFunc(ours, func(a, b dama.Move) int {
		return cmp.Or(cmp.Compare(a.From(), b.From()), cmp.Compare(a.To(), b.To()), cmp.Compare(a.Captured(), b.Captured()))
	})
	return slices.EqualFunc(theirs, ours, sameMove)
}

func sameMove(theirs referee.Move, ours dama.Move) bool {
	return theirs.From == ours.From() && theirs.To == ours.To() && theirs.Captured == ours.Captured() && theirs.Crowned == ours.Crowned()
}

// findMove returns the referee's twin of a move.
func findMove(theirs []referee.Move, m dama.Move) (referee.Move, bool) {
	for _, t := range theirs {
		if sameMove(t, m) {
			return t, true
		}
	}
	return referee.Move{}, false
}

// sameFound tells whether the referee reads a text that is not the written form
// as the same move. It knows no short forms; the move is then the one that was
// found without its text.
func sameFound(f dama.Facts, p dama.Position, text string, m referee.Move) bool {
	found, ok := referee.Find(f, p, text)
	return !ok || found.Text() == m.Text()
}
