package puzzles

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"

	"damalab/datasets"
	"damalab/eval"
)

// setSpec is how a set was made, as its manifest says it. The number of workers
// is not in it: it changes nothing.
type setSpec struct {
	Source      string                `json:"source"`
	Criteria    Criteria              `json:"criteria"`
	Kinds       []datasets.PuzzleKind `json:"kinds"`
	SkipIllegal bool                  `json:"skip_illegal"`
	// Endgames is the digest of the tables asked besides the built-in ones.
	Endgames string `json:"endgames,omitempty"`
	// Elsewhere are the digests of the tables of other rules.
	Elsewhere []string `json:"elsewhere,omitempty"`
	// Rejected is the digest of the list of puzzles that are not wanted.
	Rejected string `json:"rejected,omitempty"`
	// Judge is the digest of the engine's weights; see [LineCriteria].
	Judge string `json:"judge"`
}

// MineTo mines games and writes the puzzles into the folder dir as a dataset
// with one shard, puzzles/shard-00000.parquet, and a manifest; the criteria stand
// in the shard's metadata, too. Of near-duplicates, which have the same line among
// the same pieces that matter, the best one is written with the number of them:
// the one that holds under most rulesets, then with the fewest pieces on the board,
// then with the greatest gain, then the first. To know it takes a scratch file in
// the folder, and another 100 bytes or so of memory a puzzle. The source is the
// spec digest of the games, and inputs are the folders from which they are read,
// which dir may not touch: see [datasets.FillFolder]. A set without puzzles is
// written like any other, and the funnel says why it is empty.
//
// When the context is done, after a kill, and when a file can't be read or written,
// what is finished stays in dir, and the same call goes on with it to the same bytes;
// see [JournalName]. A call with other games or other options is refused there, but
// for the workers. After an error that another attempt would meet again nothing stays.
//
// The finish, if not nil, is called when the shard is written, to do what else
// belongs to a set before its manifest makes it one; see [RateFiles].
func MineTo(ctx context.Context, dir, source string, games iter.Seq2[datasets.Game, error], o Options, finish func(*datasets.Manifest, Funnel) error, inputs ...string) (Funnel, error) {
	kinds, err := o.kinds()
	if err != nil {
		return Funnel{}, err
	}
	spec := setSpec{
		Source: source, Criteria: o.Criteria, Kinds: kinds, SkipIllegal: o.SkipIllegal,
		Endgames: o.endgamesDigest(), Elsewhere: o.elsewhereDigests(), Rejected: o.Rejected.digest(), Judge: eval.Default().Digest(),
	}
	manifest, err := datasets.NewManifest(o.Ruleset, spec, "")
	if err != nil {
		return Funnel{}, err
	}
	var funnel Funnel
	err = datasets.FillFolder(dir, inputs, JournalName, func() (_ *datasets.Manifest, err error) {
		j, err := openJournal(dir, journalHead{datasets.ToolVersion, o.Ruleset.Digest(), spec})
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, j.close(err == nil || canGoOn(ctx, err))) }()
		if funnel, err = mineShard(ctx, dir, manifest, games, o, j); err == nil && finish != nil {
			err = finish(manifest, funnel)
		}
		return manifest, err
	})
	return funnel, err
}

// canGoOn tells whether the same call may get further another time.
func canGoOn(ctx context.Context, err error) bool {
	var file *fs.PathError
	return ctx.Err() != nil || errors.Is(err, context.Canceled) || errors.Is(err, errOtherWork) || errors.As(err, &file)
}

// MineInto mines games for a dataset that is there already, such as that of the
// games themselves: the shard of puzzles is added to its manifest, or replaced.
// A dataset of several rulesets is refused: one of them is mined at a time. On an
// error the manifest is not written.
func MineInto(ctx context.Context, dir string, m *datasets.Manifest, games iter.Seq2[datasets.Game, error], o Options) (Funnel, error) {
	if _, err := m.OneRuleset(); err != nil {
		return Funnel{}, fmt.Errorf("%s: %w", dir, err)
	}
	funnel, err := mineShard(ctx, dir, m, games, o, nil)
	if err != nil {
		return funnel, err
	}
	return funnel, m.Save(dir)
}

// mineShard writes the shard of puzzles and lists it in the manifest.
func mineShard(ctx context.Context, dir string, m *datasets.Manifest, games iter.Seq2[datasets.Game, error], o Options, j *journal) (Funnel, error) {
	criteria, err := json.Marshal(o.Criteria)
	if err != nil {
		return Funnel{}, err
	}
	meta := m.Meta()
	meta.Extra = map[string]string{"criteria": string(criteria)}
	if digest := o.Rejected.digest(); digest != "" {
		meta.Extra["rejected"] = digest
	}
	funnel := &Funnel{}
	found := mineWith(ctx, games, o, funnel, j)
	path := filepath.Join(dir, filepath.FromSlash(datasets.ShardPath(datasets.Puzzles, 0)))
	info, err := writeFamilies(path, meta, o.Ruleset.Facts, found, funnel)
	if err != nil {
		return *funnel, err
	}
	return *funnel, m.Add(dir, info)
}
