package datasets

import (
	"context"
	"iter"
)

// importSpec is everything that decides the games of an import, for its digest. The
// names of the files are not in it: they decide nothing.
type importSpec struct {
	Import importFacts `json:"import"`
}

type importFacts struct {
	Ruleset        string       `json:"ruleset"`
	RulesetDigest  string       `json:"ruleset_digest"`
	TrustRules     bool         `json:"trust_rules"`
	DropDuplicates bool         `json:"drop_duplicates"`
	ShardGames     int          `json:"shard_games"`
	Files          []importFile `json:"files"`
}

// importFile is a source: the digest of its bytes, and how many games are in it,
// those that were skipped included.
type importFile struct {
	SHA256 string `json:"sha256"`
	Games  int    `json:"games"`
}

func (im *importer) spec() importSpec {
	o := &im.options
	return importSpec{importFacts{
		Ruleset: o.Ruleset.Name, RulesetDigest: o.Ruleset.Digest(),
		TrustRules: o.TrustRules, DropDuplicates: o.DropDuplicates,
		ShardGames: UsualShardGames, Files: im.files,
	}}
}

// write makes the shards from the spooled games and returns the manifest.
func (im *importer) write(ctx context.Context, dir string, spool *importSpool) (manifest []byte, err error) {
	m, err := NewManifest(im.options.Ruleset, im.spec(), "")
	if err != nil {
		return nil, err
	}
	if err := writeShards(dir, m, im.rows(ctx, spool, m)); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return m.encode()
}

// rows yields the games of the spool with their numbers and their shards.
func (im *importer) rows(ctx context.Context, spool *importSpool, m *Manifest) iter.Seq2[shardRow[Game], error] {
	return func(yield func(shardRow[Game], error) bool) {
		meta := m.Meta()
		for index := range im.summary.Imported {
			g, err := spool.next()
			if err == nil {
				err = ctx.Err()
			}
			row := im.row(&g, m.SpecDigest, int64(index))
			if !yield(shardRow[Game]{row, ShardPath(Games, index/UsualShardGames), meta}, err) {
				return
			}
		}
	}
}

func (im *importer) row(g *importedGame, digest string, index int64) Game {
	row := Game{
		ID: GameID(digest, index), Ruleset: im.options.Ruleset.Name, Index: index,
		Moves: g.Moves, Scores: make([]*int16, len(g.Moves)), Plies: int32(len(g.Moves)),
		Termination: g.Termination, EndedBy: EndedByImport,
		White: g.White, Black: g.Black,
	}
	if g.Known {
		row.Result = &g.Result
	}
	if g.StartFEN != "" {
		row.StartFEN = &g.StartFEN
	}
	return row
}
