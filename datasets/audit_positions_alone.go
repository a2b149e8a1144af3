package datasets

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// findPosition adds a finding about a row of positions.
type findPosition func(kind ProblemKind, column, format string, args ...any)

// itself returns what the board of a row alone tells; ok is false if that is not
// known or not possible. What the row alone shows to be wrong is found here.
func (c *gameCursor) itself(h Header, p *PositionRow, find findPosition) (want PositionRow, ok bool) {
	if p.Score != nil && (*p.Score > maxScore || *p.Score < -maxScore) {
		find(RowScore, "score", "%d is beyond %d, the score of a won position", *p.Score, maxScore)
	}
	r, ok := c.replayer(h.Ruleset)
	if !ok {
		return want, false
	}
	position, err := p.Position()
	if err != nil {
		return want, false // which is a finding already
	}
	r.legal = r.gen.AppendMoves(r.legal[:0], position)
	if reason := noGameAt(p, len(r.legal)); reason != "" {
		find(RowPosition, "white_men to black_kings", "%s: no game goes on there", reason)
		return want, false
	}
	want = describe(position, r.legal, r.gen)
	want.GameID, want.Ply, want.Score, want.Result, want.BestMove = p.GameID, p.Ply, p.Score, p.Result, p.BestMove
	if _, err := r.gen.ParseMove(position, p.BestMove); err != nil {
		find(RowPosition, "best_move", "%q, but it is no legal move of the position: %v", p.BestMove, err)
	}
	return want, true
}

// noGameAt tells why no move of a game can have been made on a row's board; empty
// if one can.
func noGameAt(p *PositionRow, legal int) string {
	switch {
	case p.WhiteMen|p.WhiteKings == 0:
		return "White has no piece"
	case p.BlackMen|p.BlackKings == 0:
		return "Black has no piece"
	case legal == 0:
		return "the side to move has no legal move"
	}
	return ""
}

// gamePlies is what is kept of a game whose positions stand alone: the plies of
// its rows, where the first stands, and what all of them say of the result. The id
// is kept within a file only.
type gamePlies struct {
	id          string
	row         int64
	first, last int32
	result      int8
	known       bool // the result is
}

func gamePliesOf(row int64, r *PositionRow) gamePlies {
	g := gamePlies{id: r.GameID, row: row, first: r.Ply, last: r.Ply, known: r.Result != nil}
	if g.known {
		g.result = *r.Result
	}
	return g
}

// said is the result as text.
func (g gamePlies) said() string {
	if !g.known {
		return resultOf(nil)
	}
	return resultText(g.result)
}

// rising checks that the rows of a game come in the order of their plies, each
// once, and agree on the result.
func (p *auditPart) rising(row int64, r *PositionRow) {
	if p.places == nil {
		p.places = map[uint64]gamePlies{}
	}
	key := hashText(r.GameID)
	now := gamePliesOf(row, r)
	before, known := p.places[key]
	if !known {
		now.id = strings.Clone(now.id) // the row's text is part of a page
		p.places[key] = now
		return
	}
	p.follows(before, now)
	before.last = max(before.last, r.Ply)
	p.places[key] = before
}

// follows checks the first row of now against the rows before.
func (p *auditPart) follows(before, now gamePlies) {
	find := func(kind ProblemKind, column, detail string) {
		ply := int(now.first)
		p.add(Finding{File: p.file, Row: new(now.row), Column: column, GameID: now.id, Ply: &ply, Problem: kind, Detail: detail})
	}
	switch {
	case now.first == before.last:
		find(RowRepeated, "ply", fmt.Sprintf("%d is also that of the game's row before", now.first))
	case now.first < before.last:
		find(RowPosition, "ply", fmt.Sprintf("%d stands behind ply %d of the game", now.first, before.last))
	}
	if now.known != before.known || now.result != before.result {
		find(RowPosition, "result", fmt.Sprintf("%s, but the game's rows before have %s", now.said(), before.said()))
	}
}

// placesOf takes the games of a file of positions that stand alone, and holds
// them against the files before it.
func (a *auditor) placesOf(part *auditPart) {
	byRow := func(x, y gamePlies) int { return cmp.Compare(x.row, y.row) }
	for _, now := range slices.SortedFunc(maps.Values(part.places), byRow) {
		key := hashText(now.id)
		before, known := a.places[key]
		if !known {
			now.id = ""
			a.places[key] = now
			continue
		}
		part.follows(before, now)
		before.last = max(before.last, now.last)
		a.places[key] = before
	}
	part.places = nil
}
