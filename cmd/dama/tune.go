package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/eval"
	"damalab/internal/pipeline"
	"damalab/selfplay/match"
	"damalab/tuner"
)

func tuneCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "tune", Usage: "fit weights to the results of games, and let a match decide whether they are better",
		Description: "Writes weights.json, fit.json, report.html and plots into the output folder. The same\n" +
			"command goes on where it stopped, with the same bits. Weights are never called better\n" +
			"for their loss: that takes --match, and 'dama tune promote' takes a passed match.",
		Flags: append([]cli.Flag{
			&cli.StringSliceFlag{Name: "in", Usage: "the folder of a dataset with games; may be repeated, all of one ruleset"},
			&cli.StringFlag{Name: "out", Usage: "the folder to write to, new or empty, or that of the same fit"},
			&cli.Float64Flag{Name: "lambda", Usage: "the share of the search's scores in what is fitted to, 0 (results alone) to 1"},
			&cli.IntFlag{Name: "per-game", Value: tuner.DefaultPerGame, Usage: "how many quiet positions of a game are taken at most"},
			&cli.Float64Flag{Name: "penalty", Usage: "the price of leaving the prior (default: chosen by validation)"},
			&cli.StringFlag{Name: "patterns", Usage: "fit pattern tables, too: " + strings.Join(eval.PatternSets(), ", ") + ", or none (default: the prior's set, if it has one)"},
			&cli.Float64Flag{Name: "pattern-penalty", Usage: "the price of a pattern's weight (default: chosen by validation)"},
			&cli.BoolFlag{Name: "threatened", Usage: "take positions, too, in which only the other side could capture"},
			&cli.StringFlag{Name: "prior", Value: "default", Usage: "the weights to begin from: default, zero, or a file ending in .json"},
			&cli.Float64Flag{Name: "guarded", Value: 0, Usage: "how much games count that a guard stopped, 0 (left out) to 1"},
			&cli.Float64Flag{Name: "adjudicated", Value: 1, Usage: "how much games count that were adjudicated by score, 0 (left out) to 1"},
			&cli.BoolFlag{Name: "as-played", Usage: "take results as they were played, also where endgame tables have corrected them"},
			&cli.Float64Flag{Name: "validation", Value: tuner.DefaultHeldOut, Usage: "the share of games that penalty and stopping are chosen by"},
			&cli.Float64Flag{Name: "test", Value: tuner.DefaultTest, Usage: "the share of games that have the last word"},
			&cli.StringFlag{Name: "memory", Usage: "how much memory positions may take, such as 500M or 2G; the rest goes to disk (default: no limit)"},
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "how many threads are used; changes no result"},
			formatFlag(),
		}, tuneMatchFlags()...),
		Subcommands: []*cli.Command{tunePromoteCommand(e), tuneLedgerCommand(e), tunePowerCommand(e)},
		Action:      func(c *cli.Context) error { return runTune(c, e) },
	}
}

// tuneJob is a fit as its flags ask for it.
type tuneJob struct {
	fit    pipeline.FitConfig
	judge  pipeline.JudgeConfig
	power  tunePower
	inJSON bool
}

func runTune(c *cli.Context, e *env) error {
	j, err := readTune(c)
	if err != nil {
		return err
	}
	data, err := pipeline.OpenFitData(j.fit.In)
	if err != nil {
		return err
	}
	if j.fit.Prior, err = priorOf(c); err != nil {
		return err
	}
	if err := j.settlePatterns(c); err != nil {
		return err
	}
	show := newProgress(e)
	j.fit.Stage, j.fit.Progress, j.fit.Detail = show.stage, show.step, show.detail
	fitted, done, err := pipeline.Fit(c.Context, j.fit, data)
	show.close()
	if err != nil {
		return stopped(err, "what is finished is kept, and the same command goes on from there")
	}
	if done {
		e.note("fit: %s has it already", j.fit.Out)
	}
	for _, w := range fitted.Warnings {
		e.note("warning: %s", w)
	}
	view := tuneViewOf(j.fit.Out, fitted)
	if c.Bool("match") {
		view.Match, err = j.play(c, e, data, fitted)
	} else {
		view.Match, err = playedBefore(j.fit.Out, fitted)
	}
	if err != nil {
		return err
	}
	if view.Match == nil {
		return j.leaveOpen(e, view)
	}
	return j.report(e, view)
}

// playedBefore is the match in the folder, nil for none.
func playedBefore(dir string, fitted *tuner.Fitted) (*tuneVerdict, error) {
	judged, err := pipeline.ReadJudgement(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && judged.Spec.A != fitted.Weights.Digest() {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return verdictOf(judged), nil
}

// leaveOpen reports a fit without a match, and how to play it.
func (j *tuneJob) leaveOpen(e *env, view tuneView) error {
	view.Next = typed(e.args, "--match")
	if err := j.report(e, view); err != nil || j.inJSON {
		return err
	}
	e.printf("strength unknown: a lower loss is a better guess of results, and only a match tells strength\n")
	e.printf("match    %s\n", view.Next)
	return j.power.print(e)
}

// tuneView is a fit as programs get it.
type tuneView struct {
	Out       string       `json:"out"`
	Ruleset   string       `json:"ruleset"`
	Weights   string       `json:"weights_digest"`
	Prior     string       `json:"prior_digest"`
	Data      string       `json:"data_digest"`
	Games     int          `json:"games"`
	Positions int          `json:"positions"`
	Penalty   float64      `json:"penalty"`
	Part      string       `json:"part"` // that the losses are of
	Before    *float64     `json:"before"`
	After     *float64     `json:"after"`
	Gain      *float64     `json:"gain"`
	GainError *float64     `json:"gain_error"`
	Unknown   int          `json:"undetermined_weights"`
	Warnings  []string     `json:"warnings"`
	Match     *tuneVerdict `json:"match,omitempty"`
	Next      string       `json:"next,omitempty"` // the command that plays the match

	fitted *tuner.Fitted
}

func tuneViewOf(out string, f *tuner.Fitted) tuneView {
	g, p := f.Gain, f.Weights.Provenance
	v := tuneView{
		Out: out, Ruleset: f.Weights.Ruleset, Weights: f.Weights.Digest(), Prior: f.Prior.Digest(), Data: p.DataDigest,
		Games: f.Summary.Train.Games, Positions: f.Summary.Train.Positions, Part: g.Part,
		Unknown: len(f.Undetermined), Warnings: append([]string{}, f.Warnings...), fitted: f,
	}
	for _, t := range f.Penalties {
		if t.Chosen {
			v.Penalty = t.Penalty
		}
	}
	if g.Part != "" {
		v.Before, v.After, v.Gain, v.GainError = known(g.Before), known(g.After), known(g.Mean), known(g.Error)
	}
	return v
}

// known is nil for no number, which JSON does not have.
func known(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func (j *tuneJob) report(e *env, v tuneView) error {
	if j.inJSON {
		return e.printJSON(v)
	}
	f, g := v.fitted, v.fitted.Gain
	e.printf("fitted   %s positions of %s games under the ruleset %s, penalty %v\n", thousands(int64(v.Positions)), thousands(int64(v.Games)), v.Ruleset, v.Penalty)
	if g.Part == "" {
		e.printf("loss     %.5f to %.5f nats on the games fitted to; none were kept back to compare with\n", f.Before.Train, f.After.Train)
	} else {
		e.printf("loss     %.5f%s before, %.5f%s after, on %s games\n", g.Before, giveOrTake(g.BeforeError), g.After, giveOrTake(g.AfterError), g.Part)
		e.printf("gain     %+.5f%s nats%s\n", g.Mean, giveOrTake(g.Error), unclear(g))
	}
	e.printf("weights  %s, %d of %d not told by the data\n", filepath.Join(v.Out, pipeline.WeightsFile), v.Unknown, 2*len(f.Real))
	e.printf("report   %s\n", filepath.Join(v.Out, pipeline.ReportFile))
	if v.Match != nil {
		v.Match.print(e)
	}
	return nil
}

// giveOrTake is a standard error behind its number, or nothing where there is none.
func giveOrTake(standardError float64) string {
	if math.IsNaN(standardError) {
		return ""
	}
	return fmt.Sprintf(" ± %.5f", standardError)
}

// unclear says where a gain is none that counts.
func unclear(g tuner.Gain) string {
	if math.IsNaN(g.Error) {
		return ": by a single game, which tells nothing"
	}
	if !(math.Abs(g.Mean) >= 2*g.Error) {
		return ", no more than chance"
	}
	if g.Mean < 0 {
		return ": worse than before"
	}
	return ""
}

// readTune reads the flags.
func readTune(c *cli.Context) (j *tuneJob, err error) {
	j = &tuneJob{}
	if j.fit.In, err = neededList(c, "in"); err != nil {
		return nil, err
	}
	if j.fit.Out, err = needed(c, "out"); err != nil {
		return nil, err
	}
	if j.inJSON, err = asJSON(c); err != nil {
		return nil, err
	}
	if err := j.readOptions(c); err != nil {
		return nil, err
	}
	if j.judge, j.power, err = tuneMatchOf(c, j.fit.Out, j.fit.Options.Workers); err != nil {
		return nil, err
	}
	return j, nil
}

func (j *tuneJob) readOptions(c *cli.Context) (err error) {
	o := &j.fit.Options
	for _, share := range []struct {
		name string
		into *float64
	}{{"lambda", &o.Lambda}, {"guarded", &o.Guarded}, {"adjudicated", &o.Adjudicated}, {"validation", &o.HeldOut}, {"test", &o.Test}} {
		if *share.into, err = shareOf(c, share.name); err != nil {
			return err
		}
	}
	if o.HeldOut+o.Test >= 1 {
		return badUsage("--validation and --test: %v and %v leave no games to fit to; together they are below 1", o.HeldOut, o.Test)
	}
	// In the options 0 stands for what is usual, and a negative number for none.
	for _, v := range []*float64{&o.Adjudicated, &o.HeldOut, &o.Test} {
		if *v == 0 {
			*v = -1
		}
	}
	o.Played = c.Bool("as-played")
	if o.MaxPerGame, err = positive(c, "per-game"); err != nil {
		return err
	}
	if c.IsSet("penalty") {
		if o.Penalty = c.Float64("penalty"); !(o.Penalty > 0) || o.Penalty > 1e9 {
			return badUsage("--penalty: %v is not possible; it is above 0 and at most 1e9", o.Penalty)
		}
	}
	if err := j.readPatterns(c); err != nil {
		return err
	}
	if o.Workers, err = workersOf(c); err != nil {
		return err
	}
	o.Memory, err = sizeOf(c, "memory")
	return err
}

func (j *tuneJob) readPatterns(c *cli.Context) error {
	o := &j.fit.Options
	o.Patterns, o.Threatened = c.String("patterns"), c.Bool("threatened")
	if c.IsSet("patterns") && o.Patterns != noPatterns && !slices.Contains(eval.PatternSets(), o.Patterns) {
		return badUsage("--patterns: there is no set %q; the sets are %s, or %s", o.Patterns, strings.Join(eval.PatternSets(), ", "), noPatterns)
	}
	if !c.IsSet("pattern-penalty") {
		return nil
	}
	if o.PatternPenalty = c.Float64("pattern-penalty"); !(o.PatternPenalty > 0) || o.PatternPenalty > 1e9 {
		return badUsage("--pattern-penalty: %v is not possible; it is above 0 and at most 1e9", o.PatternPenalty)
	}
	return nil
}

// noPatterns is what --patterns says for none.
const noPatterns = "none"

// settlePatterns decides what is fitted: the set of --patterns, or without it that of
// the prior. The prior's patterns are left out where none are wanted.
func (j *tuneJob) settlePatterns(c *cli.Context) error {
	o := &j.fit.Options
	switch has := j.fit.Prior.Patterns; {
	case o.Patterns == noPatterns:
		o.Patterns, j.fit.Prior.Patterns = "", nil
	case o.Patterns == "" && has != nil:
		o.Patterns = has.Set.Name()
	case has != nil && o.Patterns != has.Set.Name():
		return badUsage("--patterns: the prior has the set %s; name that, or %s, or another --prior", has.Set.Name(), noPatterns)
	}
	if o.Patterns == "" && c.IsSet("pattern-penalty") {
		return badUsage("--pattern-penalty: there are no patterns; --patterns names a set")
	}
	return nil
}

// shareOf reads a number from 0 to 1.
func shareOf(c *cli.Context, name string) (float64, error) {
	v := c.Float64(name)
	if !(v >= 0 && v <= 1) {
		return 0, badUsage("--%s: %v is not possible; it is a number from 0 to 1", name, v)
	}
	return v, nil
}

// sizeOf reads a number of bytes with K, M or G for thousands, millions or milliards;
// 0 if it is not given.
func sizeOf(c *cli.Context, name string) (int64, error) {
	text := c.String(name)
	if !c.IsSet(name) {
		return 0, nil
	}
	times := int64(1)
	digits := strings.TrimRight(strings.ToUpper(text), "KMG")
	switch strings.ToUpper(text)[len(digits):] {
	case "K":
		times = 1e3
	case "M":
		times = 1e6
	case "G":
		times = 1e9
	case "":
	default:
		times = 0
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || times == 0 || n < 1 || n > math.MaxInt64/times {
		return 0, badUsage("--%s: %q is not possible; it is a number of bytes such as 500M or 2G", name, text)
	}
	return n * times, nil
}

// priorOf reads --prior. The fit looks at whether it is for the games' ruleset.
func priorOf(c *cli.Context) (*eval.Weights, error) {
	name := c.String("prior")
	switch {
	case name == "default":
		return eval.Default(), nil
	case name == "zero":
		return &eval.Weights{Ruleset: eval.AnyRuleset, Scale: eval.Default().Scale}, nil
	case filepath.Ext(name) != ".json":
		return nil, badUsage("--prior: %q is neither default nor zero nor a file ending in .json", name)
	}
	w, err := eval.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, badFlag("prior", err)
	}
	return w, err
}

// typed is the command as it was typed, with more words, for a shell.
func typed(args []string, more ...string) string {
	words := []string{"dama"}
	for _, word := range append(append([]string{}, args[1:]...), more...) {
		if word == "" || strings.ContainsAny(word, " \t\n'\"\\$`*?[](){}<>|&;#~!") {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// tuneVerdict is the match of a fit as programs get it.
type tuneVerdict struct {
	Outcome string      `json:"outcome"`
	Pairs   int         `json:"pairs"`
	Tally   match.Tally `json:"tally"`
	Elo     match.Elo   `json:"elo"`
	SPRT    match.SPRT  `json:"sprt"`
	LLR     float64     `json:"llr"`
	Nodes   uint64      `json:"nodes"`
}
