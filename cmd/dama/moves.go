package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/dama"
)

// moveView is a move as programs get it.
type moveView struct {
	Move     string   `json:"move"`
	From     string   `json:"from"`
	To       string   `json:"to"`
	Captured []string `json:"captured"`
	Routes   uint64   `json:"routes"`
	Crowned  bool     `json:"crowned"`
}

// movesView is the answer for one position; Moves is nil only beside an Error.
type movesView struct {
	FEN     string     `json:"fen"`
	Ruleset string     `json:"ruleset,omitempty"`
	Moves   []moveView `json:"moves,omitzero"`
	Error   string     `json:"error,omitempty"`
}

func movesCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "moves", Usage: "the legal moves of a position, or of a file of positions",
		Flags: []cli.Flag{
			fenFlag(),
			&cli.StringFlag{Name: "fens", Usage: "a file of positions, one a line; the answer is one JSON line each"},
			rulesetFlag(), formatFlag(),
		},
		Action: func(c *cli.Context) error { return moves(c, e) },
	}
}

func moves(c *cli.Context, e *env) error {
	inJSON, err := asJSON(c)
	if err != nil {
		return err
	}
	if c.IsSet("fen") == c.IsSet("fens") {
		return badUsage("give either --fen or --fens")
	}
	rules, err := rulesetOf(c)
	if err != nil {
		return err
	}
	if c.IsSet("fens") {
		return movesOfFile(c, e, rules)
	}
	p, err := fenOf(c)
	if err != nil {
		return err
	}
	view := movesView{FEN: c.String("fen"), Ruleset: rules.Name, Moves: moveViews(rules.Generator(), p)}
	if inJSON {
		return e.printJSON(view)
	}
	for _, m := range view.Moves {
		e.printf("%s\n", m)
	}
	return nil
}

// longestLine is far above the length of any position text.
const longestLine = 1 << 20

// movesOfFile answers every line of a file; bad lines get their own answer and
// make the command fail at the end.
func movesOfFile(c *cli.Context, e *env, rules dama.Ruleset) error {
	path := c.String("fens")
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	out := bufio.NewWriter(e.stdout)
	lines := &env{stdout: out}
	bad, number, first := 0, 0, 0
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, longestLine)
	for scan.Scan() && c.Context.Err() == nil {
		number++
		text := strings.TrimSpace(scan.Text())
		if text == "" {
			continue
		}
		view := movesView{FEN: text, Ruleset: rules.Name}
		if p, err := dama.ParseFEN(text); err != nil {
			view = movesView{FEN: text, Error: err.Error()}
			if bad++; bad == 1 {
				first = number
			}
		} else {
			view.Moves = moveViews(rules.Generator(), p)
		}
		if err := lines.printJSON(view); err != nil {
			return err
		}
	}
	if errors.Is(scan.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%s, line %d: the line is longer than %d bytes, and no position is", path, number+1, longestLine)
	}
	if err := errors.Join(scan.Err(), out.Flush(), c.Context.Err()); err != nil {
		return fmt.Errorf("%s, after line %d: %w", path, number, err)
	}
	if bad > 0 {
		return fmt.Errorf("%s: %d of the positions can't be read, the first in line %d; the rest were answered", path, bad, first)
	}
	return nil
}

// moveViews lists the legal moves sorted by their text.
func moveViews(g dama.Generator, p dama.Position) []moveView {
	views := []moveView{}
	for _, m := range g.Moves(p) {
		views = append(views, viewOf(g, p, m))
	}
	slices.SortFunc(views, func(a, b moveView) int {
		return cmp.Or(strings.Compare(a.Move, b.Move), slices.Compare(a.Captured, b.Captured))
	})
	return views
}

// viewOf shows one legal move.
func viewOf(g dama.Generator, p dama.Position, m dama.Move) moveView {
	v := moveView{
		Move: g.Text(p, m), From: m.From().String(), To: m.To().String(), Captured: []string{},
		Routes: g.CountRoutes(p, m), Crowned: m.Crowned(),
	}
	for s := range m.Captured().Squares() {
		v.Captured = append(v.Captured, s.String())
	}
	return v
}

// String writes the move for people.
func (v moveView) String() string {
	text := v.Move
	if len(v.Captured) > 0 {
		text += " takes " + strings.Join(v.Captured, ",")
	}
	if v.Routes > 1 {
		text += fmt.Sprintf(" (%d routes)", v.Routes)
	}
	if v.Crowned {
		text += " and is crowned"
	}
	return text
}
