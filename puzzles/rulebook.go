package puzzles

import (
	"cmp"
	"slices"

	"damalab/dama"
	"damalab/internal/referee"
)

// rulebook is who says which moves are legal. What a row says besides its proof
// is worked out over one: with the fast book when a puzzle is made, with the
// slow one when it is checked. Both give the moves in the order of the referee,
// so that whatever is worked out over them comes out the same.
type rulebook interface {
	// appendOptions appends the legal moves to buf, all captures if one is due.
	appendOptions(buf []option, f dama.Facts, p dama.Position) []option
	// look tells how a position stands without listing its moves.
	look(f dama.Facts, p dama.Position) look
	// text writes a move that is legal in p.
	text(f dama.Facts, p dama.Position, m moveID) string
}

// look is how a position stands by the board alone.
type look struct {
	// over: the game has ended, with result +1 if the side to move has won, -1
	// if it has lost and 0 for a draw.
	over   bool
	result int
	// capture: the side to move has a capture, which is then compulsory.
	capture bool
}

// option is a legal move and the position it leads to.
type option struct {
	moveID
	after dama.Position
	rank  int // for whoever tries moves in an order of his own
}

// moveID is what makes two moves the same, whoever found them.
type moveID struct {
	from, to dama.Square
	captured dama.Bitboard
	crowned  bool
}

func (m moveID) isCapture() bool { return m.captured != 0 }

// compareMoves orders moves as the referee does.
func compareMoves(a, b dama.Move) int {
	if a.From() != b.From() {
		return int(a.From()) - int(b.From())
	}
	if a.To() != b.To() {
		return int(a.To()) - int(b.To())
	}
	if a.Captured() != b.Captured() {
		return cmp.Compare(a.Captured(), b.Captured())
	}
	return cmp.Compare(number(a.Crowned()), number(b.Crowned()))
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fastBook asks the move generator.
type fastBook struct{}

func (fastBook) appendOptions(buf []option, f dama.Facts, p dama.Position) []option {
	var space [64]dama.Move
	moves := f.Generator().AppendMoves(space[:0], p)
	slices.SortFunc(moves, compareMoves) // before they carry positions about
	for _, m := range moves {
		buf = append(buf, option{moveID: idOfMove(m), after: p.Make(m)})
	}
	return buf
}

func (fastBook) look(f dama.Facts, p dama.Position) look {
	ahead := f.Generator().Outlook(&p)
	switch {
	case !ahead.Capture && !ahead.Quiet:
		return look{over: true, result: -1}
	case p.Pieces(p.Side().Other()) == 0:
		return look{over: true, result: 1}
	case f.MaterialDraw(p) != "":
		return look{over: true}
	}
	return look{capture: ahead.Capture}
}

func (fastBook) text(f dama.Facts, p dama.Position, m moveID) string {
	gen := f.Generator()
	for _, one := range gen.Moves(p) {
		if idOfMove(one) == m {
			return gen.Text(p, one)
		}
	}
	return ""
}

func idOfMove(m dama.Move) moveID { return moveID{m.From(), m.To(), m.Captured(), m.Crowned()} }

// slowBook asks the referee.
type slowBook struct{}

func (slowBook) appendOptions(buf []option, f dama.Facts, p dama.Position) []option {
	for _, m := range referee.Moves(f, p) {
		buf = append(buf, option{moveID: idOf(m), after: referee.Make(p, m)})
	}
	return buf
}

func (slowBook) look(f dama.Facts, p dama.Position) look {
	if v := referee.Judge(f, []dama.Position{p}, nil); v.Over {
		if p.Side() == dama.Black {
			return look{over: true, result: -v.Result}
		}
		return look{over: true, result: v.Result}
	}
	return look{capture: len(referee.Captures(f, p)) > 0}
}

func (slowBook) text(f dama.Facts, p dama.Position, m moveID) string {
	for _, one := range referee.Moves(f, p) {
		if idOf(one) == m {
			return one.Text()
		}
	}
	return ""
}

func idOf(m referee.Move) moveID { return moveID{m.From, m.To, m.Captured, m.Crowned} }
