package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"damalab/eval"
	"damalab/internal/atomicfile"
	"damalab/internal/report"
	"damalab/tuner"
)

func joined(faults []string) string { return strings.Join(faults, "; ") }

func (c *FitConfig) stage(name, format string, args ...any) {
	if c.Stage != nil {
		c.Stage(name, fmt.Sprintf(format, args...))
	}
}

func (c *FitConfig) progress(done, total int) {
	if c.Progress != nil {
		c.Progress(done, total)
	}
}

// fill does the work. The spec comes first, so that the same command knows its own
// leftovers, and the fit's file last.
func (c *FitConfig) fill(ctx context.Context, d *FitData, spec json.RawMessage) (*tuner.Fitted, error) {
	if _, err := atomicfile.Clean(c.Out); err != nil {
		return nil, err
	}
	if err := atomicfile.WriteBytes(filepath.Join(c.Out, FitSpecFile), 0o666, append(bytes.Clone(spec), '\n')); err != nil {
		return nil, err
	}
	work := filepath.Join(c.Out, workFolder)
	for _, dir := range []string{filepath.Join(c.Out, PlotsFolder), work} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
		if _, err := atomicfile.Clean(dir); err != nil {
			return nil, err
		}
	}
	f, err := c.fit(ctx, d, work)
	if err != nil {
		return nil, errors.Join(err, c.giveBack(ctx, work))
	}
	c.stage("write", "weights, report and plots into %s", c.Out)
	if err := c.write(f, spec); err != nil {
		return nil, err
	}
	return f, os.RemoveAll(work)
}

// giveBack empties the folder again after a fit that was refused before its first pass,
// as one is of games without the scores it asks for: there is nothing to go on with,
// and the folder is free for a fit with other options. Where there are plots, the fit
// had been finished once, and all stays.
func (c *FitConfig) giveBack(ctx context.Context, work string) error {
	_, err := os.Stat(filepath.Join(work, tuner.JournalName))
	if ctx.Err() != nil || !errors.Is(err, fs.ErrNotExist) || os.Remove(filepath.Join(c.Out, PlotsFolder)) != nil {
		return nil
	}
	return errors.Join(os.RemoveAll(work), os.Remove(filepath.Join(c.Out, FitSpecFile)))
}

// fit reads the games and fits.
func (c *FitConfig) fit(ctx context.Context, d *FitData, work string) (f *tuner.Fitted, err error) {
	o := c.Options
	o.Work, o.Progress = work, c.teller()
	sample, err := c.load(ctx, d, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, sample.Close()) }()
	prior := *c.Prior
	if prior.Pairs != (eval.Weights{}).Pairs {
		// The scale first: where the prior expects results too surely or not surely
		// enough, a fit would stretch all weights to make up for it.
		if prior.Scale, err = tuner.BestScale(sample, &prior, o); err != nil {
			return nil, err
		}
	}
	c.stage("fit", "%s", sample.Summary)
	return tuner.Fit(ctx, sample, &prior, o)
}

// load reads the sample. Of a few games all may fall into the parts that are kept
// back; then none is, and the fit's warnings say so.
func (c *FitConfig) load(ctx context.Context, d *FitData, o tuner.Options) (*tuner.Sample, error) {
	total := d.count()
	c.stage("read", "%d games", total)
	read := func(o tuner.Options) (*tuner.Sample, error) {
		games := counted(d.Games(), func(done int) { c.progress(done, total) })
		return tuner.LoadGames(ctx, d.Ruleset, games, o)
	}
	sample, err := read(o)
	if err == nil && sample.Summary.Train.Positions == 0 && sample.Summary.Held.Games+sample.Summary.Test.Games > 0 {
		if err := sample.Close(); err != nil {
			return nil, err
		}
		o.HeldOut, o.Test = -1, -1
		sample, err = read(o)
	}
	if err != nil {
		return nil, err
	}
	sample.DataDigest = tuner.DataDigest(d.Sets...)
	return sample, nil
}

// Descents of a usual fit: up to six penalties that are tried, the fit itself, and four
// points of the learning curve. They are what its forecast counts.
const (
	penaltyDescents = 6
	allDescents     = penaltyDescents + 1 + 4
)

// teller passes on how far the fit is.
func (c *FitConfig) teller() func(what string, s tuner.Step) {
	last, done := "", -1
	return func(what string, s tuner.Step) {
		if what != last {
			last = what
			if done++; strings.HasPrefix(what, "fit") {
				done = max(done, penaltyDescents) // fewer penalties may have been enough
			}
		}
		if c.Detail != nil {
			text := fmt.Sprintf("%s, iteration %d, loss %.5f", what, s.Iteration, s.TrainLoss)
			if s.HeldLoss > 0 {
				text += fmt.Sprintf(", validation %.5f", s.HeldLoss)
			}
			c.Detail(text)
		}
		c.progress(min(done, allDescents), allDescents)
	}
}

// write writes everything but the spec.
func (c *FitConfig) write(f *tuner.Fitted, spec json.RawMessage) error {
	if err := os.MkdirAll(filepath.Join(c.Out, PlotsFolder), 0o777); err != nil {
		return err
	}
	for _, p := range tuner.Plots(f) {
		path := filepath.Join(c.Out, PlotsFolder, p.Name)
		if err := atomicfile.Write(path+".svg", 0o666, p.WriteSVG); err != nil {
			return err
		}
		if err := atomicfile.Write(path+".png", 0o666, p.WritePNG); err != nil {
			return err
		}
	}
	weights, err := f.Weights.Encode()
	if err != nil {
		return err
	}
	if err := atomicfile.WriteBytes(filepath.Join(c.Out, WeightsFile), 0o666, weights); err != nil {
		return err
	}
	if err := writeFitPage(c.Out, f); err != nil {
		return err
	}
	data, err := f.Encode(spec)
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(c.Out, FitFile), 0o666, data)
}

// writeFitPage writes the report of a fit, with the sections given.
func writeFitPage(dir string, f *tuner.Fitted, more ...report.Section) error {
	return atomicfile.Write(filepath.Join(dir, ReportFile), 0o666, func(w io.Writer) error {
		return tuner.Page(f, more...).Write(w)
	})
}
