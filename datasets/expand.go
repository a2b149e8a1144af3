package datasets

import (
	"fmt"

	"damalab/dama"
)

// Expand replays a game and returns one row for the position before each move,
// in order, with Split empty. The generator is that of the game's ruleset. The
// error names the game and the ply at which the moves leave the rules.
func Expand(game Game, gen dama.Generator) ([]PositionRow, error) {
	return AppendPositions(make([]PositionRow, 0, len(game.Moves)), game, gen)
}

// AppendPositions is [Expand] that appends the rows to a slice and returns it,
// for whoever expands many games. After an error the slice is as it was.
func AppendPositions(rows []PositionRow, game Game, gen dama.Generator) ([]PositionRow, error) {
	if len(game.Scores) != len(game.Moves) {
		return rows, fmt.Errorf("game %s: %d scores for %d moves", game.ID, len(game.Scores), len(game.Moves))
	}
	p, err := game.Start()
	if err != nil {
		return rows, fmt.Errorf("game %s: start_fen: %w", game.ID, err)
	}
	before := len(rows)
	legal := make([]dama.Move, 0, usualMoves) // one buffer for all plies
	for ply, text := range game.Moves {
		legal = gen.AppendMoves(legal[:0], p)
		move, err := gen.ParseMoveAmong(p, text, legal)
		if err != nil {
			return rows[:before], fmt.Errorf("game %s, ply %d: %w", game.ID, ply, err)
		}
		row := describe(p, legal, gen)
		row.GameID, row.Ply, row.BestMove = game.ID, int32(ply), text
		row.Score, row.Result = game.Scores[ply], game.Result
		rows = append(rows, row)
		p = p.Make(move)
	}
	return rows, nil
}

// usualMoves is more than most positions have legal moves.
const usualMoves = 64

// describe fills in what the position alone tells. The legal moves all take the
// same number of pieces, so the first one tells how many.
func describe(p dama.Position, legal []dama.Move, gen dama.Generator) PositionRow {
	maxCapture := legal[0].Captured().Count()
	return PositionRow{
		WhiteMen: uint64(p.Men(dama.White)), WhiteKings: uint64(p.Kings(dama.White)),
		BlackMen: uint64(p.Men(dama.Black)), BlackKings: uint64(p.Kings(dama.Black)),
		Side:       int8(p.Side()),
		LegalMoves: int16(len(legal)),
		MaxCapture: int8(maxCapture),
		Quiet:      maxCapture == 0 && !gen.CanCapture(p.Pass()),
		Pieces:     int8(p.Occupied().Count()),
	}
}
