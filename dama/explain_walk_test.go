package dama_test

import (
	"slices"
	"strings"
	"testing"

	"damalab/dama"
)

// checkAgainstWalk is checkExplanation, and holds the reason against a walk over
// the text that shares nothing with the generator. What a text is by its other
// forms, and whether a possible capture is long enough, the walk leaves open.
func checkAgainstWalk(t testing.TB, f dama.Facts, p dama.Position, text string) dama.Refusal {
	t.Helper()
	got := checkExplanation(t, f, p, text)
	walked, steps := walkText(f, p, text)
	fits := got == walked
	switch {
	case got == legal || got == dama.Unreadable:
		_, err := f.Generator().ParseMove(p, text)
		fits = fits || err == nil || strings.Contains(err.Error(), "ambiguous")
	case walked == legal || steps == 0 && strings.Contains(text, "x"): // possible, or another form
		fits = fits || got == dama.StopsEarly || got == dama.NotMaximum
	}
	if !fits {
		t.Fatalf("%v %q, %s, %s: %q, the walk says %q in step %d", p, text, f.Promotion, f.Reversal, got, walked, steps+1)
	}
	return got
}

// walkText goes along a text square by square and returns the first reason
// against a step of it, and how many steps were fine before; legal for a capture
// without one.
func walkText(f dama.Facts, p dama.Position, text string) (reason dama.Refusal, steps int) {
	sign := "x"
	if strings.Contains(text, "-") {
		sign = "-"
	}
	var squares []dama.Square
	for name := range strings.SplitSeq(strings.TrimSpace(text), sign) {
		s, err := dama.ParseSquare(name)
		if err != nil {
			return dama.Unreadable, 0
		}
		squares = append(squares, s)
	}
	if len(squares) < 2 || sign == "-" && len(squares) > 2 {
		return dama.Unreadable, 0
	}
	piece, ok := p.At(squares[0])
	switch {
	case !ok:
		return dama.NoPiece, 0
	case piece.Color != p.Side():
		return dama.NotYours, 0
	}
	w := textWalk{facts: f, board: map[dama.Square]dama.Color{}, piece: piece, at: squares[0], quiet: sign == "-"}
	for s := range p.Occupied().Squares() {
		other, _ := p.At(s)
		w.board[s] = other.Color
	}
	if !w.quiet {
		delete(w.board, w.at)
	}
	for i, s := range squares[1:] {
		if reason := w.step(s); reason != legal {
			return reason, i
		}
	}
	if w.quiet {
		return dama.MustCapture, 1
	}
	return legal, len(squares) - 1
}

// textWalk is a piece on its way.
type textWalk struct {
	facts      dama.Facts
	board      map[dama.Square]dama.Color // who stands where; not the mover in a capture
	piece      dama.Piece
	at         dama.Square
	quiet      bool
	last       [2]int // direction of the last jump
	reachedFar bool
}

// step goes to a square, or says why not.
func (w *textWalk) step(to dama.Square) dama.Refusal {
	files, ranks := to.File()-w.at.File(), to.Rank()-w.at.Rank()
	if files != 0 && ranks != 0 {
		return dama.Diagonal
	}
	length := max(files, -files, ranks, -ranks)
	back := ranks < 0 && w.piece.Color == dama.White || ranks > 0 && w.piece.Color == dama.Black
	if reason := w.manCannot(back, length); reason != legal {
		return reason
	}
	if _, taken := w.board[to]; taken {
		return dama.Blocked
	}
	var enemies []dama.Square
	way := [2]int{}
	for i := 1; i < length; i++ {
		way = [2]int{files / length, ranks / length}
		s := dama.SquareAt(w.at.File()+i*way[0], w.at.Rank()+i*way[1])
		if owner, taken := w.board[s]; taken {
			if w.quiet || owner == w.piece.Color {
				return dama.Blocked
			}
			enemies = append(enemies, s)
		}
	}
	switch {
	case w.quiet:
		return legal
	case len(enemies) != 1:
		return dama.NothingToCapture
	case w.facts.Reversal == dama.ReversalForbidden && w.last != [2]int{} && way == [2]int{-w.last[0], -w.last[1]}:
		return dama.TurnedBack
	}
	delete(w.board, enemies[0])
	w.at, w.last = to, way
	if to.Rank() == w.piece.Color.FarRank() && w.piece.Kind == dama.Man {
		w.reachedFar = true
		if w.facts.Promotion == dama.DuringCapture {
			w.piece.Kind = dama.King
		}
	}
	return legal
}

// manCannot says whether a step is back or too long for the piece.
func (w *textWalk) manCannot(back bool, length int) dama.Refusal {
	most := 2
	if w.quiet {
		most = 1
	}
	switch {
	case w.piece.Kind == dama.King || !back && length <= most:
		return legal
	case w.reachedFar:
		return dama.StillAMan
	case back:
		return dama.Backward
	}
	return dama.TooFar
}

// TestWalkText: the walk itself knows what the tables say of single steps.
func TestWalkText(t *testing.T) {
	open := []dama.Refusal{legal, dama.StopsEarly, dama.NotMaximum}
	for _, rs := range testRulesets(t) {
		for _, row := range timed {
			got, _ := walkText(rs.Facts, mustFEN(t, row.fen), row.move)
			if want := row.want(rs.Facts); got != want && !slices.Contains(open, want) {
				t.Errorf("%s %s: %q, want %q", row.fen, row.move, got, want)
			}
		}
	}
}
