package puzzles

import (
	"errors"
	"fmt"

	"damalab/dama"
	"damalab/datasets"
)

// ErrIllegalGame: the moves of a game leave the rules. Test with errors.Is; the
// error names the game and the ply.
var ErrIllegalGame = errors.New("the game is not legal")

// spot is a position in a game.
type spot struct {
	game     *datasets.Game
	ply      int // the number of moves before it
	position dama.Position
	legal    []dama.Move   // its legal moves, valid only while it is looked at
	previous dama.Position // the position before, and the move made there;
	last     dama.Move     // zero at the start of the game
}

// eachSpot replays a game and shows every position of it, the last one included.
func eachSpot(game *datasets.Game, gen dama.Generator, look func(spot)) error {
	start, err := game.Start()
	if err != nil {
		return fmt.Errorf("game %s: start_fen: %w: %w", game.ID, ErrIllegalGame, err)
	}
	s := spot{game: game, position: start}
	var legal []dama.Move // one buffer for all plies
	for {
		legal = gen.AppendMoves(legal[:0], s.position)
		s.legal = legal
		look(s)
		if s.ply == len(game.Moves) {
			return nil
		}
		move, err := gen.ParseMove(s.position, game.Moves[s.ply])
		if err != nil {
			return fmt.Errorf("game %s, ply %d: %w: %w", game.ID, s.ply, ErrIllegalGame, err)
		}
		s = spot{game: game, ply: s.ply + 1, position: s.position.Make(move), previous: s.position, last: move}
	}
}

// row begins the row of a puzzle that was found here.
func (s spot) row(kind datasets.PuzzleKind, r dama.Ruleset) datasets.Puzzle {
	game, ply := s.game.ID, int32(s.ply) // copies, so that a row keeps no game in memory
	row := datasets.Puzzle{
		ID:      ID(kind, s.position, r.Digest()),
		Ruleset: r.Name,
		FEN:     s.position.FEN(), Side: int8(s.position.Side()), Kind: kind,
		GameID: &game, Ply: &ply, FamilySize: 1,
	}
	if s.ply > 0 {
		text := r.Generator().Text(s.previous, s.last)
		row.LeadIn = &text
	}
	return row
}
