package puzzles

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"damalab/dama"
	"damalab/datasets"
)

// ExportPDN writes puzzles in Portable Draughts Notation: the solution is a game
// without a result from the puzzle's position, and all else is tags. A drill is a
// position with its question and answers as tags. The ruleset of each row is found
// by its name. It returns the number of puzzles; a solution that is not legal is
// an error that names the puzzle.
func ExportPDN(w io.Writer, rows iter.Seq2[datasets.Puzzle, error], find func(name string) (dama.Ruleset, bool)) (n int, err error) {
	for p, err := range rows {
		if err != nil {
			return n, err
		}
		r, ok := find(p.Ruleset)
		if !ok {
			return n, fmt.Errorf("puzzle %s: ruleset %q is none of the dataset's", p.ID, p.Ruleset)
		}
		game, err := pdnOf(p, r.Generator())
		if err == nil {
			err = dama.WritePDN(w, game, r.Generator())
		}
		if err != nil {
			return n, fmt.Errorf("puzzle %s: %w", p.ID, err)
		}
		n++
	}
	return n, nil
}

func pdnOf(p datasets.Puzzle, gen dama.Generator) (dama.PDNGame, error) {
	game := dama.PDNGame{Generator: gen, Result: dama.PDNUnknown, Tags: []dama.PDNTag{
		{Name: "Event", Value: "Puzzle"},
		{Name: "PuzzleID", Value: p.ID},
		{Name: "Kind", Value: string(p.Kind)},
		{Name: "Ruleset", Value: p.Ruleset},
		{Name: "Themes", Value: strings.Join(p.Themes, " ")},
		{Name: "Rating", Value: fmt.Sprint(p.Rating)},
		{Name: "RatingError", Value: fmt.Sprint(p.RatingError)},
	}}
	tag := func(name, value string) { game.Tags = append(game.Tags, dama.PDNTag{Name: name, Value: value}) }
	if p.Question != nil {
		tag("Question", *p.Question)
		tag("Answers", strings.Join(p.Answers, " "))
	}
	if p.LeadIn != nil {
		tag("LeadIn", *p.LeadIn)
	}
	if p.GameID != nil {
		tag("GameID", *p.GameID)
	}
	if p.Ply != nil {
		tag("Ply", fmt.Sprint(*p.Ply))
	}
	start, err := dama.ParseFEN(p.FEN)
	if err != nil {
		return game, err
	}
	game.Start = start
	for i, text := range p.Solution {
		move, err := gen.ParseMove(start, text)
		if err != nil {
			return game, fmt.Errorf("move %d of the solution: %w", i+1, err)
		}
		game.Moves = append(game.Moves, dama.PDNMove{Move: move})
		start = start.Make(move)
	}
	return game, nil
}
