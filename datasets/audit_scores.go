package datasets

import (
	"fmt"
	"math"
	"strings"

	"damalab/dama"
)

// How scores are held against results
//
// A score and a result are both White's view, so a game that White wins should
// mostly have scores above 0. If somebody stored the view of the side to move,
// the scores of one side's plies say the opposite; if they or the results were
// turned over, those of both sides do.
//
// The plies of a game are no independent witnesses, so each game has one voice
// for each side: the sign of the sum of the signs of its scores beyond clearScore,
// on the plies where that side is to move. It agrees with the result or not.
// Inverted is what disagrees so much more often than it agrees that chance would
// do it less than once in 700 times (three standard deviations of a fair coin),
// in at least fewestVoices games: with fewer, a handful of lucky escapes of a weak
// player is enough.
const (
	clearScore   = 50
	fewestVoices = 30
	deviations   = 3
)

// The greatest score that can be, that of a position won at once; and the least
// that means a proven win: 30000-n is one in n plies.
const (
	maxScore    = 30000
	provenScore = 29000
)

// scoreEdges are the inner borders of the bins; a bin holds its lower border.
func scoreEdges() [8]int { return [8]int{-400, -200, -75, -25, 26, 76, 201, 401} }

// CalibrationBin is the mean result of the plies whose score lies in a range.
// Scores and results are White's view.
type CalibrationBin struct {
	// ToMove is "white" or "black": the plies where that side is to move.
	ToMove string `json:"to_move"`
	// From and To bound the scores, both included. Mean is 0 if there are none.
	From  int     `json:"from"`
	To    int     `json:"to"`
	Plies int64   `json:"plies"`
	Mean  float64 `json:"mean_result"` // -1 to +1
}

// calibration adds up scores and results; the index is the side to move.
type calibration struct {
	bins  [2][9]struct{ plies, sum int64 }
	voice [2]struct{ agree, disagree int64 }
	first [2]*Finding // where the first game that disagrees stands
}

func (c *calibration) add(o calibration) {
	for side := range c.bins {
		for i, b := range o.bins[side] {
			c.bins[side][i].plies += b.plies
			c.bins[side][i].sum += b.sum
		}
		c.voice[side].agree += o.voice[side].agree
		c.voice[side].disagree += o.voice[side].disagree
		if c.first[side] == nil {
			c.first[side] = o.first[side]
		}
	}
}

// view returns all bins by score, those where White is to move first; none if
// no ply has a score.
func (c *calibration) view() []CalibrationBin {
	edges := scoreEdges()
	out := []CalibrationBin{}
	plies := int64(0)
	for side := range c.bins {
		for i, b := range c.bins[side] {
			bin := CalibrationBin{
				ToMove: strings.ToLower(dama.Color(side).String()), From: -maxScore, To: maxScore,
				Plies: b.plies, Mean: float64(b.sum) / float64(max(b.plies, 1)),
			}
			plies += b.plies
			if i > 0 {
				bin.From = edges[i-1]
			}
			if i < len(edges) {
				bin.To = edges[i] - 1
			}
			out = append(out, bin)
		}
	}
	if plies == 0 {
		return []CalibrationBin{}
	}
	return out
}

// inverted tells whether the scores say the opposite of the results. The finding
// points to the first game that disagrees.
func (c *calibration) inverted(file string) (f Finding, found bool) {
	bad := [2]bool{}
	for side, v := range c.voice {
		n := v.agree + v.disagree
		bad[side] = n >= fewestVoices && float64(v.disagree-v.agree) > deviations*math.Sqrt(float64(n))
	}
	side, what := 0, ""
	switch {
	case bad[0] && bad[1]:
		what = "on the plies of both sides: the scores or the results are the wrong way round"
	case bad[0]:
		what = "on the plies where White is to move: the scores seem to be Black's view, not White's"
	case bad[1]:
		side, what = 1, "on the plies where Black is to move: the scores seem to be the view of the side to move, not White's"
	default:
		return f, false
	}
	f = *c.first[side]
	if file != "" {
		f.File = file
	}
	v := c.voice[side]
	f.Column, f.Problem = "scores", RowInverted
	f.Detail = fmt.Sprintf("in %d of %d won games the scores favor the loser, %s", v.disagree, v.agree+v.disagree, what)
	return f, true
}

// judgeScores checks the scores of a game against their bounds, its opening and
// its result.
func (c *gameCase) judgeScores(r *replayer) {
	g, scores := c.game, c.game.Scores
	if len(scores) != len(g.Moves) {
		return // which is a finding already
	}
	first := r.history.PositionAt(0).Side()
	var sum [2]int
	for ply, s := range scores {
		if s == nil {
			continue
		}
		score := int(*s)
		if score > maxScore || score < -maxScore {
			c.find(RowScore, "scores", ply, "%d is beyond %d, the score of a won position", score, maxScore)
			continue
		}
		side := (int(first) + ply) & 1
		sum[side] += signBeyond(score, clearScore)
		if g.Result != nil {
			bin := &c.part.scores.bins[side][binOf(score)]
			bin.plies++
			bin.sum += int64(*g.Result)
		}
	}
	c.voices(sum)
	c.provenLoss(scores)
	if c.spec.selfPlay && !c.imported() {
		c.openingScores(r, scores)
	}
}

func signBeyond(score, limit int) int {
	switch {
	case score >= limit:
		return 1
	case score <= -limit:
		return -1
	}
	return 0
}

func binOf(score int) int {
	edges := scoreEdges()
	for i, edge := range edges {
		if score < edge {
			return i
		}
	}
	return len(edges)
}

// voices adds the game's two voices.
func (c *gameCase) voices(sum [2]int) {
	if c.game.Result == nil || *c.game.Result == 0 {
		return
	}
	for side := range sum {
		v := &c.part.scores.voice[side]
		switch agreement := sum[side] * int(*c.game.Result); {
		case agreement > 0:
			v.agree++
		case agreement < 0:
			v.disagree++
			if c.part.scores.first[side] == nil {
				c.part.scores.first[side] = &Finding{File: c.part.file, Row: new(c.row), GameID: c.game.ID}
			}
		}
	}
}

// provenLoss warns of a score that proves a win for the side that lost by a rule
// within the plies in which it was to win.
func (c *gameCase) provenLoss(scores []*int16) {
	g := c.game
	if g.EndedBy != EndedByRule || g.Result == nil || *g.Result == 0 {
		return
	}
	for ply, s := range scores {
		if s == nil || int(*s)*int(*g.Result) > -provenScore {
			continue
		}
		if n := maxScore - int(max(*s, -*s)); ply+n >= len(g.Moves) {
			c.part.note("proven-win-lost", "%s: score %d at ply %d proves a win in %d plies, and the game ended after %d with %s",
				c.place(), *s, ply, n, len(g.Moves)-ply, resultText(*g.Result))
			return
		}
	}
}

// openingScores checks opening_plies: drawn moves have no score, and the first
// move that was searched has one, unless there was nothing to choose.
func (c *gameCase) openingScores(r *replayer, scores []*int16) {
	opening := int(c.game.OpeningPlies)
	first := -1
	for ply, s := range scores {
		if s != nil {
			first = ply
			break
		}
	}
	switch {
	case first < 0 || first == opening || opening < 0 || opening > len(scores):
	case first < opening:
		c.find(RowInvalid, "opening_plies", first, "%d, but the move at ply %d was searched: it has a score", opening, first)
	case r.gen.CountMoves(r.history.PositionAt(opening)) > 1:
		c.find(RowInvalid, "opening_plies", opening, "%d, but the first move that was searched is that at ply %d", opening, first)
	}
}
