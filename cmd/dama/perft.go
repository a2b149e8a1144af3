package main

import (
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"damalab/dama"
)

// perftView is one depth's count.
type perftView struct {
	Depth   int     `json:"depth"`
	Leaves  uint64  `json:"leaves"`
	Seconds float64 `json:"seconds"`
}

// divideView is one root move's share of a count.
type divideView struct {
	Move   string `json:"move"`
	Leaves uint64 `json:"leaves"`
}

func perftCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "perft", Usage: "count the leaves of the tree of legal moves",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "depth", Usage: "plies to count, a line for each depth up to it"},
			fenFlag(),
			&cli.StringFlag{Name: "count", Value: "moves", Usage: "moves, or routes: each way to make the same capture"},
			&cli.BoolFlag{Name: "divide", Usage: "the share of each first move, at the full depth only"},
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "how many subtrees are counted at a time"},
			&cli.IntFlag{Name: "table", Usage: "remember subtrees in a table of this many megabytes for each worker"},
			rulesetFlag(), formatFlag(),
		},
		Action: func(c *cli.Context) error { return perft(c, e) },
	}
}

func perft(c *cli.Context, e *env) error {
	inJSON, err := asJSON(c)
	if err != nil {
		return err
	}
	if !c.IsSet("depth") {
		return badUsage("--depth is missing: the number of plies to count")
	}
	depth, err := positive(c, "depth")
	if err != nil {
		return err
	}
	options, err := perftOptions(c)
	if err != nil {
		return err
	}
	rules, p, err := underRules(c)
	if err != nil {
		return err
	}
	if c.Bool("divide") {
		return divide(c, e, rules.Generator(), p, depth, options, inJSON)
	}
	if !inJSON {
		e.printf("%5s %16s %10s %10s\n", "depth", "leaves", "seconds", "M leaves/s")
	}
	for d := 1; d <= depth; d++ {
		began := time.Now()
		leaves, err := rules.Generator().Perft(c.Context, p, d, options)
		if err != nil {
			return err
		}
		view := perftView{d, leaves, time.Since(began).Seconds()}
		if !inJSON {
			e.printf("%5d %16s %10.3f %10.1f\n", d, thousands(leaves), view.Seconds, float64(leaves)/1e6/max(view.Seconds, 1e-9))
		} else if err := e.printJSON(view); err != nil {
			return err
		}
	}
	return nil
}

// maxTableMegabytes keeps a slip of the finger from asking for all memory.
const maxTableMegabytes = 64 << 10

func perftOptions(c *cli.Context) (o dama.PerftOptions, err error) {
	if o.Workers, err = workersOf(c); err != nil {
		return o, err
	}
	switch by := c.String("count"); by {
	case "moves":
	case "routes":
		o.ByRoute = true
	default:
		return o, badUsage("--count: %q is neither moves nor routes", by)
	}
	table := c.Int("table")
	if table < 0 || table > maxTableMegabytes {
		return o, badUsage("--table: %d is not between 0 and %d megabytes", table, maxTableMegabytes)
	}
	o.TableEntries = table << 20 / dama.PerftEntryBytes
	return o, nil
}

func divide(c *cli.Context, e *env, g dama.Generator, p dama.Position, depth int, o dama.PerftOptions, inJSON bool) error {
	lines, err := g.Divide(c.Context, p, depth, o)
	if err != nil {
		return err
	}
	views := make([]divideView, len(lines))
	total := uint64(0)
	for i, l := range lines {
		views[i] = divideView{g.Text(p, l.Move), l.Leaves}
		total += l.Leaves
	}
	slices.SortFunc(views, func(a, b divideView) int { return strings.Compare(a.Move, b.Move) })
	for _, v := range views {
		if !inJSON {
			e.printf("%-20s %s\n", v.Move, thousands(v.Leaves))
		} else if err := e.printJSON(v); err != nil {
			return err
		}
	}
	if !inJSON {
		e.printf("%-20s %s\n", counted(len(views), "move"), thousands(total))
	}
	return nil
}
