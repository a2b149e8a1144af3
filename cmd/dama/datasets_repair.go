package main

import (
	"runtime"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/selfplay"
)

func datasetsRepairCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "repair", Usage: "make missing and damaged shards of self-play games again, with equal bytes",
		Description: "The games are played again from the spec in the manifest, and the new file must have\n" +
			"the checksum that the manifest promises. A damaged file is kept, its name ending in\n" +
			"'" + selfplay.DamagedSuffix + "'.",
		Flags: []cli.Flag{
			inFlag("a dataset of self-play"),
			endgameFlag(),
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "how many games are played at a time"},
			formatFlag(),
		},
		Action: func(c *cli.Context) error { return repairDataset(c, e) },
	}
}

// repairView is the answer for programs.
type repairView struct {
	Shards   int      `json:"shards"`
	Repaired []string `json:"repaired"`
	Kept     []string `json:"kept"`
	Games    int      `json:"games"`
}

func repairDataset(c *cli.Context, e *env) error {
	dir, inJSON, err := inAndFormat(c)
	if err != nil {
		return err
	}
	workers, err := workersOf(c)
	if err != nil {
		return err
	}
	show := reading(e, "repair", dir)
	done, err := selfplay.Repair(c.Context, dir, selfplay.RepairOptions{
		Workers: workers, Progress: show.step,
		Endgames: func(rules dama.Ruleset) (selfplay.Endgames, error) { return playedEndgames(c, "endgame", rules) },
	})
	show.close()
	if err != nil {
		return stopped(err, "shards that are whole again stay so, and the same command goes on")
	}
	if inJSON {
		return e.printJSON(repairView{done.Checked, append([]string{}, done.Made...), append([]string{}, done.Kept...), done.Games})
	}
	if len(done.Made) == 0 {
		e.printf("nothing to repair: no fault in %s of games\n", counted(done.Checked, "shard"))
		return nil
	}
	for _, path := range done.Made {
		e.printf("repaired  %s\n", path)
	}
	for _, path := range done.Kept {
		e.printf("kept      %s\n", path)
	}
	e.printf("played    %s again, with the bytes that the manifest promises\n", counted(done.Games, "game"))
	return nil
}
