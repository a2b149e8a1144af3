package main

import (
	"github.com/urfave/cli/v2"

	"damalab/dama"
)

// explainView is the answer for programs. Instead is nil only beside a legal
// move, whose view stands there in its place.
type explainView struct {
	Legal   bool             `json:"legal"`
	Reason  dama.Refusal     `json:"reason,omitempty"`
	Text    string           `json:"text"`
	Instead []string         `json:"instead,omitzero"`
	Over    dama.Termination `json:"over,omitempty"`
	Note    string           `json:"note,omitempty"`
	*moveView
}

func explainCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "explain", Usage: "is a move legal, and if not, why not",
		Description: "Any text is answered, and that a move is not legal is an answer too (exit code 0).\n" +
			"The first reason that holds is given: the text, the piece, each step in turn\n" +
			"(diagonal, backward, too far, blocked, nothing to capture, turned back, still a man),\n" +
			"then the whole move (stops early, not the maximum, a capture is due).\n" +
			"As with 'dama moves' the board alone decides; that a draw rule has ended the game is said beside.",
		Flags: []cli.Flag{
			fenFlag(),
			&cli.StringFlag{Name: "move", Usage: "a move such as c3-c4 or c3xc5xe5, or what was taken for one"},
			rulesetFlag(), langFlag("the language of the answer, en or tr"), formatFlag(),
		},
		Action: func(c *cli.Context) error { return explain(c, e) },
	}
}

func explain(c *cli.Context, e *env) error {
	inJSON, err := asJSON(c)
	if err != nil {
		return err
	}
	lang, err := langOf(c)
	if err != nil {
		return err
	}
	if !c.IsSet("move") {
		return badUsage("--move is missing: the move to explain, such as c3-c4")
	}
	rules, p, err := underRules(c)
	if err != nil {
		return err
	}
	x := rules.Facts.Explain(p, c.String("move"))
	view := explainView{Legal: x.Legal, Reason: x.Reason, Text: x.Text(lang), Over: x.Over, Note: x.Note(lang)}
	if x.Legal {
		m := viewOf(rules.Generator(), p, x.Move)
		view.moveView = &m
	} else {
		view.Instead = append([]string{}, x.Instead...)
	}
	if inJSON {
		return e.printJSON(view)
	}
	e.printf("%s: %s\n", map[bool]string{true: "legal", false: string(x.Reason)}[x.Legal], view.Text)
	for _, more := range []string{x.Suggestion(lang), view.Note} {
		if more != "" {
			e.printf("%s\n", more)
		}
	}
	return nil
}
