package diagram

import "damalab/dama"

// The sizes of a piece, in the picture's units.
const (
	manRadius  = 20.0
	kingRadius = 22.0
)

// crownPath is a crown of three points with a ball on each, around the origin:
// 26 wide, 19 high. Three points are what can be told at the smallest sizes.
const crownPath = "M-10.4 6.6L-11.8 -5.4L-5.4 .4L0 -9.4L5.4 .4L11.8 -5.4L10.4 6.6Z" +
	"M-13.4 -6.4a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0 -3.4 0Z" +
	"M-1.8 -10.4a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0Z" +
	"M10 -6.4a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0 -3.4 0Z"

// tint is how one side's pieces are painted.
type tint struct {
	face, edge, ring    string
	crown, outline, rim string
}

func tintOf(color dama.Color) tint {
	if color == dama.White {
		return tint{face: "#fbf5e6", edge: "#6e5a3c", ring: "#cbb488", crown: "#a3201a", outline: "#6b0f0b", rim: "#d9a21f"}
	}
	return tint{face: "#2c2725", edge: "#0d0b0a", ring: "#6f625b", crown: "#f4c542", outline: "#8a6208", rim: "#d9a21f"}
}

// name is the id of a piece's drawing.
func (c *canvas) name(p dama.Piece) string {
	return c.id + "-" + "wb"[p.Color:p.Color+1] + "mk"[p.Kind:p.Kind+1]
}

// definePieces draws each piece that the position has once, around the origin.
func (c *canvas) definePieces(p dama.Position) {
	c.add("<defs>")
	for color := dama.White; color <= dama.Black; color++ {
		if p.Men(color) != 0 {
			c.defineMan(dama.Piece{Color: color, Kind: dama.Man})
		}
		if p.Kings(color) != 0 {
			c.defineKing(dama.Piece{Color: color, Kind: dama.King})
		}
	}
	c.add("</defs>\n")
}

// shadow is a flat shade below a disc: no filter, which printers and fast
// pages would pay for.
func (c *canvas) shadow(radius float64) {
	c.add(`<circle cx="1" cy="2" r="%s" fill="#2a1705" fill-opacity=".35"/>`, num(radius+0.6))
}

func (c *canvas) defineMan(p dama.Piece) {
	t := tintOf(p.Color)
	c.add(`<g id="%s">`, c.name(p))
	c.shadow(manRadius)
	c.add(`<circle r="%s" fill="%s" stroke="%s" stroke-width="1.4"/>`, num(manRadius), t.face, t.edge)
	c.add(`<circle r="%s" fill="none" stroke="%s" stroke-width="2"/></g>`, num(manRadius*0.66), t.ring)
}

// defineKing draws a wider disc with a golden rim and a crown in the colour
// that stands out most on it.
func (c *canvas) defineKing(p dama.Piece) {
	t := tintOf(p.Color)
	c.add(`<g id="%s">`, c.name(p))
	c.shadow(kingRadius)
	c.add(`<circle r="%s" fill="%s" stroke="%s" stroke-width="1.4"/>`, num(kingRadius), t.face, t.edge)
	c.add(`<circle r="%s" fill="none" stroke="%s" stroke-width="2.6"/>`, num(kingRadius-2.6), t.rim)
	c.add(`<path d="%s" fill="%s" stroke="%s" stroke-width=".9" stroke-linejoin="round"/>`, crownPath, t.crown, t.outline)
	c.add(`<path d="M-9.6 10H9.6" stroke="%s" stroke-width="2.6" stroke-linecap="round"/></g>`, t.crown)
}

// pieces puts the pieces on their squares, a1 first.
func (c *canvas) pieces(p dama.Position) {
	for s := range p.Occupied().Squares() {
		piece, _ := p.At(s)
		x, y := c.center(s)
		c.add(`<use href="#%s" x="%s" y="%s"/>`, c.name(piece), num(x), num(y))
	}
	c.add("\n")
}
