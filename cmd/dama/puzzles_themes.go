package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/puzzles"
)

// themeView is a theme as programs get it.
type themeView struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Text    string `json:"text"`
	Puzzles *int   `json:"puzzles,omitempty"` // that have it, with --in
}

func puzzlesThemesCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "themes", Usage: "what puzzles are about: every theme, its title and what it means, and how many puzzles have it",
		Flags: []cli.Flag{
			inFlag("a dataset with puzzles, whose puzzles are counted; none counts nothing"),
			langFlag("the language of the titles, en or tr"), formatFlag(),
		},
		Action: func(c *cli.Context) error { return listThemes(c, e) },
	}
}

func listThemes(c *cli.Context, e *env) error {
	inJSON, err := asJSON(c)
	if err != nil {
		return err
	}
	lang, err := langOf(c)
	if err != nil {
		return err
	}
	counts, err := countThemes(c)
	if err != nil {
		return err
	}
	for _, t := range puzzles.Themes() {
		v := themeView{ID: t.ID, Title: t.Title(lang), Text: t.Text(lang)}
		n := ""
		if counts != nil {
			v.Puzzles = new(counts[t.ID])
			n = fmt.Sprintf("%6d  ", counts[t.ID])
		}
		if !inJSON {
			e.printf("%s%-18s %s. %s\n", n, v.ID, v.Title, v.Text)
		} else if err := e.printJSON(v); err != nil {
			return err
		}
	}
	return nil
}

// countThemes counts the puzzles of --in by theme; nil without --in.
func countThemes(c *cli.Context) (map[string]int, error) {
	if !c.IsSet("in") {
		return nil, nil
	}
	data, err := puzzlesInput(c)
	if err != nil {
		return nil, err
	}
	counts := map[string]int{}
	for row, err := range untilStopped(c.Context, data.Puzzles()) {
		if err != nil {
			return nil, stopped(err, "the themes were not all counted")
		}
		for _, id := range row.Themes {
			counts[id]++
		}
	}
	return counts, nil
}

// themesText lists the themes of a puzzle: their identifiers, which are English
// words, and in another language the title before each.
func themesText(ids []string, lang dama.Language) string {
	if lang == dama.English {
		return strings.Join(ids, ", ")
	}
	titles := make([]string, len(ids))
	for i, id := range ids {
		titles[i] = id
		if t, ok := puzzles.FindTheme(id); ok {
			titles[i] = fmt.Sprintf("%s (%s)", t.Title(lang), id)
		}
	}
	return strings.Join(titles, ", ")
}
