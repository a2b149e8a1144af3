package pipeline

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/internal/atomicfile"
	"damalab/puzzles"
	"damalab/selfplay"
	"damalab/selfplay/match"
	"damalab/tuner"
)

// The files beside the dataset.
const (
	WeightsFile = "weights.json"
	MatchFile   = "match.json"
	ReportFile  = "report.html"
)

// Config is a run as it is asked for.
type Config struct {
	Dir     string // the output folder
	Ruleset dama.Ruleset
	Games   int
	Pairs   int    // of the match
	Nodes   uint64 // limit of each move's search
	Seed    uint64
	Workers int // at least 1; changes no result
	// Stage, if not nil, is called when a stage begins, with its name and what
	// it is about to do.
	Stage func(name, what string)
	// Progress, if not nil, is called while a stage goes on.
	Progress func(done, total int)
}

// Outcome is what a run has made.
type Outcome struct {
	Manifest *datasets.Manifest
	Games    Census
	Funnel   puzzles.Funnel
	Proofs   puzzles.Report
	Fit      *tuner.Fitted
	Match    MatchRecord
}

// MatchRecord is the content of match.json: the new weights (A) against those the
// games were played with (B).
type MatchRecord struct {
	Spec       match.Spec  `json:"spec"`
	SpecDigest string      `json:"spec_digest"`
	Tool       string      `json:"tool"`
	Tally      match.Tally `json:"tally"`
	Elo        match.Elo   `json:"elo"`
}

// PlaySpec returns the self-play spec of a run.
func (c *Config) PlaySpec() selfplay.Spec {
	return selfplay.NewSpec(c.Ruleset, eval.Default(), c.Seed, c.Nodes)
}

// Run does all stages. The error of a stage ends the run; what earlier stages have
// stored stays.
func Run(ctx context.Context, c Config) (o *Outcome, err error) {
	if err := selfplay.CheckFolder(c.Dir, c.PlaySpec(), c.Ruleset); err != nil {
		return nil, err
	}
	release, err := selfplay.LockFolder(c.Dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, release()) }()
	o = &Outcome{}
	for _, stage := range []func(context.Context, *Config, *Outcome) error{play, mine, tune, compare, write} {
		if err := stage(ctx, &c, o); err != nil {
			return nil, err
		}
	}
	return o, nil
}

func (c *Config) stage(name, format string, args ...any) {
	if c.Stage != nil {
		c.Stage(name, fmt.Sprintf(format, args...))
	}
}

func (c *Config) progress(done, total int) {
	if c.Progress != nil {
		c.Progress(done, total)
	}
}

func play(ctx context.Context, c *Config, o *Outcome) error {
	c.stage("play", "%d games at %d nodes a move, ruleset %s, seed %d", c.Games, c.Nodes, c.Ruleset.Name, c.Seed)
	var err error
	material := selfplay.Material{Rules: c.Ruleset, White: eval.Default(), Black: eval.Default()}
	o.Manifest, err = selfplay.Run(ctx, c.Dir, c.PlaySpec(), material, selfplay.Options{
		Games: c.Games, Workers: c.Workers, Locked: true,
		Progress: func(p selfplay.Progress) { c.progress(p.Done, p.Total) },
	})
	if err != nil {
		return err
	}
	data, err := datasets.Open(c.Dir)
	if err != nil {
		return err
	}
	if o.Games, err = takeCensus(data); err == nil && o.Games.Games > c.Games {
		c.stage("note", "the folder has %d games from an earlier run, and all of them are used", o.Games.Games)
	}
	return err
}

func mine(ctx context.Context, c *Config, o *Outcome) error {
	data, err := datasets.Open(c.Dir)
	if err != nil {
		return err
	}
	c.stage("mine", "puzzles from %d games", o.Games.Games)
	games := counted(data.Games(), func(done int) { c.progress(done, o.Games.Games) })
	o.Funnel, err = puzzles.MineInto(ctx, c.Dir, o.Manifest, games, puzzles.Options{
		Ruleset: c.Ruleset, Criteria: puzzles.DefaultCriteria(), Workers: c.Workers,
	})
	if err != nil {
		return err
	}
	return prove(ctx, c, o)
}

// prove checks the stored puzzles again, with the rules written a second time.
func prove(ctx context.Context, c *Config, o *Outcome) error {
	data, err := datasets.Open(c.Dir)
	if err != nil {
		return err
	}
	rows := o.Funnel.Found
	c.stage("prove", "%d puzzles with the independent rules", rows)
	checked := counted(data.Puzzles(), func(done int) { c.progress(done, rows) })
	if o.Proofs, err = puzzles.Verify(ctx, checked, c.Ruleset.Facts); err != nil {
		return err
	}
	if len(o.Proofs.Failed) > 0 {
		f := o.Proofs.Failed[0]
		return fmt.Errorf("%d puzzles do not hold, the first is %s: %s", len(o.Proofs.Failed), f.ID, f.Reason)
	}
	return nil
}

func tune(ctx context.Context, c *Config, o *Outcome) error {
	data, err := datasets.Open(c.Dir)
	if err != nil {
		return err
	}
	c.stage("tune", "weights to the results of %d games", o.Games.Games)
	prior := eval.Default()
	// Fits like this one, to all quiet positions and to the search's scores as well as
	// to results, won matches; with the penalties that validation likes best, to a few
	// positions a game and to results alone, they lost them: docs/bench/strength.md.
	options := tuner.Options{Workers: c.Workers, Lambda: 0.5, MaxPerGame: 100, Penalty: 8}
	if prior.Patterns != nil {
		options.Patterns, options.PatternPenalty = prior.Patterns.Set.Name(), 8
	}
	sample, err := tuner.Load(ctx, data, options)
	if err == nil && sample.Summary.Train.Positions == 0 {
		// Of a few games all may fall into the held-out and test parts; the
		// fit's warnings say that none is held out then.
		options.HeldOut, options.Test = -1, -1
		sample, err = tuner.Load(ctx, data, options)
	}
	if err != nil {
		return err
	}
	// The scale first: where the built-in weights expect results too surely or
	// not surely enough, a fit would stretch all of them to make up for it.
	if prior.Scale, err = tuner.BestScale(sample, prior, options); err != nil {
		return err
	}
	if o.Fit, err = tuner.Fit(ctx, sample, prior, options); err != nil {
		return err
	}
	text, err := o.Fit.Weights.Encode()
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(c.Dir, WeightsFile), 0o666, text)
}

// compare lets the fitted weights play the built-in ones, from openings that none of
// the games has gone through.
func compare(ctx context.Context, c *Config, o *Outcome) error {
	fitted, old := o.Fit.Weights, eval.Default()
	a, b := match.WeightsSide(fitted), match.WeightsSide(old)
	spec := match.NewSpec(c.Ruleset, a, b, c.Seed, c.Nodes)
	data, err := datasets.Open(c.Dir)
	if err != nil {
		return err
	}
	used, err := avoidUsed(&spec, c.Ruleset, data.Games())
	if err != nil {
		return err
	}
	digest, err := spec.Digest()
	if err != nil {
		return err
	}
	path := filepath.Join(c.Dir, MatchFile)
	if record, ok := readMatch(path); ok && record.SpecDigest == digest && record.Tally.Pairs() == c.Pairs && record.sound() {
		o.Match = record
		return nil
	}
	c.stage("match", "%d pairs of games, the fitted weights against the built-in ones", c.Pairs)
	tally, err := match.Run(ctx, spec, c.Ruleset, a, b, match.Options{
		Pairs: c.Pairs, Workers: c.Workers, Used: used,
		Finished: func(p *match.Pair, _ *match.Tally) error {
			c.progress(p.Index+1, c.Pairs)
			return nil
		},
	})
	if err != nil {
		return err
	}
	o.Match = MatchRecord{Spec: spec, SpecDigest: digest, Tool: datasets.ToolVersion, Tally: tally, Elo: tally.Elo()}
	text, err := json.MarshalIndent(o.Match, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(path, 0o666, append(text, '\n'))
}

// readMatch reads the record of an earlier run, if there is a whole one.
func readMatch(path string) (record MatchRecord, ok bool) {
	data, err := os.ReadFile(path)
	return record, err == nil && json.Unmarshal(data, &record) == nil
}

// sound tells whether the numbers of a record agree with one another.
func (r *MatchRecord) sound() bool {
	points := 0
	for i, n := range r.Tally.Pentanomial {
		points += i * n
	}
	t := &r.Tally
	return t.Wins+t.Draws+t.Losses == t.Games() && 2*t.Wins+t.Draws == points && r.Elo == t.Elo()
}

// SeedFor returns the seed for a folder: that of the run that is there, so that
// the same command goes on with it, or else a fresh one.
func SeedFor(dir string) (uint64, error) {
	spec, found, err := selfplay.LoadSpec(dir)
	if err != nil || !found {
		return selfplay.FreshSeed(), err
	}
	return spec.Seed, nil
}

// short returns the first digits of a digest, for people.
func short(digest string) string {
	if _, err := hex.DecodeString(digest); err != nil || len(digest) < 12 {
		return digest
	}
	return digest[:12]
}
