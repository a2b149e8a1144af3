package report

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Every chart is drawn twice, for a wide and a narrow screen, and the style
// sheet shows one: shrinking the wide one to a phone would leave letters of
// half the size.
const (
	wideWidth   = 920.0
	narrowWidth = 340.0

	letterWidth = 7.2 // of the 13-pixel font, on the average; to leave room for text
)

// chartView is what the template of a chart sees.
type chartView struct {
	Title, Caption string
	Empty          string // said in place of the drawing
	Legend         []legendItem
	Wide, Narrow   template.HTML
}

type legendItem struct {
	Name   string
	Swatch template.HTML
}

// canvas builds an SVG element. Its methods escape what they are given.
type canvas struct{ b strings.Builder }

// open begins the element. class is "wide" or "narrow"; the id must be the
// only one of its kind on the page.
func (c *canvas) open(id, class string, width, height float64, title, desc string) {
	fmt.Fprintf(&c.b, `<svg class="%s" viewBox="0 0 %s %s" role="img" aria-labelledby="%s-title" aria-describedby="%s-desc">`,
		class, pixels(width), pixels(height), id, id)
	fmt.Fprintf(&c.b, `<title id="%s-title">%s</title><desc id="%s-desc">%s</desc>`, id, escape(title), id, escape(desc))
}

func (c *canvas) close() template.HTML {
	c.b.WriteString("</svg>")
	return template.HTML(c.b.String())
}

func (c *canvas) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(&c.b, `<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"/>`, class, pixels(x1), pixels(y1), pixels(x2), pixels(y2))
}

func (c *canvas) rect(class string, x, y, width, height float64) {
	fmt.Fprintf(&c.b, `<rect class="%s" x="%s" y="%s" width="%s" height="%s" rx="2"/>`,
		class, pixels(x), pixels(y), pixels(width), pixels(height))
}

// text writes s with its anchor ("start", "middle" or "end") at x.
func (c *canvas) text(class, anchor string, x, y float64, s string) {
	if s == "" {
		return
	}
	fmt.Fprintf(&c.b, `<text class="%s" x="%s" y="%s" text-anchor="%s">%s</text>`, class, pixels(x), pixels(y), anchor, escape(s))
}

// group opens a group with a tool tip; endGroup closes it.
func (c *canvas) group(tip string) { fmt.Fprintf(&c.b, "<g><title>%s</title>", escape(tip)) }
func (c *canvas) endGroup()        { c.b.WriteString("</g>") }

// path draws d, which must be made of letters and numbers of our own.
func (c *canvas) path(class, d string) {
	fmt.Fprintf(&c.b, `<path class="%s" d="%s"/>`, class, d)
}

func escape(s string) string { return template.HTMLEscapeString(s) }

// pixels writes a coordinate with at most two decimals.
func pixels(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100+0, 'f', -1, 64)
}

// textWidth guesses how wide s will be.
func textWidth(s string) float64 { return letterWidth * float64(utf8.RuneCountInString(s)) }

// shorten cuts s to what fits into width.
func shorten(s string, width float64) string {
	room := max(int(width/letterWidth), 1)
	if runes := []rune(s); len(runes) > room {
		return strings.TrimRight(string(runes[:room-1]), " ") + "…"
	}
	return s
}
