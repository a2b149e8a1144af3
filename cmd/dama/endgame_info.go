package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"damalab/endgame"
)

func endgameInfoCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "info", Usage: "what the tables hold: results by material, the longest wins, sizes",
		Flags: append(tablesFlags(),
			&cli.StringFlag{Name: "material", Usage: "only one, such as KKvK: kings before men, the side to move first or second"},
			&cli.BoolFlag{Name: "played", Usage: "leave out positions with a man on its own first rank, which no game comes to; reads every entry"},
			formatFlag()),
		Action: func(c *cli.Context) error { return endgameInfo(c, e) },
	}
}

// endgameInfoView is a table as programs get it: the material with the side to
// move first, and its figures.
type endgameInfoView struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"` // of the file, which may hold two tables
	Digest string `json:"rules_digest"`
	Set    string `json:"tables_digest"`
	endgame.Summary
}

func endgameInfo(c *cli.Context, e *env) error {
	inJSON, err := asJSON(c)
	if err != nil {
		return err
	}
	tables, err := tablesOf(c)
	if err != nil {
		return err
	}
	defer tables.Close()
	files, err := filesOf(c, tables)
	if err != nil {
		return err
	}
	if c.Bool("played") {
		if err := countPlayed(c, e, tables, files); err != nil {
			return stopped(err, "nothing was written")
		}
	}
	if !inJSON {
		return printEndgames(e, tables, files, c.Bool("played"))
	}
	for _, f := range files {
		for _, s := range f.Tables {
			if err := e.printJSON(endgameInfoView{f.Path, f.Bytes, tables.Rules().Digest(), tables.Digest(), s}); err != nil {
				return err
			}
		}
	}
	return nil
}

// countPlayed puts the figures of positions that can come up in a game in the place of
// those of all positions.
func countPlayed(c *cli.Context, e *env, tables *endgame.Tables, files []endgame.FileInfo) error {
	total, done := 0, 0
	for _, f := range files {
		for _, s := range f.Tables {
			total += s.Entries
		}
	}
	show := newProgress(e)
	defer show.close()
	show.stage("count", fmt.Sprintf("the positions without a man on its own first rank, of up to %d pieces", tables.MaxPieces()))
	for _, f := range files {
		for i, s := range f.Tables {
			played, err := tables.Played(c.Context, s.Material)
			if err != nil {
				return err
			}
			f.Tables[i] = played
			done += s.Entries
			show.step(done, total)
		}
	}
	return nil
}

// filesOf lists the tables that --material names, or all.
func filesOf(c *cli.Context, tables *endgame.Tables) ([]endgame.FileInfo, error) {
	files, material := tables.Info(), c.String("material")
	if !c.IsSet("material") {
		return files, nil
	}
	for _, f := range files {
		for _, s := range f.Tables {
			if strings.EqualFold(s.Material, material) {
				return []endgame.FileInfo{f}, nil
			}
		}
	}
	return nil, badUsage("--material: %q is none of these tables; they are named like KMvK, kings before men, up to %d pieces", material, tables.MaxPieces())
}

func printEndgames(e *env, tables *endgame.Tables, files []endgame.FileInfo, played bool) error {
	r := tables.Rules()
	e.printf("pieces    up to %d\n", tables.MaxPieces())
	e.printf("rules     %s\n", rulesText(r))
	if names := rulesNames(r); len(names) > 0 {
		e.printf("rulesets  %s\n", strings.Join(names, ", "))
	}
	e.printf("digest    %s\n", tables.Digest())
	e.printf("\nCounts are positions with the material, the side to move first; wins, draws and losses\n" +
		"are its own. A position and its left-right mirror image count as two. The longest win and\n" +
		"loss are in plies to the end, with one of the positions, White to move.\n")
	if played {
		e.printf("Positions with a man on its own first rank, which no game comes to, are left out.\n")
	}
	e.printf("\n")
	w := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	writef(w, "material\twins\t%%\tdraws\t%%\tlosses\t%%\tlongest win\t  position\tlongest loss\t  position\n")
	var entries, size int64
	for _, f := range files {
		size += f.Bytes
		for _, s := range f.Tables {
			entries += int64(s.Entries)
			all := s.Wins + s.Draws + s.Losses
			writef(w, "%s", s.Material)
			for _, n := range []int{s.Wins, s.Draws, s.Losses} {
				writef(w, "\t%s\t%.1f", thousands(n), 100*float64(n)/float64(max(all, 1)))
			}
			for _, longest := range []struct {
				plies    int
				position string
			}{{s.LongestWin, s.Win}, {s.LongestLoss, s.Loss}} {
				if longest.position == "" {
					writef(w, "\t-\t  -")
					continue
				}
				writef(w, "\t%d\t  %s", longest.plies, longest.position)
			}
			writef(w, "\n")
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	e.printf("\n%s, %s, %s\n", counted(len(files), "file"), bytesText(size), countedAs(entries, "entry", "entries"))
	return nil
}
