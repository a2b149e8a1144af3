package tuner

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"regexp"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Plot is a drawing of a fit, which can be had as an SVG or PNG file or for the page
// of a report. The same fit gives the same bytes.
type Plot struct {
	// Name is the drawing's name in file names and links, such as "loss".
	Name string
	// Title says what is drawn and Caption what to look for.
	Title, Caption string

	legend []legendItem
	wide   vg.Length // of a wide drawing, 0 for as wide as the page
	height vg.Length // without title and legend
	paint  func(narrow bool, c vgdraw.Canvas)
}

// legendItem names a colour of the drawing.
type legendItem struct {
	name string
	ink  color.Color
	dash []vg.Length // nil for a whole line
}

// Sizes in points, which are pixels of the page at its usual size.
const (
	wideWidth   = 920
	narrowWidth = 340
	titleHeight = 30
	legendRow   = 22
	margin      = 8
	letterSize  = 12.5
	pngDots     = 144 // an inch: two dots a point
)

// WriteSVG writes the drawing as an SVG file with its title. Its letters are those
// of Liberation Sans, or of another font of the same widths.
func (p Plot) WriteSVG(w io.Writer) error {
	_, err := io.WriteString(w, p.svg(false, true))
	return err
}

// WritePNG writes the drawing as a PNG file with its title.
func (p Plot) WritePNG(w io.Writer) error {
	width, height := p.size(false, true)
	c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(pngDots), vgimg.UseBackgroundColor(cardInk))
	p.draw(vgdraw.New(c), false, true)
	quick := png.Encoder{CompressionLevel: png.BestSpeed} // a quarter less time for a twentieth more bytes
	return quick.Encode(w, c.Image())
}

func (p Plot) size(narrow, titled bool) (width, height vg.Length) {
	width, height = wideWidth, p.height
	switch {
	case p.wide > 0:
		width = p.wide
	case narrow:
		width = narrowWidth
	}
	if titled {
		height += titleHeight
	}
	return width, height + legendRow*vg.Length(len(p.legendRows(width)))
}

func (p Plot) svg(narrow, titled bool) string {
	width, height := p.size(narrow, titled)
	c := vgsvg.NewWith(vgsvg.UseWH(width, height))
	p.draw(vgdraw.New(c), narrow, titled)
	var out bytes.Buffer
	c.WriteTo(&out) // a buffer takes everything
	return wideFonts.ReplaceAllString(out.String(), `font-family:'Liberation Sans',Arial,Helvetica,sans-serif;`)
}

// wideFonts matches the font in the drawing's texts.
var wideFonts = regexp.MustCompile(`font-family:[^;"]*;`)

// draw draws the title and the legend at the top and everything else below.
func (p Plot) draw(c vgdraw.Canvas, narrow, titled bool) {
	if titled {
		fill(c, c.Rectangle, cardInk)
		style := letters(inkInk, letterSize+3)
		style.YAlign = vgdraw.YCenter
		c.FillText(style, vg.Point{X: c.Min.X + margin, Y: c.Max.Y - titleHeight/2}, p.Title)
		c.Max.Y -= titleHeight
	}
	rows := p.legendRows(c.Max.X - c.Min.X)
	for _, row := range rows {
		x := c.Min.X + margin
		for _, item := range row {
			x = item.draw(c, x, c.Max.Y-legendRow/2)
		}
		c.Max.Y -= legendRow
	}
	p.paint(narrow, c)
}

// legendRows breaks the legend into rows that fit into the width.
func (p Plot) legendRows(width vg.Length) (rows [][]legendItem) {
	room := vg.Length(0)
	for _, item := range p.legend {
		if need := item.width(); len(rows) == 0 || need > room {
			rows, room = append(rows, nil), width-margin-need
		} else {
			room -= need
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], item)
	}
	return rows
}

const (
	swatch    = 26 // length of a legend's line
	legendGap = 20
)

func (l legendItem) width() vg.Length {
	return swatch + 6 + letters(inkInk, letterSize).Width(l.name) + legendGap
}

// draw draws the item from x on and returns where the next one begins.
func (l legendItem) draw(c vgdraw.Canvas, x, y vg.Length) vg.Length {
	c.StrokeLine2(vgdraw.LineStyle{Color: l.ink, Width: 2.25, Dashes: l.dash}, x, y, x+swatch, y)
	style := letters(inkInk, letterSize)
	style.YAlign = vgdraw.YCenter
	c.FillText(style, vg.Point{X: x + swatch + 6, Y: y}, l.name)
	return x + l.width()
}

// letters is the style of texts.
func letters(ink color.Color, size vg.Length) text.Style {
	return text.Style{
		Color: ink, Handler: text.Plain{Fonts: font.DefaultCache},
		Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
	}
}

func fill(c vgdraw.Canvas, r vg.Rectangle, ink color.Color) {
	c.FillPolygon(ink, []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}})
}

// axes returns a plot in our style to add curves to.
func axes(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle = vgdraw.LineStyle{Color: softInk, Width: 0.75}
		a.Tick.LineStyle, a.Tick.Length = a.LineStyle, 4
		a.Padding = 0
		align := a.Tick.Label
		a.Tick.Label = letters(softInk, letterSize)
		a.Tick.Label.XAlign, a.Tick.Label.YAlign = align.XAlign, align.YAlign
		a.Label.TextStyle = letters(softInk, letterSize)
		a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign = vgdraw.XCenter, vgdraw.YBottom
		a.Label.Padding = 4
		a.Tick.Marker = marks{}
	}
	p.X.Label.Text, p.Y.Label.Text = x, y
	return p
}

// paintAxes draws a plot with a margin around it, so that numbers at the ends of axes
// are not cut.
func paintAxes(p *plot.Plot, c vgdraw.Canvas) {
	p.Draw(vgdraw.Crop(c, margin, -2*margin, margin/2, -margin))
}

// themed makes the SVG follow the colours of the page it stands in, by day and night.
func themed(svg, class, alt string) string {
	head := fmt.Sprintf(`<svg class="%s" role="img" aria-label="%s" viewBox=`, class, strings.ReplaceAll(alt, `"`, "'"))
	svg = sizedHead.ReplaceAllString(svg[strings.Index(svg, "<svg"):], head)
	return pageColours().Replace(svg)
}

// sizedHead matches the beginning of a drawing up to its viewBox.
var sizedHead = regexp.MustCompile(`<svg width="[^"]*" height="[^"]*" viewBox=`)
