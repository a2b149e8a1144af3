package tuner

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"damalab/eval"
	"damalab/internal/report"
)

// clearly is how many standard errors make a change or a fault certain enough to be
// named first: among some 200 numbers hardly one is so far off by chance.
const clearly = 3

// shortSection says in a minute what was learnt and what is doubtful.
func (f *Fitted) shortSection() report.Section {
	blocks := []report.Block{
		f.facts(), f.lossTable(),
		report.Paragraph("Learnt:"), report.List(f.learnt()),
		report.Paragraph("Doubtful:"), report.List(f.doubtful()),
	}
	return report.Section{
		ID: "short", Title: "In short",
		Intro:  "A lower loss is a better guess of results, not yet a stronger engine: only a match tells that.",
		Blocks: blocks,
	}
}

func (f *Fitted) learnt() (list []string) {
	if g := f.Gain; g.Part != "" {
		list = append(list, fmt.Sprintf("the loss of the %s games goes from %s to %s nats: %s (one constant: %s)",
			g.Part, nats(g.Before), nats(g.After), g.words(), nats(f.constant())))
	}
	if p := f.Patterns; p != nil && f.Gain.Part != "" {
		with, without := f.RealLoss.of(f.Gain.Part), p.Without.of(f.Gain.Part)
		list = append(list, fmt.Sprintf("patterns %s take the loss of the %s games from %s to %s nats (%+.5f), with %s weights that are not 0",
			p.Set, f.Gain.Part, nats(without), nats(with), with-without, grouped(p.Kept)))
	}
	changes := f.changes()
	sure := 0
	for _, c := range changes {
		if c.sure >= clearly {
			sure++
		}
	}
	list = append(list, fmt.Sprintf("%d of %d weights moved from the prior by more than %d standard errors", sure, 2*len(f.Real), clearly))
	for _, c := range changes[:min(3, sure)] {
		list = append(list, fmt.Sprintf("%s: from %d to %.0f ± %.0f", c.name, c.before, c.after, c.error))
	}
	return list
}

// words says what the gain comes to, with the error of the difference.
func (g Gain) words() string {
	switch {
	case !finite(g.Error):
		return fmt.Sprintf("%+.5f", -g.Mean)
	case math.Abs(g.Mean) < interval*g.Error:
		return fmt.Sprintf("%+.5f ± %.5f, no more than chance", -g.Mean, g.Error)
	case g.Mean < 0:
		return fmt.Sprintf("%+.5f ± %.5f, worse than before", -g.Mean, g.Error)
	}
	return fmt.Sprintf("%+.5f ± %.5f", -g.Mean, g.Error)
}

// of returns the loss of [TestPart] or [HeldPart].
func (l Loss) of(part string) float64 {
	if part == TestPart {
		return l.Test
	}
	return l.Held
}

// constant is the loss of one expectation on the part that has the last word.
func (f *Fitted) constant() float64 {
	if f.Summary.Test.Positions > 0 {
		return f.Constant.Test
	}
	return f.Constant.Held
}

func (f *Fitted) doubtful() (list []string) {
	reasons := map[string][]string{}
	for _, u := range f.Undetermined {
		if !entryReachable(u.Index) {
			continue // nothing to wonder about
		}
		if name := entryName(u.Index); !slices.Contains(reasons[u.Why], name) {
			reasons[u.Why] = append(reasons[u.Why], name)
		}
	}
	for _, why := range []struct{ reason, words string }{
		{NeverSeen, "never seen, so that the prior's weight stays"},
		{Collinear, "told only together with other weights (collinear)"},
	} {
		if names := reasons[why.reason]; len(names) > 0 {
			list = append(list, fmt.Sprintf("%s: %s", why.words, shortList(names, 8)))
		}
	}
	for _, r := range f.Residuals {
		if r.Error > 0 && math.Abs(r.Mean) > clearly*r.Error {
			words := "more"
			if r.Mean < 0 {
				words = "less"
			}
			list = append(list, fmt.Sprintf("%s %s: the side to move gets %.3f ± %.3f points %s than is expected",
				strings.ReplaceAll(r.By, "_", " "), r.Label, math.Abs(r.Mean), r.Error, words))
		}
	}
	off := 0
	for _, b := range f.Calibration {
		if b.Error > 0 && math.Abs(b.Got-b.Expected) > clearly*b.Error {
			off++
		}
	}
	if off > 0 {
		list = append(list, fmt.Sprintf("in %d of %d groups of positions by expectation, results differ from that by more than %d standard errors", off, len(f.Calibration), clearly))
	}
	if len(list) == 0 {
		list = []string{"nothing that these numbers show"}
	}
	return list
}

// shortList joins the first few of a list.
func shortList(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
}

// change is how far a weight moved.
type change struct {
	name         string
	before       int
	after, error float64
	sure         float64 // how many standard errors it moved
	told         float64 // how much of it the data decides, 0 to 1; NaN if not known
	seen         int
}

// changes lists the weights whose errors are known, those that moved by most standard
// errors first.
func (f *Fitted) changes() (list []change) {
	for k := range f.Errors {
		told := RealPair{math.NaN(), math.NaN()}
		if k < len(f.Told) {
			told = f.Told[k]
		}
		add := func(phase string, before int16, after, error, told float64) {
			if finite(error) && error > 0 {
				list = append(list, change{
					name: entryName(k) + ", " + phase, before: int(before), after: after, error: error,
					sure: math.Abs(after-float64(before)) / error, told: told, seen: f.Seen[k],
				})
			}
		}
		add("opening", f.Prior.Pairs[k].Opening, f.Real[k].Opening, f.Errors[k].Opening, told.Opening)
		add("ending", f.Prior.Pairs[k].Ending, f.Real[k].Ending, f.Errors[k].Ending, told.Ending)
	}
	slices.SortStableFunc(list, func(a, b change) int { return cmp.Compare(b.sure, a.sure) })
	return list
}

// entryReachable tells whether games can give the data a say on an entry.
func entryReachable(k int) bool {
	for _, feature := range eval.Features() {
		if i := k - feature.First; i >= 0 && i < feature.Size() {
			return reachable(feature, i)
		}
	}
	return true
}

// entryName names an entry of the feature list: "king", "free_man rank 7",
// "man_square a4, h4".
func entryName(k int) string {
	for _, feature := range eval.Features() {
		i := k - feature.First
		if i < 0 || i >= feature.Size() {
			continue
		}
		switch feature.Shape {
		case eval.Ranks:
			return fmt.Sprintf("%s rank %d", feature.Name, i+1)
		case eval.Board:
			left, right := eval.IndexSquares(i)
			return fmt.Sprintf("%s %v/%v", feature.Name, left, right)
		}
		return feature.Name
	}
	return fmt.Sprintf("entry %d", k)
}
