package datasets

import (
	"fmt"
	"math"
)

// How scores are held against results
//
// A score and a result are both White's view, so a game that White wins should
// mostly have scores above 0. If somebody stored the view of the side to move,
// the scores of one side's plies say the opposite; if they or the results were
// turned over, those of both sides do.
//
// The plies of a game are no independent witnesses, so each game has one voice
// for each side, which agrees with the result or not, on each of three questions:
//
//	voices  the sign of the sum of the signs of all its scores beyond clearScore
//	lasts   the same of the last lastScores scores of a game that a rule decided
//	proofs  the last score that proves a win, if the game ended within its plies
//
// On the first, inverted is what disagrees so much more often than it agrees that
// chance would do it less than once in 700 times (three standard deviations of a
// fair coin), in at least fewestVoices games: with fewer, a handful of lucky
// escapes of a weak player is enough. Right before a decided end there are hardly
// any: even a weak player's scores favor the loser there in fewer than lastWrong of
// the games, so inverted is what such a player would show less than once in a
// million times, which 10 games out of 10 are. A proof is hardly ever refuted:
// fewestProofs that are, and more than are borne out, are too many.
const (
	clearScore   = 50
	fewestVoices = 30
	deviations   = 3
	lastScores   = 3
	lastWrong    = 0.25
	lastChance   = 1e-6
	fewestProofs = 4
)

// witnesses is the games whose scores agree or disagree with the result, and
// where the first of those that disagree stands.
type witnesses struct {
	agree, disagree int64
	first           *Finding
}

func (w *witnesses) add(o witnesses) {
	w.agree += o.agree
	w.disagree += o.disagree
	if w.first == nil {
		w.first = o.first
	}
}

// hear adds one game: agreement is above 0, below 0, or 0 for no voice.
func (w *witnesses) hear(c *gameCase, agreement int) {
	switch {
	case agreement > 0:
		w.agree++
	case agreement < 0:
		w.disagree++
		if w.first == nil {
			w.first = &Finding{File: c.part.file, Row: new(c.row), GameID: c.game.ID}
		}
	}
}

// testify adds the voices of a game that was won; sum has the signs of all scores.
func (c *gameCase) testify(first int, sum [2]int) {
	if c.game.Result == nil || *c.game.Result == 0 {
		return
	}
	result := int(*c.game.Result)
	var last, proof [2]int
	if c.game.EndedBy == EndedByRule {
		last, proof = c.lastWords(first)
	}
	for side := range sum {
		all := &c.part.scores
		all.voices[side].hear(c, sum[side]*result)
		all.lasts[side].hear(c, last[side]*result)
		all.proofs[side].hear(c, proof[side]*result)
	}
}

// lastWords returns for each side to move the sum of the signs of the game's last
// scores, and the sign of its last proof within whose plies the game ended.
func (c *gameCase) lastWords(first int) (last, proof [2]int) {
	scores, heard := c.game.Scores, 0
	for ply := len(scores) - 1; ply >= 0; ply-- {
		if scores[ply] == nil {
			continue
		}
		score, side := int(*scores[ply]), (first+ply)&1
		if heard++; heard <= lastScores {
			last[side] += signBeyond(score, clearScore)
		}
		if n := maxScore - max(score, -score); proof[side] == 0 && n >= len(scores)-ply {
			proof[side] = signBeyond(score, provenScore)
		}
	}
	return last, proof
}

// against tells whether so many of the voices disagree that they can't be right.
func (w witnesses) against() bool {
	n := w.agree + w.disagree
	return n >= fewestVoices && float64(w.disagree-w.agree) > deviations*math.Sqrt(float64(n))
}

// lastAgainst is against for last scores: the chance that at least as many disagree
// if each does with the chance lastWrong is below lastChance.
func (w witnesses) lastAgainst() bool {
	n := float64(w.agree + w.disagree)
	if float64(w.disagree) <= lastWrong*n {
		return false
	}
	all, _ := math.Lgamma(n + 1)
	chance := 0.0
	for k := float64(w.disagree); k <= n; k++ {
		chosen, _ := math.Lgamma(k + 1)
		rest, _ := math.Lgamma(n - k + 1)
		term := math.Exp(all - chosen - rest + k*math.Log(lastWrong) + (n-k)*math.Log(1-lastWrong))
		if chance += term; chance >= lastChance || term < chance*1e-12 {
			break // the terms only fall
		}
	}
	return chance < lastChance
}

// proofAgainst is against for proofs.
func (w witnesses) proofAgainst() bool { return w.disagree >= fewestProofs && w.disagree > w.agree }

// wrongSide returns the voices of a side that tell of inverted scores, if any do.
func (c *calibration) wrongSide(side int) (w witnesses, found bool) {
	switch {
	case c.voices[side].against():
		return c.voices[side], true
	case c.lasts[side].lastAgainst():
		return c.lasts[side], true
	case c.proofs[side].proofAgainst():
		return c.proofs[side], true
	}
	return w, false
}

// inverted tells whether the scores say the opposite of the results. The finding
// points to the first game that disagrees.
func (c *calibration) inverted(file string) (f Finding, found bool) {
	w, white := c.wrongSide(0)
	b, black := c.wrongSide(1)
	what := ""
	switch {
	case white && black:
		what = "on the plies of both sides: the scores or the results are the wrong way round"
	case white:
		what = "on the plies where White is to move: the scores seem to be Black's view, not White's"
	case black:
		w, what = b, "on the plies where Black is to move: the scores seem to be the view of the side to move, not White's"
	default:
		return f, false
	}
	f = *w.first
	if file != "" {
		f.File = file
	}
	f.Column, f.Problem = "scores", RowInverted
	f.Detail = fmt.Sprintf("in %d of %d won games the scores favor the loser, %s", w.disagree, w.agree+w.disagree, what)
	return f, true
}
