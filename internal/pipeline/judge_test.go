package pipeline

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/selfplay"
	"damalab/selfplay/match"
	"damalab/tuner"
)

// trainingGames stores games that go through the openings given, and then on at random.
func trainingGames(t *testing.T, rules dama.Ruleset, openings []selfplay.Line) string {
	t.Helper()
	dir := t.TempDir()
	m, err := datasets.NewManifest(rules, "test", "")
	if err != nil {
		t.Fatal(err)
	}
	var games []datasets.Game
	rng := rand.New(rand.NewPCG(1, 2))
	gen := rules.Generator()
	for i, line := range openings {
		p := line.Start
		result := int8(rng.IntN(3) - 1)
		g := datasets.Game{
			ID: fmt.Sprintf("test-%08d", i), Ruleset: rules.Name, Index: int64(i), OpeningPlies: int32(len(line.Moves)),
			Result: &result, Termination: "agreement", EndedBy: datasets.EndedByImport,
		}
		for len(g.Moves) < 24 {
			var next dama.Move
			if n := len(g.Moves); n < len(line.Moves) {
				next = line.Moves[n]
			} else {
				moves := gen.Moves(p)
				next = moves[rng.IntN(len(moves))]
			}
			g.Moves = append(g.Moves, gen.Text(p, next))
			p = p.Make(next)
		}
		g.Scores, g.Plies = make([]*int16, len(g.Moves)), int32(len(g.Moves))
		games = append(games, g)
	}
	path := filepath.Join(dir, datasets.ShardPath(datasets.Games, 0))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	info, err := datasets.WriteGames(path, m.Meta(), games)
	if err == nil {
		err = m.Add(dir, info)
	}
	if err == nil {
		err = m.Save(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func endOf(t *testing.T, gen dama.Generator, texts []string) dama.Position {
	t.Helper()
	p := dama.StartPosition()
	for _, text := range texts {
		m, err := gen.ParseMove(p, text)
		if err != nil {
			t.Fatal(err)
		}
		p = p.Make(m)
	}
	c, _ := p.Canonical()
	return c
}

// TestJudgeAvoidsTrainingOpenings fits to games from the very openings that a match
// would begin with, and looks at those that it begins with instead. The match is
// stopped on its way, and resumed; then it is extended.
func TestJudgeAvoidsTrainingOpenings(t *testing.T) {
	rules, err := dama.FindRuleset("federation")
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	side := match.WeightsSide(eval.Default())
	spec := match.NewSpec(rules, side, side, 7, 10)
	usual, err := spec.Openings.Draw(ctx, rules, spec.Seed, spec.Params, nil, 40, 2)
	if err != nil {
		t.Fatal(err)
	}
	data, err := OpenFitData([]string{trainingGames(t, rules, usual)})
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "fit")
	f, done, err := Fit(ctx, FitConfig{In: []string{data.Sets[0].Dir}, Out: out, Prior: eval.Default(), Options: tuner.Options{MaxPerGame: 8, Patterns: eval.Default().Patterns.Set.Name()}}, data)
	if err != nil || done {
		t.Fatal(done, err)
	}
	config := JudgeConfig{Out: out, Nodes: 10, Seed: 7, Pairs: 14, SPRT: match.SPRT{Elo0: 0, Elo1: 10, Error: 1e-12}, Workers: 2}
	stop, cancel := context.WithCancel(ctx)
	stopping := config
	stopping.Pairs = 60 // many more than can be finished while the third is counted
	stopping.Progress = func(done int, _ *match.Tally) {
		if done == 3 {
			cancel()
		}
	}
	if _, err := Judge(stop, stopping, data, f); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: %v", err)
	}
	if j, err := ReadJudgement(out); err != nil || j.Pairs < 3 || j.Outcome() != Undecided {
		t.Errorf("stopped: %+v, %v", j, err)
	}
	j, err := Judge(ctx, config, data, f)
	if err != nil || j.Pairs != 14 || j.Avoided < 40 || j.Spec.Openings.Avoid == "" {
		t.Fatalf("%+v, %v", j, err)
	}
	if back, err := ReadJudgement(out); err != nil || !reflect.DeepEqual(back, j) {
		t.Errorf("read back: %+v, %v", back, err)
	}
	used := map[dama.Position]bool{}
	gen := rules.Generator()
	for g, err := range data.Games() {
		if err != nil {
			t.Fatal(err)
		}
		used[endOf(t, gen, g.Moves[:g.OpeningPlies])] = true
	}
	_, pairs, err := match.ReadStore(filepath.Join(out, MatchFolder))
	if err != nil || len(pairs) != 14 {
		t.Fatal(len(pairs), err)
	}
	for _, p := range pairs {
		if used[endOf(t, gen, p.Opening)] {
			t.Errorf("pair %d begins as a training game does: %v", p.Index, p.Opening)
		}
	}
	config.Pairs = 15
	if j, err := Judge(ctx, config, data, f); err != nil || j.Pairs != 15 {
		t.Errorf("extended: %+v, %v", j, err)
	}
	config.SPRT.Elo0 = -5
	if _, err := Judge(ctx, config, data, f); err == nil {
		t.Error("the bounds of a test were moved on its way")
	}
	config.SPRT.Elo0, config.Nodes = 0, 11
	if _, err := Judge(ctx, config, data, f); err == nil {
		t.Error("another match was let into the folder")
	}
}
