package main

import (
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"

	"damalab/endgame"
)

func endgameBuildCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "build", Usage: "make the tables of all positions of up to some pieces",
		Description: "The same command goes on where it stopped, and with more --pieces it extends the set.\n" +
			"The tables know the ruleset's promotion, reversal and draws by material; repetition and\n" +
			"counted moves are outside what they answer.",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "pieces", Usage: fmt.Sprintf("the greatest number of pieces, both sides together: 2 to %d", endgame.MaxPieces)},
			&cli.StringFlag{Name: "out", Usage: "the folder of the set"},
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "how many threads work; changes no byte"},
			rulesetFlag(), formatFlag(),
		},
		Action: func(c *cli.Context) error { return buildEndgames(c, e) },
	}
}

// builtView is the answer for programs.
type builtView struct {
	Out     string `json:"out"`
	Digest  string `json:"rules_digest"`
	Pieces  int    `json:"pieces"`
	Files   int    `json:"files"`
	Made    int    `json:"made"`
	Entries int    `json:"entries"`
	Bytes   int64  `json:"bytes"`
}

func buildEndgames(c *cli.Context, e *env) error {
	inJSON, err := asJSON(c)
	if err != nil {
		return err
	}
	if !c.IsSet("pieces") {
		return badUsage("--pieces is missing: the greatest number of pieces, 2 to %d", endgame.MaxPieces)
	}
	n := c.Int("pieces")
	if n < 2 || n > endgame.MaxPieces {
		return badUsage("--pieces: %d is not possible; it is from 2 to %d", n, endgame.MaxPieces)
	}
	dir := c.String("out")
	if dir == "" {
		return badUsage("--out is missing: the folder of the set")
	}
	workers, err := workersOf(c)
	if err != nil {
		return err
	}
	ruleset, err := rulesetOf(c)
	if err != nil {
		return err
	}
	rules := endgame.RulesOf(ruleset.Facts)
	show := newProgress(e)
	show.stage("build", fmt.Sprintf("up to %d pieces; %s", n, rulesText(rules)))
	built, err := endgame.Build(c.Context, dir, rules, endgame.BuildOptions{
		Pieces: n, Workers: workers,
		Progress: func(done, total int, material string) {
			show.detail(material)
			show.step(done, total)
		},
	})
	show.close()
	if err != nil {
		return stopped(err, "finished tables are kept, and the same command goes on")
	}
	if inJSON {
		return e.printJSON(builtView{dir, rules.Digest(), built.Pieces, built.Files, built.Made, built.Entries, built.Bytes})
	}
	e.printf("tables  %s: all positions of up to %d pieces in %s, %s\n", dir, built.Pieces, counted(built.Files, "file"), bytesText(built.Bytes))
	e.printf("made    %d of the files; the others were there\n", built.Made)
	e.printf("size    %s entries, %.3f bytes each\n", thousands(built.Entries), float64(built.Bytes)/float64(built.Entries))
	return nil
}
