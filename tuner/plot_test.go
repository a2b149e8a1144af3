package tuner

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"damalab/eval"
	"damalab/internal/report"
)

// madeUp is a fit with something to show in every drawing.
func madeUp() *Fitted {
	rng := rand.New(rand.NewPCG(3, 4))
	prior := listed()
	weights := *prior
	weights.Ruleset, weights.Provenance.DataDigest = "federation", strings.Repeat("d", 64)
	f := &Fitted{Prior: prior, Weights: &weights, Errors: make([]RealPair, eval.Size), Status: "FunctionConvergence"}
	for k := range f.Real {
		move := func(w int16) float64 { return float64(w) + 8*rng.NormFloat64() }
		f.Real[k] = RealPair{move(prior.Pairs[k].Opening), move(prior.Pairs[k].Ending)}
		f.Errors[k] = RealPair{1 + 5*rng.Float64(), 1 + 9*rng.Float64()}
		f.Seen[k] = rng.IntN(100000)
		f.Told = append(f.Told, RealPair{rng.Float64(), 1})
		f.Weights.Pairs[k] = eval.Pair{Opening: int16(math.Round(f.Real[k].Opening)), Ending: int16(math.Round(f.Real[k].Ending))}
	}
	f.Told = f.Told[:eval.Size-1] // of one nothing is known
	for _, k := range []int{14, 16, 17, 40, 70} {
		f.Errors[k] = RealPair{math.NaN(), math.NaN()}
		f.Seen[k] = 0
		f.Undetermined = append(f.Undetermined, Undetermined{Index: k, Why: NeverSeen}, Undetermined{Index: k, Ending: true, Why: NeverSeen})
	}
	for i := range 60 {
		f.Curve = append(f.Curve, Step{Iteration: i, TrainLoss: 0.48 + 0.04*math.Exp(-float64(i)/8), HeldLoss: 0.487 + 0.035*math.Exp(-float64(i)/6) + 0.00005*float64(i)})
	}
	for i := range 12 {
		x := (float64(i) + 0.5) / 12
		f.Calibration = append(f.Calibration, Bin{From: x - 1.0/24, To: x + 1.0/24, Positions: 900, Expected: x, Got: x + 0.04*math.Sin(9*x), Error: 0.015})
	}
	for i, n := range []int{500, 1000, 2000, 4000, 8000, 16000} {
		f.Learning = append(f.Learning, LearnPoint{Games: n, Positions: 8 * n, Train: 0.470 + 0.002*float64(i), Held: 0.5 - 0.003*float64(i)})
	}
	for _, by := range []struct{ by, labels string }{
		{"phase", "0-8 9-16 17-24 25-32"},
		{"pieces", "2-4 5-8 9-12 13-16 17-20 21-24 25-28 29-32"},
		{"ended_by", "rule adjudication"},
		{"ruleset", "federation"},
	} {
		for label := range strings.FieldsSeq(by.labels) {
			f.Residuals = append(f.Residuals, Residual{By: by.by, Label: label, Positions: 1000, Mean: 0.02 * rng.NormFloat64(), Error: 0.006, Loss: 0.45})
		}
	}
	for i, p := range []float64{0.2, 1, 5, 25, 125} {
		f.Penalties = append(f.Penalties, PenaltyTrial{Penalty: p, TrainLoss: 0.47 + 0.001*float64(i), HeldLoss: 0.4871 + 0.0007*math.Abs(float64(i-2)), Chosen: i == 2})
	}
	f.Constant, f.Material = Loss{0.6881, 0.6884, 0.6879}, Loss{0.55, 0.552, 0.5531}
	f.Before, f.RealLoss, f.After = Loss{0.52, 0.522, 0.5227}, Loss{0.48, 0.487, 0.4881}, Loss{0.48003, 0.48702, 0.48813}
	f.Gain = Gain{Part: TestPart, Before: 0.5227, BeforeError: 0.003, After: 0.48813, AfterError: 0.0031, Mean: 0.03457, Error: 0.0007}
	part := func(games int) Part {
		return Part{Games: games, WhiteWins: games / 3, Draws: games / 3, BlackWins: games - 2*(games/3), Positions: 8 * games, Points: 4 * float64(games)}
	}
	f.Summary = Summary{Games: 20000, Train: part(16000), Held: part(2000), Test: part(2000), Positions: 1600000}
	f.Sources = Sources{Lambda: 0.3, Adjudicated: 1, Ended: map[string]int{"rule": 15000, "adjudication": 5000}}
	f.Warnings = []string{"feature king_shut never occurs: it keeps the prior's weight", "12 % of the games were stopped by a guard"}
	return f
}

func TestPlotsAreFilesOfTheirKind(t *testing.T) {
	f := madeUp()
	names := map[string]bool{}
	for _, p := range Plots(f) {
		if names[p.Name] {
			t.Errorf("%s comes twice", p.Name)
		}
		names[p.Name] = true
		var svg, again, picture bytes.Buffer
		if err := p.WriteSVG(&svg); err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if err := p.WriteSVG(&again); err != nil || !bytes.Equal(svg.Bytes(), again.Bytes()) {
			t.Errorf("%s: the same again has other bytes (%v)", p.Name, err)
		}
		checkSVG(t, p, svg.Bytes())
		if testing.Short() && p.Name != "loss" {
			continue // painting takes its time
		}
		if err := p.WritePNG(&picture); err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if im, err := png.Decode(&picture); err != nil || im.Bounds().Dx() < 600 {
			t.Errorf("%s: %v, %v", p.Name, im.Bounds(), err)
		}
	}
	for _, name := range []string{
		"loss", "learning", "reliability", "residuals", "squares-man-opening", "squares-man-ending",
		"squares-king-opening", "squares-king-ending", "weights-pieces", "weights-numbers", "weights-free-man", "weights-man-rank",
	} {
		if !names[name] {
			t.Errorf("there is no drawing %s", name)
		}
	}
}

func checkSVG(t *testing.T, p Plot, svg []byte) {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	texts := ""
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if data, ok := token.(xml.CharData); ok {
			texts += string(data)
		}
	}
	if !strings.Contains(texts, p.Title) || strings.Contains(string(svg), "NaN") || strings.Contains(string(svg), "Inf") {
		t.Errorf("%s: its title is missing, or it has something that is no number", p.Name)
	}
}

// TestPlotsOfNothing draws a fit in which nothing is known.
func TestPlotsOfNothing(t *testing.T) {
	f := &Fitted{Prior: listed(), Weights: listed(), Curve: []Step{{}}}
	for k := range eval.Size {
		f.Errors = append(f.Errors, RealPair{math.NaN(), math.NaN()})
		f.Real[k] = RealPair{math.Inf(1), math.NaN()}
	}
	f.Calibration = []Bin{{Expected: math.NaN(), Error: math.NaN()}}
	f.Residuals = []Residual{{By: "phase", Label: "0-8", Mean: math.NaN(), Error: math.Inf(1)}}
	for _, p := range Plots(f) {
		var svg bytes.Buffer
		if err := p.WriteSVG(&svg); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		checkSVG(t, p, svg.Bytes())
	}
	var page bytes.Buffer
	if err := Page(f).Write(&page); err != nil || strings.Contains(page.String(), "NaN") {
		t.Errorf("the page: %v", err)
	}
}

func TestPageSaysWhatMatters(t *testing.T) {
	f := madeUp()
	var page, again bytes.Buffer
	more := report.Section{ID: "match", Title: "Match"}
	if err := Page(f, more).Write(&page); err != nil {
		t.Fatal(err)
	}
	if err := Page(f, more).Write(&again); err != nil || !bytes.Equal(page.Bytes(), again.Bytes()) {
		t.Errorf("the same fit gives another page (%v)", err)
	}
	text := page.String()
	for _, want := range []string{
		f.Warnings[1], "goes from 0.52270 to 0.48813 nats: -0.03457 ± 0.00070", "prior&#39;s weight stays: king_shut, man_square", `id="match"`, "Penalties that were tried",
		"games ended by adjudication", "men, kings and the move alone", "16,000", fmt.Sprintf("%.12s", f.Weights.Digest()), "var(--s1)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	for _, ink := range []string{"#8A4B1E", "#2C241D", "#6A5C4E", "#E4D8C4"} {
		if strings.Contains(text, ink) {
			t.Errorf("a drawing has the color %s by day and night", ink)
		}
	}
	if path := os.Getenv("REPORT_SAMPLE"); path != "" { // for a look at it
		if err := os.WriteFile(path, page.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, p := range Plots(f) {
			var picture bytes.Buffer
			if err := p.WritePNG(&picture); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(filepath.Dir(path), p.Name+".png"), picture.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// What patterns add stands in the short section, with what a fit has without them.
func TestPageShowsPatterns(t *testing.T) {
	f := madeUp()
	plain := fmt.Sprint(f.shortSection())
	f.Patterns = &PatternFit{Set: "8x1", Groups: 6, Weights: 9963, Seen: 7012, Kept: 6011, Without: Loss{0.5, 0.61234, 0.71234}}
	part := f.Gain.Part
	text, without := fmt.Sprint(f.shortSection()), nats(f.Patterns.Without.of(part))
	for _, want := range []string{
		"the fit without patterns, real numbers 0.50000 0.61234 0.71234", "{Patterns 8x1 kept 6,011 of 7,012 seen and 9,963 in all, in 6 groups",
		"patterns 8x1 take the loss of the " + part + " games from " + without + " to " + nats(f.RealLoss.of(part)) + " nats (",
	} {
		if !strings.Contains(text, want) || strings.Contains(plain, want) {
			t.Errorf("%q is not there with patterns alone:\n%s", want, text)
		}
	}
}

func TestNumbersOfAxes(t *testing.T) {
	for _, c := range []struct{ low, high float64 }{{0, 1}, {0.4801, 0.4873}, {-37, 512}, {0, 0}, {1e-9, 2e-9}, {-1e6, 3e6}} {
		ticks := marks{}.Ticks(c.low, c.high)
		if len(ticks) < 1 || len(ticks) > 12 {
			t.Errorf("%v: %d marks", c, len(ticks))
		}
		seen := map[string]bool{}
		for _, k := range ticks {
			if seen[k.Label] || k.Value < c.low-1e-6*math.Abs(c.low) || k.Value > c.high*(1+1e-6) {
				t.Errorf("%v: mark %+v twice or outside", c, k)
			}
			seen[k.Label] = true
		}
	}
}
