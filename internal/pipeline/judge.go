package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/internal/atomicfile"
	"damalab/internal/report"
	"damalab/selfplay/match"
	"damalab/tuner"
)

// MatchFolder is where a fit's folder keeps the pairs of the match that judges it.
const MatchFolder = "match"

// JudgeConfig is the match that judges a fit, as it is asked for.
type JudgeConfig struct {
	Out     string // the fit's folder
	Nodes   uint64 // of a move's search
	Seed    uint64 // shuffles the openings
	Pairs   int    // at most
	SPRT    match.SPRT
	Workers int // changes no game
	// Stage and Progress are called as those of [FitConfig], Progress with the tally
	// so far.
	Stage    func(name, what string)
	Progress func(done int, t *match.Tally)
}

// Judgement is the content of the match.json of a fit: the fitted weights (A) against
// the built-in ones (B) in a sequential test, on openings that no game of the data has
// gone through.
type Judgement struct {
	Spec       match.Spec `json:"spec"`
	SpecDigest string     `json:"spec_digest"`
	Tool       string     `json:"tool"`
	Data       string     `json:"data_digest"`
	// Avoided is the number of openings left out.
	Avoided int           `json:"avoided_openings"`
	SPRT    match.SPRT    `json:"sprt"`
	Pairs   int           `json:"pairs"`
	Tally   match.Tally   `json:"tally"`
	Elo     match.Elo     `json:"elo"`
	LLR     float64       `json:"llr"`
	Verdict match.Verdict `json:"verdict"`
}

// Passed, Failed and Undecided are what a judgement comes to.
const (
	Passed    = "passed"
	Failed    = "failed"
	Undecided = "undecided"
)

// Outcome says what the judgement comes to.
func (j *Judgement) Outcome() string {
	switch j.Verdict {
	case match.AcceptsH1:
		return Passed
	case match.AcceptsH0:
		return Failed
	}
	return Undecided
}

// Openings of six plies are 45,749 under the federation's rules, of which 17,397 are level.
// Where training games leave fewer than this many of them, too few level ones are left
// for a long match, and openings of seven plies are played.
const enoughOpenings = 30000

// judgeSpec is the spec of the match, with the openings that training games have used.
func (c *JudgeConfig) judgeSpec(d *FitData, a, b match.Side) (match.Spec, *match.Used, error) {
	spec := match.NewSpec(d.Ruleset, a, b, c.Seed, c.Nodes)
	used, err := avoidUsed(&spec, d.Ruleset, d.Games())
	return spec, used, err
}

// avoidUsed takes out of a match's openings those that games have gone through, and
// lets it begin a ply later where too few would be left.
func avoidUsed(spec *match.Spec, rules dama.Ruleset, games iter.Seq2[datasets.Game, error]) (*match.Used, error) {
	for {
		used, err := spec.Openings.UsedOpenings(rules, games)
		if err != nil || used.Left() >= enoughOpenings || spec.Openings.Plies > 6 {
			spec.Openings.Avoid = used.Digest()
			return used, err
		}
		spec.Openings.Plies++
	}
}

// Judge plays the match and writes match.json and the report. It goes on where it was
// stopped; more pairs extend an undecided one. The error of a folder with another
// match says how that differs.
func Judge(ctx context.Context, c JudgeConfig, d *FitData, f *tuner.Fitted) (j *Judgement, err error) {
	release, err := datasets.Lock(c.Out)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, release()) }()
	c.stage("openings", "those that no game of the data has gone through")
	a, b := match.WeightsSide(f.Weights), match.WeightsSide(eval.Default())
	spec, used, err := c.judgeSpec(d, a, b)
	if err != nil {
		return nil, err
	}
	digest, err := spec.Digest()
	if err != nil {
		return nil, err
	}
	store, err := match.OpenStore(filepath.Join(c.Out, MatchFolder), &spec)
	if err != nil {
		return nil, err
	}
	c.stage("match", "the fitted weights against the built-in ones, up to %d pairs; %d openings of %d plies are left out", c.Pairs, used.Len(), spec.Openings.Plies)
	j = &Judgement{
		Spec: spec, SpecDigest: digest, Tool: datasets.ToolVersion, Data: f.Weights.Provenance.DataDigest, Avoided: used.Len(), SPRT: c.SPRT,
	}
	if err := j.keepTest(c.Out); err != nil {
		return nil, errors.Join(err, store.Close())
	}
	tally, err := match.Run(ctx, spec, d.Ruleset, a, b, match.Options{
		Pairs: c.Pairs, Workers: c.Workers, SPRT: &c.SPRT, Used: used, Done: store.Done,
		Finished: func(p *match.Pair, t *match.Tally) error {
			if c.Progress != nil {
				c.Progress(p.Index+1, t)
			}
			return store.Append(p)
		},
	})
	if err = errors.Join(err, store.Close()); err != nil {
		return nil, err
	}
	j.count(tally)
	return j, j.write(c.Out, f)
}

func (j *Judgement) count(t match.Tally) {
	j.Pairs, j.Tally, j.Elo = t.Pairs(), t, t.Elo()
	j.LLR, j.Verdict = j.SPRT.Test(&t)
}

// keepTest writes the record before the first pair, so that the match goes on as the
// test that it was begun as: bounds that are chosen with pairs in view prove nothing.
func (j *Judgement) keepTest(dir string) error {
	path := filepath.Join(dir, MatchFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		j.count(match.Tally{})
		return j.save(dir)
	}
	if err != nil {
		return err
	}
	var there Judgement
	if err := json.Unmarshal(data, &there); err != nil {
		return fmt.Errorf("%s: not the record of a match: %w", path, err)
	}
	if there.SPRT != j.SPRT {
		return fmt.Errorf("%s: the match was begun as a test of [%g, %g] Elo, and bounds that change on the way prove nothing; ask for the same", dir, there.SPRT.Elo0, there.SPRT.Elo1)
	}
	return nil
}

func (c *JudgeConfig) stage(name, format string, args ...any) {
	if c.Stage != nil {
		c.Stage(name, fmt.Sprintf(format, args...))
	}
}

func (j *Judgement) write(dir string, f *tuner.Fitted) error {
	if err := j.save(dir); err != nil {
		return err
	}
	return writeFitPage(dir, f, j.section())
}

func (j *Judgement) save(dir string) error {
	text, err := json.MarshalIndent(j, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(dir, MatchFile), 0o666, append(text, '\n'))
}

// section shows the match on the fit's page.
func (j *Judgement) section() report.Section {
	t, e := &j.Tally, j.Elo
	verdict := map[string]string{
		Passed:    "Passed: the fitted weights are stronger than the built-in ones.",
		Failed:    "Failed: the fitted weights are not that much stronger than the built-in ones. Keep those.",
		Undecided: "Undecided: more pairs are needed to tell.",
	}[j.Outcome()]
	return report.Section{
		ID: "match", Title: "Match",
		Intro: fmt.Sprintf("The fitted weights against the built-in ones at %d nodes a move, in pairs from one opening with the sides swapped. Openings that games of the data went through are left out.",
			j.Spec.Nodes),
		Blocks: []report.Block{
			report.Facts{
				{Label: "Verdict", Value: j.Outcome(), Note: fmt.Sprintf("test of [%g, %g] Elo", j.SPRT.Elo0, j.SPRT.Elo1)},
				{Label: "Elo", Value: fmt.Sprintf("%+.0f", e.Diff), Note: fmt.Sprintf("95 %%: %+.0f to %+.0f", e.Low, e.High)},
				{Label: "Pairs", Value: fmt.Sprint(t.Pairs()), Note: fmt.Sprintf("%d games won, %d drawn, %d lost", t.Wins, t.Draws, t.Losses)},
				{Label: "Log-likelihood ratio", Value: fmt.Sprintf("%+.2f", j.LLR), Note: fmt.Sprintf("decided at ±%.2f", j.SPRT.Bound())},
			},
			report.Paragraph(verdict),
			pairTable(t.Pentanomial),
		},
	}
}

// ReadJudgement reads the match.json of a fit's folder and holds it against the pairs
// that are stored beside: it must be what they come to. The error is that of
// os.ErrNotExist if there was no match.
func ReadJudgement(dir string) (*Judgement, error) {
	path := filepath.Join(dir, MatchFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	j := &Judgement{}
	if err := json.Unmarshal(data, j); err != nil {
		return nil, fmt.Errorf("%s: not the record of a match: %w", path, err)
	}
	spec, pairs, err := match.ReadStore(filepath.Join(dir, MatchFolder))
	if err != nil {
		return nil, err
	}
	digest, err := spec.Digest()
	if err != nil {
		return nil, err
	}
	if digest != j.SpecDigest {
		return nil, fmt.Errorf("%s is of another match than the pairs in %s", path, filepath.Join(dir, MatchFolder))
	}
	j.Spec = spec
	return j, j.recount(path, pairs)
}

// recount plays the test again on the stored pairs.
func (j *Judgement) recount(path string, pairs []match.Pair) error {
	var t match.Tally
	verdict, llr := match.Open, 0.0
	for i := range pairs {
		if verdict != match.Open {
			return fmt.Errorf("%s: the match was decided after %d pairs, and there are %d", path, i, len(pairs))
		}
		t.Add(&pairs[i])
		llr, verdict = j.SPRT.Test(&t)
	}
	if j.Verdict == match.Open && j.Pairs < t.Pairs() { // stopped before the record was written
		j.count(t)
		return nil
	}
	elo := t.Elo()
	if t.Pentanomial != j.Tally.Pentanomial || t.Pairs() != j.Pairs || verdict != j.Verdict || !near(llr, j.LLR) ||
		!near(elo.Diff, j.Elo.Diff) || !near(elo.Low, j.Elo.Low) || !near(elo.High, j.Elo.High) {
		return fmt.Errorf("%s is not what the stored pairs come to (%s, %d pairs): it was changed", path, verdict, t.Pairs())
	}
	j.Tally = t
	return nil
}

// near tells whether two numbers are the same but for the last digits, which may differ
// from one kind of processor to another.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6*(1+math.Abs(a)) }
