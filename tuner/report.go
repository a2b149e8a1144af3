package tuner

import (
	"fmt"
	"strconv"

	"damalab/eval"
	"damalab/internal/report"
)

// Report shows a fit as a section of a page: the loss on the way down, the
// losses of the models compared, the weights before and after, and what each
// piece is worth on each square.
func Report(f *Fitted) report.Section {
	blocks := []report.Block{f.facts()}
	if len(f.Warnings) > 0 {
		blocks = append(blocks, report.Paragraph("Before these weights are trusted:"), report.List(f.Warnings))
	}
	blocks = append(blocks, f.curveChart(), f.lossTable(), f.weightTable(),
		report.Paragraph("What a piece is worth on each square, in hundredths of a man: its own weight and the square's together."),
		f.boards(),
		report.Details{Summary: "Which positions", Blocks: []report.Block{f.Summary.table()}})
	return report.Section{
		ID: "fit", Title: "Fitted weights",
		Intro:  "How well the evaluation expects the results of games, before and after its weights were fitted to them.",
		Blocks: blocks,
	}
}

func (f *Fitted) facts() report.Facts {
	return report.Facts{
		{Label: "Games fitted to", Value: strconv.Itoa(f.Summary.Train.Games), Note: fmt.Sprintf("%d held out", f.Summary.Held.Games)},
		{Label: "Positions fitted to", Value: strconv.Itoa(f.Summary.Train.Positions), Note: fmt.Sprintf("%d held out", f.Summary.Held.Positions)},
		{Label: "Held-out loss", Value: f.held(f.After), Note: f.held(f.Before) + " before"},
		{Label: "Iterations", Value: strconv.Itoa(len(f.Curve) - 1), Note: f.Status},
	}
}

// held writes a held-out loss, or a dash if nothing is held out.
func (f *Fitted) held(l Loss) string {
	if f.Summary.Held.Positions == 0 {
		return "–"
	}
	return nats(l.Held)
}

func nats(v float64) string { return strconv.FormatFloat(v, 'f', 5, 64) }

func (f *Fitted) curveChart() report.Lines {
	train, held := report.Series{Name: "fitted to"}, report.Series{Name: "held out"}
	for _, s := range f.Curve {
		x := float64(s.Iteration)
		train.Points = append(train.Points, report.Point{X: x, Y: s.TrainLoss})
		held.Points = append(held.Points, report.Point{X: x, Y: s.HeldLoss})
	}
	chart := report.Lines{
		Title: "Loss by iteration", XLabel: "iteration", YLabel: "mean log loss, nats",
		Caption: "Iteration 0 is the prior. Held-out games that get worse while the others get better are a sign of too few games.",
		Series:  []report.Series{train},
	}
	if f.Summary.Held.Positions > 0 {
		chart.Series = append(chart.Series, held)
	}
	return chart
}

func (f *Fitted) lossTable() report.Table {
	t := report.Table{
		Caption: "Mean log loss in nats; less is better, 0.69315 is a coin's",
		Header:  []string{"expectation", "fitted to", "held out"},
	}
	for _, row := range []struct {
		name string
		loss Loss
	}{
		{"one constant for all positions", f.Constant},
		{"the weights before", f.Before},
		{"the fit, real numbers", f.RealLoss},
		{"the fit, rounded as played", f.After},
	} {
		t.Rows = append(t.Rows, []string{row.name, nats(row.loss.Train), f.held(row.loss)})
	}
	return t
}

// weightTable lists the weights that are single numbers.
func (f *Fitted) weightTable() report.Table {
	t := report.Table{
		Caption: "Weights in hundredths of a man, with a full board (opening) and an empty one (ending)",
		Header:  []string{"feature", "counts", "opening before", "after", "ending before", "after", "positions with it"},
	}
	for _, feature := range eval.Features() {
		if feature.Shape != eval.Number {
			continue
		}
		before, after := f.Prior.Pairs[feature.First], f.Weights.Pairs[feature.First]
		t.Rows = append(t.Rows, []string{
			feature.Name, feature.Doc, weight(before.Opening), weight(after.Opening),
			weight(before.Ending), weight(after.Ending), strconv.Itoa(f.Seen[feature.First]),
		})
	}
	return t
}

func weight(w int16) string { return strconv.Itoa(int(w)) }

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
