package datasets

// off tells whether the spec says no to something.
func off(said *bool) bool { return said != nil && !*said }

// on tells whether the spec says yes to something.
func on(said *bool) bool { return said != nil && *said }

// selfPlayRow holds a row of self-play against what the spec decides.
func (c *gameCase) selfPlayRow() {
	c.openingBound()
	c.player("white", c.game.White, c.spec.weights.White)
	c.player("black", c.game.Black, c.spec.weights.Black)
	counts(c, "depths", c.game.Depths, c.spec.record.Depths)
	counts(c, "nodes", c.game.Nodes, c.spec.record.Nodes)
}

// openingBound checks where the game began and how many moves were drawn.
func (c *gameCase) openingBound() {
	g, o, p := c.game, c.spec.opening, c.spec.positions
	longest := -1 // not known
	switch {
	case g.StartFEN == nil && o != nil && o.Policy != "file":
		longest = o.Plies + o.MaxPlies
	case g.StartFEN != nil && p != nil && p.Share <= 0:
		c.find(RowInvalid, "start_fen", -1, "%q, but the spec begins all games at the usual start", *g.StartFEN)
	case g.StartFEN != nil && p != nil:
		longest = p.MaxPlies
	}
	if longest >= 0 && int(g.OpeningPlies) > longest {
		c.find(RowInvalid, "opening_plies", -1, "%d, but the spec draws %d moves at most", g.OpeningPlies, longest)
	}
}

// nameDigits is how many digits of the weights' digest name a player.
const nameDigits = 16

// player checks the name of a side, if the spec has the digest of its weights.
func (c *gameCase) player(column, name, digest string) {
	if want := digest[:min(len(digest), nameDigits)]; want != "" && name != want {
		c.find(RowInvalid, column, -1, "%q, but the spec's weights are %s", name, want)
	}
}

// counts checks a column that has a number for each search, if the spec says
// whether it is kept.
func counts[T int16 | int64](c *gameCase, column string, list []T, recorded *bool) {
	switch {
	case off(recorded) && list != nil:
		c.find(RowInvalid, column, -1, "there, but the spec does not record them")
		return
	case on(recorded) && list == nil:
		c.find(RowInvalid, column, -1, "null, but the spec records them")
		return
	}
	for ply, n := range list {
		if n < 0 {
			c.find(RowInvalid, column, ply, "%d is below 0", n)
			return
		}
		if n > 0 && ply < int(c.game.OpeningPlies) {
			c.find(RowInvalid, column, ply, "%d, but the move was drawn, not searched", n)
			return
		}
	}
}

// openingScores checks opening_plies: drawn moves have no score, and all others
// have one if the spec records them. If it does not say, the first move that was
// searched has one, unless there was nothing to choose.
func (c *gameCase) openingScores(r *replayer, scores []*int16) {
	opening, first := int(c.game.OpeningPlies), -1
	for ply, s := range scores {
		if s != nil {
			first = ply
			break
		}
	}
	if opening < 0 || opening > len(scores) {
		return
	}
	switch recorded := c.spec.record.Scores; {
	case off(recorded) && first >= 0:
		c.find(RowScore, "scores", first, "%d, but the spec does not record scores", *scores[first])
	case first >= 0 && first < opening:
		c.find(RowInvalid, "opening_plies", first, "%d, but the move at ply %d was searched: it has a score", opening, first)
	case on(recorded):
		c.allScored(scores, opening)
	case first > opening && r.gen.CountMoves(r.history.PositionAt(opening)) > 1:
		c.find(RowInvalid, "opening_plies", opening, "%d, but the first move that was searched is that at ply %d", opening, first)
	}
}

// allScored checks that each searched move has a score.
func (c *gameCase) allScored(scores []*int16, opening int) {
	for ply := opening; ply < len(scores); ply++ {
		if scores[ply] == nil {
			c.find(RowScore, "scores", ply, "null, but the move was searched and the spec records scores")
			return
		}
	}
}
