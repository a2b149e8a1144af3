package datasets

import (
	"strings"

	"damalab/dama"
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
	bins   [2][9]struct{ plies, sum int64 }
	voices [2]witnesses
	lasts  [2]witnesses
	proofs [2]witnesses
}

func (c *calibration) add(o calibration) {
	for side := range c.bins {
		for i, b := range o.bins[side] {
			c.bins[side][i].plies += b.plies
			c.bins[side][i].sum += b.sum
		}
		c.voices[side].add(o.voices[side])
		c.lasts[side].add(o.lasts[side])
		c.proofs[side].add(o.proofs[side])
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
	c.testify(int(first), sum)
	c.provenLoss(scores)
	if c.spec.selfPlay {
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
