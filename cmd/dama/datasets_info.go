package main

import (
	"runtime"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
)

func datasetsInfoCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "info", Usage: "a dataset at a glance: what it is, how many, how long, who won",
		Flags: []cli.Flag{
			inFlag("a dataset"),
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "how many files are read at a time"},
			formatFlag(),
		},
		Action: func(c *cli.Context) error { return datasetInfo(c, e) },
	}
}

func datasetInfo(c *cli.Context, e *env) error {
	dir, inJSON, err := inAndFormat(c)
	if err != nil {
		return err
	}
	options := datasets.InfoOptions{}
	if options.Workers, err = workersOf(c); err != nil {
		return err
	}
	show := reading(e, "info", dir)
	options.Progress = func(done, total int64) { show.step(int(done), int(total)) }
	info, err := datasets.ReadInfo(c.Context, dir, options)
	show.close()
	if err != nil {
		return stopped(err, "not all of the dataset was read")
	}
	if inJSON {
		return e.printJSON(info)
	}
	infoPage{e}.print(info)
	return nil
}
