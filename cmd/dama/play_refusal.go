package main

import (
	"errors"
	"fmt"
	"strings"

	"damalab/dama"
)

// readMove reads a typed move. Where the joining sign is the only thing wrong
// (c3-c5 for a capture, c3xc4 for a quiet move) the other one is meant.
func (g *playGame) readMove(line string) (dama.Move, error) {
	p, text := g.history.Position(), playMoveText(line)
	m, err := g.gen.ParseMove(p, text)
	var fault *dama.MoveError
	if !errors.As(err, &fault) || fault.Fault == dama.MoveAmbiguous {
		return m, err
	}
	other := strings.ReplaceAll(text, "-", "x")
	if other == text {
		other = strings.ReplaceAll(text, "x", "-")
	}
	meant, again := g.gen.ParseMove(p, other)
	if again == nil || errors.As(again, &fault) && fault.Fault == dama.MoveAmbiguous {
		return meant, again
	}
	return m, err
}

// refusal says in plain words why a typed move was not accepted.
func (g *playGame) refusal(line string, err error) string {
	var fault *dama.MoveError
	errors.As(err, &fault)
	shown := playPrintable(line)
	squares, ok := playSquares(playMoveText(line))
	switch {
	case fault.Fault == dama.MoveAmbiguous:
		return fmt.Sprintf(g.text.ambiguous, shown, g.some(fault.Candidates))
	case !ok:
		return fmt.Sprintf(g.text.unreadable, shown)
	}
	p, from := g.history.Position(), squares[0]
	piece, occupied := p.At(from)
	switch {
	case !occupied:
		return fmt.Sprintf(g.text.noPiece, from)
	case piece.Color != p.Side():
		return fmt.Sprintf(g.text.notYours, from, g.text.colors[piece.Color])
	}
	if most := g.required(); most > 0 {
		return g.refusedCapture(shown, squares, most)
	}
	own := g.movesFrom(from)
	if len(own) == 0 {
		return fmt.Sprintf(g.text.cantMove, from)
	}
	return fmt.Sprintf(g.text.cantGo, shown, g.some(own))
}

// refusedCapture is refusal where something must be taken.
func (g *playGame) refusedCapture(shown string, squares []dama.Square, most int) string {
	var legal []string
	for _, v := range moveViews(g.gen, g.history.Position()) {
		legal = append(legal, v.Move)
	}
	taken := g.takenBy(squares)
	switch {
	case taken == 0:
		return fmt.Sprintf(g.text.mustCapture, shown, g.text.pieces(most), g.some(legal))
	case taken < most:
		return fmt.Sprintf(g.text.notMaximum, shown, g.text.pieces(taken), g.text.pieces(most), g.some(legal))
	}
	return fmt.Sprintf(g.text.cantGo, shown, g.some(legal))
}

// movesFrom lists the legal moves of one piece.
func (g *playGame) movesFrom(from dama.Square) []string {
	var list []string
	for _, v := range moveViews(g.gen, g.history.Position()) {
		if v.From == from.String() {
			list = append(list, v.Move)
		}
	}
	return list
}

// some joins the first few of a list.
func (g *playGame) some(list []string) string {
	const most = 6
	if len(list) > most {
		return strings.Join(list[:most], ", ") + " " + g.text.andMore(len(list)-most)
	}
	return strings.Join(list, ", ")
}

// playSquares reads the squares of a move text; a text without two of them is no
// move.
func playSquares(text string) (squares []dama.Square, ok bool) {
	for name := range strings.SplitSeq(strings.ReplaceAll(text, "-", "x"), "x") {
		s, err := dama.ParseSquare(name)
		if err != nil {
			return nil, false
		}
		squares = append(squares, s)
	}
	return squares, len(squares) >= 2
}

// takenBy counts the pieces that a piece takes on its way over the given squares,
// 0 if it can't go that way. It knows nothing of turning back, which makes no way
// longer than it looks.
func (g *playGame) takenBy(squares []dama.Square) int {
	p := g.history.Position()
	piece, _ := p.At(squares[0])
	board := p.Occupied() &^ squares[0].Bit() // the start is free during a capture
	for i, to := range squares[1:] {
		victim, ok := jumped(p, board, piece, squares[i], to)
		if !ok {
			return 0
		}
		board &^= victim.Bit()
		if g.rules.Facts.Promotion == dama.DuringCapture && to.Rank() == piece.Color.FarRank() {
			piece.Kind = dama.King
		}
	}
	return len(squares) - 1
}

// jumped returns the enemy that a piece takes by a jump from one square to
// another, where board is what still stands.
func jumped(p dama.Position, board dama.Bitboard, piece dama.Piece, from, to dama.Square) (dama.Square, bool) {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	length := max(files, -files, ranks, -ranks)
	if files != 0 && ranks != 0 || length < 2 || board.Has(to) {
		return dama.NoSquare, false
	}
	forward := ranks >= 0 == (piece.Color == dama.White) || ranks == 0
	if piece.Kind == dama.Man && (length != 2 || !forward) {
		return dama.NoSquare, false
	}
	var between dama.Bitboard
	for i := 1; i < length; i++ {
		between |= dama.SquareAt(from.File()+i*files/length, from.Rank()+i*ranks/length).Bit()
	}
	hit := between & board
	return hit.First(), hit.Count() == 1 && p.Pieces(piece.Color.Other())&hit != 0
}
