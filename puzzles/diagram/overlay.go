package diagram

import (
	"math"
	"strings"

	"damalab/dama"
)

// The colours of what is drawn over the board.
const (
	markColor  = "#2e8b57"
	crossColor = "#d7263d"
	routeColor = "#1769c2"
	haloColor  = "#ffffff"
)

// marks tints the marked squares and frames them, below the pieces.
func (c *canvas) marks(squares []dama.Square) {
	for _, s := range squares {
		if !onBoard(s) {
			continue
		}
		x, y := c.center(s)
		c.add(`<rect x="%s" y="%s" width="%[3]s" height="%[3]s" rx="3" fill="%[4]s" fill-opacity=".3" stroke="%[4]s" stroke-width="2.6"/>`+"\n",
			num(x-cell/2+2.2), num(y-cell/2+2.2), num(cell-4.4), markColor)
	}
}

// crosses puts a small cross on each captured piece.
func (c *canvas) crosses(captured dama.Bitboard) {
	if captured == 0 {
		return
	}
	const arm = 7.5
	var d strings.Builder
	for s := range captured.Squares() {
		x, y := c.center(s)
		d.WriteString("M" + num(x-arm) + " " + num(y-arm) + "l15 15M" + num(x+arm) + " " + num(y-arm) + "l-15 15")
	}
	// The halo keeps the cross apart from any piece.
	c.strokes(d.String(), crossColor, 3.4, 1.6)
}

// strokes draws a path over a wider light one.
func (c *canvas) strokes(d, color string, width, halo float64) {
	c.add(`<path d="%s" fill="none" stroke="%s" stroke-width="%s" stroke-opacity=".85" stroke-linecap="round" stroke-linejoin="round"/>`,
		d, haloColor, num(width+2*halo))
	c.add(`<path d="%s" fill="none" stroke="%s" stroke-width="%s" stroke-linecap="round" stroke-linejoin="round"/>`+"\n",
		d, color, num(width))
}

// route draws a move as a line from the edge of the origin's piece over the
// landings, with a dot on each landing before the last and a head at the end.
func (c *canvas) route(squares []dama.Square) {
	way := c.waypoints(squares)
	n := len(way)
	if n < 2 {
		return
	}
	const edge, beyond = 17.0, 4.0
	start := way[0].towards(way[1], edge)
	before, last := way[n-2], way[n-1]
	if n == 2 {
		before = start
	}
	tip := last.towards(before, -beyond)
	way[0] = start
	c.drawRoute(way, arrowHead(tip, before), tip.towards(before, headLength-3))
}

// The arrow's head: its length, and half its width.
const headLength, headHalf = 15.0, 8.5

// arrowHead is a triangle with its tip at tip, seen from before.
func arrowHead(tip, before point) string {
	base := tip.towards(before, headLength)
	across := point{(tip.y - base.y) / headLength * headHalf, (base.x - tip.x) / headLength * headHalf}
	return "M" + tip.String() + "L" + point{base.x + across.x, base.y + across.y}.String() +
		"L" + point{base.x - across.x, base.y - across.y}.String() + "Z"
}

// drawRoute draws the halo of the whole arrow first, so that no part of it cuts
// another, and then line, dots and head. The line ends within the head, whose
// tip must stay sharp.
func (c *canvas) drawRoute(way []point, head string, end point) {
	landings := way[1 : len(way)-1]
	line := "M" + way[0].String()
	for _, p := range landings {
		line += "L" + p.String()
	}
	line += "L" + end.String()
	c.add(`<g stroke-linejoin="round" stroke-linecap="round" opacity=".92">`)
	c.add(`<path d="%s" fill="none" stroke="%s" stroke-width="8"/>`, line, haloColor)
	c.add(`<path d="%[1]s" fill="%[2]s" stroke="%[2]s" stroke-width="3.5"/>`, head, haloColor)
	c.add(`<path d="%s" fill="none" stroke="%s" stroke-width="4.4"/>`, line, routeColor)
	c.add(`<path d="%[1]s" fill="%[2]s" stroke="%[2]s" stroke-width="1"/>`, head, routeColor)
	for _, p := range landings {
		c.add(`<circle cx="%s" cy="%s" r="5.4" fill="%s"/>`, num(p.x), num(p.y), routeColor)
	}
	c.add("</g>\n")
}

// point is a place in the picture.
type point struct{ x, y float64 }

// String is the point as a path has it.
func (p point) String() string { return num(p.x) + " " + num(p.y) }

// towards returns the point at a distance from p in the direction of q.
func (p point) towards(q point, distance float64) point {
	dx, dy := q.x-p.x, q.y-p.y
	f := distance / math.Hypot(dx, dy)
	return point{p.x + f*dx, p.y + f*dy}
}

// waypoints are the middles of the squares, without those that repeat the one
// before: a line needs a direction.
func (c *canvas) waypoints(squares []dama.Square) []point {
	var way []point
	for _, s := range squares {
		if !onBoard(s) {
			continue
		}
		x, y := c.center(s)
		if n := len(way); n == 0 || way[n-1] != (point{x, y}) {
			way = append(way, point{x, y})
		}
	}
	return way
}
