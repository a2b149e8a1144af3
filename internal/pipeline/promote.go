package pipeline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"damalab/datasets"
	"damalab/eval"
	"damalab/internal/atomicfile"
	"damalab/selfplay/match"
	"damalab/tuner"
)

// Where the built-in weights and their ledger stand in a checkout of the source.
const (
	DefaultWeights = "eval/default.json"
	DefaultLedger  = "eval/ledger.jsonl"
)

// PromoteConfig is a promotion as it is asked for.
type PromoteConfig struct {
	In     string // the fit's folder
	To     string // the checkout of the source
	Ledger string // empty: the one of the checkout
}

// ErrNotWon is the error of weights that have not won the match that they have to win.
var ErrNotWon = errors.New("the weights have not won their match")

// Promote replaces the built-in weights of a checkout by those of a fit that has passed
// its match against them, and enters that into the ledger. Weights that did not are
// refused with [ErrNotWon] and the reason. The ledger comes first: after a kill between
// the two the same command completes the work. done is true if it was complete.
func Promote(c PromoteConfig) (p tuner.Promotion, done bool, err error) {
	if c.Ledger == "" {
		c.Ledger = filepath.Join(c.To, filepath.FromSlash(DefaultLedger))
	}
	target := filepath.Join(c.To, filepath.FromSlash(DefaultWeights))
	there, err := eval.ReadFile(target)
	if errors.Is(err, fs.ErrNotExist) {
		return p, false, fmt.Errorf("%s is no checkout of the source: it has no %s", c.To, DefaultWeights)
	}
	if err != nil {
		return p, false, err
	}
	fitted, err := fittedWeights(c.In)
	if err != nil {
		return p, false, err
	}
	installed := installable(fitted)
	entries, err := tuner.ReadLedger(c.Ledger)
	if err != nil {
		return p, false, err
	}
	if n := len(entries); n > 0 && there.Digest() == installed.Digest() && entries[n-1].Weights == fitted.Digest() {
		return entries[n-1], true, nil
	}
	j, err := passedMatch(c.In, fitted, there)
	if err != nil {
		return p, false, err
	}
	text, err := installed.Encode()
	if err != nil {
		return p, false, err
	}
	p = promotionOf(j, fitted, there, installed)
	if p.Entry, err = tuner.AppendLedger(c.Ledger, p); err != nil {
		return p, false, err
	}
	return p, false, atomicfile.WriteBytes(target, 0o666, text)
}

// fittedWeights reads the weights of a finished fit.
func fittedWeights(dir string) (*eval.Weights, error) {
	data, err := os.ReadFile(filepath.Join(dir, FitFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: there is no finished fit (%s): fit weights first", dir, FitFile)
	}
	if err != nil {
		return nil, err
	}
	f, _, err := tuner.ParseFit(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, FitFile), err)
	}
	w, err := eval.ReadFile(filepath.Join(dir, WeightsFile))
	if err != nil {
		return nil, err
	}
	if w.Digest() != f.Weights.Digest() {
		return nil, fmt.Errorf("%s has other weights (%s) than the fit (%s): it was changed", filepath.Join(dir, WeightsFile), short(w.Digest()), short(f.Weights.Digest()))
	}
	return f.Weights, nil
}

// installable are fitted weights as they are built in, for all rulesets.
func installable(fitted *eval.Weights) *eval.Weights {
	w := *fitted
	if w.Ruleset != eval.AnyRuleset {
		w.Provenance.Method += fmt.Sprintf("; fitted to games under the ruleset %s, used for all rulesets", w.Ruleset)
		w.Ruleset = eval.AnyRuleset
	}
	return &w
}

// passedMatch returns the match in which the weights beat those that are built in.
func passedMatch(dir string, fitted, there *eval.Weights) (*Judgement, error) {
	j, err := ReadJudgement(dir)
	notWon := func(format string, args ...any) (*Judgement, error) {
		return nil, fmt.Errorf("%w: %s", ErrNotWon, fmt.Sprintf(format, args...))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return notWon("there was none")
	case err != nil:
		return nil, err
	case j.Spec.A != fitted.Digest():
		return notWon("it was one of other weights (%s, these are %s)", short(j.Spec.A), short(fitted.Digest()))
	case j.Spec.B != there.Digest():
		return notWon("it was one against other weights (%s) than those to be replaced (%s)", short(j.Spec.B), short(there.Digest()))
	case j.Data != fitted.Provenance.DataDigest:
		return notWon("its openings were chosen for other data (%s, these weights are from %s)", short(j.Data), short(fitted.Provenance.DataDigest))
	case !asksForStrength(j.SPRT):
		return notWon("its test of [%g, %g] with an error of %g does not ask that they are stronger", j.SPRT.Elo0, j.SPRT.Elo1, j.SPRT.Error)
	case j.Outcome() != Passed:
		return notWon("it %s after %d pairs (log-likelihood ratio %+.2f, ±%.2f decides)", map[string]string{Failed: "was lost", Undecided: "is undecided"}[j.Outcome()],
			j.Tally.Pairs(), j.LLR, j.SPRT.Bound())
	}
	return j, nil
}

// asksForStrength tells whether weights that pass a test are stronger, but for a chance
// of one in twenty.
func asksForStrength(s match.SPRT) bool { return s.Elo0 >= 0 && s.Error <= 0.05 }

func promotionOf(j *Judgement, fitted, there, installed *eval.Weights) tuner.Promotion {
	return tuner.Promotion{
		Tool: datasets.ToolVersion, Ruleset: j.Spec.Ruleset, Data: fitted.Provenance.DataDigest, Prior: fitted.Provenance.Prior,
		Weights: fitted.Digest(), Replaced: there.Digest(), Installed: installed.Digest(),
		Match: tuner.MatchResult{
			Spec: j.SpecDigest, Openings: j.Spec.Openings.Avoid, Nodes: j.Spec.Nodes, Pairs: j.Tally.Pairs(), Pentanomial: j.Tally.Pentanomial,
			Elo: j.Elo.Diff, Low: j.Elo.Low, High: j.Elo.High, LLR: j.LLR, Elo0: j.SPRT.Elo0, Elo1: j.SPRT.Elo1, Error: j.SPRT.Error,
		},
	}
}

// CheckPromotion tells whether a match as a ledger has it was a pass: what its counts
// come to, and of a test that asks for strength.
func CheckPromotion(p tuner.Promotion) error {
	m := p.Match
	s := match.SPRT{Elo0: m.Elo0, Elo1: m.Elo1, Error: m.Error}
	t := match.Tally{Pentanomial: m.Pentanomial}
	llr, verdict := s.Test(&t)
	switch e := t.Elo(); {
	case !asksForStrength(s):
		return fmt.Errorf("entry %d: its test of [%g, %g] with an error of %g does not ask for strength", p.Entry, s.Elo0, s.Elo1, s.Error)
	case verdict != match.AcceptsH1:
		return fmt.Errorf("entry %d: its match was no pass (%s)", p.Entry, verdict)
	case !near(llr, m.LLR) || !near(e.Diff, m.Elo) || !near(e.Low, m.Low) || !near(e.High, m.High):
		return fmt.Errorf("entry %d: its numbers are not those that its counts come to", p.Entry)
	}
	return nil
}
