package datasets

import (
	"maps"
	"slices"
)

// spreadOf describes numbers of which each is given with how often it came.
func spreadOf(counts map[int]int64) (s Spread) {
	total, sum := int64(0), 0.0
	values := slices.Sorted(maps.Keys(counts))
	for _, v := range values {
		total += counts[v]
		sum += float64(v) * float64(counts[v])
	}
	if total == 0 {
		return s
	}
	s.Mean, s.Min, s.Max = sum/float64(total), values[0], values[len(values)-1]
	passed := int64(0)
	for _, v := range values {
		before := passed
		passed += counts[v]
		for _, p := range []struct {
			share int64
			to    *int
		}{{10, &s.P10}, {50, &s.P50}, {90, &s.P90}} {
			if rank := (p.share*total + 99) / 100; before < rank && rank <= passed {
				*p.to = v
			}
		}
	}
	return s
}

// mostBins is how many bars a histogram of lengths has at most.
const mostBins = 12

// histogram sorts lengths into at most mostBins ranges of one round width.
func histogram(counts map[int]int64) []LengthBin {
	bins := []LengthBin{}
	if len(counts) == 0 {
		return bins
	}
	values := slices.Sorted(maps.Keys(counts))
	low, high := values[0], values[len(values)-1]
	width := roundWidth(low, high)
	for from := low / width * width; from <= high; from += width {
		bins = append(bins, LengthBin{From: from, To: from + width - 1})
	}
	for v, n := range counts {
		bins[(v-bins[0].From)/width].Games += n
	}
	return bins
}

// roundWidth is the least of 1, 2, 5, 10, 20, 50 ... that needs no more than
// mostBins ranges.
func roundWidth(low, high int) int {
	for scale := 1; ; scale *= 10 {
		for _, step := range []int{1, 2, 5} {
			if w := step * scale; high/w-low/w < mostBins {
				return w
			}
		}
	}
}
