package tuner

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"damalab/internal/report"
)

func (f *Fitted) lossTable() report.Table {
	t := report.Table{
		Caption: "Mean log loss in nats; less is better, 0.69315 is a coin's." + f.steering(),
		Header:  []string{"expectation", "fitted to", "validation", "test"},
	}
	part := func(p Part, v float64) string {
		if p.Positions == 0 {
			return "–"
		}
		return nats(v)
	}
	type line struct {
		name string
		loss Loss
	}
	lines := []line{
		{"one constant for all positions", f.Constant},
		{"men, kings and the move alone", f.Material},
		{"the weights before", f.Before},
	}
	if f.Patterns != nil {
		lines = append(lines, line{"the fit without patterns, real numbers", f.Patterns.Without})
	}
	for _, row := range append(lines, line{"the fit, real numbers", f.RealLoss}, line{"the fit, rounded as played", f.After}) {
		t.Rows = append(t.Rows, []string{
			row.name, nats(row.loss.Train),
			part(f.Summary.Held, row.loss.Held), part(f.Summary.Test, row.loss.Test),
		})
	}
	return t
}

// steering says what the parts that were not fitted to were for.
func (f *Fitted) steering() (text string) {
	switch {
	case f.Summary.Held.Positions == 0:
	case len(f.Penalties) > 1:
		text = " Validation chose penalty and stopping."
	default:
		text = " Validation chose when to stop."
	}
	if f.Summary.Test.Positions > 0 {
		text += " The test was looked at once."
	}
	return text
}

// mostChanged is how many weights the table of changes has.
const mostChanged = 15

func (f *Fitted) changesTable() report.Block {
	t := report.Table{
		Caption: "Weights that moved by most standard errors, in hundredths of a man",
		Header:  []string{"weight", "before", "after", "standard error", "errors it moved by", "told by data", "positions with it"},
	}
	changes := f.changes()
	for _, c := range changes[:min(mostChanged, len(changes))] {
		t.Rows = append(t.Rows, []string{
			c.name, strconv.Itoa(c.before), fmt.Sprintf("%.1f", c.after), fmt.Sprintf("%.1f", c.error),
			fmt.Sprintf("%.1f", c.sure), c.toldText(), grouped(c.seen),
		})
	}
	if len(t.Rows) == 0 {
		return report.Paragraph("Of no weight the error is known.")
	}
	return t
}

func (c change) toldText() string {
	if !finite(c.told) {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*c.told)
}

func (f *Fitted) penaltyTable() report.Table {
	t := report.Table{
		Caption: "Penalties that were tried; the validation loss chose",
		Header:  []string{"penalty", "loss fitted to", "validation", "taken"},
	}
	if f.Patterns != nil {
		t.Header = append(t.Header, "penalty of patterns "+f.Patterns.Set)
	}
	for _, p := range f.Penalties {
		taken := ""
		if p.Chosen {
			taken = "yes"
		}
		t.Rows = append(t.Rows, []string{strconv.FormatFloat(p.Penalty, 'g', 4, 64), nats(p.TrainLoss), nats(p.HeldLoss), taken})
		if f.Patterns != nil {
			last := &t.Rows[len(t.Rows)-1]
			*last = append(*last, strconv.FormatFloat(p.Patterns, 'g', 4, 64))
		}
	}
	return t
}

// table says what was fitted to.
func (s Sources) table() report.Table {
	t := report.Table{Caption: "How the targets were made", Header: []string{"", "value"}}
	add := func(name, value string) { t.Rows = append(t.Rows, []string{name, value}) }
	add("share of the search's score (lambda)", fmt.Sprint(s.Lambda))
	add("weight of games that a guard stopped", fmt.Sprint(s.Guarded))
	add("weight of games adjudicated by score", fmt.Sprint(s.Adjudicated))
	if s.Rescored {
		add("games whose result endgame tables corrected", grouped(s.Corrected))
	}
	for _, by := range slices.Sorted(maps.Keys(s.Ended)) {
		add("games ended by "+by, grouped(s.Ended[by]))
	}
	return t
}

func (f *Fitted) originFacts() report.Table {
	return report.Table{Caption: "Identities (SHA-256)", Header: []string{"", "digest"}, Rows: [][]string{
		{"data", f.Weights.Provenance.DataDigest},
		{"prior weights", f.Prior.Digest()},
		{"fitted weights", f.Weights.Digest()},
	}}
}

// table accounts for every game and position read.
func (s Summary) table() report.Table {
	count := func(what string, n int) []string { return []string{what, strconv.Itoa(n)} }
	part := func(p Part) string {
		return fmt.Sprintf("%d won by White, %d drawn, %d won by Black", p.WhiteWins, p.Draws, p.BlackWins)
	}
	return report.Table{Header: []string{"", "number"}, Rows: [][]string{
		count("games read", s.Games),
		count("games without a known result", s.UnknownResult),
		count("games stopped by a guard", s.Guarded),
		count("games without a quiet position after the opening", s.Unusable),
		count("games fitted to: "+part(s.Train), s.Train.Games),
		count("games held out: "+part(s.Held), s.Held.Games),
		count("positions of the games with a result", s.Positions),
		count("left out: part of the drawn opening", s.Opening),
		count("left out: a capture was possible", s.NotQuiet),
		count("left out: enough of the game already", s.Thinned),
		count("left out: seen before, perhaps from the other side or mirrored", s.Repeated),
		count("left out: held out, but among those fitted to", s.Shared),
		count("positions fitted to", s.Train.Positions),
		count("positions held out", s.Held.Positions),
	}}
}
