package datasets

import (
	"context"
	"errors"
	"fmt"
	"io"

	"damalab/dama"
)

// How games are imported
//
// Every source is read once, from beginning to end, so that it may be a pipe:
//
//	source -> dama.PDNReader -> judged under the ruleset -> spool file
//	          digest of its bytes                             |
//	games numbered, shards of 1,000, manifest <---------------+
//
// The games' names come from the digest of all sources, which is known only at the
// end; until then the games wait in a spool file in the output folder. Memory holds
// one game at a time while reading, one shard while writing, and 16 bytes of each
// game to find duplicates by.
//
// A game is taken whole or not at all. Each game of a source that is not taken, and
// whatever was odd about one that is, becomes an [ImportEntry].

// What can be wrong with an import as a whole; test with errors.Is.
var (
	// ErrNothingImported: none of the games could be taken.
	ErrNothingImported = errors.New("no game could be imported")
	// ErrSkipped: games, or files without games, were skipped where none may be.
	ErrSkipped = errors.New("games or files were skipped, and none may be")
)

// ImportSource is a PDN file to import.
type ImportSource struct {
	// Name stands in entries and messages; it is stored nowhere.
	Name string
	// Open begins reading the bytes. It is called once.
	Open func() (io.ReadCloser, error)
}

// ImportOptions say how to import.
type ImportOptions struct {
	// Ruleset is what the games were played under. A game that says otherwise in
	// its Ruleset or Rules tag is skipped.
	Ruleset dama.Ruleset
	// TrustRules keeps the rules' result where they end a game and the file says
	// another; without it such a game is skipped.
	TrustRules bool
	// DropDuplicates skips a game with the start, moves and players of an earlier
	// one; without it duplicates are kept and noted.
	DropDuplicates bool
	// Strict makes a skipped game, or a file without games, fail the import; dropped
	// duplicates do not count.
	// All sources are read all the same, so that all entries are made.
	Strict bool
	// Entry, if not nil, is called for each entry, in the order of sources and games.
	Entry func(ImportEntry) error
}

// ImportSummary counts what an import has done.
type ImportSummary struct {
	Files    int `json:"files"`
	Games    int `json:"games"` // found in the files, broken ones included
	Imported int `json:"imported"`
	Skipped  int `json:"skipped"`
	// Duplicates are games like an earlier one, kept or dropped.
	Duplicates int `json:"duplicates"`
	Plies      int `json:"plies"` // of the imported games
	// Reasons count the entries of skipped games (and of files without games),
	// Notes those of imported ones.
	Reasons map[ImportReason]int `json:"reasons"`
	Notes   map[ImportReason]int `json:"notes"`
}

// Import reads the games of the sources into a new dataset at dir, which must be
// new, empty or what a killed import left. The same sources and options give the
// same bytes. A broken game is skipped and the rest imported; an error that is not
// about one game (of reading, writing or the context), [ErrNothingImported] and
// [ErrSkipped] leave nothing behind. The summary is of use also beside the latter
// two.
func Import(ctx context.Context, dir string, sources []ImportSource, o ImportOptions) (ImportSummary, error) {
	im := newImporter(o)
	err := fillFolder(dir, ManifestName, nil, func(folder *workFolder) ([]byte, error) {
		return im.run(ctx, folder.dir, sources)
	})
	return im.summary, err
}

// run reads all sources and writes the dataset but for its manifest.
func (im *importer) run(ctx context.Context, dir string, sources []ImportSource) (manifest []byte, err error) {
	spool, err := newImportSpool(dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, spool.remove()) }()
	im.keep = spool.put
	if err := im.readAll(ctx, sources); err != nil {
		return nil, err
	}
	if err := spool.rewind(); err != nil {
		return nil, err
	}
	return im.write(ctx, dir, spool)
}

func (im *importer) readAll(ctx context.Context, sources []ImportSource) error {
	for _, source := range sources {
		if err := im.read(ctx, source); err != nil {
			return err
		}
	}
	lost := im.summary.Skipped - im.summary.Reasons[ImportDuplicate]
	files := im.summary.Reasons[ImportNotPDN] + im.summary.Reasons[ImportNoGames]
	switch {
	case im.options.Strict && lost+files > 0:
		return fmt.Errorf("%w (%d of %d games; files without games: %d)", ErrSkipped, lost, im.summary.Games, files)
	case im.summary.Imported == 0:
		return fmt.Errorf("%w (of %d in the input)", ErrNothingImported, im.summary.Games)
	}
	return nil
}
