package datasets

// adjudicatedEnding checks that the scores of an adjudicated game, or endgame tables,
// bear it out.
// That no rule had ended the game is known already.
func (c *gameCase) adjudicatedEnding(r *replayer) {
	rule := c.spec.adjudication
	if c.game.Termination == EndgameAdjudged {
		c.endgameEnding(r, rule)
		return
	}
	if rule == nil && !c.spec.selfPlay {
		c.part.note(noAdjudication, "games were adjudicated, and the spec does not say how")
		return
	}
	if rule == nil {
		rule = &auditAdjudication{}
	}
	switch c.game.Termination {
	case ScoreAdjudged:
		c.winEnding(rule)
	case DrawScoreAdjudged:
		c.drawEnding(rule)
	}
}

// endgameEnding asks endgame tables about a game that such tables decided. A run
// without tables has no such game.
func (c *gameCase) endgameEnding(r *replayer, rule *auditAdjudication) {
	if c.spec.selfPlay && !c.adjudicates(rule != nil && rule.Endgames != "") {
		return
	}
	plies := len(c.game.Moves)
	want, left, ok := c.ask(r.history.Position())
	if !ok {
		c.part.note(noTables, "games were decided by endgame tables, and those to check it were not named, or reach too few pieces")
		return
	}
	c.part.counts.AdjudgedGames++
	if limit := r.history.CounterPlies(); left > limit {
		c.find(RowAdjudication, "termination", plies, "%q, but the end is %d plies away, and a counted rule may end the game in %d",
			c.game.Termination, left, limit)
	}
	if c.game.Result == nil || *c.game.Result != want {
		c.find(RowResult, "result", plies, "%s, but the tables adjudicate the game %s", resultOf(c.game.Result), resultText(want))
	}
}

// winEnding: one side was far ahead for long enough, and it has won.
func (c *gameCase) winEnding(rule *auditAdjudication) {
	if !c.adjudicates(rule.WinScore > 0 && rule.WinPlies > 0) {
		return
	}
	last, ok := c.lastScores(rule.WinPlies)
	if !ok {
		return
	}
	white, black := true, true
	for _, s := range last {
		white = white && s != nil && int(*s) >= rule.WinScore
		black = black && s != nil && int(*s) <= -rule.WinScore
	}
	want := int8(0)
	switch plies := len(c.game.Moves); {
	case white:
		want = 1
	case black:
		want = -1
	default:
		c.find(RowAdjudication, "termination", plies, "%q, but the last %d scores are not all beyond %d for one side",
			c.game.Termination, rule.WinPlies, rule.WinScore)
		return
	}
	c.adjudicatedResult(want)
}

// drawEnding: neither side was ahead for long enough.
func (c *gameCase) drawEnding(rule *auditAdjudication) {
	if !c.adjudicates(rule.DrawPlies > 0) {
		return
	}
	plies := len(c.game.Moves)
	if plies < rule.DrawFrom+rule.DrawPlies {
		c.find(RowAdjudication, "termination", plies, "%q after %d plies, but the spec allows it after %d scores from ply %d on",
			c.game.Termination, plies, rule.DrawPlies, rule.DrawFrom)
	}
	c.adjudicatedResult(0)
	last, ok := c.lastScores(rule.DrawPlies)
	if !ok {
		return
	}
	for _, s := range last {
		if s == nil || int(*s) > rule.DrawScore || int(*s) < -rule.DrawScore {
			c.find(RowAdjudication, "termination", plies, "%q, but the last %d scores are not all within %d of 0",
				c.game.Termination, rule.DrawPlies, rule.DrawScore)
			return
		}
	}
}

// adjudicates complains of an adjudication that the spec does not have.
func (c *gameCase) adjudicates(has bool) bool {
	if !has {
		c.find(RowAdjudication, "termination", len(c.game.Moves), "%q, but the spec has no such adjudication", c.game.Termination)
	}
	return has
}

// lastScores returns the last n scores; ok is false if they were not recorded. A
// game that is shorter than n plies is filled up with scores that are not there.
func (c *gameCase) lastScores(n int) (last []*int16, ok bool) {
	recorded := false
	for _, s := range c.game.Scores {
		recorded = recorded || s != nil
	}
	if off(c.spec.record.Scores) || !recorded {
		c.part.note(noScores, "games were adjudicated by scores that were not recorded")
		return nil, false
	}
	if len(c.game.Scores) < n {
		return []*int16{nil}, true
	}
	return c.game.Scores[len(c.game.Scores)-n:], true
}

func (c *gameCase) adjudicatedResult(want int8) {
	if c.game.Result == nil || *c.game.Result != want {
		c.find(RowResult, "result", len(c.game.Moves), "%s, but the scores adjudicate the game %s", resultOf(c.game.Result), resultText(want))
	}
}
