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
		Flags:  append(tablesFlags(), formatFlag()),
		Action: func(c *cli.Context) error { return endgameInfo(c, e) },
	}
}

// endgameInfoView is a table as programs get it: the material with the side to
// move first, and its figures.
type endgameInfoView struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"` // of the file, which may hold two tables
	Digest string `json:"rules_digest"`
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
	if !inJSON {
		return printEndgames(e, tables)
	}
	for _, f := range tables.Info() {
		for _, s := range f.Tables {
			if err := e.printJSON(endgameInfoView{f.Path, f.Bytes, tables.Rules().Digest(), s}); err != nil {
				return err
			}
		}
	}
	return nil
}

func printEndgames(e *env, tables *endgame.Tables) error {
	r := tables.Rules()
	e.printf("pieces    up to %d\n", tables.MaxPieces())
	e.printf("rules     %s\n", rulesText(r))
	if names := rulesNames(r); len(names) > 0 {
		e.printf("rulesets  %s\n", strings.Join(names, ", "))
	}
	e.printf("\nThe side to move comes first, and wins, draws and losses are its own; both mirror images\n" +
		"count. Longest wins in plies, with one of the positions, White to move.\n\n")
	w := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	writef(w, "material\twins\tdraws\tlosses\tlongest\t  position\n")
	var entries, size int64
	for _, f := range tables.Info() {
		size += f.Bytes
		for _, s := range f.Tables {
			entries += int64(s.Entries)
			longest, position := "-", "-"
			if s.Wins > 0 {
				longest, position = fmt.Sprint(s.LongestWin), s.Win
			}
			writef(w, "%s\t%d\t%d\t%d\t%s\t  %s\n", s.Material, s.Wins, s.Draws, s.Losses, longest, position)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	e.printf("\n%d files, %s, %d entries\n", len(tables.Info()), bytesText(size), entries)
	return nil
}
