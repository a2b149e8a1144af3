package selfplay

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"damalab/datasets"
)

// Forecast is what a short sample says of a run: nothing of it is kept.
type Forecast struct {
	Sample  Tally         // what was played
	Took    time.Duration // by the clock
	Bytes   int64         // of the sample's games as a shard
	Games   int           // asked for
	Time    time.Duration // the run will take, with the same workers on this machine
	Disk    int64         // bytes
	Plies   int           // positions
	Quiet   int           // quiet ones
	Workers int
}

// sampleGames is how many games are played at least, and at most: the figures of
// fewer say little, and more would make the answer late.
const (
	minSample = 16
	maxSample = 200
)

// Sample plays the first games of a run for about the given time and forecasts
// the whole.
func Sample(ctx context.Context, spec Spec, m Material, o Options, about time.Duration) (Forecast, error) {
	f := Forecast{Games: o.Games - o.First, Workers: o.Workers}
	if err := spec.Validate(); err != nil {
		return f, err
	}
	if err := m.prepare(&spec); err != nil {
		return f, err
	}
	if err := m.checkEnough(&spec, o.Games); err != nil {
		return f, err
	}
	digest, err := spec.Digest()
	if err != nil {
		return f, err
	}
	planner := newPlanner(&spec, digest, &m, 0)
	seen := newSeenGames(spec.Opening.Distinct)
	var games []datasets.Game
	began := time.Now()
	for n := min(minSample, f.Games); len(games) == 0 || time.Since(began) < about && len(games) < min(maxSample, f.Games); {
		first := len(games)
		err := playRange(ctx, &spec, digest, &m, planner, first, first+n, o.Workers, func(g datasets.Game) error {
			games = append(games, g)
			return f.Sample.add(&g, seen, m.Rules.Facts)
		})
		if err != nil {
			return f, err
		}
		n = min(n, f.Games-len(games))
	}
	f.Took = time.Since(began)
	return f, f.extend(&spec, digest, &m, games)
}

// extend computes the forecast from the sample's games.
func (f *Forecast) extend(spec *Spec, digest string, m *Material, games []datasets.Game) error {
	dir, err := os.MkdirTemp("", "dama-sample-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	info, err := datasets.WriteGames(filepath.Join(dir, "sample.parquet"), datasets.MetaOf(m.Rules, digest, spec.weightsDigest()), games)
	if err != nil {
		return err
	}
	quiet := 0
	for _, g := range games {
		rows, err := datasets.Expand(g, m.Rules.Generator())
		if err != nil {
			return err
		}
		for i := range rows {
			if rows[i].Quiet {
				quiet++
			}
		}
	}
	times := float64(f.Games) / float64(len(games))
	f.Bytes = info.Bytes
	f.Time = time.Duration(float64(f.Took) * times)
	f.Disk = int64(float64(info.Bytes) * times)
	f.Plies = int(float64(f.Sample.Plies) * times)
	f.Quiet = int(float64(quiet) * times)
	return nil
}
