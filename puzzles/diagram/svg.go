package diagram

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"damalab/dama"
)

// DefaultSize is the width and height of a picture, in CSS pixels, whose
// options name none.
const DefaultSize = 400

// Options says how a position is shown. The zero value is the bare position
// from White's side at [DefaultSize].
type Options struct {
	// FlipForBlack shows the board from Black's side, with h8 at the lower left.
	FlipForBlack bool
	// Chequered darkens every other square, as boards of other draughts have it.
	Chequered bool
	// Marks are squares to point out.
	Marks []dama.Square
	// Route is a move to draw as an arrow: the origin, then every landing.
	Route []dama.Square
	// Captured are pieces to cross out.
	Captured dama.Bitboard
	// Title is what a screen reader says and a pointer shows; if empty, it is
	// the position's text.
	Title string
	// Size is the width and height in CSS pixels; 0 means [DefaultSize].
	Size int
}

// The picture's own units; Size scales them.
const (
	cell   = 50.0
	frame  = 26.0
	extent = 8*cell + 2*frame
)

// SVG draws the position. Squares that are not on the board are left out. The
// result is one <svg> element without an XML declaration, fit for a file of its
// own and for an HTML page.
func SVG(p dama.Position, o Options) string {
	c := &canvas{flip: o.FlipForBlack, id: pictureID(p, o)}
	c.open(p, o)
	c.board(o.Chequered)
	c.marks(o.Marks)
	c.pieces(p)
	c.crosses(o.Captured)
	c.route(o.Route)
	c.add("</svg>\n")
	return c.out.String()
}

// canvas collects the picture.
type canvas struct {
	out  strings.Builder
	flip bool
	id   string // what every id of the picture begins with
}

// pictureID is different for different pictures. Size is no part of it: equal
// pictures of two sizes have equal definitions.
func pictureID(p dama.Position, o Options) string {
	o.Size = 0
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %+v", p.FEN(), o))
	return "d" + hex.EncodeToString(sum[:6])
}

// open begins the picture: its size, its title and the pieces to be used.
func (c *canvas) open(p dama.Position, o Options) {
	size := o.Size
	if size <= 0 {
		size = DefaultSize
	}
	title := o.Title
	if title == "" {
		title = p.FEN()
	}
	c.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %v %v" role="img" aria-labelledby="%s-t">`+"\n",
		size, size, num(extent), num(extent), c.id)
	c.add(`<title id="%s-t">%s</title>`+"\n", c.id, escape(title))
	c.definePieces(p)
}

func (c *canvas) add(format string, args ...any) { fmt.Fprintf(&c.out, format, args...) }

// center returns the middle of a square in the picture.
func (c *canvas) center(s dama.Square) (x, y float64) {
	column, row := s.File(), 7-s.Rank()
	if c.flip {
		column, row = 7-column, 7-row
	}
	return frame + cell*(float64(column)+0.5), frame + cell*(float64(row)+0.5)
}

// num writes a coordinate with at most two decimals, the same everywhere.
func num(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// escape makes text safe in an element's content; characters that XML has no
// place for become U+FFFD.
func escape(text string) string {
	var b strings.Builder
	// Writing to a strings.Builder does not fail.
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}

// onBoard tells whether a square can be drawn.
func onBoard(s dama.Square) bool { return s < dama.NoSquare }
