package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
)

// positionFlags choose positions of games, in every command that does so.
func positionFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "quiet", Usage: "only where neither side could capture"},
		&cli.IntFlag{Name: "min-ply", Usage: "only after this many moves or more"},
		&cli.IntFlag{Name: "max-ply", Usage: "only after this many moves or fewer"},
		&cli.IntFlag{Name: "min-pieces", Usage: "only with this many pieces on the board or more"},
		&cli.IntFlag{Name: "max-pieces", Usage: "only with this many pieces on the board or fewer"},
		&cli.IntFlag{Name: "min-score", Usage: "only with this score or a higher one, in hundredths of a man for White"},
		&cli.IntFlag{Name: "max-score", Usage: "only with this score or a lower one; a position without a score passes neither"},
		&cli.BoolFlag{Name: "not-capped", Usage: "only of games that no guard has stopped"},
		&cli.BoolFlag{Name: "scored", Usage: "only where a search has given a score"},
		&cli.BoolFlag{Name: "after-opening", Usage: "only behind the moves that were drawn"},
	}
}

// positionFilterOf reads positionFlags.
func positionFilterOf(c *cli.Context) (datasets.PositionFilter, error) {
	f := datasets.PositionFilter{
		NotCapped: c.Bool("not-capped"), AfterOpening: c.Bool("after-opening"), Quiet: c.Bool("quiet"), Scored: c.Bool("scored"),
	}
	var err error
	if f.Ply, err = boundsOf(c, "ply", 0); err != nil {
		return f, err
	}
	if f.Pieces, err = boundsOf(c, "pieces", 0); err != nil {
		return f, err
	}
	f.Score, err = boundsOf(c, "score", -1<<15)
	return f, err
}

// boundsOf reads --min-NAME and --max-NAME, which are at least low.
func boundsOf(c *cli.Context, name string, low int) (b datasets.Bounds, err error) {
	for _, side := range []struct {
		flag string
		to   **int
	}{{"min-" + name, &b.Min}, {"max-" + name, &b.Max}} {
		if !c.IsSet(side.flag) {
			continue
		}
		n := c.Int(side.flag)
		if n < low {
			return b, badUsage("--%s: %d is not possible; it is at least %d", side.flag, n, low)
		}
		*side.to = &n
	}
	if b.Min != nil && b.Max != nil && *b.Min > *b.Max {
		return b, badUsage("--min-%s %d is above --max-%s %d: nothing is between them", name, *b.Min, name, *b.Max)
	}
	return b, nil
}

// givenPositionFlags names those of positionFlags that were typed.
func givenPositionFlags(c *cli.Context) string {
	var names []string
	for _, f := range positionFlags() {
		if name := f.Names()[0]; c.IsSet(name) {
			names = append(names, "--"+name)
		}
	}
	return strings.Join(names, ", ")
}
