package dama

import (
	"fmt"
	"strings"
)

// FENError says where a position text is wrong and why.
type FENError struct {
	Text   string
	Offset int // in bytes from the start of Text
	Reason string
}

// Error gives the place, counted from 1, and the reason.
func (e *FENError) Error() string {
	text := e.Text
	if len(text) > longestEcho {
		text = text[:longestEcho] + "..."
	}
	return fmt.Sprintf("position %q, character %d: %s", text, e.Offset+1, e.Reason)
}

// longestEcho is how much of a text an error repeats, in bytes: a whole position of
// 32 pieces fits.
const longestEcho = 160

// FEN writes the position as text: the side to move, White's pieces, Black's
// pieces, such as "W:Wa2,b2,Kd4:Ba7,Kh8". Men come first, then kings, each in
// the order a1, b1, ... h8.
func (p Position) FEN() string {
	var b strings.Builder
	b.WriteString("WB"[p.side : p.side+1])
	for c := White; c <= Black; c++ {
		b.WriteByte(':')
		b.WriteString("WB"[c : c+1])
		sep := ""
		for s := range p.Men(c).Squares() {
			b.WriteString(sep + s.String())
			sep = ","
		}
		for s := range p.Kings(c).Squares() {
			b.WriteString(sep + "K" + s.String())
			sep = ","
		}
	}
	return b.String()
}

// String returns the position as [Position.FEN] writes it.
func (p Position) String() string { return p.FEN() }

// ParseFEN reads a position text. Squares may be names or numbers from 1 to 64,
// ranges such as a2-h2 are accepted (row by row, as the numbers run), the two
// piece fields may come in either order, and a side without pieces is written as
// its letter alone. The error is always a [*FENError].
func ParseFEN(text string) (Position, error) {
	r := fenReader{text: text}
	if err := r.read(); err != nil {
		return Position{}, err
	}
	p, err := NewPosition(r.boards[White][Man], r.boards[White][King], r.boards[Black][Man], r.boards[Black][King], r.side)
	if err != nil { // the reader has checked the pieces one by one already
		return Position{}, r.fail(0, "%v", err)
	}
	return p, nil
}

type fenReader struct {
	text   string
	side   Color
	boards [2][2]Bitboard
	filled [2]bool
}

func (r *fenReader) fail(offset int, format string, args ...any) error {
	return &FENError{Text: r.text, Offset: offset, Reason: fmt.Sprintf(format, args...)}
}

func (r *fenReader) read() error {
	body := strings.TrimRight(r.text, " \t\r\n")
	body = strings.TrimSuffix(body, ".")
	start := len(body) - len(strings.TrimLeft(body, " \t\r\n"))
	field, rest, more := strings.Cut(body[start:], ":")
	side, ok := colorOf(field)
	if !ok || len(field) != 1 {
		return r.fail(start, "the side to move comes first, as W or B and a colon; found %q", field)
	}
	r.side = side
	offset := start + len(field) + 1
	for range 2 {
		if !more {
			return r.fail(len(body), "a field is missing: a position has three, the side to move, White's pieces and Black's pieces")
		}
		field, rest, more = strings.Cut(rest, ":")
		if err := r.pieces(field, offset); err != nil {
			return err
		}
		offset += len(field) + 1
	}
	if more {
		return r.fail(offset-1, "text after the third field: a position has the side to move, White's pieces and Black's pieces")
	}
	return nil
}

func colorOf(field string) (Color, bool) {
	switch {
	case strings.HasPrefix(field, "W"):
		return White, true
	case strings.HasPrefix(field, "B"):
		return Black, true
	}
	return White, false
}

// pieces reads one side's field, such as "Wa2,Kd4".
func (r *fenReader) pieces(field string, offset int) error {
	c, ok := colorOf(field)
	if !ok {
		return r.fail(offset, "a list of pieces begins with W or B; found %q", field)
	}
	if r.filled[c] {
		return r.fail(offset, "%s's pieces are given twice", c)
	}
	r.filled[c] = true
	if len(field) == 1 {
		return nil
	}
	at := offset + 1
	for _, item := range strings.Split(field[1:], ",") {
		if err := r.item(c, item, at); err != nil {
			return err
		}
		at += len(item) + 1
	}
	return nil
}

// item reads one entry of a list: a square or a range, with K before kings.
func (r *fenReader) item(c Color, item string, at int) error {
	name := strings.TrimSpace(item)
	at += strings.Index(item, name)
	kind := Man
	if strings.HasPrefix(name, "K") {
		kind, name, at = King, name[1:], at+1
	}
	if name == "" {
		return r.fail(at, "a square is missing")
	}
	lo, hi, isRange := strings.Cut(name, "-")
	first, err := ParseSquare(lo)
	if err != nil {
		return r.fail(at, "%v", err)
	}
	last := first
	if isRange {
		if last, err = ParseSquare(hi); err != nil {
			return r.fail(at+len(lo)+1, "%v", err)
		}
		if last < first {
			return r.fail(at, "the range %s runs backwards: write %s-%s", name, hi, lo)
		}
	}
	for s := first; s <= last; s++ {
		if err := r.put(c, kind, s, at); err != nil {
			return err
		}
	}
	return nil
}

func (r *fenReader) put(c Color, kind Kind, s Square, at int) error {
	for _, boards := range r.boards {
		if (boards[Man] | boards[King]).Has(s) {
			return r.fail(at, "two pieces on %v", s)
		}
	}
	if kind == Man && s.Rank() == c.FarRank() {
		return r.fail(at, "a %s man on %v, its own far rank: it would have been crowned (write K%v for a king)",
			strings.ToLower(c.String()), s, s)
	}
	r.boards[c][kind] |= s.Bit()
	return nil
}
