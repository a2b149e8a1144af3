package hub

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"damalab/dama"
)

// squareLetters are the letters of the board in the order of the arguments of
// [dama.NewPosition].
const squareLetters = "wWbB"

// FormatPosition writes a position: W or B for the side to move, then a letter
// for each square in the order a1, b1, ... h8.
func FormatPosition(p dama.Position) string {
	text := [65]byte{"WB"[p.Side()]}
	for i := range dama.NoSquare {
		text[i+1] = 'e'
		if piece, ok := p.At(i); ok {
			text[i+1] = squareLetters[int(piece.Color)*2+int(piece.Kind)]
		}
	}
	return string(text[:])
}

// ParsePosition reads a position as [FormatPosition] writes it. The error names
// what is wrong and, for a bad letter, its square; it also refuses what
// [dama.NewPosition] does, such as a man on its own far rank.
func ParsePosition(text string) (dama.Position, error) {
	fail := func(format string, args ...any) (dama.Position, error) {
		return dama.Position{}, fmt.Errorf("position %s: %w", shown(text), fmt.Errorf(format, args...))
	}
	if len(text) != 65 {
		return fail("a side and 64 squares are 65 letters, not %d", len(text))
	}
	side := dama.White
	switch text[0] {
	case 'W':
	case 'B':
		side = dama.Black
	default:
		return fail("it begins with the side to move, W or B, not %q", text[:1])
	}
	var boards [len(squareLetters)]dama.Bitboard
	for s := range dama.NoSquare {
		letter := text[s+1]
		if letter == 'e' {
			continue
		}
		kind := strings.IndexByte(squareLetters, letter)
		if kind < 0 {
			return fail("%q on square %d (%v) is none of w, W, b, B and e", []byte{letter}, s.Number(), s)
		}
		boards[kind] |= s.Bit()
	}
	p, err := dama.NewPosition(boards[0], boards[1], boards[2], boards[3], side)
	if err != nil {
		return fail("%w", err)
	}
	return p, nil
}

// FormatMove writes a move: 9-17, or for a capture the origin, the destination
// and the captured squares in ascending order, such as 22x36x29x30.
func FormatMove(m dama.Move) string {
	number := func(s dama.Square) string { return strconv.Itoa(s.Number()) }
	if !m.IsCapture() {
		return number(m.From()) + "-" + number(m.To())
	}
	parts := []string{number(m.From()), number(m.To())}
	for s := range m.Captured().Squares() {
		parts = append(parts, number(s))
	}
	return strings.Join(parts, "x")
}

// ParseMove reads a move that is legal in p under the rules of gen; captured
// squares may stand in any order. The error names the text and says whether it is
// unreadable or not legal.
//
// One move at most fits a text, also where men are crowned during a capture: a man
// gets to the far rank only over a piece right in front of it, and as its jumps
// are two squares long, it can take that piece in no other way.
func ParseMove(gen dama.Generator, p dama.Position, text string) (dama.Move, error) {
	from, to, captured, err := readMove(text)
	if err != nil {
		return dama.Move{}, fmt.Errorf("move %s is unreadable: %w", shown(text), err)
	}
	for _, m := range gen.Moves(p) {
		if m.From() == from && m.To() == to && m.Captured() == captured {
			return m, nil
		}
	}
	return dama.Move{}, fmt.Errorf("move %s is not legal in %v", shown(text), p)
}

// readMove takes a move text apart.
func readMove(text string) (from, to dama.Square, captured dama.Bitboard, err error) {
	parts := strings.Split(text, "-")
	quiet := len(parts) > 1
	if !quiet {
		parts = strings.Split(text, "x")
	}
	if quiet && len(parts) != 2 || !quiet && len(parts) < 3 {
		return 0, 0, 0, errors.New("a quiet move is like 9-17, a capture like 22x36x30 with every captured square")
	}
	var squares []dama.Square
	for _, part := range parts {
		s, err := readSquare(part)
		if err != nil {
			return 0, 0, 0, err
		}
		squares = append(squares, s)
	}
	for _, s := range squares[2:] {
		if captured.Has(s) {
			return 0, 0, 0, fmt.Errorf("square %d is captured twice", s.Number())
		}
		captured |= s.Bit()
	}
	return squares[0], squares[1], captured, nil
}

// readSquare reads a square number without leading zeros.
func readSquare(text string) (dama.Square, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 64 || strconv.Itoa(n) != text {
		return 0, fmt.Errorf("%s is no square: they are numbered from 1 (a1) to 64 (h8)", shown(text))
	}
	return dama.Square(n - 1), nil
}

// formatMoves writes moves in a row, as in a principal variation.
func formatMoves(moves []dama.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = FormatMove(m)
	}
	return strings.Join(texts, " ")
}

// readGame builds a game from a pos line. The moves are replayed, so that
// repetitions are seen.
func readGame(facts dama.Facts, l Line) (*dama.History, error) {
	text, ok := l.Get("pos")
	if !ok {
		return nil, errors.New("pos: the argument pos= is missing")
	}
	p, err := ParsePosition(text)
	if err != nil {
		return nil, err
	}
	game, gen := dama.NewHistory(facts, p), facts.Generator()
	moves, _ := l.Get("moves")
	for _, text := range strings.Fields(moves) {
		m, err := ParseMove(gen, game.Position(), text)
		if err != nil {
			return nil, err
		}
		game.Play(m)
	}
	return game, nil
}

// gameLine writes a game as a pos line: the last position from which nothing
// earlier matters, and the moves since.
func gameLine(game *dama.History) Line {
	start := replayStart(game)
	l := line("pos", "pos", FormatPosition(game.PositionAt(start)))
	if start < game.Plies() {
		var moves []dama.Move
		for i := start; i < game.Plies(); i++ {
			moves = append(moves, game.MoveAt(i))
		}
		l.Args = append(l.Args, Arg{Name: "moves", Value: formatMoves(moves)})
	}
	return l
}

// replayStart returns the ply from which a game must be replayed so that every
// repetition and every counter comes out the same.
func replayStart(game *dama.History) int {
	start, facts := game.Plies()-game.Reversible(), game.Facts()
	if facts.NoProgressPlies == 0 {
		return start
	}
	// The count of plies without progress may have begun before the last move
	// that can't be undone.
	for start > 0 && !resets(facts.NoProgressResets, game.MoveAt(start-1)) {
		start--
	}
	return start
}

// resets tells whether a move starts the count of plies without progress again.
func resets(events []dama.Reset, m dama.Move) bool {
	for _, e := range events {
		if e == dama.ResetCapture && m.IsCapture() || e == dama.ResetPromotion && m.Crowned() ||
			e == dama.ResetManMove && !m.ByKing() {
			return true
		}
	}
	return false
}
