package datasets

import "damalab/dama"

// PositionRow is one row of a positions file: the position before one move of a
// game, with its labels. The position of the rules is [dama.Position].
type PositionRow struct {
	// GameID names the game.
	GameID string `parquet:"game_id,delta"`
	// Ply counts the moves before this position; 0 is the start.
	Ply int32 `parquet:"ply,dict"`
	// The boards: bit 0 is a1, bit 63 is h8.
	WhiteMen   uint64 `parquet:"white_men,plain"`
	WhiteKings uint64 `parquet:"white_kings,dict"`
	BlackMen   uint64 `parquet:"black_men,plain"`
	BlackKings uint64 `parquet:"black_kings,dict"`
	// Side is the side to move: 0 White, 1 Black.
	Side int8 `parquet:"side,int(8),dict"`
	// Score is the search's score in hundredths of a man, White's view; nil
	// where there was no search.
	Score *int16 `parquet:"score,int(16),plain"`
	// Result is the game's result, White's view; nil if unknown.
	Result *int8 `parquet:"result,int(8),dict"`
	// BestMove is the move that was played.
	BestMove string `parquet:"best_move,dict"`
	// LegalMoves is the number of legal moves.
	LegalMoves int16 `parquet:"legal_moves,int(16),dict"`
	// MaxCapture is how many pieces each legal move takes; 0 if they are quiet.
	MaxCapture int8 `parquet:"max_capture,int(8),dict"`
	// Quiet tells that neither side could capture if it were to move.
	Quiet bool `parquet:"quiet"`
	// Pieces is the number of pieces on the board, both sides together.
	Pieces int8 `parquet:"pieces,int(8),dict"`
	// Split names the part of the data the row belongs to, such as "train";
	// empty if the data has not been split.
	Split string `parquet:"split,dict"`
}

// Position returns the position of the row, or why it is none.
func (r PositionRow) Position() (dama.Position, error) {
	return dama.NewPosition(dama.Bitboard(r.WhiteMen), dama.Bitboard(r.WhiteKings),
		dama.Bitboard(r.BlackMen), dama.Bitboard(r.BlackKings), dama.Color(r.Side))
}

// check names the first thing that no position row may hold.
func (r *PositionRow) check() error {
	var c checker
	c.needText("game_id", r.GameID)
	c.require(r.Ply >= 0, "ply", "%d is below 0", r.Ply)
	c.require(r.Side == 0 || r.Side == 1, "side", "%d is neither 0 nor 1", r.Side)
	_, err := r.Position()
	c.require(err == nil, "white_men to black_kings", "no position: %v", err)
	c.result("result", r.Result)
	c.needText("best_move", r.BestMove)
	c.text("split", r.Split)
	return c.err()
}
