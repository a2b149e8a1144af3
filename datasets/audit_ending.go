package datasets

import (
	"damalab/dama"
)

// ending compares the row's result and reason with what the rules, the guards
// and the adjudication say of the replayed game.
func (c *gameCase) ending(r *replayer) {
	end := r.history.Outcome()
	plies := r.history.Plies()
	switch g := c.game; {
	case c.imported():
		c.importEnding(end)
		return
	case g.EndedBy == EndedByImport:
		c.foreignEnding(end)
	case end.Over:
		c.ruleEnding(end)
	case g.EndedBy == EndedByRule:
		c.find(RowEnding, "ended_by", plies, "%q by %q, but no rule ends the game there", g.EndedBy, g.Termination)
	case g.EndedBy == EndedByGuard:
		c.guardEnding(r)
	case g.EndedBy == EndedByAdjudication:
		c.adjudicatedEnding(r)
	}
	c.guardsKept(r)
}

// ruleEnding compares the row with the rule that ended the game.
func (c *gameCase) ruleEnding(end dama.Outcome) {
	g, plies := c.game, len(c.game.Moves)
	if g.EndedBy != EndedByRule {
		c.find(RowEnding, "ended_by", plies, "%q by %q, but a rule ended the game: %s", g.EndedBy, g.Termination, end.Reason)
	}
	if g.EndedBy == EndedByRule && g.Termination != end.Reason {
		c.find(RowEnding, "termination", plies, "%q, but the game ended by %q", g.Termination, end.Reason)
	}
	if g.Result == nil || *g.Result != int8(end.Result) {
		c.find(RowResult, "result", plies, "%s, but the game ended by %s with %s", resultOf(g.Result), end.Reason, resultText(int8(end.Result)))
	}
}

// foreignEnding complains of a game of self-play that says it was imported.
func (c *gameCase) foreignEnding(end dama.Outcome) {
	g, plies := c.game, len(c.game.Moves)
	c.find(RowEnding, "ended_by", plies, "%q, but the games of this dataset are self-play", g.EndedBy)
	switch {
	case end.Over && (g.Result == nil || *g.Result != int8(end.Result)):
		c.find(RowResult, "result", plies, "%s, but the game ended by %s with %s", resultOf(g.Result), end.Reason, resultText(int8(end.Result)))
	case g.Result == nil:
		c.find(RowResult, "result", plies, "null, but a game of self-play has a result")
	}
}

// importEnding checks what an imported game says of a rule. Its players' draw
// rules may have been others, so a draw that they did not see is a warning.
func (c *gameCase) importEnding(end dama.Outcome) {
	g, plies := c.game, len(c.game.Moves)
	named := isRuleEnding(g.Termination)
	agrees := g.Result != nil && *g.Result == int8(end.Result)
	switch {
	case named && !end.Over:
		c.find(RowEnding, "termination", plies, "%q, but no rule ends the game there", g.Termination)
	case named && g.Termination != end.Reason:
		c.find(RowEnding, "termination", plies, "%q, but the game ended by %q", g.Termination, end.Reason)
	case !end.Over || agrees:
	case named || end.Result != dama.Draw && g.Result != nil:
		c.find(RowResult, "result", plies, "%s, but the game ended by %s with %s", resultOf(g.Result), end.Reason, resultText(int8(end.Result)))
	default:
		c.part.note("rule-not-told", "%s: imported with result %s, and the rules end it by %s with %s",
			c.place(), resultOf(g.Result), end.Reason, resultText(int8(end.Result)))
	}
}

// isRuleEnding tells whether a termination is one by a rule.
func isRuleEnding(t dama.Termination) bool {
	for _, rule := range endings(EndedByRule) {
		if t == rule {
			return true
		}
	}
	return false
}

// guardEnding checks that the guard that stopped the game had to.
func (c *gameCase) guardEnding(r *replayer) {
	g, limits := c.game, c.spec.guards
	plies, still := r.history.Plies(), r.history.Reversible()
	switch {
	case limits == nil:
		c.part.note(noGuards, "games were stopped by a guard, and the spec names none")
	case g.Termination == PlyLimitGuard && plies != limits.PlyLimit:
		c.find(RowGuard, "termination", plies, "%q after %d plies, but the guard's limit is %d", g.Termination, plies, limits.PlyLimit)
	case g.Termination == StalledGuard && (limits.StalledPlies < 1 || still < limits.StalledPlies):
		c.find(RowGuard, "termination", plies, "%q, but the last capture or forward move of a man was only %d plies before, and the guard needs %d",
			g.Termination, still, limits.StalledPlies)
	}
	if g.Result == nil || *g.Result != 0 {
		c.find(RowGuard, "result", plies, "%s, but a guard ends a game with 0", resultOf(g.Result))
	}
}

// guardsKept checks that a game did not go on where a guard stops it.
func (c *gameCase) guardsKept(r *replayer) {
	limits := c.spec.guards
	if limits == nil {
		return
	}
	plies := len(c.game.Moves)
	switch {
	case limits.PlyLimit > 0 && plies > limits.PlyLimit:
		c.find(RowGuard, "plies", limits.PlyLimit, "%d, but the guard stops a game after %d", plies, limits.PlyLimit)
	case r.stalled >= 0:
		c.find(RowGuard, "moves", r.stalled, "%d more moves, but the guard stops a game after %d plies without a capture or a forward move of a man",
			plies-r.stalled, limits.StalledPlies)
	}
}
