package datasets

import (
	"archive/zip"
	"errors"
	"io"
	"iter"
	"time"
)

// How positions stand in an .npz archive
//
// The archive is a zip file of one .npy array a column, which numpy.load opens
// without pickle:
//
//	boards      uint64 [N,4]  white men, white kings, black men, black kings
//	side        int8 [N]      0 White, 1 Black
//	score       int16 [N]     0 where has_score is false
//	has_score   bool [N]
//	result      int8 [N]      0 where has_result is false
//	has_result  bool [N]
//	ply         int32 [N]
//	legal_moves int16 [N]
//	max_capture int8 [N]
//	quiet       bool [N]
//	pieces      int8 [N]
//	best_move   bytes [N]     UTF-8, as wide as the longest
//	split       bytes [N]
//	game        int64 [N]     which row of game_id
//	game_id     bytes [G]     one for each run of rows of the same game
//
// An array's length stands before its values, and the width of texts is known only
// at the end. So each column goes to a temporary file first, and from there into
// the archive: memory does not grow with the rows.

// npzColumns are the temporary files of the columns.
type npzColumns struct {
	boards, side, score, hasScore, result, hasResult, ply *npyColumn
	legal, capture, quiet, pieces, move, split            *npyColumn
	game, gameID                                          *npyColumn

	all   []*npyColumn
	games int64
	last  string // the game of the last row
}

func exportNPZ(w io.Writer, tempDir string, rows iter.Seq2[PositionRow, error]) (n int64, err error) {
	c, err := newNPZColumns(tempDir)
	defer func() { err = errors.Join(err, c.close()) }()
	if err != nil {
		return 0, err
	}
	for row, err := range rows {
		if err == nil {
			err = c.add(&row)
		}
		if err != nil {
			return n, err
		}
		n++
	}
	return n, c.archive(w)
}

func newNPZColumns(tempDir string) (*npzColumns, error) {
	c := &npzColumns{}
	for _, column := range []struct {
		to   **npyColumn
		name string
		kind npyKind
		wide int
	}{
		{&c.boards, "boards", npyUint64, 4},
		{&c.side, "side", npyInt8, 1},
		{&c.score, "score", npyInt16, 1},
		{&c.hasScore, "has_score", npyBool, 1},
		{&c.result, "result", npyInt8, 1},
		{&c.hasResult, "has_result", npyBool, 1},
		{&c.ply, "ply", npyInt32, 1},
		{&c.legal, "legal_moves", npyInt16, 1},
		{&c.capture, "max_capture", npyInt8, 1},
		{&c.quiet, "quiet", npyBool, 1},
		{&c.pieces, "pieces", npyInt8, 1},
		{&c.move, "best_move", npyBytes, 1},
		{&c.split, "split", npyBytes, 1},
		{&c.game, "game", npyInt64, 1},
		{&c.gameID, "game_id", npyBytes, 1},
	} {
		made, err := newNPYColumn(tempDir, column.name, column.kind, column.wide)
		if err != nil {
			return c, err
		}
		*column.to = made
		c.all = append(c.all, made)
	}
	return c, nil
}

// add appends a row. Errors of writing show in archive.
func (c *npzColumns) add(r *PositionRow) error {
	if c.games == 0 || r.GameID != c.last {
		c.games, c.last = c.games+1, r.GameID
		c.gameID.text(r.GameID)
	}
	c.game.number(uint64(c.games - 1))
	for _, board := range []uint64{r.WhiteMen, r.WhiteKings, r.BlackMen, r.BlackKings} {
		c.boards.number(board)
	}
	score, result := int16(0), int8(0)
	if r.Score != nil {
		score = *r.Score
	}
	if r.Result != nil {
		result = *r.Result
	}
	c.score.number(uint64(score))
	c.hasScore.truth(r.Score != nil)
	c.result.number(uint64(result))
	c.hasResult.truth(r.Result != nil)
	c.side.number(uint64(r.Side))
	c.ply.number(uint64(r.Ply))
	c.legal.number(uint64(r.LegalMoves))
	c.capture.number(uint64(r.MaxCapture))
	c.quiet.truth(r.Quiet)
	c.pieces.number(uint64(r.Pieces))
	c.move.text(r.BestMove)
	c.split.text(r.Split)
	return c.move.err // the widest column: a full disk is seen soon
}

// archive writes the zip file. Its times are fixed, as zip's oldest.
func (c *npzColumns) archive(w io.Writer) error {
	z := zip.NewWriter(w)
	for _, column := range c.all {
		member, err := z.CreateHeader(&zip.FileHeader{
			Name: column.name + ".npy", Method: zip.Deflate,
			Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		})
		if err == nil {
			err = column.writeTo(member)
		}
		if err != nil {
			return err
		}
	}
	return z.Close()
}

func (c *npzColumns) close() error {
	var errs []error
	for _, column := range c.all {
		errs = append(errs, column.close())
	}
	return errors.Join(errs...)
}
