package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
	"damalab/puzzles"
)

// checkView is what one kind says, for programs.
type checkView struct {
	Kind     datasets.PuzzleKind `json:"kind"`
	Puzzle   bool                `json:"puzzle"`
	Unwanted puzzles.Reason      `json:"unwanted,omitempty"` // why mining would leave the puzzle out
	Reason   puzzles.Reason      `json:"reason,omitempty"`
	Text     string              `json:"text,omitempty"`
	Best     string              `json:"best,omitempty"` // with the reason second-solution
	Rival    string              `json:"rival,omitempty"`
	Equal    bool                `json:"equal,omitempty"`
	Solution []string            `json:"solution,omitempty"`
	Themes   []string            `json:"themes,omitempty"`
	Rating   int32               `json:"rating,omitempty"`
	Legal    []string            `json:"legal"`
	Proof    json.RawMessage     `json:"proof,omitempty"`
}

func puzzlesCheckCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "check", Usage: "is a position of one's own a puzzle: the proof, or the second solution, or why not",
		Description: "Every kind that has a solution is tried, whatever mining would think of it. That it is no puzzle is an answer too (exit code 0).",
		Flags:       []cli.Flag{fenFlag(), rulesetFlag(), langFlag("the language of the answer, en or tr"), formatFlag()},
		Action:      func(c *cli.Context) error { return checkPuzzle(c, e) },
	}
}

func checkPuzzle(c *cli.Context, e *env) error {
	inJSON, err := asJSON(c)
	if err != nil {
		return err
	}
	lang, err := langOf(c)
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
	words := puzzleWordsOf(lang)
	for _, o := range opinions {
		if !inJSON {
			e.printOpinion(o, words)
		} else if err := e.printJSON(checkViewOf(o, words)); err != nil {
			return err
		}
	}
	return nil
}

func checkViewOf(o puzzles.Opinion, words puzzleWords) checkView {
	v := checkView{
		Kind: o.Kind, Puzzle: o.Puzzle != nil, Unwanted: o.Unwanted, Reason: o.Reason,
		Best: o.Best, Rival: o.Rival, Equal: o.Equal, Legal: append([]string{}, o.Legal...),
	}
	if o.Puzzle == nil {
		v.Text = words.opinion(o)
		return v
	}
	v.Solution, v.Themes, v.Rating = o.Puzzle.Solution, o.Puzzle.Themes, o.Puzzle.Rating
	v.Proof = json.RawMessage(o.Puzzle.Proof)
	return v
}

// opinion says why it is no puzzle, and names the other solutions.
func (w puzzleWords) opinion(o puzzles.Opinion) string {
	parts := []string{o.Reason.Text(w.lang)}
	switch {
	case o.Equal:
		parts = append(parts, fmt.Sprintf(w.equalRival, o.Best, o.Rival))
	case o.Rival != "":
		parts = append(parts, fmt.Sprintf(w.rival, o.Best, o.Rival))
	}
	switch len(o.Legal) {
	case 0:
		parts = append(parts, w.noneLegal)
	case 1:
		parts = append(parts, fmt.Sprintf(w.oneLegal, o.Legal[0]))
	default:
		parts = append(parts, fmt.Sprintf(w.legal, strings.Join(o.Legal, ", ")))
	}
	if o.Detail != "" {
		parts = append(parts, o.Detail)
	}
	return strings.Join(parts, " ")
}

func (e *env) printOpinion(o puzzles.Opinion, words puzzleWords) {
	if o.Puzzle == nil {
		e.printf(words.no, o.Kind, o.Reason, words.opinion(o))
		return
	}
	e.printf(words.yes, o.Kind, strings.Join(o.Puzzle.Solution, " "))
	if o.Unwanted != "" {
		e.printf(words.unwanted, o.Unwanted, o.Unwanted.Text(words.lang))
	}
	if len(o.Puzzle.Themes) > 0 {
		e.printf(words.checkedThemes, themesText(o.Puzzle.Themes, words.lang))
	}
	e.printf(words.checkedRating, o.Puzzle.Rating, o.Puzzle.RatingError)
	if o.Puzzle.RulesetNote != nil {
		e.printf(words.checkedNote, *o.Puzzle.RulesetNote)
	}
	e.printf(words.proof, o.Puzzle.Proof)
}
