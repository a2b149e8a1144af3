package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/eval"
	"damalab/search"
)

// playNodes is the engine's limit for a move where no other is given: an answer
// in well under a second.
const playNodes = 50_000

func playCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "play", Usage: "play a game against the engine in the terminal",
		Description: "Moves and commands are read from standard input, a line each; 'help' lists them.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "color", Value: "white", Usage: "the side you play, white or black"},
			fenFlag(),
			&cli.Uint64Flag{Name: "nodes", Usage: "the engine stops after this many nodes", DefaultText: thousands(playNodes) + " if no limit is given"},
			&cli.IntFlag{Name: "depth", Usage: "the engine stops after this many plies", DefaultText: "no limit"},
			&cli.DurationFlag{Name: "time", Usage: "the engine stops after this time, such as 2s", DefaultText: "no limit"},
			&cli.StringFlag{Name: "weights", Usage: "a weights file (default: the built-in weights)"},
			langFlag("the language of the game, en or tr"),
			&cli.StringFlag{Name: "save", Usage: "a PDN file to write the game to at its end; it must not exist"},
			&cli.BoolFlag{Name: "append", Usage: "with --save: add the game to the file if it exists"},
			&cli.BoolFlag{Name: "ascii", Usage: "letters instead of pieces"},
			endgameFlag(), rulesetFlag(),
		},
		Action: func(c *cli.Context) error { return play(c, e) },
	}
}

func play(c *cli.Context, e *env) error {
	g, err := newPlayGame(c, e)
	if err != nil {
		return err
	}
	defer g.tables.close()
	return g.run(c.Context)
}

// newPlayGame reads the flags; nothing is printed yet.
func newPlayGame(c *cli.Context, e *env) (*playGame, error) {
	g := &playGame{e: e, stale: true}
	var err error
	if g.rules, err = rulesetOf(c); err != nil {
		return nil, err
	}
	start, err := fenOf(c)
	if err != nil {
		return nil, err
	}
	g.gen, g.history = g.rules.Generator(), dama.NewHistory(g.rules.Facts, start)
	if o := g.history.Outcome(); o.Over {
		return nil, badUsage("--fen: the game is over in this position (%s)", o.Reason)
	}
	if g.player, err = playColor(c.String("color")); err != nil {
		return nil, err
	}
	lang, err := langOf(c)
	if err != nil {
		return nil, err
	}
	g.text = playTextOf(lang)
	if g.limits, err = playLimits(c); err != nil {
		return nil, err
	}
	if g.keep, err = newPlayKeeper(c); err != nil {
		return nil, err
	}
	weights, err := weightsOf(c, "weights", g.rules)
	if err != nil {
		return nil, err
	}
	g.engine = search.New(g.rules.Facts, eval.New(weights), search.DefaultParams())
	if g.tables, err = (&helpersFlag{c: c, e: e}).open(g.rules); err != nil {
		return nil, err
	}
	g.tables.help(g.engine)
	g.screen = newPlayScreen(e, c.Bool("ascii"))
	return g, nil
}

func playColor(name string) (dama.Color, error) {
	switch name {
	case "white":
		return dama.White, nil
	case "black":
		return dama.Black, nil
	}
	return dama.White, badUsage("--color: %q is neither white nor black", name)
}

// playLimits reads the limits of an engine move. Unlike an analysis, a game goes
// without any.
func playLimits(c *cli.Context) (l search.Limits, err error) {
	l.Nodes, l.Time = c.Uint64("nodes"), c.Duration("time")
	if c.IsSet("nodes") && l.Nodes == 0 {
		return l, badUsage("--nodes: 0 is not possible; it is at least 1")
	}
	if c.IsSet("time") && l.Time <= 0 {
		return l, badUsage("--time: %v is not possible; it is above 0", l.Time)
	}
	if c.IsSet("depth") {
		if l.Depth, err = positive(c, "depth"); err != nil {
			return l, err
		}
	}
	if l == (search.Limits{}) {
		l.Nodes = playNodes
	}
	return l, nil
}

// newPlayKeeper reads --save and --append. What could keep the game from being
// saved at its end is better said before it begins.
func newPlayKeeper(c *cli.Context) (playKeeper, error) {
	k := playKeeper{appends: c.Bool("append"), ours: map[string]playSpan{}}
	if !c.IsSet("save") {
		if k.appends {
			return k, badUsage("--append is for --save, which is not given")
		}
		return k, nil
	}
	if c.String("save") == "" {
		return k, badUsage("--save: the name of a file is missing")
	}
	k.target = filepath.Clean(c.String("save"))
	if _, err := os.Stat(filepath.Dir(k.target)); err != nil {
		return k, badFlag("save", err)
	}
	if _, err := k.before(k.target); errors.Is(err, errPlayExists) {
		return k, badUsage("--save: %w; another name is needed, or --append to add the game to a PDN file", err)
	} else if err != nil {
		return k, badFlag("save", err)
	}
	return k, nil
}
