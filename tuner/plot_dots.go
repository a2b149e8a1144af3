package tuner

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"damalab/eval"
)

// dotRow is a line of a chart of dots with error bars: a name and a value or two.
type dotRow struct {
	name   string
	values []dotValue
	apart  bool // a gap above it: another group begins
}

// dotValue is a value with its standard error, NaN if that is not known.
type dotValue struct {
	value, error float64
	ink          color.Color
	hollow       bool // a ring: the number says nothing by itself
}

const dotRowHeight = 24

// dotsHeight is what the rows need, with the axis below.
func dotsHeight(rows []dotRow) vg.Length {
	height := vg.Length(56)
	for _, r := range rows {
		height += dotRowHeight
		if r.apart {
			height += dotRowHeight / 2
		}
	}
	return height
}

// paintDots draws rows from top to bottom over a common axis, on which zero is
// marked.
func paintDots(c vgdraw.Canvas, name string, rows []dotRow) {
	p := axes(name, "")
	across, below, ticks := newScope(), 0.0, named{}
	across.add(0)
	for i, r := range rows {
		if below++; r.apart && i > 0 {
			below += 0.5
		}
		ticks = append(ticks, plot.Tick{Value: -below, Label: r.name})
		for _, v := range r.values {
			across.add(v.value)
			if finite(v.value, v.error) {
				across.add(v.value - interval*v.error)
				across.add(v.value + interval*v.error)
			}
		}
	}
	across = across.roomy()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = across.low, across.high, -below-0.6, -0.4
	p.Y.Tick.Marker, p.Y.Tick.Length, p.Y.LineStyle.Width = ticks, 0, 0
	p.Y.Tick.Label.Color = inkInk
	p.Add(rules{vertical: true}, upright(0))
	for i, r := range rows {
		for k, v := range r.values {
			if !finite(v.value) {
				continue
			}
			raise := vg.Length(0)
			if len(r.values) > 1 {
				raise = 4 - 8*vg.Length(k)
			}
			p.Add(errorDot{x: v.value, y: ticks[i].Value, ink: v.ink, reach: interval * v.error, raise: raise, hollow: v.hollow})
		}
	}
	paintAxes(p, c)
}

// named is an axis with a word at each place.
type named []plot.Tick

// Ticks implements plot.Ticker.
func (n named) Ticks(_, _ float64) []plot.Tick { return n }

// upright is a line that marks a value of the lower axis.
type upright float64

// Plot implements plot.Plotter.
func (u upright) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	c.StrokeLine2(vgdraw.LineStyle{Color: softInk, Width: 1}, x(float64(u)), c.Min.Y, x(float64(u)), c.Max.Y)
}

// bothPhases is the legend of dots for both phases.
func bothPhases() []legendItem {
	return []legendItem{{name: "opening", ink: firstInk}, {name: "ending", ink: secondInk}}
}

// weightRow is the row of one entry of the feature list. What the data cannot tell is
// hollow.
func (f *Fitted) weightRow(name string, k int) dotRow {
	errors := RealPair{math.NaN(), math.NaN()}
	if k < len(f.Errors) {
		errors = f.Errors[k]
	}
	r := dotRow{name: name, values: []dotValue{
		{value: f.Real[k].Opening, error: errors.Opening, ink: firstInk},
		{value: f.Real[k].Ending, error: errors.Ending, ink: secondInk},
	}}
	for _, u := range f.Undetermined {
		if u.Index == k && u.Ending {
			r.values[1].hollow = true
		} else if u.Index == k {
			r.values[0].hollow = true
		}
	}
	return r
}

const weightCaption = "Weights with their 95 % intervals, clustered by game. A ring is a weight that the data cannot tell by itself: what it counts never occurs, or other weights can stand in for it."

// weightPlots draw all weights that games can reach with their errors: those of men and
// kings, the other single numbers, and each table.
func (f *Fitted) weightPlots() (plots []Plot) {
	var pieces, numbers []dotRow
	for _, feature := range eval.Features() {
		switch {
		case feature.Name == "man" || feature.Name == "king":
			pieces = append(pieces, f.weightRow(feature.Name, feature.First))
		case feature.Shape == eval.Number && reachable(feature, 0):
			numbers = append(numbers, f.weightRow(feature.Name, feature.First))
		case feature.Shape == eval.Ranks:
			var rows []dotRow
			for i := range feature.Size() {
				if reachable(feature, i) {
					rows = append(rows, f.weightRow(fmt.Sprintf("rank %d", i+1), feature.First+i))
				}
			}
			plots = append(plots, dotsPlot("weights-"+strings.ReplaceAll(feature.Name, "_", "-"), feature.Name+": "+feature.Doc, weightCaption, rows))
		case feature.Shape == eval.Board:
			var rows []dotRow
			for i := range feature.Size() {
				if left, right := eval.IndexSquares(i); reachable(feature, i) {
					row := f.weightRow(fmt.Sprintf("%v, %v", left, right), feature.First+i)
					row.apart = i%4 == 0
					rows = append(rows, row)
				}
			}
			plots = append(plots, dotsPlot("weights-"+strings.ReplaceAll(feature.Name, "_", "-"), feature.Name+": "+feature.Doc, weightCaption, rows))
		}
	}
	return append([]Plot{
		dotsPlot("weights-pieces", "Pieces", weightCaption, pieces),
		dotsPlot("weights-numbers", "Single weights", weightCaption, numbers),
	}, plots...)
}

func dotsPlot(name, title, caption string, rows []dotRow) Plot {
	return Plot{
		Name: name, Title: title, Caption: caption, legend: bothPhases(), height: dotsHeight(rows),
		paint: func(_ bool, c vgdraw.Canvas) { paintDots(c, "hundredths of a man", rows) },
	}
}

// residualPlot shows where the fitted weights expect too much or too little.
func (f *Fitted) residualPlot() Plot {
	var rows []dotRow
	for i, r := range f.Residuals {
		by := strings.ReplaceAll(r.By, "_", " ")
		rows = append(rows, dotRow{
			name: by + " " + r.Label, apart: i > 0 && f.Residuals[i-1].By != r.By,
			values: []dotValue{{value: r.Mean, error: r.Error, ink: firstInk}},
		})
	}
	return Plot{
		Name: "residuals", Title: "Where the evaluation is wrong",
		Caption: "Real less expected result of the side to move, by groups of positions, with 95 % intervals. Right of 0 the evaluation expects too little, left of it too much.",
		height:  dotsHeight(rows),
		paint:   func(_ bool, c vgdraw.Canvas) { paintDots(c, "result less expectation", rows) },
	}
}
