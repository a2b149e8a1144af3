package datasets

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"damalab/dama"
	"damalab/internal/ordered"
)

// Rescored datasets
//
// A rescored dataset has the games of another one, row for row and shard for shard,
// and differs in the column rescored alone. Its spec names what it was made from,
// as a source, and the endgame tables that the values are from; so what the spec of
// a run says of its games still holds, and an audit still asks for it.
//
//	games/shard-00000 ---> value of each game ---> games/shard-00000
//	games/shard-00001 ---> value of each game ---> games/shard-00001
//
// Each shard is one piece of work, so the bytes do not depend on the number of
// workers. Memory is a few hundred rows read and a row group written for each.

// Tables are exact results of positions with few pieces, as endgame tables are. Any
// number of goroutines may ask at once.
type Tables interface {
	// MaxPieces is the number of pieces, both sides together, up to which every
	// position is known.
	MaxPieces() int
	// Probe returns +1, 0 or -1 if the side to move wins, draws or loses with
	// best play, and the number of plies to the end of a won or lost game. ok is
	// false if the position is not known.
	Probe(p dama.Position) (result, plies int, ok bool)
	// Err returns the first fault met while asking; nil if there was none.
	Err() error
}

// TablesUsed says which endgame tables the values of a rescored dataset are from.
type TablesUsed struct {
	// Rulesets are the dataset's rulesets that the tables answer for, sorted by
	// name.
	Rulesets []string `json:"rulesets"`
	// Pieces is up to how many pieces they know every position.
	Pieces int `json:"pieces"`
	// Digest identifies the set, and RulesDigest the Rules that it answers for.
	Digest      string          `json:"digest"`
	Rules       json.RawMessage `json:"rules"`
	RulesDigest string          `json:"rules_digest"`
}

// rescoredSpec is the spec of a rescored dataset. Split is what [Manifest.Split]
// reads.
type rescoredSpec struct {
	Rescored *rescoredPart `json:"rescored"`
	Split    string        `json:"split,omitempty"`
}

type rescoredPart struct {
	Of     source       `json:"of"`
	Data   string       `json:"data_digest"` // of the games that were rescored
	Tables []TablesUsed `json:"tables"`
}

// rescoredOf reads the spec of a rescored dataset; nil if it is another one.
func rescoredOf(spec json.RawMessage) *rescoredPart {
	var form struct {
		Rescored *rescoredPart `json:"rescored"`
	}
	if json.Unmarshal(spec, &form) != nil || form.Rescored == nil || form.Rescored.Of.Spec == nil {
		return nil
	}
	return form.Rescored
}

// RescoreOptions say how a dataset is rescored.
type RescoreOptions struct {
	// Tables are what the values are from, in an order of the caller's.
	Tables []TablesUsed
	// Workers is the number of shards at work at a time. It changes no byte.
	Workers int
	// Value returns the exact result of a game, nil where there is none. It is
	// called from several goroutines; worker tells which, from 0 to Workers-1.
	Value func(worker int, g *Game) (*int8, error)
	Watch Watch
}

// WriteRescored writes the games of a dataset, each with another value in the column
// rescored, as a dataset into the folder out, which must be new, empty or what a
// killed run left. Positions and puzzles are left out. After an error, which may be
// the context's, nothing is left in out.
func WriteRescored(ctx context.Context, out string, d *Dataset, o RescoreOptions) (*Manifest, error) {
	shards := d.Shards(Games)
	if d.Manifest.games() == 0 {
		return nil, fmt.Errorf("%s has no games, and it is games that are rescored", d.Dir)
	}
	m, err := d.Manifest.derived(rescoredSpec{
		&rescoredPart{Of: sourceOf(d.Manifest), Data: d.dataDigest(Games), Tables: o.Tables}, d.Manifest.Split(),
	})
	if err != nil {
		return nil, err
	}
	r := &rescoring{data: d, manifest: m, options: o}
	err = fillFolder(out, ManifestName, []string{d.Dir}, func(folder *workFolder) ([]byte, error) {
		if err := copyInputs(folder.dir, []*Dataset{d}); err != nil {
			return nil, err
		}
		if err := r.write(ctx, folder.dir, shards); err != nil {
			return nil, err
		}
		return m.encode()
	})
	return m, err
}

// rescoring is one rescoring at work.
type rescoring struct {
	data     *Dataset
	manifest *Manifest // of the result
	options  RescoreOptions
}

// write writes all shards below dir.
func (r *rescoring) write(ctx context.Context, dir string, shards []FileInfo) error {
	total, done := r.data.Manifest.games(), int64(0)
	return ordered.Run(ctx, 0, len(shards), r.options.Workers,
		func(ctx context.Context, worker, i int) (FileInfo, error) {
			return r.shard(ctx, worker, dir, shards[i])
		},
		func(_ int, info FileInfo) error {
			done += info.Rows
			r.options.Watch.step(done, total)
			return r.manifest.Add(dir, info)
		})
}

// shard writes one shard.
func (r *rescoring) shard(ctx context.Context, worker int, dir string, from FileInfo) (FileInfo, error) {
	rules, _ := r.manifest.rulesAt(from.Path)
	var failed error // Write would name the row of the new file
	info, err := Write(filepath.Join(dir, filepath.FromSlash(from.Path)), r.manifest.MetaFor(rules), func(yield func(Game, error) bool) {
		for game, err := range placedShard[Game](ctx, r.data, from) {
			g := game.row
			switch {
			case err != nil:
			case g.Ruleset != rules.Name:
				err = fmt.Errorf("%v: game %s has the ruleset %q in a file of %q", game.at, g.ID, g.Ruleset, rules.Name)
			default:
				if g.Rescored, err = r.options.Value(worker, &g); err != nil {
					err = fmt.Errorf("%v: game %s: %w", game.at, g.ID, err)
				}
			}
			failed = err
			if !yield(g, err) || err != nil {
				return
			}
		}
	})
	if failed != nil {
		return info, failed
	}
	return info, err
}
