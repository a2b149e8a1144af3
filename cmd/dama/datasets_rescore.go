package main

import (
	"fmt"
	"runtime"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
	"damalab/endgame"
	"damalab/selfplay"
)

func datasetsRescoreCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "rescore", Usage: "give games their exact result from endgame tables, beside the played one",
		Description: "The exact result of a game is that of its first position that the tables know, White's view,\n" +
			"in the column 'rescored'; where it knows none, and for games under other rules than the tables',\n" +
			"nothing is filled in. All other columns stay as they are, the played result too. A move behind\n" +
			"that position which changes the exact value is counted as a slip.\n" +
			"The tables know neither repetition nor counted moves: a game that is exactly won may rightly\n" +
			"have been drawn by such a rule.",
		Flags: []cli.Flag{
			inFlag("a dataset with games; nothing in it is changed"),
			outFolderFlag(),
			&cli.StringFlag{
				Name: "endgame", Value: endgame.BuiltinName,
				Usage: fmt.Sprintf("the tables: a folder made by 'dama endgame build', or '%s' for those of up to %d pieces", endgame.BuiltinName, endgame.BuiltinPieces),
			},
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "how many files are rescored at a time"},
			formatFlag(),
		},
		Action: func(c *cli.Context) error { return rescoreDataset(c, e) },
	}
}

func rescoreDataset(c *cli.Context, e *env) error {
	in, out, inJSON, err := inAndOut(c)
	if err != nil {
		return err
	}
	workers, err := workersOf(c)
	if err != nil {
		return err
	}
	d, err := datasets.Open(in)
	if err != nil {
		return err
	}
	tables, err := gameTablesOf(c, d.Manifest)
	if err != nil {
		return err
	}
	defer tables.close()
	show := newProgress(e)
	show.stage("rescore", "the games of "+in)
	r, err := selfplay.Rescore(c.Context, out, d, selfplay.RescoreOptions{Tables: tables.byRuleset, Workers: workers, Progress: show.step})
	show.close()
	if err != nil {
		return stopped(err, nothingKept)
	}
	if left := len(d.Shards(datasets.Positions)) + len(d.Shards(datasets.Puzzles)); left > 0 {
		e.note("note: positions and puzzles are left out; they are made from games")
	}
	if inJSON {
		return e.printJSON(r)
	}
	return printRescored(e, r, tables.without)
}

func printRescored(e *env, r *selfplay.Rescored, without []string) error {
	line := func(name, format string, args ...any) {
		e.printf("%-8s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("games", "%s", thousands(r.Games))
	for _, t := range r.Tables {
		for _, name := range t.Rulesets {
			line("tables", "up to %d pieces for %s (%s)", t.Pieces, name, short(t.Digest))
		}
	}
	if r.OtherRules > 0 {
		line("no rules", "%s under rules that the tables are not for: %s", counted(r.OtherRules, "game"), quoted(without))
	}
	line("beyond", "%s with more pieces to the end", counted(r.Beyond, "game"))
	line("known", "%s (%s of those under the tables' rules)", counted(r.Known, "game"), percent(r.Known, r.Games-r.OtherRules))
	line("agree", "%s", counted(r.Agree, "game"))
	line("differ", "%s from the played result", counted(r.Differ, "game"))
	if r.Untold > 0 {
		line("untold", "%s without a played result", counted(r.Untold, "game"))
	}
	line("slips", "%s in the tails of %s changed the exact value", counted(r.Slips, "move"), counted(r.Slipped, "game"))
	w := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	writef(w, "\nexact\\played\tWhite won\tdrawn\tBlack won\t\n")
	for i, name := range []string{"White won", "drawn", "Black won"} {
		writef(w, "%s\t", name)
		for _, n := range r.Results[3*i : 3*i+3] {
			writef(w, "%s\t", thousands(n.Games))
		}
		writef(w, "\n")
	}
	return w.Flush()
}
