package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/internal/atomicfile"
	"damalab/selfplay/match"
)

func matchCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "match", Usage: "play two sides against each other and say which is stronger",
		Description: "A side is a weights file (ending in .json), 'default' for the built-in weights,\n" +
			"'plain' for the reference engine, or 'hub:COMMAND ARGUMENTS' for another engine.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "a", Usage: "the side whose strength is measured"},
			&cli.StringFlag{Name: "b", Value: "default", Usage: "the side it is measured against"},
			&cli.StringSliceFlag{Name: "set-a", Usage: "change a parameter of a's search, such as killers=false; may be repeated"},
			&cli.StringSliceFlag{Name: "set-b", Usage: "the same for b"},
			&cli.StringSliceFlag{Name: "drop-a", Usage: "set a feature of a's weights to 0, such as wing_gap; may be repeated"},
			&cli.StringSliceFlag{Name: "drop-b", Usage: "the same for b"},
			&cli.IntFlag{Name: "games", Value: 800, Usage: "how many games at most, two a pair"},
			&cli.Uint64Flag{Name: "nodes", Usage: "how many nodes a move's search may take (default: 1000, none with --time)"},
			&cli.DurationFlag{Name: "time", Usage: "how long a move may take, such as 100ms; the games are not the same twice"},
			&cli.StringFlag{Name: "sprt", Usage: "stop when a test of two Elo bounds is decided, such as 0,10"},
			&cli.StringFlag{Name: "out", Usage: "a folder that keeps the pairs, so that the match can be stopped and resumed"},
			&cli.StringFlag{Name: "pdn", Usage: "write the games into this file at the end (needs --out)"},
			&cli.BoolFlag{Name: "stop-on-fault", Usage: "end at the first crash or illegal move of an engine"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "shuffles the openings"},
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "how many pairs are played at a time"},
			endgameFlag(),
			&cli.StringFlag{Name: "endgame-a", Usage: "tables for a alone, as with --endgame"},
			&cli.StringFlag{Name: "endgame-b", Usage: "the same for b"},
			&cli.StringFlag{Name: "positions", Usage: "begin at the positions of a file, a FEN a line, in place of six plies from the start; level ones are chosen"},
			rulesetFlag(), formatFlag(),
		},
		Action: func(c *cli.Context) error { return runMatch(c, e) },
	}
}

// matchView is a match as programs get it.
type matchView struct {
	A       string      `json:"a"`
	B       string      `json:"b"`
	Pairs   int         `json:"pairs"`
	Tally   match.Tally `json:"tally"`
	Score   float64     `json:"score"`
	Elo     match.Elo   `json:"elo"`
	LLR     *float64    `json:"llr,omitempty"`
	Verdict string      `json:"verdict,omitempty"`
}

// matchJob is a match as its flags ask for it.
type matchJob struct {
	spec    match.Spec
	rules   dama.Ruleset
	a, b    match.Side
	options match.Options
	out     string
	pdn     string
	inJSON  bool
}

func runMatch(c *cli.Context, e *env) error {
	j, err := readMatch(c)
	if err != nil {
		return err
	}
	var store *match.Store
	if j.out != "" {
		if store, err = match.OpenStore(j.out, &j.spec); err != nil {
			return err
		}
		j.options.Done = store.Done
	}
	pairs := j.options.Done
	show := newProgress(e)
	show.stage("match", fmt.Sprintf("%s against %s, up to %d pairs", c.String("a"), c.String("b"), j.options.Pairs))
	j.options.Finished = func(p *match.Pair, _ *match.Tally) error {
		show.step(p.Index+1, j.options.Pairs)
		pairs = append(pairs, *p)
		if p.Fault != "" {
			e.note("match: pair %d broken off by side %s: %s", p.Index, p.Fault, p.Detail)
		}
		if store == nil {
			return nil
		}
		return store.Append(p)
	}
	tally, err := match.Run(c.Context, j.spec, j.rules, j.a, j.b, j.options)
	show.close()
	if store != nil {
		err = errors.Join(err, store.Close())
	}
	if err != nil {
		hint := fmt.Sprintf("%d pairs were played", tally.Pairs())
		if store != nil {
			hint += " and are kept; the same command goes on from there"
		}
		return stopped(err, hint)
	}
	if err := j.report(e, c, &tally); err != nil {
		return err
	}
	return j.writePDN(pairs, c)
}

func (j *matchJob) writePDN(pairs []match.Pair, c *cli.Context) error {
	if j.pdn == "" {
		return nil
	}
	return atomicfile.Write(j.pdn, 0o666, func(w io.Writer) error {
		return match.WritePDN(w, j.rules, pairs, c.String("a"), c.String("b"))
	})
}

func (j *matchJob) report(e *env, c *cli.Context, t *match.Tally) error {
	v := matchView{A: c.String("a"), B: c.String("b"), Pairs: t.Pairs(), Tally: *t, Score: t.Score(), Elo: t.Elo()}
	if j.options.SPRT != nil {
		llr, verdict := j.options.SPRT.Test(t)
		v.LLR, v.Verdict = &llr, string(verdict)
	}
	if j.inJSON {
		return e.printJSON(v)
	}
	e.printf("score    %.1f %% in %d pairs: %d won, %d drawn, %d lost\n", 100*v.Score, v.Pairs, t.Wins, t.Draws, t.Losses)
	e.printf("elo      %+.1f (95 %%: %+.1f to %+.1f), stronger with a chance of %.1f %%\n", v.Elo.Diff, v.Elo.Low, v.Elo.High, 100*v.Elo.Superiority)
	e.printf("pairs    %v with 0, ½, 1, 1½, 2 points\n", t.Pentanomial)
	if v.LLR != nil {
		s := j.options.SPRT
		e.printf("sprt     [%g, %g]: log-likelihood ratio %+.2f, decided at ±%.2f: %s\n", s.Elo0, s.Elo1, *v.LLR, s.Bound(), v.Verdict)
	}
	if t.FaultsA+t.FaultsB > 0 {
		e.printf("faults   %d pairs broken off by a, %d by b, counted in nothing above\n", t.FaultsA, t.FaultsB)
	}
	return nil
}

func readMatch(c *cli.Context) (j matchJob, err error) {
	if j.inJSON, err = asJSON(c); err != nil {
		return j, err
	}
	if j.rules, err = rulesetOf(c); err != nil {
		return j, err
	}
	if j.a, j.b, err = sidesOf(c, j.rules); err != nil {
		return j, err
	}
	if j.options, err = matchOptions(c); err != nil {
		return j, err
	}
	j.out, j.pdn = c.String("out"), c.String("pdn")
	if j.pdn != "" {
		if j.out == "" {
			return j, badUsage("--pdn needs --out, so that the games of a stopped match are not lost")
		}
		if _, err := os.Stat(j.pdn); err == nil {
			return j, badUsage("--pdn: %s exists already; name a new file", j.pdn)
		}
	}
	j.spec = match.NewSpec(j.rules, j.a, j.b, c.Uint64("seed"), 1000)
	if err = givePositions(c, &j.spec.Openings, j.rules); err != nil {
		return j, err
	}
	if c.IsSet("time") {
		if j.spec.MoveTime = c.Duration("time"); j.spec.MoveTime <= 0 {
			return j, badUsage("--time: %v is not possible; it is above 0", j.spec.MoveTime)
		}
		j.spec.Nodes = 0
	}
	if c.IsSet("nodes") {
		if j.spec.Nodes = c.Uint64("nodes"); j.spec.Nodes < 1 {
			return j, badUsage("--nodes: 0 is not possible; it is at least 1")
		}
	}
	return j, nil
}

func matchOptions(c *cli.Context) (o match.Options, err error) {
	games, err := positive(c, "games")
	if err != nil {
		return o, err
	}
	if games%2 != 0 {
		return o, badUsage("--games: %d is odd; games come in pairs", games)
	}
	o.Pairs = games / 2
	if o.Workers, err = workersOf(c); err != nil {
		return o, err
	}
	o.StopOnFault = c.Bool("stop-on-fault")
	if !c.IsSet("sprt") {
		return o, nil
	}
	test, err := sprtOf(c.String("sprt"))
	if err != nil {
		return o, err
	}
	o.SPRT = &test
	return o, nil
}
