package report

import (
	"html/template"
	"strings"
)

// plot is the ground of a line chart in terms of values.
type plot struct {
	x, y    span
	yStep   float64
	counted bool // x is a number of something: no ticks between whole numbers
}

// frame is the sheet it is drawn on, in pixels.
type frame struct {
	id, class     string
	width, height float64
	xTicks        int // about how many there is room for
	title, desc   string
}

// area is the part of a frame inside the axes.
type area struct{ left, right, top, bottom float64 }

func (p plot) draw(l Lines, f frame) template.HTML {
	var c canvas
	c.open(f.id, f.class, f.width, f.height, f.title, f.desc)
	a := p.area(l, f)
	xStep := p.x.step(f.xTicks)
	if p.counted {
		xStep = max(xStep, 1)
	}
	p.drawAxes(&c, l, a, xStep)
	for i, s := range l.Series {
		p.drawSeries(&c, i, s, a)
	}
	return c.close()
}

// area leaves room for the labels of the axes.
func (p plot) area(l Lines, f frame) area {
	labels := 0.0
	for _, v := range p.y.ticks(p.yStep) {
		labels = max(labels, textWidth(number(v, p.yStep)))
	}
	a := area{left: labels + 10, right: f.width - 18, top: 10, bottom: f.height - 26}
	if l.YLabel != "" {
		a.top += 20
	}
	if l.XLabel != "" {
		a.bottom -= 20
	}
	return a
}

func (p plot) drawAxes(c *canvas, l Lines, a area, xStep float64) {
	for _, v := range p.y.ticks(p.yStep) {
		y := p.y.at(v, a.bottom, a.top)
		c.line("rule", a.left, y, a.right, y)
		c.text("tick", "end", a.left-8, y+4.5, number(v, p.yStep))
	}
	for _, v := range p.x.ticks(xStep) {
		x := p.x.at(v, a.left, a.right)
		c.line("base", x, a.bottom, x, a.bottom+5)
		c.text("tick", "middle", x, a.bottom+20, number(v, xStep))
	}
	c.line("base", a.left, a.bottom, a.right, a.bottom)
	// The name of the y axis lies above it: text on its side is hard to read.
	c.text("axis-name", "start", 0, 12, shorten(l.YLabel, a.right))
	c.text("axis-name", "end", a.right, a.bottom+40, shorten(l.XLabel, a.right))
}

func (p plot) drawSeries(c *canvas, index int, s Series, a area) {
	place := func(point Point) (x, y float64) {
		return p.x.at(point.X, a.left, a.right), p.y.at(point.Y, a.bottom, a.top)
	}
	var d strings.Builder
	pen := "M"
	for _, point := range s.Points {
		if !point.shown() {
			pen = "M" // a gap
			continue
		}
		x, y := place(point)
		d.WriteString(pen + pixels(x) + " " + pixels(y))
		if pen == "M" {
			d.WriteString("h0") // a round dot, should no other point follow
		}
		pen = "L"
	}
	if d.Len() > 0 {
		c.path(curveClass(index), d.String())
	}
	if len(s.Points) > maxMarked {
		return
	}
	for _, point := range s.Points {
		if point.shown() {
			x, y := place(point)
			c.path(dotClass(index), mark(index, x, y))
		}
	}
}
