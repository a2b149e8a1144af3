package main

import (
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"
)

func endgameVerifyCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "verify", Usage: "hold every entry of the tables against the moves of its position",
		Flags: append(tablesFlags(),
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "how many threads work"},
			formatFlag()),
		Action: func(c *cli.Context) error { return verifyEndgames(c, e) },
	}
}

// endgameReport is the answer for programs.
type endgameReport struct {
	Files       int      `json:"files"`
	Entries     int      `json:"entries"`
	Differences int      `json:"differences"`
	First       []string `json:"first"`
}

func verifyEndgames(c *cli.Context, e *env) error {
	inJSON, err := asJSON(c)
	if err != nil {
		return err
	}
	workers, err := workersOf(c)
	if err != nil {
		return err
	}
	tables, err := tablesOf(c)
	if err != nil {
		return err
	}
	defer tables.Close()
	show := newProgress(e)
	show.stage("verify", fmt.Sprintf("up to %d pieces; %s", tables.MaxPieces(), rulesText(tables.Rules())))
	r, err := tables.Verify(c.Context, workers, show.step)
	show.close()
	if err != nil {
		return stopped(err, "nothing was written")
	}
	if inJSON {
		err = e.printJSON(endgameReport{r.Files, r.Entries, r.Differences, append([]string{}, r.First...)})
	} else {
		for _, text := range r.First {
			e.printf("%s\n", text)
		}
		e.printf("verified  %s in %s: %s\n", countedAs(r.Entries, "entry", "entries"), counted(r.Files, "file"), counted(r.Differences, "difference"))
	}
	if err == nil && r.Differences > 0 {
		return differenceError{fmt.Errorf("the tables are wrong in %d places; delete the files named and build them again", r.Differences)}
	}
	return err
}
