package report

import (
	"fmt"
	"html/template"
	"math"
	"strings"
)

// Point is one point of a series. One with a NaN or an infinity in it is left
// out, and the line has a gap there.
type Point struct{ X, Y float64 }

// Series is a named line, its points in the order of drawing.
type Series struct {
	Name   string
	Points []Point
}

// Lines is a chart of lines over common axes. Series differ in colour, dashes
// and marks, so that they can be told apart without colours too; after six the
// colours come again.
type Lines struct {
	Title, Caption string
	XLabel, YLabel string // names of the axes
	Series         []Series
}

const (
	colours   = 6
	dashes    = 4
	marks     = 4
	maxMarked = 25 // a longer series is drawn without marks
)

func (l Lines) view(r *renderer) (string, any, error) {
	v := chartView{Title: l.Title, Caption: l.Caption}
	plot, ok := l.plot()
	if !ok {
		v.Empty = r.words.NoData
		return "chart", v, nil
	}
	if len(l.Series) > 1 || l.Series[0].Name != "" {
		for i, s := range l.Series {
			v.Legend = append(v.Legend, legendItem{s.Name, swatch(i)})
		}
	}
	id := r.nextID()
	title, desc := orElse(l.Title, r.words.LineChart), l.describe(r.words)
	v.Wide = plot.draw(l, frame{id + "-wide", "wide", wideWidth, 360, 10, title, desc})
	v.Narrow = plot.draw(l, frame{id + "-narrow", "narrow", narrowWidth, 270, 4, title, desc})
	return "chart", v, nil
}

// plot measures the points; false if there is none to draw.
func (l Lines) plot() (plot, bool) {
	p := plot{x: emptySpan(), y: emptySpan(), counted: true}
	for _, s := range l.Series {
		for _, point := range s.Points {
			if point.shown() {
				p.x.add(point.X)
				p.y.add(point.Y)
				p.counted = p.counted && point.X == math.Trunc(point.X)
			}
		}
	}
	if p.x.low > p.x.high {
		return p, false
	}
	p.x, p.y = p.x.widened(), p.y.widened()
	p.yStep = p.y.step(5)
	p.y = p.y.rounded(p.yStep)
	return p, true
}

func (p Point) shown() bool { return shown(p.X) && shown(p.Y) }

// describe reads the chart out: the ends of each line.
func (l Lines) describe(w words) string {
	parts := []string{w.LineChart + "."}
	for _, s := range l.Series {
		var points []Point
		for _, p := range s.Points {
			if p.shown() {
				points = append(points, p)
			}
		}
		if len(points) == 0 {
			parts = append(parts, s.Name+": "+w.NoData+".")
			continue
		}
		first, last := points[0], points[len(points)-1]
		parts = append(parts, fmt.Sprintf(w.Series, orElse(s.Name, l.YLabel), len(points), own(first.Y), own(last.Y)))
	}
	return strings.Join(parts, " ")
}

// swatch is the sample of a series in the legend.
func swatch(series int) template.HTML {
	var c canvas
	c.b.WriteString(`<svg viewBox="0 0 34 14" aria-hidden="true">`)
	c.path(curveClass(series), "M1 7H33")
	c.path(dotClass(series), mark(series, 17, 7))
	return c.close()
}

func curveClass(series int) string {
	return fmt.Sprintf("curve s%d d%d", series%colours+1, series%dashes+1)
}

func dotClass(series int) string { return fmt.Sprintf("dot s%d", series%colours+1) }

// mark draws the mark of a series around x, y: circle, square, diamond,
// triangle.
func mark(series int, x, y float64) string {
	at := fmt.Sprintf("M%s %s", pixels(x), pixels(y))
	return at + [marks]string{
		"m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
		"m-3.5 -3.5h7v7h-7z",
		"m0 -5l5 5l-5 5l-5 -5z",
		"m0 -4.5l4.7 8h-9.4z",
	}[series%marks]
}
