package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"damalab/internal/pipeline"
	"damalab/selfplay/match"
	"damalab/tuner"
)

// defaultTunePairs is how many pairs the match of a fit has at most. A test of 0 to 10
// Elo is decided before in nine of ten cases if the difference is 10 or more, or 0 or
// less, and level openings that the data does not have suffice for no more.
const defaultTunePairs = 6000

func tuneMatchFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "match", Usage: "play the fitted weights against the built-in ones, on openings that the data does not have"},
		&cli.StringFlag{Name: "sprt", Value: "0,10", Usage: "the match ends when a test of these two Elo bounds is decided"},
		&cli.Uint64Flag{Name: "nodes", Value: 1000, Usage: "how many nodes a move's search may take in the match"},
		&cli.IntFlag{Name: "pairs", Value: defaultTunePairs, Usage: "how many pairs of games the match has at most"},
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "shuffles the openings of the match"},
		expectFlag(),
	}
}

func tuneMatchOf(c *cli.Context, out string, workers int) (j pipeline.JudgeConfig, p tunePower, err error) {
	j = pipeline.JudgeConfig{Out: out, Nodes: c.Uint64("nodes"), Seed: c.Uint64("seed"), Workers: workers}
	if j.Nodes < 1 {
		return j, p, badUsage("--nodes: 0 is not possible; it is at least 1")
	}
	if j.Pairs, err = positive(c, "pairs"); err != nil {
		return j, p, err
	}
	if p, err = powerOf(c); err != nil {
		return j, p, err
	}
	j.SPRT = p.sprt
	return j, p, nil
}

// play plays the match and says before how long it will take.
func (j *tuneJob) play(c *cli.Context, e *env, data *pipeline.FitData, fitted *tuner.Fitted) (*tuneVerdict, error) {
	show := newProgress(e)
	for _, line := range j.power.lines() {
		e.note("match: %s", line)
	}
	j.judge.Stage = show.stage
	j.judge.Progress = func(done int, t *match.Tally) {
		llr, _ := j.judge.SPRT.Test(t)
		elo := t.Elo()
		show.detail(fmt.Sprintf("llr %+.2f of ±%.2f, %+.0f Elo (%+.0f to %+.0f)", llr, j.judge.SPRT.Bound(), elo.Diff, elo.Low, elo.High))
		show.step(done, j.judge.Pairs)
	}
	judged, err := pipeline.Judge(c.Context, j.judge, data, fitted)
	show.close()
	if err != nil {
		return nil, stopped(err, "the fit and the pairs that were played are kept, and the same command goes on from there")
	}
	return verdictOf(judged), nil
}

func verdictOf(j *pipeline.Judgement) *tuneVerdict {
	return &tuneVerdict{
		Outcome: j.Outcome(), Pairs: j.Pairs, Tally: j.Tally, Elo: j.Elo, SPRT: j.SPRT, LLR: j.LLR, Nodes: j.Spec.Nodes,
	}
}

func (v *tuneVerdict) print(e *env) {
	t := &v.Tally
	e.printf("score    %.1f %% in %d pairs at %d nodes: %d won, %d drawn, %d lost\n", 100*t.Score(), v.Pairs, v.Nodes, t.Wins, t.Draws, t.Losses)
	e.printf("elo      %+.1f (95 %%: %+.1f to %+.1f)\n", v.Elo.Diff, v.Elo.Low, v.Elo.High)
	e.printf("sprt     [%g, %g]: log-likelihood ratio %+.2f, decided at ±%.2f\n", v.SPRT.Elo0, v.SPRT.Elo1, v.LLR, v.SPRT.Bound())
	e.printf("verdict  %s\n", map[string]string{
		pipeline.Passed:    "passed: stronger than the built-in weights; 'dama tune promote' can build them in",
		pipeline.Failed:    "failed: not stronger by that much; keep the built-in weights",
		pipeline.Undecided: "undecided: more --pairs go on from here",
	}[v.Outcome])
}
