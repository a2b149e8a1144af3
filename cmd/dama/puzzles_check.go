package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
	"damalab/puzzles"
	"damalab/puzzles/proof"
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
		Flags:       []cli.Flag{fenFlag(), rulesetFlag(), minedEndgamesFlag(), langFlag("the language of the answer, en or tr"), formatFlag()},
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
	rules, p, err := underRules(c)
	if err != nil {
		return err
	}
	o := puzzles.Options{Ruleset: rules, Criteria: puzzles.DefaultCriteria(), Kinds: kindsWithSolution()}
	tables, err := examinedEndgames(c, &o)
	if err != nil {
		return err
	}
	defer tables.close()
	opinions, err := puzzles.Examine(p, o)
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
	if len(o.Worths) > 0 {
		parts = append(parts, fmt.Sprintf(w.worths, w.worthsOf(o.Worths)))
	}
	return strings.Join(parts, " ")
}

// worthsOf lists moves behind what they are worth, which is said once for those in a
// row that are worth the same.
func (w puzzleWords) worthsOf(moves []proof.Valued) string {
	var b strings.Builder
	for i, m := range moves {
		switch {
		case i > 0 && m.Worth == moves[i-1].Worth:
			fmt.Fprintf(&b, ", %s", m.Move)
			continue
		case i > 0:
			b.WriteString("; ")
		}
		switch m.Worth.Result() {
		case 1:
			fmt.Fprintf(&b, w.winWith, int(m.Worth), m.Move)
		case -1:
			fmt.Fprintf(&b, w.lossWith, -int(m.Worth), m.Move)
		default:
			fmt.Fprintf(&b, w.drawWith, m.Move)
		}
	}
	return b.String()
}

func (e *env) printOpinion(o puzzles.Opinion, words puzzleWords) {
	if o.Puzzle == nil {
		e.printf(words.no, o.Kind, o.Reason, words.opinion(o))
		return
	}
	by := words.provenByRules
	if o.Kind == datasets.EndgamePuzzle {
		by = words.provenByTables
	}
	e.printf(words.yes, o.Kind, by, strings.Join(o.Puzzle.Solution, " "))
	if o.Unwanted != "" {
		e.printf(words.unwanted, o.Unwanted, o.Unwanted.Text(words.lang))
	}
	if len(o.Puzzle.Themes) > 0 {
		e.printf(words.checkedThemes, themesText(o.Puzzle.Themes, words.lang))
	}
	e.printf(words.checkedRating, o.Puzzle.Rating, o.Puzzle.RatingError)
	if o.Puzzle.RulesetNote != nil {
		e.printf(words.checkedNote, puzzles.NoteText(*o.Puzzle.RulesetNote, words.lang))
	}
	e.printf(words.proof, o.Puzzle.Proof)
}
