package datasets

import "damalab/dama"

// EndgameRow is one row of exported endgame tables: a position with its exact worth.
// White is the side to move; a position with Black to move is the row of the board
// turned by ranks with the colors exchanged.
type EndgameRow struct {
	// Material is what is on the board, the side to move first: KMvK.
	Material string `parquet:"material,dict"`
	// The boards: bit 0 is a1, bit 63 is h8.
	WhiteMen   uint64 `parquet:"white_men,plain"`
	WhiteKings uint64 `parquet:"white_kings,plain"`
	BlackMen   uint64 `parquet:"black_men,plain"`
	BlackKings uint64 `parquet:"black_kings,plain"`
	// Side is the side to move: always 0, White.
	Side int8 `parquet:"side,int(8),dict"`
	// Pieces is the number of pieces on the board, both sides together.
	Pieces int8 `parquet:"pieces,int(8),dict"`
	// Positions is how many positions the row stands for: 2 with its left-right
	// mirror image, 1 if it is its own.
	Positions int8 `parquet:"positions,int(8),dict"`
	// Result is +1, 0 or -1 if White wins, draws or loses with best play.
	Result int8 `parquet:"result,int(8),dict"`
	// Plies is the number of plies to the end, the winner taking the shortest
	// way and the loser the longest; nil for a draw.
	Plies *int16 `parquet:"plies,int(16),dict"`
}

// Position returns the position of the row, or why it is none.
func (r EndgameRow) Position() (dama.Position, error) {
	return dama.NewPosition(dama.Bitboard(r.WhiteMen), dama.Bitboard(r.WhiteKings),
		dama.Bitboard(r.BlackMen), dama.Bitboard(r.BlackKings), dama.Color(r.Side))
}

// check names the first thing that no row of endgames may hold.
func (r *EndgameRow) check() error {
	var c checker
	c.needText("material", r.Material)
	c.require(r.Side == 0, "side", "%d: White is the side to move", r.Side)
	p, err := r.Position()
	c.require(err == nil, "white_men to black_kings", "no position: %v", err)
	c.require(int(r.Pieces) == p.Occupied().Count(), "pieces", "%d, and there are %d on the board", r.Pieces, p.Occupied().Count())
	c.require(r.Positions == 1 || r.Positions == 2, "positions", "%d is neither 1 nor 2", r.Positions)
	c.result("result", &r.Result)
	c.require((r.Plies == nil) == (r.Result == 0), "plies", "null is for a draw, and for nothing else")
	c.require(r.Plies == nil || *r.Plies >= 0, "plies", "below 0")
	return c.err()
}
