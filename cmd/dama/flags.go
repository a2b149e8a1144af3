package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/internal/tomlfile"
)

// Flags that several commands share.

func rulesetFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "ruleset", Value: dama.DefaultRuleset,
		Usage: "name of a ruleset, or a file of house rules if it ends in .toml",
	}
}

func fenFlag() cli.Flag {
	return &cli.StringFlag{Name: "fen", Usage: "a position such as W:Wa2,b2,Kd4:Ba7,Kh8"}
}

func formatFlag() cli.Flag {
	return &cli.StringFlag{Name: "format", Value: "text", Usage: "text for people, json for programs"}
}

// asJSON reads --format.
func asJSON(c *cli.Context) (bool, error) {
	switch f := c.String("format"); f {
	case "text":
		return false, nil
	case "json":
		return true, nil
	default:
		return false, badUsage("--format: %q is neither text nor json", f)
	}
}

// printJSON writes one object on one line.
func (e *env) printJSON(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.stdout, "%s\n", data)
	return err
}

func langFlag(usage string) cli.Flag {
	return &cli.StringFlag{Name: "lang", Value: string(dama.English), Usage: usage}
}

// langOf reads --lang.
func langOf(c *cli.Context) (dama.Language, error) {
	l, err := dama.ParseLanguage(c.String("lang"))
	if err != nil {
		return l, badFlag("lang", err)
	}
	return l, nil
}

// fenOf reads --fen; the usual start where it is not given.
func fenOf(c *cli.Context) (dama.Position, error) {
	if !c.IsSet("fen") {
		return dama.StartPosition(), nil
	}
	p, err := dama.ParseFEN(c.String("fen"))
	if err != nil {
		return p, badFlag("fen", err)
	}
	return p, nil
}

// underRules reads --ruleset and --fen.
func underRules(c *cli.Context) (dama.Ruleset, dama.Position, error) {
	rules, err := rulesetOf(c)
	if err != nil {
		return rules, dama.Position{}, err
	}
	p, err := fenOf(c)
	return rules, p, err
}

// positive reads a whole number that must be at least 1.
func positive(c *cli.Context, name string) (int, error) {
	n := c.Int(name)
	if n < 1 {
		return 0, badUsage("--%s: %d is not possible; it is at least 1", name, n)
	}
	return n, nil
}

// maxWorkers is far above the number of cores of any machine; each worker has an
// engine with its own table.
const maxWorkers = 1024

// workersOf reads --workers.
func workersOf(c *cli.Context) (int, error) {
	n, err := positive(c, "workers")
	if err == nil && n > maxWorkers {
		err = badUsage("--workers: %d is not possible; it is at most %d", n, maxWorkers)
	}
	return n, err
}

// rulesetOf reads --ruleset: a name, or a file of house rules.
func rulesetOf(c *cli.Context) (dama.Ruleset, error) {
	name := c.String("ruleset")
	r, err := findRuleset(name)
	if err != nil && !strings.HasSuffix(name, ".toml") {
		return r, badFlag("ruleset", err)
	}
	return r, err
}

// findRuleset finds a ruleset by its name, or reads a file of house rules.
func findRuleset(name string) (dama.Ruleset, error) {
	if strings.HasSuffix(name, ".toml") {
		return readHouseRules(name)
	}
	return dama.FindRuleset(name)
}

// houseRules is the form of a house-rules file. Pointers tell a fact that is not
// given from one that is.
type houseRules struct {
	Name             string              `toml:"name"`
	Base             string              `toml:"base"`
	Promotion        *dama.Promotion     `toml:"promotion"`
	Reversal         *dama.Reversal      `toml:"reversal"`
	Repetition       *int                `toml:"repetition"`
	KingMoveLimit    *int                `toml:"king_move_limit"`
	NoProgressPlies  *int                `toml:"no_progress_plies"`
	NoProgressResets *[]dama.Reset       `toml:"no_progress_resets"`
	OnePieceEach     *dama.OnePieceEach  `toml:"one_piece_each"`
	KingVersusMan    *dama.KingVersusMan `toml:"king_versus_man"`
}

func readHouseRules(path string) (dama.Ruleset, error) {
	var f houseRules
	if err := tomlfile.Read(path, &f); err != nil {
		return dama.Ruleset{}, err
	}
	if f.Base == "" {
		return dama.Ruleset{}, fmt.Errorf("%s: base is missing: name the ruleset to start from, such as %q", path, dama.DefaultRuleset)
	}
	base, err := dama.FindRuleset(f.Base)
	if err != nil {
		return dama.Ruleset{}, fmt.Errorf("%s: base: %w", path, err)
	}
	r, err := dama.HouseRuleset(f.Name, base, dama.Overrides{
		Promotion: f.Promotion, Reversal: f.Reversal, Repetition: f.Repetition, KingMoveLimit: f.KingMoveLimit,
		NoProgressPlies: f.NoProgressPlies, NoProgressResets: f.NoProgressResets,
		OnePieceEach: f.OnePieceEach, KingVersusMan: f.KingVersusMan,
	})
	if err != nil {
		return r, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}
