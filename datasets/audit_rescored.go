package datasets

import (
	"encoding/json"

	"damalab/dama"
)

// How an exact result is audited
//
// The tables that the spec names know every position of up to so many pieces. So
// the column must have a value exactly where a game came to such a position, which
// the moves alone tell. What the value has to be only tables know: those that the
// audit is given, if they are for the rules of the game.

// tablesIn returns up to how many pieces the tables behind a dataset's exact results
// know every position, by ruleset; the last rescoring of a ruleset counts.
func tablesIn(spec json.RawMessage) map[string]int {
	reach := map[string]int{}
	for spec != nil {
		var of *source
		var form specForm
		if r := rescoredOf(spec); r != nil {
			for _, t := range r.Tables {
				for _, name := range t.Rulesets {
					if reach[name] == 0 {
						reach[name] = t.Pieces
					}
				}
			}
			of = &r.Of
		} else if json.Unmarshal(spec, &form) == nil && form.Split != nil {
			of = form.Split.Of
		}
		if spec = nil; of != nil {
			spec = of.Spec
		}
	}
	return reach
}

// exactResult holds the column rescored of a replayed game against the tables.
func (c *gameCase) exactResult(r *replayer) {
	is := c.game.Rescored
	ply, reached := firstWithin(r.history, c.spec.reach[c.game.Ruleset])
	switch {
	case !reached && is == nil:
	case !reached && c.spec.reach[c.game.Ruleset] == 0:
		c.find(RowRescored, "rescored", -1, "%s, but the spec names no endgame tables for the ruleset %s", resultText(*is), c.game.Ruleset)
	case !reached:
		c.find(RowRescored, "rescored", -1, "%s, but the game never has as few as %d pieces, which the tables of the spec know", resultText(*is), c.spec.reach[c.game.Ruleset])
	case is == nil:
		c.find(RowRescored, "rescored", ply, "null, but the tables of the spec know the position: %s", r.history.PositionAt(ply))
	default:
		c.exactValue(r.history.PositionAt(ply), ply)
	}
}

// exactValue compares a value with what the tables say of the position.
func (c *gameCase) exactValue(p dama.Position, ply int) {
	want, _, ok := c.ask(p)
	if !ok {
		c.part.note(noExact, "games have an exact result, and the endgame tables to check it were not named, or reach too few pieces")
		return
	}
	c.part.counts.ExactGames++
	if *c.game.Rescored != want {
		c.find(RowRescored, "rescored", ply, "%s, but the tables say %s: %s", resultText(*c.game.Rescored), resultText(want), p)
	}
}

// ask returns the exact result of a position, White's view, and the plies to the
// end; ok is false if no tables that were given know it.
func (c *gameCase) ask(p dama.Position) (result int8, plies int, ok bool) {
	t := c.options.Tables[c.game.Ruleset]
	if t == nil || p.Occupied().Count() > t.MaxPieces() {
		return 0, 0, false
	}
	r, plies, ok := t.Probe(p)
	if p.Side() == dama.Black {
		r = -r
	}
	return int8(r), plies, ok
}

// firstWithin returns the first ply of a game at which it has no more than a number
// of pieces.
func firstWithin(h *dama.History, pieces int) (ply int, ok bool) {
	for ply := range h.Plies() + 1 {
		if p := h.PositionAt(ply); p.Occupied().Count() <= pieces {
			return ply, true
		}
	}
	return 0, false
}

// tablesFault is the first fault of the tables that the audit was given: what they
// could not tell must not pass for checked.
func (a *auditor) tablesFault() error {
	for _, t := range a.options.Tables {
		if err := t.Err(); err != nil {
			return err
		}
	}
	return nil
}
