package tuner

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// The colours of drawings are those of the report's page by day. Each stands for a
// part of the page's style, which takes its place where the drawing is on a page.
var (
	inkInk    = color.RGBA{0x2c, 0x24, 0x1d, 0xff}
	softInk   = color.RGBA{0x6a, 0x5c, 0x4e, 0xff}
	lineInk   = color.RGBA{0xe4, 0xd8, 0xc4, 0xff}
	cardInk   = color.RGBA{0xff, 0xfd, 0xf8, 0xff}
	firstInk  = color.RGBA{0x8a, 0x4b, 0x1e, 0xff}
	secondInk = color.RGBA{0x1f, 0x6b, 0x73, 0xff}
)

// pageColours puts the page's names of colours in place of their values.
func pageColours() *strings.Replacer {
	var pairs []string
	for _, c := range []struct {
		ink  color.RGBA
		name string
	}{
		{inkInk, "ink"},
		{softInk, "soft"},
		{lineInk, "line"},
		{cardInk, "card"},
		{firstInk, "s1"},
		{secondInk, "s2"},
	} {
		pairs = append(pairs, fmt.Sprintf("#%02X%02X%02X", c.ink.R, c.ink.G, c.ink.B), "var(--"+c.name+")")
	}
	return strings.NewReplacer(pairs...)
}

// secondDash tells the second line of a drawing from the first without colours.
func secondDash() []vg.Length { return []vg.Length{7, 4} }

// marks puts numbers at round places, about five on an axis.
type marks struct{}

// Ticks implements plot.Ticker.
func (marks) Ticks(low, high float64) (ticks []plot.Tick) {
	step := roundStep((high - low) / 5)
	if !(step > 0) {
		return []plot.Tick{{Value: low, Label: number(low, 1)}}
	}
	for k := math.Ceil(low/step - 1e-9); k*step <= high+1e-9*step; k++ {
		ticks = append(ticks, plot.Tick{Value: k * step, Label: number(k*step, step)})
	}
	return ticks
}

// roundStep is the least of 1, 2, 5, 10, 20, ... times a power of ten that is not
// below the step.
func roundStep(step float64) float64 {
	if !(step > 0) || math.IsInf(step, 0) {
		return 0
	}
	power := math.Pow(10, math.Floor(math.Log10(step)))
	for _, times := range []float64{1, 2, 5} {
		if times*power >= step*(1-1e-9) {
			return times * power
		}
	}
	return 10 * power
}

// number writes a multiple of step, with as many decimals as the step has.
func number(v, step float64) string {
	decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	if decimals == 0 {
		return grouped(int(math.Round(v)))
	}
	return text
}

// finite tells whether all numbers can be drawn.
func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// scope is a range of values that grows.
type scope struct{ low, high float64 }

func newScope() scope { return scope{math.Inf(1), math.Inf(-1)} }

func (s *scope) add(v float64) {
	if finite(v) {
		s.low, s.high = min(s.low, v), max(s.high, v)
	}
}

func (s scope) empty() bool { return s.low > s.high }

// roomy widens the range to round numbers around it, and a single value to a range.
func (s scope) roomy() scope {
	if s.empty() {
		return scope{0, 1}
	}
	if s.high-s.low < 1e-12*max(math.Abs(s.low), 1) {
		pad := max(math.Abs(s.low)*0.05, 1e-3)
		return scope{s.low - pad, s.high + pad}
	}
	step := roundStep((s.high - s.low) / 5)
	return scope{math.Floor(s.low/step+1e-9) * step, math.Ceil(s.high/step-1e-9) * step}
}
