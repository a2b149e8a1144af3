package main

import (
	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles/diagram"
	"damalab/puzzles/proof"
)

// puzzlePicture draws a puzzle as its solver sees it. The piece or the move that a
// drill asks about is shown; the first move of the solution, or the answers, only
// if they are asked for.
func puzzlePicture(row datasets.Puzzle, p dama.Position, gen dama.Generator, solution bool) (string, error) {
	o := diagram.Options{FlipForBlack: p.Side() == dama.Black, Title: row.ID}
	moves := row.Solution
	if row.Question != nil {
		q, err := proof.ParseQuestion(*row.Question)
		if err != nil {
			return "", err
		}
		switch q.Type {
		case proof.AskLegal:
			o.Route = q.Squares
		case proof.AskCaptures:
			moves = row.Answers
		case proof.AskSteps, proof.AskLandings:
			o.Marks = append(o.Marks, q.Squares...)
			if solution {
				o.Marks = append(o.Marks, squaresOf(row.Answers)...)
			}
		}
	}
	if solution && len(moves) > 0 {
		move, err := gen.ParseMove(p, moves[0])
		if err != nil {
			return "", err
		}
		o.Route = append([]dama.Square{move.From()}, gen.Route(p, move)...)
		o.Captured = move.Captured()
	}
	return diagram.SVG(p, o), nil
}

// squaresOf reads the squares among some answers.
func squaresOf(answers []string) (squares []dama.Square) {
	for _, text := range answers {
		if s, err := dama.ParseSquare(text); err == nil {
			squares = append(squares, s)
		}
	}
	return squares
}
