package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/datasets"
	"damalab/endgame"
	"damalab/search"
	"damalab/selfplay"
)

// endgameFlag names tables to be asked while playing or searching.
func endgameFlag() cli.Flag {
	return &cli.StringFlag{
		Name:  "endgame",
		Usage: fmt.Sprintf("ask exact endgame tables: a folder made by 'dama endgame build', or '%s' for those of up to %d pieces", endgame.BuiltinName, endgame.BuiltinPieces),
	}
}

// endgamesOf opens the tables that a flag names for a ruleset; nil if it is not given.
func endgamesOf(c *cli.Context, flag string, rules dama.Ruleset) (*endgame.Tables, error) {
	if !c.IsSet(flag) {
		return nil, nil
	}
	return namedEndgames(c, flag, c.String(flag), rules)
}

// namedEndgames opens the tables of a name that a flag has.
func namedEndgames(c *cli.Context, flag, name string, rules dama.Ruleset) (*endgame.Tables, error) {
	if name == "" {
		return nil, badUsage("--%s: the name of a folder is missing, or 'builtin'", flag)
	}
	if err := beside(c, name); err != nil {
		return nil, err
	}
	t, err := endgame.Find(name, rules.Facts)
	if errors.Is(err, endgame.ErrNoBuiltin) {
		return nil, badUsage("--%s: there are no built-in tables for the facts of %q; "+
			"make some with 'dama endgame build' and name their folder", flag, rules.Name)
	}
	return t, err
}

// beside refuses an --out inside the folder of tables that are only read.
func beside(c *cli.Context, tables string) error {
	if out := c.String("out"); out != "" && tables != endgame.BuiltinName && datasets.IsWithin(out, tables) {
		return fmt.Errorf("the output %s is inside %s, the folder of the endgame tables; choose another output", out, tables)
	}
	return nil
}

// playedEndgames is endgamesOf for games that depend on the tables; nil for none.
func playedEndgames(c *cli.Context, flag string, rules dama.Ruleset) (selfplay.Endgames, error) {
	t, err := endgamesOf(c, flag, rules)
	if t == nil || err != nil {
		return nil, err // not an interface around a nil pointer
	}
	return t, nil
}

// helpers are tables for a search that goes on without them as soon as something
// in them can't be read. A nil *helpers helps nobody.
type helpers struct {
	*endgame.Tables
	said bool
}

// helpersFlag opens the tables of --endgame for searches, which go on without them
// if a file of theirs is damaged.
type helpersFlag struct {
	c    *cli.Context
	e    *env
	said bool // that the tables are damaged
}

// open opens the tables for a ruleset.
func (f *helpersFlag) open(rules dama.Ruleset) (*helpers, error) {
	t, err := endgamesOf(f.c, "endgame", rules)
	switch {
	case errors.Is(err, endgame.ErrDamaged):
		if !f.said {
			f.e.noteWithout(err)
		}
		f.said = true
		return nil, nil
	case t == nil || err != nil:
		return nil, err
	}
	return &helpers{Tables: t}, nil
}

func (e *env) noteWithout(err error) {
	e.note("dama: the search goes on without endgame tables: %v", err)
}

// Probe implements [search.Endgames].
func (h *helpers) Probe(p dama.Position) (result, plies int, ok bool) {
	if h.Err() != nil {
		return 0, 0, false
	}
	return h.Tables.Probe(p)
}

// help makes an engine ask the tables.
func (h *helpers) help(engine *search.Engine) {
	if h != nil {
		engine.UseEndgames(h)
	}
}

// warn says once that a search had to go on without the tables.
func (h *helpers) warn(e *env) {
	if h == nil || h.said || h.Err() == nil {
		return
	}
	h.said = true
	e.noteWithout(h.Err())
}

// close closes the tables, which nobody may be asking any more.
func (h *helpers) close() {
	if h != nil {
		_ = h.Close() // they were only read
	}
}

// helpedEngine is an engine that says so when it has to do without its tables.
type helpedEngine struct {
	*search.Engine
	helpers *helpers
	e       *env
}

// Search implements [hub.Engine].
func (h helpedEngine) Search(ctx context.Context, game *dama.History, limits search.Limits, report func(search.Result)) search.Result {
	r := h.Engine.Search(ctx, game, limits, report)
	h.helpers.warn(h.e)
	return r
}
