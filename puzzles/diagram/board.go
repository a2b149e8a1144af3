package diagram

import (
	"strings"

	"damalab/dama"
)

// The colours of the board.
const (
	frameColor  = "#5b3a1e"
	frameLight  = "#7d5430"
	woodColor   = "#e0b377"
	grainColor  = "#b8814a"
	lineColor   = "#7c5229"
	letterColor = "#f3dfbf"
)

// board draws the frame, the wood with its grain, the squares and the
// coordinates.
func (c *canvas) board(chequered bool) {
	const side = 8 * cell
	c.add(`<rect width="%[1]s" height="%[1]s" rx="9" fill="%[2]s"/>`+"\n", num(extent), frameColor)
	c.add(`<rect x="1.5" y="1.5" width="%[1]s" height="%[1]s" rx="7.5" fill="none" stroke="%[2]s" stroke-width="1.5"/>`+"\n",
		num(extent-3), frameLight)
	c.add(`<rect x="%[1]s" y="%[1]s" width="%[2]s" height="%[2]s" fill="%[3]s"/>`+"\n", num(frame), num(side), woodColor)
	c.grain()
	if chequered {
		c.darkSquares()
	}
	c.lines()
	c.coordinates()
}

// grain draws the fibres of the wood: long flat curves, each at its own height
// and bent its own way, by a fixed rule.
func (c *canvas) grain() {
	const fibres, right = 23, frame + 8*cell
	var d strings.Builder
	for i := range fibres {
		y := frame + 8*cell*(float64(i)+0.5)/fibres
		bend := float64((i*37)%11-5) * 0.7
		from := frame + float64((i*53)%97)
		to := right - float64((i*71)%113)
		third := (to - from) / 3
		d.WriteString("M" + num(from) + " " + num(y) +
			"C" + num(from+third) + " " + num(y+bend) + " " + num(to-third) + " " + num(y-bend) + " " + num(to) + " " + num(y+bend/2))
	}
	c.add(`<path d="%s" fill="none" stroke="%s" stroke-width="1.1" stroke-opacity=".3" stroke-linecap="round"/>`+"\n", d.String(), grainColor)
}

// darkSquares darkens the squares of a1's colour.
func (c *canvas) darkSquares() {
	var d strings.Builder
	for s := range dama.NoSquare {
		if (s.File()+s.Rank())%2 == 0 {
			x, y := c.center(s)
			d.WriteString("M" + num(x-cell/2) + " " + num(y-cell/2) + "h50v50h-50z")
		}
	}
	c.add(`<path d="%s" fill="#8a5a2b" fill-opacity=".4"/>`+"\n", d.String())
}

// lines draws the lines between the squares and a stronger one around them.
func (c *canvas) lines() {
	var d strings.Builder
	for i := 1; i < 8; i++ {
		at := num(frame + float64(i)*cell)
		d.WriteString("M" + num(frame) + " " + at + "h400M" + at + " " + num(frame) + "v400")
	}
	c.add(`<path d="%s" fill="none" stroke="%s" stroke-width="1.2" stroke-opacity=".75"/>`+"\n", d.String(), lineColor)
	c.add(`<rect x="%[1]s" y="%[1]s" width="400" height="400" fill="none" stroke="#3d2611" stroke-width="1.6"/>`+"\n", num(frame))
}

// coordinates writes the files below and the ranks at the left.
func (c *canvas) coordinates() {
	c.add(`<g font-family="Helvetica,Arial,'Liberation Sans',sans-serif" font-size="18" font-weight="600" fill="%s" text-anchor="middle">`, letterColor)
	for i := range 8 {
		onFile, onRank := dama.SquareAt(i, 0), dama.SquareAt(0, i)
		x, _ := c.center(onFile)
		_, y := c.center(onRank)
		c.add(`<text x="%s" y="%s">%c</text><text x="%s" y="%s">%d</text>`,
			num(x), num(extent-frame/2+5.6), 'a'+rune(i), num(frame/2), num(y+6.2), i+1)
	}
	c.add("</g>\n")
}
