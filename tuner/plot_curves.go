package tuner

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// drawnCurve is a line through points, those that can't be drawn left out.
type drawnCurve struct {
	ink    color.Color
	dash   []vg.Length
	points plotter.XYs
	marked bool // a dot on each point
}

func (c *drawnCurve) add(x, y float64) {
	if finite(x, y) {
		c.points = append(c.points, plotter.XY{X: x, Y: y})
	}
}

// rules draws thin lines across the plot at its marks.
type rules struct{ vertical bool }

// Plot implements plot.Plotter.
func (r rules) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := vgdraw.LineStyle{Color: lineInk, Width: 0.75}
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if !r.vertical && !t.IsMinor() {
			c.StrokeLine2(style, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	}
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if r.vertical && !t.IsMinor() {
			c.StrokeLine2(style, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
		}
	}
}

// Plot implements plot.Plotter.
func (l drawnCurve) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := make([]vg.Point, len(l.points))
	for i, point := range l.points {
		at[i] = vg.Point{X: x(point.X), Y: y(point.Y)}
	}
	if len(at) > 1 {
		c.StrokeLines(vgdraw.LineStyle{Color: l.ink, Width: 2.25, Dashes: l.dash}, at)
	}
	if l.marked || len(at) == 1 {
		for _, point := range at {
			c.DrawGlyph(vgdraw.GlyphStyle{Color: l.ink, Radius: 3.5, Shape: vgdraw.CircleGlyph{}}, point)
		}
	}
}

// paintCurves draws curves over common axes.
func paintCurves(c vgdraw.Canvas, xName, yName string, curves ...drawnCurve) {
	p := axes(xName, yName)
	across, up := newScope(), newScope()
	p.Add(rules{})
	for _, l := range curves {
		for _, point := range l.points {
			across.add(point.X)
			up.add(point.Y)
		}
		p.Add(l)
	}
	if across.low == across.high || across.empty() {
		across = across.roomy()
	}
	up = up.roomy()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = across.low, across.high, up.low, up.high
	paintAxes(p, c)
}

// lossPlot is the loss on the way down, of both parts.
func (f *Fitted) lossPlot() Plot {
	train, held := drawnCurve{ink: firstInk}, drawnCurve{ink: secondInk, dash: secondDash()}
	for _, s := range f.Curve {
		train.add(float64(s.Iteration), s.TrainLoss)
		if f.Summary.Held.Positions > 0 {
			held.add(float64(s.Iteration), s.HeldLoss)
		}
	}
	return Plot{
		Name: "loss", Title: "Loss by iteration",
		Caption: "Iteration 0 is the prior. Games that were not fitted to and get worse while the others get better are a sign of too few games.",
		legend:  f.bothParts(), height: 300,
		paint: func(_ bool, c vgdraw.Canvas) { paintCurves(c, "iteration", "mean log loss, nats", train, held) },
	}
}

// bothParts is the legend of curves of both parts.
func (f *Fitted) bothParts() []legendItem {
	items := []legendItem{{name: "fitted to", ink: firstInk}}
	if f.Summary.Held.Positions > 0 {
		items = append(items, legendItem{"validation", secondInk, secondDash()})
	}
	return items
}

// learningPlot is the loss over the number of games fitted to.
func (f *Fitted) learningPlot() Plot {
	train, held := drawnCurve{ink: firstInk, marked: true}, drawnCurve{ink: secondInk, dash: secondDash(), marked: true}
	for _, l := range f.Learning {
		train.add(float64(l.Games), l.Train)
		if f.Summary.Held.Positions > 0 {
			held.add(float64(l.Games), l.Held)
		}
	}
	return Plot{
		Name: "learning", Title: "What more games bring",
		Caption: "The same fit to parts of the games. If the validation loss still falls at the right end, more games will help; if the two curves have met, they will not, and only other features can.",
		legend:  f.bothParts(), height: 280,
		paint: func(_ bool, c vgdraw.Canvas) { paintCurves(c, "games fitted to", "mean log loss, nats", train, held) },
	}
}

// interval is how many standard errors a 95 % interval reaches either way.
const interval = 1.96

// reliabilityPlot compares expected with real results.
func (f *Fitted) reliabilityPlot() Plot {
	p := Plot{
		Name: "reliability", Title: "Expected and real results",
		Caption: "A dot for each twentieth of the range of expectations, with the 95 % interval of its real result. On the dashed line the evaluation promises what happens; below it at the right and above it at the left it promises too much.",
		height:  340,
	}
	p.paint = func(_ bool, c vgdraw.Canvas) {
		a := axes("expected result", "real result")
		a.X.Min, a.X.Max, a.Y.Min, a.Y.Max = 0, 1, 0, 1
		a.Add(rules{}, rules{vertical: true}, drawnCurve{ink: softInk, dash: []vg.Length{3, 4}, points: plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}}})
		for _, b := range f.Calibration {
			if finite(b.Expected, b.Got) {
				a.Add(errorDot{x: b.Expected, y: b.Got, ink: firstInk, reach: interval * b.Error, upright: true})
			}
		}
		paintAxes(a, c)
	}
	return p
}

// errorDot is a point with an error bar.
type errorDot struct {
	x, y    float64
	ink     color.Color
	reach   float64 // of the bar, either way; none if it can't be drawn
	upright bool    // the bar stands; otherwise it lies
	raise   vg.Length
	hollow  bool
}

// Plot implements plot.Plotter. Bars are cut at the ends of the axes.
func (d errorDot) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := vg.Point{X: x(d.x), Y: y(d.y) + d.raise}
	style := vgdraw.LineStyle{Color: d.ink, Width: 1.5}
	if finite(d.reach) && d.reach > 0 {
		if d.upright {
			c.StrokeLine2(style, at.X, y(math.Max(d.y-d.reach, p.Y.Min)), at.X, y(math.Min(d.y+d.reach, p.Y.Max)))
		} else {
			c.StrokeLine2(style, x(math.Max(d.x-d.reach, p.X.Min)), at.Y, x(math.Min(d.x+d.reach, p.X.Max)), at.Y)
		}
	}
	c.DrawGlyph(vgdraw.GlyphStyle{Color: d.ink, Radius: 3.5, Shape: vgdraw.CircleGlyph{}}, at)
	if d.hollow {
		c.DrawGlyph(vgdraw.GlyphStyle{Color: cardInk, Radius: 2, Shape: vgdraw.CircleGlyph{}}, at)
	}
}
