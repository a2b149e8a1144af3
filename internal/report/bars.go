package report

import (
	"fmt"
	"html/template"
	"strings"
)

// Bar is one bar of a chart.
type Bar struct {
	Label string
	// Value is its length; below zero it goes to the left. NaN and infinities
	// have no bar.
	Value float64
	// Text stands at its end; if empty, the value.
	Text string
}

// Bars is a chart of horizontal bars, in the order given.
type Bars struct {
	Title, Caption string
	Bars           []Bar
}

func (b Bars) view(r *renderer) (string, any, error) {
	v := chartView{Title: b.Title, Caption: b.Caption}
	if len(b.Bars) == 0 {
		v.Empty = r.words.NoData
		return "chart", v, nil
	}
	id := r.nextID()
	v.Wide = b.draw(r, id+"-wide", "wide", barLayout{width: wideWidth, row: 32})
	v.Narrow = b.draw(r, id+"-narrow", "narrow", barLayout{width: narrowWidth, row: 46, stacked: true})
	return "chart", v, nil
}

// barLayout says where things stand in a row.
type barLayout struct {
	width, row float64
	stacked    bool    // the label above its bar, not beside it
	labels     float64 // width of the column of labels
	left       float64 // where bars begin
	right      float64 // where bars end and the column of texts begins
}

const barHeight = 16.0

// fitted makes room for the texts of b.
func (l barLayout) fitted(b Bars) barLayout {
	labels, texts := 0.0, 0.0
	for _, bar := range b.Bars {
		labels = max(labels, textWidth(bar.Label))
		texts = max(texts, textWidth(bar.text()))
	}
	l.labels = l.width
	if !l.stacked {
		l.labels = min(labels, l.width*0.34)
		l.left = l.labels + 14
	}
	l.right = l.width - min(texts, l.width*0.4) - 12
	return l
}

func (b Bars) draw(r *renderer, id, class string, l barLayout) template.HTML {
	l = l.fitted(b)
	lengths := b.span()
	var c canvas
	c.open(id, class, l.width, l.row*float64(len(b.Bars)), orElse(b.Title, r.words.BarChart), b.describe(r.words))
	for i, bar := range b.Bars {
		c.group(bar.Label + ": " + bar.text())
		l.drawRow(&c, bar, lengths, l.row*float64(i))
		c.endGroup()
	}
	return c.close()
}

func (l barLayout) drawRow(c *canvas, bar Bar, lengths span, top float64) {
	y := top + (l.row-barHeight)/2
	base := y + 12.5 // of text beside the bar
	labelBase := base
	if l.stacked {
		y = top + l.row - barHeight - 6
		base, labelBase = y+12.5, y-6
	}
	c.text("", "start", 0, labelBase, shorten(bar.Label, l.labels))
	c.rect("track", l.left, y, l.right-l.left, barHeight)
	zero := lengths.at(0, l.left, l.right)
	if shown(bar.Value) && bar.Value != 0 {
		end := lengths.at(bar.Value, l.left, l.right)
		class := "bar"
		if bar.Value < 0 {
			class = "bar minus"
		}
		c.rect(class, min(zero, end), y, max(zero, end)-min(zero, end), barHeight)
	}
	if lengths.low < 0 {
		c.line("base", zero, y-3, zero, y+barHeight+3)
	}
	c.text("", "end", l.width, base, shorten(bar.text(), l.width*0.4))
}

// span is the range of the values, with zero in it.
func (b Bars) span() span {
	s := span{}
	for _, bar := range b.Bars {
		if shown(bar.Value) {
			s.add(bar.Value)
		}
	}
	if s.low == s.high {
		s.high = 1
	}
	return s
}

func (b Bar) text() string { return orElse(b.Text, own(b.Value)) }

// describe reads the chart out.
func (b Bars) describe(w words) string {
	parts := make([]string, len(b.Bars))
	for i, bar := range b.Bars {
		parts[i] = fmt.Sprintf("%s: %s", bar.Label, bar.text())
	}
	return w.BarChart + ". " + strings.Join(parts, "; ") + "."
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
