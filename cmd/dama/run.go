package main

import (
	"fmt"
	"path/filepath"
	"runtime"

	"github.com/urfave/cli/v2"

	"damalab/internal/pipeline"
)

// The size of a run without flags: an answer within about three minutes on two
// processor cores.
const (
	defaultGames = 2000
	defaultNodes = 1000
	defaultPairs = 300
)

func runCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "run", Usage: "the main job: play games, mine puzzles, tune weights, play a match, write a report",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "the output folder; the same command goes on where it stopped"},
			&cli.IntFlag{Name: "games", Value: defaultGames, Usage: "how many games to play"},
			&cli.IntFlag{Name: "pairs", Value: defaultPairs, Usage: "how many pairs of games the match has"},
			&cli.Uint64Flag{Name: "nodes", Value: defaultNodes, Usage: "how many nodes a move's search may take"},
			&cli.Uint64Flag{Name: "seed", Usage: "the seed of the games (default: a new one, or that of the run in the folder)"},
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "how many games are played at a time"},
			rulesetFlag(),
		},
		Action: func(c *cli.Context) error { return run(c, e) },
	}
}

func run(c *cli.Context, e *env) error {
	config, err := runConfig(c)
	if err != nil {
		return err
	}
	show := newProgress(e)
	config.Stage, config.Progress = show.stage, show.step
	o, err := pipeline.Run(c.Context, config)
	show.close()
	if err != nil {
		return stopped(err, "what is finished is kept, and the same command goes on from there")
	}
	t, elo := o.Match.Tally, o.Match.Elo
	e.printf("games    %d (White %d, drawn %d, Black %d)\n", o.Games.Games, o.Games.White, o.Games.Drawn, o.Games.Black)
	e.printf("puzzles  %d, of which %d proofs hold\n", o.Funnel.Found, o.Proofs.Held)
	e.printf("weights  held-out loss %.4f before, %.4f after\n", o.Fit.Before.Held, o.Fit.After.Held)
	e.printf("match    %+.0f Elo (95 %%: %+.0f to %+.0f) in %d pairs: %d won, %d drawn, %d lost\n",
		elo.Diff, elo.Low, elo.High, t.Pairs(), t.Wins, t.Draws, t.Losses)
	e.printf("report   %s\n", filepath.Join(config.Dir, pipeline.ReportFile))
	return nil
}

func runConfig(c *cli.Context) (pipeline.Config, error) {
	config := pipeline.Config{Dir: c.String("out"), Nodes: c.Uint64("nodes")}
	if config.Dir == "" {
		return config, badUsage("--out is missing: the folder to write to")
	}
	if config.Nodes < 1 {
		return config, badUsage("--nodes: 0 is not possible; it is at least 1")
	}
	var err error
	if config.Games, err = positive(c, "games"); err != nil {
		return config, err
	}
	if config.Pairs, err = positive(c, "pairs"); err != nil {
		return config, err
	}
	if config.Workers, err = workersOf(c); err != nil {
		return config, err
	}
	if config.Ruleset, err = rulesetOf(c); err != nil {
		return config, err
	}
	config.Seed = c.Uint64("seed")
	if !c.IsSet("seed") {
		config.Seed, err = pipeline.SeedFor(config.Dir)
	}
	return config, err
}

// eta writes a forecast in the units a person would use.
func eta(seconds float64) string {
	switch {
	case seconds < 90:
		return fmt.Sprintf("%.0f s", seconds)
	case seconds < 90*60:
		return fmt.Sprintf("%.0f min", seconds/60)
	}
	return fmt.Sprintf("%.1f h", seconds/3600)
}
