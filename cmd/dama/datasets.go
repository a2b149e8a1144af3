package main

import "github.com/urfave/cli/v2"

func datasetsCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "datasets", Usage: "stored data: look at it, check it, change its form",
		Subcommands: []*cli.Command{
			datasetsInfoCommand(e),
			datasetsVerifyCommand(e),
			datasetsRepairCommand(e),
			datasetsImportCommand(e),
			datasetsExportCommand(e),
			datasetsPositionsCommand(e),
			datasetsMergeCommand(e),
			datasetsSplitCommand(e),
			datasetsDedupCommand(e),
			datasetsRescoreCommand(e),
		},
	}
}
