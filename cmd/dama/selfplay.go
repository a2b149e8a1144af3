package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"damalab/datasets"
	"damalab/selfplay"
)

// defaultSelfplayGames is how many games are played unless others are asked for.
const defaultSelfplayGames = 1000

// sampleTime is about how long --dry-run plays.
const sampleTime = 5 * time.Second

func selfplayCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "selfplay", Usage: "let the engine play itself and store the games",
		Description: "The same command goes on where it stopped, and with more --games it extends the\n" +
			"dataset. Game number i depends on the spec and i alone, so ranges of games can be\n" +
			"played on several machines and merged with 'dama datasets merge'.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "the dataset's folder"},
			&cli.StringFlag{Name: "spec", Usage: "a TOML file that says how to play; the flags below override it"},
			&cli.IntFlag{Name: "games", Usage: fmt.Sprintf("how many games the dataset has at the end (default: the spec's, or %d)", defaultSelfplayGames)},
			&cli.StringFlag{Name: "range", Usage: "play only games A up to but not including B, as A:B"},
			&cli.Uint64Flag{Name: "nodes", Usage: "how many nodes a move's search may take (default: 1000)"},
			&cli.Uint64Flag{Name: "seed", Usage: "the seed of the games (default: a new one, or that of the run in the folder)"},
			&cli.StringFlag{Name: "weights", Usage: "a weights file for both sides (default: the built-in weights)"},
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "how many games are played at a time; changes no game"},
			&cli.BoolFlag{Name: "dry-run", Usage: "play a short sample, forecast time and disk, and write nothing"},
			endgameFlag(), rulesetFlag(), formatFlag(),
		},
		Action: func(c *cli.Context) error { return runSelfplay(c, e) },
	}
}

// selfplayJob is a run as it is asked for.
type selfplayJob struct {
	dir      string
	spec     selfplay.Spec
	material selfplay.Material
	options  selfplay.Options
	named    string // the endgame tables of the spec file, if they are still to be opened
}

func runSelfplay(c *cli.Context, e *env) error {
	inJSON, err := asJSON(c)
	if err != nil {
		return err
	}
	j, err := readSelfplay(c)
	if err != nil {
		return err
	}
	digest, canonical, err := datasets.SpecDigest(j.spec)
	if err != nil {
		return err
	}
	if err := e.noteSpec(digest, canonical); err != nil {
		return err
	}
	if c.Bool("dry-run") {
		return j.forecast(c, e, inJSON)
	}
	return j.play(c, e, inJSON)
}

// noteSpec prints a spec, a line for each of its parts.
func (e *env) noteSpec(digest string, canonical []byte) error {
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(canonical, &parts); err != nil {
		return err
	}
	e.note("spec %s", digest)
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		e.note("  %s = %s", name, parts[name])
	}
	return nil
}

// memoryLimit is for a run of any length, in bytes: what openings and games to
// compare with takes 180 MB at most, and garbage is to fit in beside it.
const memoryLimit = 240 << 20

func (j *selfplayJob) play(c *cli.Context, e *env, inJSON bool) error {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	show := newProgress(e)
	show.stage("play", fmt.Sprintf("games %d to %d at %d nodes a move, ruleset %s, seed %d",
		j.options.First, j.options.Games-1, j.spec.Nodes, j.spec.Ruleset, j.spec.Seed))
	if n := j.options.First; n >= 1000 && j.spec.Opening.Distinct > 0 {
		e.note("play: the openings of the %d games before are drawn first, so that none comes twice", n%j.spec.Opening.Distinct)
	}
	began, last := time.Now(), selfplay.Progress{Total: j.options.Games - j.options.First}
	j.options.Progress = func(p selfplay.Progress) {
		last = p
		show.detail(playDetail(p, time.Since(began)))
		show.step(p.Done, p.Total)
	}
	m, err := selfplay.Run(c.Context, j.dir, j.spec, j.material, j.options)
	show.close()
	if err != nil {
		return stopped(err, fmt.Sprintf("%d of %d games are stored, and the same command goes on from there", last.Done, last.Total))
	}
	return reportSelfplay(e, j.dir, m, last.Tally, inJSON)
}

// playDetail is what a person wants to know while games are played.
func playDetail(p selfplay.Progress, passed time.Duration) string {
	if p.Games == 0 || passed <= 0 {
		return ""
	}
	percent := func(n int) float64 { return 100 * float64(n) / float64(p.Games) }
	s := passed.Seconds()
	return fmt.Sprintf("%.1f games/s, %.0f positions/s, White %.0f %%, drawn %.0f %%, Black %.0f %%, repeated %.1f %%",
		float64(p.Games)/s, float64(p.Plies)/s, percent(p.White), percent(p.Drawn), percent(p.Black), percent(p.Repeated))
}

// selfplayView is the answer for programs.
type selfplayView struct {
	Out        string `json:"out"`
	SpecDigest string `json:"spec_digest"`
	Games      int64  `json:"games"` // in the dataset
	Bytes      int64  `json:"bytes"`
	Played     int    `json:"played"` // by this command, like all that follows
	Plies      int    `json:"plies"`
	White      int    `json:"white"`
	Drawn      int    `json:"drawn"`
	Black      int    `json:"black"`
	Repeated   int    `json:"repeated_openings"`
	Replayed   int    `json:"repeated_games"`
}

func reportSelfplay(e *env, dir string, m *datasets.Manifest, t selfplay.Tally, inJSON bool) error {
	v := selfplayView{
		Out: dir, SpecDigest: m.SpecDigest, Played: t.Games, Plies: t.Plies,
		White: t.White, Drawn: t.Drawn, Black: t.Black, Repeated: t.Repeated, Replayed: t.Replayed,
	}
	shards := 0
	for _, f := range m.Files {
		if strings.HasPrefix(f.Path, string(datasets.Games)+"/") {
			shards++
			v.Games += f.Rows
			v.Bytes += f.Bytes
		}
	}
	if inJSON {
		return e.printJSON(v)
	}
	e.printf("dataset  %s: %d games in %d shards, %s\n", dir, v.Games, shards, bytesText(v.Bytes))
	if t.Games == 0 {
		e.printf("played   none: all that were asked for are there\n")
		return nil
	}
	e.printf("played   %d games, %d plies: White won %d, %d drawn, Black won %d\n", t.Games, t.Plies, t.White, t.Drawn, t.Black)
	e.printf("repeats  %d openings, %d whole games (mirror images and exchanged colors count)\n", t.Repeated, t.Replayed)
	return nil
}

// forecastView is a forecast for programs.
type forecastView struct {
	Games     int     `json:"games"`
	Seconds   float64 `json:"seconds"`
	Bytes     int64   `json:"bytes"`
	Positions int     `json:"positions"`
	Quiet     int     `json:"quiet_positions"`
	Sample    int     `json:"sample_games"`
	SampleSec float64 `json:"sample_seconds"`
	Repeated  int     `json:"sample_repeated_openings"`
}

func (j *selfplayJob) forecast(c *cli.Context, e *env, inJSON bool) error {
	e.note("sample: some of the games, for about %s", sampleTime)
	f, err := selfplay.Sample(c.Context, j.spec, j.material, j.options, sampleTime)
	if err != nil {
		return stopped(err, "nothing was written")
	}
	if inJSON {
		return e.printJSON(forecastView{
			Games: f.Games, Seconds: f.Time.Seconds(), Bytes: f.Disk, Positions: f.Plies, Quiet: f.Quiet,
			Sample: f.Sample.Games, SampleSec: f.Took.Seconds(), Repeated: f.Sample.Repeated,
		})
	}
	t := f.Sample
	e.printf("sample    %d games in %.1f s: White won %d, %d drawn, Black won %d; %d repeated openings\n",
		t.Games, f.Took.Seconds(), t.White, t.Drawn, t.Black, t.Repeated)
	e.printf("forecast  %d games: about %s with %d workers, %s, %d positions of which %d quiet\n",
		f.Games, eta(f.Time.Seconds()), j.options.Workers, bytesText(f.Disk), f.Plies, f.Quiet)
	e.printf("written   nothing\n")
	return nil
}

// readSelfplay reads the flags and the spec file.
func readSelfplay(c *cli.Context) (*selfplayJob, error) {
	j := &selfplayJob{dir: c.String("out")}
	if j.dir == "" && !c.Bool("dry-run") {
		return nil, badUsage("--out is missing: the folder to write to")
	}
	if c.IsSet("nodes") && c.Uint64("nodes") < 1 {
		return nil, badUsage("--nodes: 0 is not possible; it is at least 1")
	}
	for _, name := range []string{"spec", "weights"} {
		if c.IsSet(name) && c.String(name) == "" {
			return nil, badUsage("--%s: the name of a file is missing", name)
		}
	}
	if err := j.readRange(c, 0); err != nil { // before files are read
		return nil, err
	}
	games, err := j.readSpec(c)
	if err != nil {
		return nil, err
	}
	if j.options.Workers, err = workersOf(c); err != nil {
		return nil, err
	}
	return j, j.readRange(c, games)
}

// readSpec builds the spec and its material from the spec file, or else from the
// run in the folder, or else from what is usual; flags that are given override it.
// It returns the number of games that the file asks for.
func (j *selfplayJob) readSpec(c *cli.Context) (games int, err error) {
	stored, found := selfplay.Spec{}, false
	if j.dir != "" {
		if stored, found, err = selfplay.LoadSpec(j.dir); err != nil {
			return 0, err
		}
	}
	if found && c.String("spec") == "" {
		return 0, j.goOn(c, stored)
	}
	file := selfplay.UsualFile()
	if path := c.String("spec"); path != "" {
		if file, err = selfplay.ReadSpecFile(path); err != nil {
			return 0, err
		}
	}
	if c.IsSet("nodes") {
		file.Nodes = c.Uint64("nodes")
	}
	if c.IsSet("seed") {
		seed := c.Uint64("seed")
		file.Seed = &seed
	}
	if j.spec, j.material, err = file.Build(findRuleset, j.openNamed(c)); err != nil {
		return 0, err
	}
	if err := j.override(c); err != nil {
		return 0, err
	}
	switch {
	case file.Seed != nil:
	case found:
		j.spec.Seed = stored.Seed
	case c.IsSet("range"):
		return 0, badUsage("--range in a new folder needs --seed, or a seed in the spec: the ranges of one run share it")
	default:
		j.spec.Seed = selfplay.FreshSeed()
	}
	return file.Games, nil
}

// goOn takes the spec of the run in the folder.
func (j *selfplayJob) goOn(c *cli.Context, stored selfplay.Spec) error {
	m, err := datasets.LoadManifest(j.dir)
	if err != nil {
		return err
	}
	tables, err := playedEndgames(c, "endgame", m.Ruleset)
	if err != nil {
		return err
	}
	material, err := selfplay.LoadMaterial(j.dir, &stored, m.Ruleset, tables)
	if err != nil {
		return fmt.Errorf("%s: what its games were played with is not there whole: %w", j.dir, err)
	}
	j.spec, j.material = stored, *material
	if c.IsSet("nodes") {
		j.spec.Nodes = c.Uint64("nodes")
	}
	if c.IsSet("seed") {
		j.spec.Seed = c.Uint64("seed")
	}
	return j.override(c)
}

// override applies --ruleset, --weights and --endgame.
func (j *selfplayJob) override(c *cli.Context) (err error) {
	if c.IsSet("ruleset") {
		if j.material.Rules, err = rulesetOf(c); err != nil {
			return err
		}
		j.spec.Ruleset, j.spec.RulesetDigest = j.material.Rules.Name, j.material.Rules.Digest()
	}
	if c.IsSet("weights") {
		w, err := weightsOf(c, "weights", j.material.Rules)
		if err != nil {
			return err
		}
		j.material.White, j.material.Black = w, w
		j.spec.Weights = selfplay.Sides{White: w.Digest(), Black: w.Digest()}
	}
	return j.overrideEndgames(c)
}

// readRange reads which games are asked for.
func (j *selfplayJob) readRange(c *cli.Context, games int) (err error) {
	switch {
	case c.IsSet("range") && c.IsSet("games"):
		return badUsage("--range and --games both say which games to play; give one of them")
	case c.IsSet("range"):
		j.options.First, j.options.Games, err = parseRange(c.String("range"))
		return err
	case c.IsSet("games"):
		games, err = positive(c, "games")
	case games == 0:
		games = defaultSelfplayGames
	}
	j.options.Games = games
	return err
}

func parseRange(text string) (first, last int, err error) {
	a, b, ok := strings.Cut(text, ":")
	if ok {
		if first, err = strconv.Atoi(a); err == nil {
			last, err = strconv.Atoi(b)
		}
	}
	if !ok || err != nil || first < 0 || last <= first {
		return 0, 0, badUsage("--range: %q is not possible; it is A:B with B above A, such as 0:10000", text)
	}
	return first, last, nil
}
