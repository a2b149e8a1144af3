package datasets

import (
	"context"
	"iter"
	"path/filepath"
)

// importShardGames is the number of games in a shard, as in self-play.
const importShardGames = 500

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
		ShardGames: importShardGames, Files: im.files,
	}}
}

// write makes the shards and then the manifest from the spooled games.
func (im *importer) write(ctx context.Context, folder *importFolder, spool *importSpool) error {
	m, err := NewManifest(im.options.Ruleset, im.spec(), "")
	if err != nil {
		return err
	}
	for first := 0; first < im.summary.Imported; first += importShardGames {
		path := filepath.Join(folder.dir, filepath.FromSlash(ShardPath(Games, first/importShardGames)))
		last := min(first+importShardGames, im.summary.Imported)
		folder.files = append(folder.files, path)
		info, err := Write(path, m.Meta(), im.rows(ctx, spool, m.SpecDigest, first, last))
		if err != nil {
			return err
		}
		if err := m.Add(folder.dir, info); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	folder.files = append(folder.files, filepath.Join(folder.dir, ManifestName))
	return m.Save(folder.dir)
}

// rows yields the next games of the spool with the numbers from first to last-1.
func (im *importer) rows(ctx context.Context, spool *importSpool, digest string, first, last int) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		for index := first; index < last; index++ {
			g, err := spool.next()
			if err == nil {
				err = ctx.Err()
			}
			if !yield(im.row(&g, digest, int64(index)), err) {
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
