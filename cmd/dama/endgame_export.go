package main

import (
	"context"
	"encoding/json"
	"iter"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
	"damalab/endgame"
)

func endgameExportCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "export", Usage: "write the tables as Parquet files, a row for each position",
		Description: "One file for each material, with the position (boards of 64 bits, White to move), the result\n" +
			"with best play and the plies to the end. Of a position and its left-right mirror image only one\n" +
			"is there; 'positions' says how many a row stands for. docs/FORMATS.md has the columns, and\n" +
			"docs/SQL.md questions to ask of them.",
		Flags: append(tablesFlags(),
			outFolderFlag(),
			&cli.StringFlag{Name: "material", Usage: "only these, with commas between: KvM,KKvK (default: all of the tables)"},
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "how many files are written at a time"},
			formatFlag()),
		Action: func(c *cli.Context) error { return exportEndgames(c, e) },
	}
}

func exportEndgames(c *cli.Context, e *env) error {
	out, err := needed(c, "out")
	if err != nil {
		return err
	}
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
	materials, err := materialsOf(c, tables)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(c.Context)
	defer cancel()
	set, err := endgameSet(ctx, tables, materials)
	if err != nil {
		return err
	}
	if c.IsSet("in") {
		set.From = []string{c.String("in")}
	}
	show, total := newProgress(e), entriesOf(tables, materials)
	show.stage("export", counted(len(materials), "material")+" of tables of up to "+counted(tables.MaxPieces(), "piece"))
	m, err := datasets.ExportEndgames(ctx, out, set, workers, func(rows int) { show.step(rows, max(rows, total)) })
	show.close()
	if err != nil {
		return stopped(err, nothingKept)
	}
	if inJSON {
		return e.printJSON(m)
	}
	for _, f := range m.Files {
		e.printf("%-16s %15s rows  %s\n", f.Path, thousands(f.Rows), bytesText(f.Bytes))
	}
	e.printf("%s: %s, %s, %.2f bytes a row\n", out, countedAs(m.Rows(), "row", "rows"), bytesText(m.Bytes()), float64(m.Bytes())/float64(m.Rows()))
	return nil
}

// materialsOf reads --material.
func materialsOf(c *cli.Context, tables *endgame.Tables) ([]endgame.Material, error) {
	if !c.IsSet("material") {
		return endgame.Materials(tables.MaxPieces()), nil
	}
	var list []endgame.Material
	seen := map[endgame.Material]bool{}
	for _, name := range strings.Split(c.String("material"), ",") {
		m, ok := endgame.FindMaterial(strings.TrimSpace(name))
		switch {
		case !ok:
			return nil, badUsage("--material: %q is no material; they are named like KMvK, kings before men, up to %d pieces", name, tables.MaxPieces())
		case m.Pieces() > tables.MaxPieces():
			return nil, badUsage("--material: %s has %d pieces, and these tables reach %d", name, m.Pieces(), tables.MaxPieces())
		case seen[m]:
			return nil, badUsage("--material: %v is named twice, or from both sides; one file has either side to move", m)
		}
		seen[m] = true
		list = append(list, m)
	}
	return list, nil
}

// entriesOf counts the entries of materials: a little more than there are rows.
func entriesOf(tables *endgame.Tables, materials []endgame.Material) (n int) {
	for i, m := range endgame.Materials(tables.MaxPieces()) {
		for _, wanted := range materials {
			if wanted != m {
				continue
			}
			for _, t := range tables.Info()[i].Tables {
				n += t.Entries
			}
		}
	}
	return n
}

// endgameSet is tables as package datasets takes them.
func endgameSet(ctx context.Context, tables *endgame.Tables, materials []endgame.Material) (datasets.EndgameSet, error) {
	rules, err := json.Marshal(tables.Rules())
	set := datasets.EndgameSet{
		Pieces: tables.MaxPieces(), Rules: rules, RulesDigest: tables.Rules().Digest(), TablesDigest: tables.Digest(),
	}
	for _, m := range materials {
		order := map[string][]string{}
		for _, side := range m.Tables() {
			order[side.String()] = tables.Order(side)
		}
		set.Files = append(set.Files, datasets.EndgameFile{Name: m.String(), Order: order, Rows: endgameRows(tables.Entries(ctx, m))})
	}
	return set, err
}

// endgameRows are entries as rows.
func endgameRows(entries iter.Seq2[endgame.Entry, error]) iter.Seq2[datasets.EndgameRow, error] {
	return func(yield func(datasets.EndgameRow, error) bool) {
		var of endgame.Material
		var name string
		for entry, err := range entries {
			if name == "" || entry.Material != of {
				of, name = entry.Material, entry.Material.String()
			}
			men, kings, foeMen, foeKings := entry.Position.Boards()
			row := datasets.EndgameRow{
				Material: name, Pieces: int8(of.Pieces()), Positions: 1, Result: int8(entry.Value.Result),
				WhiteMen: uint64(men), WhiteKings: uint64(kings), BlackMen: uint64(foeMen), BlackKings: uint64(foeKings),
			}
			if entry.Mirrored {
				row.Positions = 2
			}
			if entry.Value.Result != 0 {
				row.Plies = new(int16(entry.Value.Plies))
			}
			if !yield(row, err) {
				return
			}
		}
	}
}
