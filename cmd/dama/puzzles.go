package main

import (
	"context"
	"fmt"
	"iter"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
)

func puzzlesCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "puzzles", Usage: "puzzles with proofs: mine them, check them, look at them",
		Subcommands: []*cli.Command{
			puzzlesMineCommand(e),
			puzzlesVerifyCommand(e),
			puzzlesShowCommand(e),
			puzzlesExportCommand(e),
			puzzlesCheckCommand(e),
			puzzlesThemesCommand(e),
		},
	}
}

// puzzlesInput opens the dataset of --in, which must hold puzzles.
func puzzlesInput(c *cli.Context) (*datasets.Dataset, error) {
	in, err := needed(c, "in")
	if err != nil {
		return nil, err
	}
	data, err := datasets.Open(in)
	if err == nil && len(data.Shards(datasets.Puzzles)) == 0 {
		err = fmt.Errorf("%s has no puzzles; 'dama puzzles mine' makes a set of them from games", data.Dir)
	}
	return data, err
}

// rowsOf is how many rows of a kind the manifest lists.
func rowsOf(d *datasets.Dataset, kind datasets.Kind) (n int) {
	for _, info := range d.Shards(kind) {
		n += int(info.Rows)
	}
	return n
}

// untilStopped passes rows on until Ctrl-C.
func untilStopped[T any](ctx context.Context, rows iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for row, err := range rows {
			if err == nil {
				err = ctx.Err()
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}
