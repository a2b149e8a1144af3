package main

import (
	"encoding/json"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
	"damalab/puzzles"
)

// checkView is what one kind says, for programs.
type checkView struct {
	Kind     datasets.PuzzleKind `json:"kind"`
	Puzzle   bool                `json:"puzzle"`
	Reason   puzzles.Reason      `json:"reason,omitempty"`
	Text     string              `json:"text,omitempty"`
	Solution []string            `json:"solution,omitempty"`
	Themes   []string            `json:"themes,omitempty"`
	Rating   int32               `json:"rating,omitempty"`
	Legal    []string            `json:"legal"`
	Proof    json.RawMessage     `json:"proof,omitempty"`
}

func puzzlesCheckCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "check", Usage: "is a position of one's own a puzzle: the proof, or the second solution, or why not",
		Description: "Every kind that has a solution is tried. That it is no puzzle is an answer too (exit code 0).",
		Flags:       []cli.Flag{fenFlag(), rulesetFlag(), formatFlag()},
		Action:      func(c *cli.Context) error { return checkPuzzle(c, e) },
	}
}

func checkPuzzle(c *cli.Context, e *env) error {
	inJSON, err := asJSON(c)
	if err != nil {
		return err
	}
	if !c.IsSet("fen") {
		return badUsage("--fen is missing: the position to check")
	}
	rules, err := rulesetOf(c)
	if err != nil {
		return err
	}
	p, err := fenOf(c)
	if err != nil {
		return err
	}
	opinions, err := puzzles.Examine(p, puzzles.Options{Ruleset: rules, Criteria: puzzles.DefaultCriteria()})
	if err != nil {
		return err
	}
	for _, o := range opinions {
		if !inJSON {
			e.printOpinion(o)
		} else if err := e.printJSON(checkViewOf(o)); err != nil {
			return err
		}
	}
	return nil
}

func checkViewOf(o puzzles.Opinion) checkView {
	v := checkView{Kind: o.Kind, Puzzle: o.Puzzle != nil, Reason: o.Reason, Legal: append([]string{}, o.Legal...)}
	if o.Puzzle == nil {
		v.Text = opinionText(o)
		return v
	}
	v.Solution, v.Themes, v.Rating = o.Puzzle.Solution, o.Puzzle.Themes, o.Puzzle.Rating
	v.Proof = json.RawMessage(o.Puzzle.Proof)
	return v
}

// opinionText says why it is no puzzle, and names the other solutions.
func opinionText(o puzzles.Opinion) string {
	text := o.Reason.Text()
	switch len(o.Legal) {
	case 0:
		text += " No move is legal."
	case 1:
		text += " The only legal move is " + o.Legal[0] + "."
	default:
		text += " Legal are " + strings.Join(o.Legal, ", ") + "."
	}
	if o.Detail != "" {
		text += " " + o.Detail
	}
	return text
}

func (e *env) printOpinion(o puzzles.Opinion) {
	if o.Puzzle == nil {
		e.printf("%s: no (%s). %s\n", o.Kind, o.Reason, opinionText(o))
		return
	}
	e.printf("%s: yes, proven by the second implementation of the rules\n", o.Kind)
	e.printf("solution  %s\n", strings.Join(o.Puzzle.Solution, " "))
	if len(o.Puzzle.Themes) > 0 {
		e.printf("themes    %s\n", strings.Join(o.Puzzle.Themes, ", "))
	}
	e.printf("rating    %d, give or take %d\n", o.Puzzle.Rating, o.Puzzle.RatingError)
	if o.Puzzle.RulesetNote != nil {
		e.printf("rulesets  %s\n", *o.Puzzle.RulesetNote)
	}
	e.printf("proof     %s\n", o.Puzzle.Proof)
}
