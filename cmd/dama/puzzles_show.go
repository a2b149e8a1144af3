package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/datasets"
	"damalab/internal/atomicfile"
	"damalab/puzzles"
)

func puzzlesShowCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "show", Usage: "look at one puzzle: the board, what to find, and its solution",
		Flags: []cli.Flag{
			inFlag("a dataset with puzzles"),
			&cli.StringFlag{Name: "id", Usage: "the puzzle's id"},
			&cli.IntFlag{Name: "number", Value: 1, Usage: "or its number in the set, from 1"},
			&cli.BoolFlag{Name: "solution", Usage: "print the solution or the answers too, and draw them"},
			&cli.StringFlag{Name: "svg", Usage: "write a picture to this file, which must not exist"},
			&cli.BoolFlag{Name: "ascii", Usage: "draw with plain letters"},
			langFlag("the language of the words, en or tr"),
		},
		Action: func(c *cli.Context) error { return showPuzzle(c, e) },
	}
}

func showPuzzle(c *cli.Context, e *env) error {
	lang, err := langOf(c)
	if err != nil {
		return err
	}
	if c.IsSet("id") && c.IsSet("number") {
		return badUsage("--id and --number both say which puzzle; give one of them")
	}
	number, err := positive(c, "number")
	if err != nil {
		return err
	}
	data, err := puzzlesInput(c)
	if err != nil {
		return err
	}
	row, err := findPuzzle(c, data, c.String("id"), number)
	if err != nil {
		return err
	}
	rules, ok := data.Manifest.RulesetFor(row.Ruleset)
	if !ok {
		return fmt.Errorf("puzzle %s: ruleset %q is none of the dataset's", row.ID, row.Ruleset)
	}
	p, err := dama.ParseFEN(row.FEN)
	if err != nil {
		return fmt.Errorf("puzzle %s: %w", row.ID, err)
	}
	words := puzzleWordsOf(lang)
	e.drawPuzzle(row, p, rules, words, c.Bool("ascii"))
	if c.Bool("solution") {
		e.printSolution(row, words)
	}
	if c.String("svg") == "" {
		return nil
	}
	return writePuzzlePicture(c.String("svg"), row, p, rules.Generator(), c.Bool("solution"))
}

// findPuzzle reads until the puzzle with the id, or without an id that number.
func findPuzzle(c *cli.Context, data *datasets.Dataset, id string, number int) (datasets.Puzzle, error) {
	n := 0
	for row, err := range untilStopped(c.Context, data.Puzzles()) {
		if err != nil {
			return row, stopped(err, "the puzzle was not found yet")
		}
		n++
		if id == "" && n == number || id != "" && row.ID == id {
			return row, nil
		}
	}
	if id != "" {
		return datasets.Puzzle{}, badUsage("--id: %s has no puzzle %q", data.Dir, id)
	}
	return datasets.Puzzle{}, badUsage("--number: %d is not possible; %s has %d puzzles", number, data.Dir, n)
}

// drawPuzzle prints what the puzzle is, the board as its solver sees it, and the
// task.
func (e *env) drawPuzzle(row datasets.Puzzle, p dama.Position, rules dama.Ruleset, words puzzleWords, ascii bool) {
	e.printf(words.head, row.ID, row.Kind, row.Ruleset, row.Rating, row.RatingError)
	if len(row.Themes) > 0 {
		e.printf(words.themes, themesText(row.Themes, words.lang))
	}
	if row.LeadIn != nil {
		e.printf(words.leadIn, *row.LeadIn)
	}
	board := newPlayScreen(e, ascii).draw(dama.NewHistory(rules.Facts, p), p.Side(), make([]string, 8))
	e.printf("\n%s\n%s\n%s\n", board, row.FEN, puzzles.TaskText(row, words.lang))
}

// printSolution prints one move, a line of moves or a drill's answers.
func (e *env) printSolution(row datasets.Puzzle, words puzzleWords) {
	switch {
	case row.Question == nil && len(row.Solution) == 1:
		e.printf(words.solution, row.Solution[0])
	case row.Question == nil:
		e.printf("%s", words.solutionBelow)
		side := dama.Color(row.Side)
		for i, move := range row.Solution {
			e.printf("%3d. %-5s %s\n", i+1, playTextOf(words.lang).colors[side], move)
			side = side.Other()
		}
	case len(row.Answers) == 0:
		e.printf("%s", words.noneAnswers)
	default:
		e.printf(words.answers, strings.Join(row.Answers, ", "))
	}
	if row.RulesetNote != nil {
		e.printf("%s\n", puzzles.NoteText(*row.RulesetNote, words.lang))
	}
}

// writePuzzlePicture writes a new file.
func writePuzzlePicture(path string, row datasets.Puzzle, p dama.Position, gen dama.Generator, solution bool) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists already; name a new file", path)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	picture, err := puzzlePicture(row, p, gen, solution)
	if err != nil {
		return fmt.Errorf("puzzle %s: %w", row.ID, err)
	}
	return atomicfile.WriteBytes(path, 0o666, []byte(picture))
}
