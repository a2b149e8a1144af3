package report

import (
	"math"
	"strconv"
	"strings"
)

// maxShown bounds what a chart draws: beyond it a difference of two values
// could overflow, and no quantity of ours comes near.
const maxShown = 1e300

// shown reports whether a value can be drawn; NaN and infinities cannot.
func shown(v float64) bool { return math.Abs(v) <= maxShown } // false for NaN

// span is a range of values.
type span struct{ low, high float64 }

// emptySpan holds nothing; adding a value makes it that value.
func emptySpan() span { return span{math.Inf(1), math.Inf(-1)} }

func (s *span) add(v float64) { s.low, s.high = min(s.low, v), max(s.high, v) }

// widened gives a single value some room on both sides, so that it has a
// place on an axis. Values that differ in their last bits only count as one:
// there are no ticks between them.
func (s span) widened() span {
	size := max(math.Abs(s.low), math.Abs(s.high))
	if s.high-s.low > max(size*1e-12, 1/maxShown) {
		return s
	}
	room := max(size*0.1, 1)
	return span{s.low - room, s.high + room}
}

// step is the distance of ticks, one of 1, 2, 5, 10, ..., so that about count
// of them fit into s.
func (s span) step(count int) float64 {
	raw := (s.high - s.low) / float64(count)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, factor := range []float64{1, 2, 5} {
		if raw <= factor*power*1.0000001 {
			return factor * power
		}
	}
	return 10 * power
}

// rounded extends s to whole steps.
func (s span) rounded(step float64) span {
	return span{math.Floor(s.low/step) * step, math.Ceil(s.high/step) * step}
}

// ticks are the whole multiples of step within s.
func (s span) ticks(step float64) []float64 {
	const most = 50 // a step lost in rounding must not give ticks without end
	var ticks []float64
	first := math.Ceil(s.low/step - 1e-9)
	for i := range most {
		v := (first + float64(i)) * step
		if v > s.high+step*1e-9 {
			break
		}
		ticks = append(ticks, v+0) // never -0
	}
	return ticks
}

// at gives the place of v between from (the low end) and to (the high end).
func (s span) at(v, from, to float64) float64 {
	return from + (v-s.low)/(s.high-s.low)*(to-from)
}

// number writes v with the decimals that a step needs: with a true minus sign,
// and groups of three from 10 000 on.
func number(v, step float64) string {
	if !shown(v) {
		return "–"
	}
	if size := math.Abs(v); size >= 1e9 || step < 1e-6 {
		return minus(strconv.FormatFloat(v, 'g', 4, 64))
	}
	decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(v, 'f', decimals, 64), ".")
	if strings.Trim(whole+fraction, "-0") == "" {
		whole = strings.TrimPrefix(whole, "-")
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	return minus(grouped(whole) + fraction)
}

func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

// grouped puts a thin space that does not break between groups of three digits.
func grouped(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	if len(digits) < 5 {
		return sign + digits
	}
	var groups []string
	for len(digits) > 3 {
		groups = append([]string{digits[len(digits)-3:]}, groups...)
		digits = digits[:len(digits)-3]
	}
	return sign + strings.Join(append([]string{digits}, groups...), "\u202f")
}

// own writes a value by itself, without a step to go by.
func own(v float64) string {
	if !shown(v) {
		return "–"
	}
	if v == math.Trunc(v) && math.Abs(v) < 1e9 {
		return number(v, 1)
	}
	return minus(strconv.FormatFloat(v, 'g', 4, 64))
}
