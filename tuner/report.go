package tuner

import (
	"fmt"
	"strconv"

	"damalab/datasets"
	"damalab/internal/report"
)

// Report shows a fit as a section of a page: the losses of the models compared, the
// loss on the way down, what each piece is worth on each square, the weights with
// their errors, and where the evaluation is wrong.
func Report(f *Fitted) report.Section {
	blocks := []report.Block{f.facts()}
	if len(f.Warnings) > 0 {
		blocks = append(blocks, report.Paragraph("Before these weights are trusted:"), report.List(f.Warnings))
	}
	blocks = append(blocks, f.lossTable(), f.lossPlot().drawing())
	blocks = append(blocks, f.squares()...)
	blocks = append(blocks, f.judged()...)
	return report.Section{
		ID: "fit", Title: "Fitted weights",
		Intro: "How well the evaluation expects the results of games, before and after its weights were fitted to them.",
		Blocks: append(blocks,
			report.Details{Summary: "Every weight with its error", Blocks: f.weightDrawings()},
			report.Details{Summary: "Which positions", Blocks: []report.Block{f.Summary.table()}}),
	}
}

// Page shows a fit as a page of its own: in short what was learnt and what is
// doubtful, the sections given (such as a match), and then everything.
func Page(f *Fitted, more ...report.Section) report.Page {
	sections := append([]report.Section{f.shortSection()}, more...)
	squares := []report.Block{f.changesTable()}
	squares = append(squares, f.squares()...)
	sections = append(
		sections,
		report.Section{
			ID: "learnt", Title: "What was learnt",
			Intro:  "The weights that moved most, measured by their errors, and what a piece is worth on each square.",
			Blocks: squares,
		},
		report.Section{
			ID: "wrong", Title: "Where it is wrong",
			Intro:  "On games that were not fitted to.",
			Blocks: f.judged(),
		},
		report.Section{
			ID: "way", Title: "How the fit went",
			Blocks: f.wayBlocks(),
		},
		report.Section{
			ID: "weights", Title: "Weights and their errors",
			Intro:  "All weights but those of patterns, in hundredths of a man, with a full board (opening) and an empty one (ending).",
			Blocks: f.weightDrawings(),
		},
		report.Section{
			ID: "data", Title: "Data",
			Intro:  "What became of every game and position that was read.",
			Blocks: []report.Block{f.Summary.table(), f.Sources.table(), f.originFacts()},
		},
	)
	return report.Page{
		Title: "Fitted weights",
		Subtitle: fmt.Sprintf("%s positions of %s games under the ruleset %s",
			grouped(f.Summary.Train.Positions), grouped(f.Summary.Train.Games), f.Weights.Ruleset),
		Warnings: f.Warnings, Sections: sections,
		Footer: fmt.Sprintf("%s, data %.12s, prior %.12s, weights %.12s", datasets.ToolVersion,
			f.Weights.Provenance.DataDigest, f.Prior.Digest(), f.Weights.Digest()),
	}
}

// Plots returns all drawings of a fit that have something to show.
func Plots(f *Fitted) []Plot {
	plots := []Plot{f.lossPlot()}
	if len(f.Learning) > 1 {
		plots = append(plots, f.learningPlot())
	}
	if len(f.Calibration) > 0 {
		plots = append(plots, f.reliabilityPlot())
	}
	if len(f.Residuals) > 0 {
		plots = append(plots, f.residualPlot())
	}
	plots = append(plots, f.heatPlots()...)
	return append(plots, f.weightPlots()...)
}

// drawing puts the plot on a page.
func (p Plot) drawing() report.Drawing {
	return report.Drawing{
		Title: p.Title, Caption: p.Caption,
		Wide: themed(p.svg(false, false), "wide", p.Title), Narrow: themed(p.svg(true, false), "narrow", p.Title),
	}
}

// squares is the boards side by side.
func (f *Fitted) squares() []report.Block {
	var boards report.Grid
	for _, p := range f.heatPlots() {
		boards = append(boards, report.Figure{SVG: themed(p.svg(false, false), "board", p.Title), Title: p.Title, Caption: p.Caption})
	}
	return []report.Block{
		report.Paragraph("What a piece is worth on each square, in hundredths of a man: its own weight and the square's together."),
		boards,
	}
}

// judged compares expectations with results.
func (f *Fitted) judged() (blocks []report.Block) {
	if len(f.Calibration) > 0 {
		blocks = append(blocks, f.reliabilityPlot().drawing())
	}
	if len(f.Residuals) > 0 {
		blocks = append(blocks, f.residualPlot().drawing())
	}
	if len(blocks) == 0 {
		blocks = append(blocks, report.Paragraph("No games were kept back to compare with."))
	}
	return blocks
}

func (f *Fitted) weightDrawings() (blocks []report.Block) {
	for _, p := range f.weightPlots() {
		blocks = append(blocks, p.drawing())
	}
	return blocks
}

// wayBlocks tell how the fit came to its end.
func (f *Fitted) wayBlocks() []report.Block {
	blocks := []report.Block{f.lossPlot().drawing()}
	if len(f.Learning) > 1 {
		blocks = append(blocks, f.learningPlot().drawing())
	}
	if len(f.Penalties) > 1 {
		blocks = append(blocks, f.penaltyTable())
	}
	return append(blocks, report.Facts{
		{Label: "Iterations", Value: strconv.Itoa(max(len(f.Curve)-1, 0)), Note: f.Status},
		{Label: "Rounding costs", Value: nats(f.After.Train - f.RealLoss.Train), Note: "nats, of the games fitted to"},
	})
}

func (f *Fitted) facts() report.Facts {
	facts := report.Facts{
		{Label: "Games fitted to", Value: grouped(f.Summary.Train.Games), Note: grouped(f.Summary.Held.Games) + " for validation, " + grouped(f.Summary.Test.Games) + " for the test"},
		{Label: "Positions fitted to", Value: grouped(f.Summary.Train.Positions), Note: grouped(f.Summary.Held.Positions) + " and " + grouped(f.Summary.Test.Positions)},
	}
	if g := f.Gain; g.Part != "" {
		facts = append(facts, report.Fact{Label: "Loss of the " + g.Part + " games", Value: nats(g.After), Note: nats(g.Before) + " before: " + g.words()})
	}
	if p := f.Patterns; p != nil {
		facts = append(facts, report.Fact{
			Label: "Patterns " + p.Set + " kept", Value: grouped(p.Kept),
			Note: fmt.Sprintf("of %s seen and %s in all, in %d groups", grouped(p.Seen), grouped(p.Weights), p.Groups),
		})
	}
	return append(facts, report.Fact{
		Label: "Weights that data can tell", Value: grouped(2*len(f.Real) - len(f.Undetermined)), Note: fmt.Sprintf("of %s", grouped(2*len(f.Real))),
	})
}

func nats(v float64) string { return strconv.FormatFloat(v, 'f', 5, 64) }

// grouped writes a number with commas between thousands.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
