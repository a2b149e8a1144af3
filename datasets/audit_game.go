package datasets

import (
	"fmt"

	"damalab/dama"
)

// gameCase is one game under audit.
type gameCase struct {
	*bench
	part    *auditPart
	row     int64
	game    *Game
	invalid string // the column that the row's own check has complained of
}

// game audits one row of a games file.
func (b *bench) game(part *auditPart, row int64, g *Game) {
	c := &gameCase{bench: b, part: part, row: row, game: g}
	part.counts.Games++
	part.counts.Plies += int64(len(g.Moves))
	part.counts.Results.count(g.Result)
	if fault := faultOf(g.check()); fault != nil {
		c.find(RowInvalid, fault.Column, -1, "%s", fault.Reason)
		c.invalid = fault.Column
	}
	c.identity()
	if c.spec.selfPlay {
		c.selfPlayRow()
	}
	r, ok := b.replayer(g.Ruleset)
	if !ok {
		c.find(RowRuleset, "ruleset", -1, "%q is no ruleset of the dataset", g.Ruleset)
		return
	}
	if !r.replay(c) {
		return
	}
	part.counts.ReplayedGames++
	part.counts.ReplayedPlies += int64(len(g.Moves))
	c.ending(r)
	c.exactResult(r)
	c.judgeScores(r)
	c.prints(r)
	if row == 0 || b.sampled(g.ID) { // the first of each file, so that it is never none
		c.referee(r)
	}
}

// find adds a finding about the game; ply is -1 if none is meant. A column that
// is invalid already is not complained of again.
func (c *gameCase) find(kind ProblemKind, column string, ply int, format string, args ...any) {
	if c.invalid != "" && column == c.invalid {
		return
	}
	f := Finding{File: c.part.file, Row: new(c.row), Column: column, GameID: c.game.ID, Problem: kind, Detail: fmt.Sprintf(format, args...)}
	if ply >= 0 {
		f.Ply = &ply
	}
	c.part.add(f)
}

// imported tells that the game was not played by this project: its players may
// have gone on, or stopped, where they liked. In self-play there is no such game,
// whatever a row says.
func (c *gameCase) imported() bool { return c.game.EndedBy == EndedByImport && !c.spec.selfPlay }

// place names the row in a warning.
func (c *gameCase) place() string {
	return fmt.Sprintf("%s, row %d (game %s)", c.part.file, c.row, c.game.ID)
}

// replayer replays games of one ruleset.
type replayer struct {
	rules    dama.Ruleset
	gen      dama.Generator
	history  *dama.History
	legal    []dama.Move
	moves    []dama.Move // of the game that prints has looked at last
	playedOn int         // the ply at which an imported game went on after a draw; -1 if it did not
	stalled  int         // the first ply at which the guard should have stopped the game; -1 if none
}

func newReplayer(rules dama.Ruleset) *replayer {
	return &replayer{rules: rules, gen: rules.Generator(), history: dama.NewHistory(rules.Facts, dama.StartPosition())}
}

// replay plays the game's moves into the history. It tells whether it came to
// the last of them with every move legal and the game still on.
func (r *replayer) replay(c *gameCase) bool {
	start, err := c.game.Start()
	if err != nil {
		c.find(RowInvalid, "start_fen", -1, "%v", err)
		return false
	}
	h := r.history
	h.Restart(start)
	r.playedOn, r.stalled = -1, -1
	for ply, text := range c.game.Moves {
		if o := h.Outcome(); o.Over && !r.mayPlayOn(c, ply, o) {
			c.find(RowPlaysOn, "moves", ply, "%d more moves, but the game was over: %s, result %s",
				len(c.game.Moves)-ply, o.Reason, resultText(int8(o.Result)))
			return false
		}
		if g := c.spec.guards; g != nil && g.StalledPlies > 0 && r.stalled < 0 && ply >= int(c.game.OpeningPlies) && h.Reversible() >= g.StalledPlies {
			r.stalled = ply
		}
		m, err := r.move(c, text)
		if err != nil {
			c.find(RowIllegalMove, "moves", ply, "%v: %s", err, h.Position())
			return false
		}
		h.Play(m)
	}
	return true
}

// mayPlayOn tells whether an imported game is let go on after a draw: nobody may
// have claimed it, or their rules did not know it.
func (r *replayer) mayPlayOn(c *gameCase, ply int, o dama.Outcome) bool {
	if !c.imported() || o.Result != dama.Draw {
		return false
	}
	if r.playedOn < 0 {
		r.playedOn = ply
		c.part.note("played-on", "%s: imported, and goes on after a draw by %s at ply %d", c.place(), o.Reason, ply)
	}
	return true
}

// move reads a stored move in the present position.
func (r *replayer) move(c *gameCase, text string) (dama.Move, error) {
	p := r.history.Position()
	r.legal = r.gen.AppendMoves(r.legal[:0], p)
	m, err := r.gen.ParseMoveAmong(p, text, r.legal)
	if err != nil || len(text) == 5 && m.Captured().Count() <= 1 {
		return m, err // two squares say such a move in one way only
	}
	if written := r.gen.Text(p, m); written != text {
		c.part.note("move-form", "%s: a move is written %q, which this project writes %q", c.place(), text, written)
	}
	return m, nil
}

// resultText writes a result with its sign.
func resultText(r int8) string {
	if r == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", r)
}

// resultOf is resultText for a result that may be unknown.
func resultOf(r *int8) string {
	if r == nil {
		return "null"
	}
	return resultText(*r)
}
