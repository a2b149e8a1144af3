package datasets

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
)

// goBacks is how often the positions of one file may go back to a game before
// the present one, which means to read a games file anew: a file put together
// from parts does so once a part. Beyond it the rows are not in the order of the
// games, and are checked by themselves only.
const goBacks = 64

// gameCursor walks through the games beside the positions of one file.
type gameCursor struct {
	*bench
	shard *shard[Game]
	file  int
	next  int64 // the row that follows the batch
	batch []Game
	backs int

	id   string // the game whose rows are held
	rows []PositionRow
	have bool   // rows are those of id's game
	why  string // why the game could not be looked up
}

// audit checks one row of a positions file.
func (c *gameCursor) audit(part *auditPart, h Header, row int64, p *PositionRow) {
	part.counts.Positions++
	find := func(kind ProblemKind, column, format string, args ...any) {
		ply := int(p.Ply)
		part.add(Finding{
			File: part.file, Row: &row, Column: column, GameID: p.GameID, Ply: &ply,
			Problem: kind, Detail: fmt.Sprintf(format, args...),
		})
	}
	if fault := faultOf(p.check()); fault != nil {
		find(RowInvalid, fault.Column, "%s", fault.Reason)
		return
	}
	if part := c.data.Manifest.Split(); p.Split != part {
		find(RowPosition, "split", "%q, but the dataset's part is %q", p.Split, part)
	}
	var want PositionRow
	ok := false
	if len(c.games) > 0 {
		if p.GameID != c.id {
			c.load(p.GameID, find)
		}
		if c.why != "" {
			part.note(noMatch, "positions could not be matched: %s", c.why)
		}
		switch {
		case c.have && int(p.Ply) >= len(c.rows):
			find(RowPosition, "ply", "%d, but the game has %d plies", p.Ply, len(c.rows))
			return
		case c.have:
			want, ok = c.rows[p.Ply], true
			part.counts.MatchedPositions++
		}
	} else {
		part.note(noGames, "positions have no games beside them and were checked by themselves")
		part.rising(row, p)
	}
	if !ok {
		if want, ok = c.itself(h, p, find); !ok {
			return
		}
	}
	for _, d := range differences(p, &want) {
		find(RowPosition, d[0], "%s, but it is %s", d[1], d[2])
	}
}

// differences lists the columns in which a row is not the wanted one, each with
// what it has and what it should have.
func differences(got, want *PositionRow) (list [][3]string) {
	same := func(column string, a, b any) {
		if a != b {
			list = append(list, [3]string{column, fmt.Sprint(a), fmt.Sprint(b)})
		}
	}
	board := func(column string, a, b uint64) {
		if a != b {
			list = append(list, [3]string{column, fmt.Sprintf("%#x", a), fmt.Sprintf("%#x", b)})
		}
	}
	board("white_men", got.WhiteMen, want.WhiteMen)
	board("white_kings", got.WhiteKings, want.WhiteKings)
	board("black_men", got.BlackMen, want.BlackMen)
	board("black_kings", got.BlackKings, want.BlackKings)
	same("side", got.Side, want.Side)
	same("score", numberOf(got.Score), numberOf(want.Score))
	same("result", resultOf(got.Result), resultOf(want.Result))
	same("best_move", got.BestMove, want.BestMove)
	same("legal_moves", got.LegalMoves, want.LegalMoves)
	same("max_capture", got.MaxCapture, want.MaxCapture)
	same("quiet", got.Quiet, want.Quiet)
	same("pieces", got.Pieces, want.Pieces)
	return list
}

func numberOf(n *int16) string {
	if n == nil {
		return "null"
	}
	return strconv.Itoa(int(*n))
}

// load expands the game of the next rows. A game that can't be had leaves its
// rows to be checked by themselves.
func (c *gameCursor) load(id string, find func(kind ProblemKind, column, format string, args ...any)) {
	c.id, c.have, c.why = id, false, ""
	place, known := c.ids.find(hashText(id))
	if !known {
		if c.gamesLost {
			c.why = "games files of the dataset can't be read"
		} else {
			find(RowUnknownGame, "game_id", "%s is no game of the dataset", id)
		}
		return
	}
	game, err := c.game(place)
	switch {
	case err != nil:
		c.why = err.Error()
		return
	case game.ID != id:
		return // two ids with one hash
	}
	if r, ok := c.replayer(game.Ruleset); ok {
		c.rows, err = Expand(*game, r.gen)
		c.have = err == nil // a game that breaks off has its own finding
	}
}

// errOrder says that the rows do not follow the games.
var errOrder = errors.New("the rows are not in the order of the games")

// game reads the game at a place.
func (c *gameCursor) game(place uint64) (*Game, error) {
	file, row := fileAt(place), rowAt(place)
	if c.shard == nil || file != c.file || row < c.next-int64(len(c.batch)) {
		if c.shard != nil && file <= c.file {
			if c.backs++; c.backs > goBacks {
				return nil, errOrder
			}
		}
		if err := c.open(file, row); err != nil {
			return nil, err
		}
	}
	for row >= c.next {
		batch, err := c.shard.next()
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		c.batch, c.next = batch, c.next+int64(len(batch))
		if err != nil && row >= c.next {
			return nil, io.ErrUnexpectedEOF
		}
	}
	return &c.batch[row-(c.next-int64(len(c.batch)))], nil
}

// open begins to read a games file at a row.
func (c *gameCursor) open(file int, row int64) error {
	c.close()
	s, err := openShard[Game](filepath.Join(c.data.Dir, filepath.FromSlash(c.games[file].Path)))
	if err != nil {
		return err
	}
	if err := guard(func() error { return s.reader.SeekToRow(row) }); err != nil {
		s.close()
		return err
	}
	s.read = row
	c.shard, c.file, c.next, c.batch = s, file, row, nil
	return nil
}

func (c *gameCursor) close() {
	if c.shard != nil {
		c.shard.close()
		c.shard = nil
	}
}
