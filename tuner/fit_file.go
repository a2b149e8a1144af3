package tuner

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"

	"damalab/eval"
)

// What a fit file says of itself; see [Fitted.Encode].
const (
	fitFormat  = "dama-fit"
	fitVersion = 1
)

// fitFile is the form of a fit as a JSON file: everything that is known of it. Weights
// are in hundredths of a man, losses in nats; null stands where no number is known.
type fitFile struct {
	Format       string             `json:"format"`
	Version      int                `json:"version"`
	Spec         json.RawMessage    `json:"spec,omitempty"`
	Prior        json.RawMessage    `json:"prior"`
	Weights      json.RawMessage    `json:"weights"`
	Status       string             `json:"status"`
	Warnings     []string           `json:"warnings"`
	Gain         gainForm           `json:"gain"`
	Losses       map[string]lossRow `json:"losses"`
	Curve        []stepForm         `json:"curve"`
	Penalties    []penaltyForm      `json:"penalties"`
	Patterns     *patternForm       `json:"patterns,omitempty"`
	Learning     []learnForm        `json:"learning"`
	Calibration  []binForm          `json:"calibration"`
	Residuals    []residualForm     `json:"residuals"`
	Undetermined []undecidedForm    `json:"undetermined"`
	Entries      []entryForm        `json:"entries"`
	Sources      Sources            `json:"sources"`
	Summary      Summary            `json:"summary"`
}

// orNull is a number that may be none: NaN and infinities are null in the file.
type orNull float64

// MarshalJSON implements json.Marshaler.
func (v orNull) MarshalJSON() ([]byte, error) {
	if !finite(float64(v)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(v))
}

// UnmarshalJSON implements json.Unmarshaler.
func (v *orNull) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*v = orNull(math.NaN())
		return nil
	}
	return json.Unmarshal(data, (*float64)(v))
}

type lossRow struct {
	Train float64 `json:"train"`
	Held  float64 `json:"validation"`
	Test  float64 `json:"test"`
}

type gainForm struct {
	Part        string `json:"part"`
	Before      orNull `json:"before"`
	BeforeError orNull `json:"before_error"`
	After       orNull `json:"after"`
	AfterError  orNull `json:"after_error"`
	Mean        orNull `json:"gain"`
	Error       orNull `json:"gain_error"`
}

type stepForm struct {
	Iteration int     `json:"iteration"`
	TrainLoss float64 `json:"train"`
	HeldLoss  float64 `json:"validation"`
}

type penaltyForm struct {
	Penalty   float64 `json:"penalty"`
	Patterns  float64 `json:"patterns,omitempty"`
	TrainLoss float64 `json:"train"`
	HeldLoss  float64 `json:"validation"`
	Chosen    bool    `json:"chosen"`
}

type patternForm struct {
	Set     string  `json:"set"`
	Groups  int     `json:"groups"`
	Weights int     `json:"weights"`
	Seen    int     `json:"seen"`
	Kept    int     `json:"kept"`
	Without lossRow `json:"without"`
}

func (p *PatternFit) form() *patternForm {
	if p == nil {
		return nil
	}
	return &patternForm{p.Set, p.Groups, p.Weights, p.Seen, p.Kept, lossRow(p.Without)}
}

func (p *patternForm) fit() *PatternFit {
	if p == nil {
		return nil
	}
	return &PatternFit{p.Set, p.Groups, p.Weights, p.Seen, p.Kept, Loss(p.Without)}
}

type learnForm struct {
	Games     int     `json:"games"`
	Positions int     `json:"positions"`
	Train     float64 `json:"train"`
	Held      float64 `json:"validation"`
}

type binForm struct {
	From      float64 `json:"from"`
	To        float64 `json:"to"`
	Positions int     `json:"positions"`
	Expected  orNull  `json:"expected"`
	Got       orNull  `json:"got"`
	Error     orNull  `json:"error"`
}

type residualForm struct {
	By        string `json:"by"`
	Label     string `json:"label"`
	Positions int    `json:"positions"`
	Mean      orNull `json:"mean"`
	Error     orNull `json:"error"`
	Loss      orNull `json:"loss"`
}

type undecidedForm struct {
	Index  int    `json:"index"`
	Ending bool   `json:"ending"`
	Why    string `json:"why"`
}

// entryForm is an entry of the feature list: opening and ending.
type entryForm struct {
	Name  string    `json:"name"`
	Seen  int       `json:"seen"`
	Real  [2]orNull `json:"real"`
	Error [2]orNull `json:"error"`
	Told  [2]orNull `json:"told"`
}

func eachOf[A, B any](list []A, form func(A) B) []B {
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = form(a)
	}
	return out
}

// Encode writes the fit as a JSON file. The spec says what was asked for; nil for
// nothing. Equal fits give equal bytes.
func (f *Fitted) Encode(spec json.RawMessage) ([]byte, error) {
	file := fitFile{
		Format: fitFormat, Version: fitVersion, Spec: spec, Status: f.Status,
		Warnings: append([]string{}, f.Warnings...), Sources: f.Sources, Summary: f.Summary,
		Gain: f.gainForm(),
		Losses: map[string]lossRow{
			"constant": lossRow(f.Constant), "material": lossRow(f.Material), "before": lossRow(f.Before),
			"real": lossRow(f.RealLoss), "after": lossRow(f.After),
		},
		Curve:     eachOf(f.Curve, func(s Step) stepForm { return stepForm(s) }),
		Penalties: eachOf(f.Penalties, func(p PenaltyTrial) penaltyForm { return penaltyForm(p) }),
		Patterns:  f.Patterns.form(),
		Learning:  eachOf(f.Learning, func(l LearnPoint) learnForm { return learnForm(l) }),
		Calibration: eachOf(f.Calibration, func(b Bin) binForm {
			return binForm{b.From, b.To, b.Positions, orNull(b.Expected), orNull(b.Got), orNull(b.Error)}
		}),
		Residuals: eachOf(f.Residuals, func(r Residual) residualForm {
			return residualForm{r.By, r.Label, r.Positions, orNull(r.Mean), orNull(r.Error), orNull(r.Loss)}
		}),
		Undetermined: eachOf(f.Undetermined, func(u Undetermined) undecidedForm { return undecidedForm(u) }),
	}
	for k := range f.Real {
		file.Entries = append(file.Entries, f.entryForm(k))
	}
	var err error
	if file.Prior, err = f.Prior.Encode(); err != nil {
		return nil, err
	}
	if file.Weights, err = f.Weights.Encode(); err != nil {
		return nil, err
	}
	data, err := json.MarshalIndent(file, "", " ")
	if err != nil {
		return nil, fmt.Errorf("fit: %w", err)
	}
	return append(data, '\n'), nil
}

func (f *Fitted) gainForm() gainForm {
	g := f.Gain
	return gainForm{
		g.Part, orNull(g.Before), orNull(g.BeforeError), orNull(g.After), orNull(g.AfterError), orNull(g.Mean), orNull(g.Error),
	}
}

func (f *Fitted) entryForm(k int) entryForm {
	pair := func(pairs []RealPair) [2]orNull {
		if k >= len(pairs) {
			return [2]orNull{orNull(math.NaN()), orNull(math.NaN())}
		}
		return [2]orNull{orNull(pairs[k].Opening), orNull(pairs[k].Ending)}
	}
	return entryForm{Name: entryName(k), Seen: f.Seen[k], Real: pair(f.Real[:]), Error: pair(f.Errors), Told: pair(f.Told)}
}

// ParseFit reads a fit file and the spec in it. The error says what is wrong with it;
// a newer version and a file of other features are refused by name.
func ParseFit(data []byte) (f *Fitted, spec json.RawMessage, err error) {
	var head struct {
		Format  string
		Version int
	}
	switch err := json.Unmarshal(data, &head); {
	case err != nil:
		return nil, nil, fmt.Errorf("not a fit file: %w", err)
	case head.Format != fitFormat:
		return nil, nil, fmt.Errorf("not a fit file: \"format\" is %q, not %q", head.Format, fitFormat)
	case head.Version != fitVersion:
		return nil, nil, fmt.Errorf("fit file version %d: this build reads version %d", head.Version, fitVersion)
	}
	var file fitFile
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	switch err := decoder.Decode(&file); {
	case err != nil:
		return nil, nil, fmt.Errorf("not a fit file: %w", err)
	case len(file.Entries) != eval.Size:
		return nil, nil, fmt.Errorf("fit file of %d features, this build has %d: fit again", len(file.Entries), eval.Size)
	}
	f = &Fitted{
		Status: file.Status, Warnings: file.Warnings, Sources: file.Sources, Summary: file.Summary,
		Gain: Gain{
			file.Gain.Part, float64(file.Gain.Before), float64(file.Gain.BeforeError), float64(file.Gain.After),
			float64(file.Gain.AfterError), float64(file.Gain.Mean), float64(file.Gain.Error),
		},
		Constant: Loss(file.Losses["constant"]), Material: Loss(file.Losses["material"]), Before: Loss(file.Losses["before"]),
		RealLoss: Loss(file.Losses["real"]), After: Loss(file.Losses["after"]),
		Curve:     eachOf(file.Curve, func(s stepForm) Step { return Step(s) }),
		Penalties: eachOf(file.Penalties, func(p penaltyForm) PenaltyTrial { return PenaltyTrial(p) }),
		Patterns:  file.Patterns.fit(),
		Learning:  eachOf(file.Learning, func(l learnForm) LearnPoint { return LearnPoint(l) }),
		Calibration: eachOf(file.Calibration, func(b binForm) Bin {
			return Bin{b.From, b.To, b.Positions, float64(b.Expected), float64(b.Got), float64(b.Error)}
		}),
		Residuals: eachOf(file.Residuals, func(r residualForm) Residual {
			return Residual{r.By, r.Label, r.Positions, float64(r.Mean), float64(r.Error), float64(r.Loss)}
		}),
		Undetermined: eachOf(file.Undetermined, func(u undecidedForm) Undetermined { return Undetermined(u) }),
	}
	for k, e := range file.Entries {
		if e.Name != entryName(k) {
			return nil, nil, fmt.Errorf("fit file of other features: entry %d is %q, here it is %q: fit again", k, e.Name, entryName(k))
		}
		pair := func(v [2]orNull) RealPair { return RealPair{float64(v[0]), float64(v[1])} }
		f.Seen[k], f.Real[k] = e.Seen, pair(e.Real)
		f.Errors, f.Told = append(f.Errors, pair(e.Error)), append(f.Told, pair(e.Told))
	}
	if f.Prior, err = eval.Parse(file.Prior); err != nil {
		return nil, nil, fmt.Errorf("fit file: prior: %w", err)
	}
	if f.Weights, err = eval.Parse(file.Weights); err != nil {
		return nil, nil, fmt.Errorf("fit file: weights: %w", err)
	}
	return f, file.Spec, nil
}
