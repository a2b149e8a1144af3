package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/internal/atomicfile"
	"damalab/tuner"
)

// The files of a fit's folder beside weights, report and match.
const (
	FitSpecFile = "tune.json" // what was asked for; the first file
	FitFile     = "fit.json"  // everything that is known of the fit; the last one
	PlotsFolder = "plots"
	workFolder  = ".dama-work" // the passes of a fit that is not finished
)

// FitConfig is a fit as it is asked for.
type FitConfig struct {
	In    []string // datasets of one ruleset
	Out   string
	Prior *eval.Weights
	// Options say how to fit; Work and Progress are filled in here.
	Options tuner.Options
	// Stage, if not nil, is called when a stage begins, and Progress while it goes
	// on; Detail is told what else a person wants to know of it.
	Stage    func(name, what string)
	Progress func(done, total int)
	Detail   func(text string)
}

// FitSpec is what decides the outcome of a fit.
type FitSpec struct {
	Tool        string  `json:"tool"`
	Ruleset     string  `json:"ruleset"`
	Rules       string  `json:"ruleset_digest"`
	Data        string  `json:"data_digest"`
	Prior       string  `json:"prior_digest"`
	PriorScale  float64 `json:"prior_scale"`
	Lambda      float64 `json:"lambda"`
	PerGame     int     `json:"per_game"`
	Penalty     float64 `json:"penalty"` // 0: chosen by validation
	Guarded     float64 `json:"guarded"`
	Adjudicated float64 `json:"adjudicated"`
	Played      bool    `json:"as_played"`
	HeldOut     float64 `json:"validation"`
	Test        float64 `json:"test"`
	// Left out where there are none, as fits without them always were written.
	Patterns       string  `json:"patterns,omitempty"`
	PatternPenalty float64 `json:"pattern_penalty,omitempty"` // 0: chosen by validation
	Threatened     bool    `json:"threatened,omitempty"`
}

// FitData are the datasets of a fit, which are of one ruleset.
type FitData struct {
	Sets    []*datasets.Dataset
	Ruleset dama.Ruleset
}

// OpenFitData opens the datasets to fit to. They must have games, all of the same
// rules, and be different folders.
func OpenFitData(dirs []string) (*FitData, error) {
	d := &FitData{}
	for i, dir := range dirs {
		for _, before := range dirs[:i] {
			if datasets.IsWithin(dir, before) || datasets.IsWithin(before, dir) {
				return nil, fmt.Errorf("%s and %s are the same folder, or one is inside the other: each game counts once", before, dir)
			}
		}
		set, err := datasets.Open(dir)
		if err != nil {
			return nil, err
		}
		if len(set.Shards(datasets.Games)) == 0 {
			return nil, fmt.Errorf("%s has no games, and weights are fitted to games", dir)
		}
		ruleset, err := set.Manifest.OneRuleset()
		if err != nil {
			return nil, fmt.Errorf("%s: weights are fitted to one ruleset at a time: %w", dir, err)
		}
		if i > 0 && ruleset.Digest() != d.Ruleset.Digest() {
			return nil, fmt.Errorf("%s is of the ruleset %q and %s of %q, or their rules differ: weights are fitted to one ruleset at a time",
				dirs[0], d.Ruleset.Name, dir, ruleset.Name)
		}
		d.Sets, d.Ruleset = append(d.Sets, set), ruleset
	}
	return d, nil
}

// Games are the games of all datasets, in order.
func (d *FitData) Games() iter.Seq2[datasets.Game, error] {
	return func(yield func(datasets.Game, error) bool) {
		for _, set := range d.Sets {
			for g, err := range set.Games() {
				if !yield(g, err) {
					return
				}
			}
		}
	}
}

func (d *FitData) count() (games int) {
	for _, set := range d.Sets {
		for _, f := range set.Shards(datasets.Games) {
			games += int(f.Rows)
		}
	}
	return games
}

// spec says what decides the outcome.
func (c *FitConfig) spec(d *FitData) FitSpec {
	o := c.Options
	return FitSpec{
		Tool: datasets.ToolVersion, Ruleset: d.Ruleset.Name, Rules: d.Ruleset.Digest(), Data: tuner.DataDigest(d.Sets...),
		Prior: c.Prior.Digest(), PriorScale: c.Prior.Scale, Lambda: o.Lambda, PerGame: o.MaxPerGame, Penalty: o.Penalty,
		Guarded: o.Guarded, Adjudicated: o.Adjudicated, Played: o.Played, HeldOut: o.HeldOut, Test: o.Test,
		Patterns: o.Patterns, PatternPenalty: o.PatternPenalty, Threatened: o.Threatened,
	}
}

// Fit fits weights and writes them into the folder, with everything that is known of
// the fit. A fit that was stopped goes on with the same bits; one that is finished is
// read back, and done is true. A folder with another fit or with something else is
// refused.
func Fit(ctx context.Context, c FitConfig, d *FitData) (f *tuner.Fitted, done bool, err error) {
	for _, in := range c.In {
		if datasets.IsWithin(c.Out, in) || datasets.IsWithin(in, c.Out) {
			return nil, false, fmt.Errorf("the output %s and the input %s are the same folder, or one is inside the other; choose another output", c.Out, in)
		}
	}
	_, spec, err := datasets.SpecDigest(c.spec(d))
	if err != nil {
		return nil, false, err
	}
	if err := checkFitFolder(c.Out, spec); err != nil {
		return nil, false, err
	}
	if err := os.MkdirAll(c.Out, 0o777); err != nil {
		return nil, false, fmt.Errorf("%s: can't be used as an output folder: %w", c.Out, err)
	}
	release, err := datasets.Lock(c.Out)
	if err != nil {
		return nil, false, err
	}
	defer func() { err = errors.Join(err, release()) }()
	if err := checkFitFolder(c.Out, spec); err != nil { // again: it may have just been filled
		return nil, false, err
	}
	if f, err := readFit(c.Out); !errors.Is(err, fs.ErrNotExist) {
		if _, gone := os.Stat(filepath.Join(c.Out, WeightsFile)); err == nil && errors.Is(gone, fs.ErrNotExist) {
			err = c.write(f, spec) // somebody has moved them away
		}
		return f, true, err
	}
	f, err = c.fill(ctx, d, spec)
	return f, false, err
}

// checkFitFolder refuses a folder that is not empty and not of this very fit.
func checkFitFolder(dir string, spec json.RawMessage) error {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%s: can't be used as an output folder: %w", dir, err)
	case !info.IsDir():
		return fmt.Errorf("%s is a file; the output needs a folder", dir)
	}
	there, err := os.ReadFile(filepath.Join(dir, FitSpecFile))
	if err == nil {
		if faults := datasets.SpecDifferences(there, spec); len(faults) > 0 {
			return fmt.Errorf("%s: the folder holds another fit (%s); choose another folder, or ask for the same", dir, joined(faults))
		}
		return nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if e.Name() != datasets.LockName && !atomicfile.IsTemp(e.Name()) {
			return fmt.Errorf("%s: the folder holds something else (%s) and no %s; choose another folder, or an empty one", dir, e.Name(), FitSpecFile)
		}
	}
	return err
}

// readFit reads a finished fit back; the error is that of fs.ErrNotExist if there is
// none.
func readFit(dir string) (*tuner.Fitted, error) {
	path := filepath.Join(dir, FitFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f, _, err := tuner.ParseFit(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, os.RemoveAll(filepath.Join(dir, workFolder))
}
