package datasets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"damalab/dama"
)

// Merging
//
// Games are taken by their ids, each once, in the order of ruleset, run and index,
// so neither the order of the inputs nor the way in which they were put together
// before can be seen in the result. What that is depends on the runs behind them:
//
//	parts of one run       the run: game i in shard i/shard_games, and the run's manifest
//	several runs           their games one run after the other, 1,000 a shard; the spec lists the runs
//	several rulesets       the same in a folder for each ruleset
//
// The inputs are read twice: to find games that contradict each other and to count,
// before a shard is written; and to write. Of each input a few hundred rows are held at a time.

// MergeReport says what a merge has made.
type MergeReport struct {
	Games           int64 `json:"games"`            // in the result
	RepeatedGames   int64 `json:"repeated_games"`   // that were there more than once
	Puzzles         int64 `json:"puzzles"`          // in the result
	RepeatedPuzzles int64 `json:"repeated_puzzles"` // that were there more than once
	PositionsLeft   int64 `json:"positions_left"`   // rows of positions in the inputs, which are left out
	RescoredLeft    int64 `json:"rescored_left"`    // exact results of games in the inputs, which are left out
	Runs            int   `json:"runs"`             // behind the games
	// Indexes are the games of the one run that are in the result, in order; empty if
	// they are of several runs, or in more than 1,000 pieces.
	Indexes    []IndexRange `json:"indexes"`
	Rulesets   []string     `json:"rulesets"` // sorted by name
	SpecDigest string       `json:"spec_digest"`
}

// Watch is told how far a long piece of work is; either function may be nil.
type Watch struct {
	// Stage begins a stage: its name, and what it is about to do.
	Stage func(name, what string)
	// Step says how much of the stage is done.
	Step func(done, total int)
}

func (w Watch) stage(name, format string, args ...any) {
	if w.Stage != nil {
		w.Stage(name, fmt.Sprintf(format, args...))
	}
}

func (w Watch) step(done, total int64) {
	if w.Step != nil {
		w.Step(int(done), int(max(done, total)))
	}
}

// merging is one merge.
type merging struct {
	ctx      context.Context
	inputs   []*Dataset
	rulesets []dama.Ruleset
	sources  *sourceList
	manifest *Manifest
	dir      string // of the result
	watch    Watch
	report   MergeReport
}

// Merge joins the datasets in the folders into a new one in out, which must be
// new, empty or what a killed merge left. Games and puzzles that are there twice
// are taken once; if they contradict each other the error is a [ConflictError].
// Positions are left out: they are made from games; so are exact results, which
// belong to a rescored dataset and its tables. After an error, which may be the
// context's, nothing is left in out.
func Merge(ctx context.Context, out string, folders []string, watch Watch) (*MergeReport, error) {
	m := &merging{ctx: ctx, watch: watch}
	if err := m.open(folders); err != nil {
		return nil, err
	}
	if err := fillFolder(out, ManifestName, folders, m.run); err != nil {
		return nil, err
	}
	return &m.report, nil
}

func (m *merging) open(folders []string) error {
	if len(folders) == 0 {
		return errors.New("there is nothing to merge")
	}
	rows := int64(0)
	for _, dir := range folders {
		d, err := Open(dir)
		if err != nil {
			return err
		}
		m.inputs = append(m.inputs, d)
		rows += d.rows(Games) + d.rows(Puzzles)
		m.report.PositionsLeft += d.rows(Positions)
	}
	if rows == 0 {
		return errors.New("the inputs have neither games nor puzzles, and positions are made from games: merge the games, and make positions from the result")
	}
	var err error
	if m.rulesets, err = gatherRulesets(m.inputs); err != nil {
		return err
	}
	m.report.Rulesets = rulesetNames(m.rulesets)
	m.sources, err = gatherSources(m.inputs)
	return err
}

func (m *merging) run(folder *workFolder) (manifest []byte, err error) {
	m.dir = folder.dir
	if err := m.compare(); err != nil {
		return nil, err
	}
	if m.manifest, err = m.sources.manifest(m.rulesets); err != nil {
		return nil, err
	}
	m.report.Runs, m.report.SpecDigest = len(m.sources.list), m.manifest.SpecDigest
	if m.sources.oneRun(m.rulesets) {
		if err := copyInputs(m.dir, m.inputs); err != nil {
			return nil, err
		}
	}
	if err := m.writeGames(); err != nil {
		return nil, err
	}
	if err := m.writePuzzles(); err != nil {
		return nil, err
	}
	return m.manifest.encode()
}

// compare counts the games of each run, and finds those that differ.
func (m *merging) compare() error {
	total := int64(0)
	for _, d := range m.inputs {
		total += d.rows(Games)
	}
	m.watch.stage("compare", "%d games in all inputs", total)
	indexes := &indexRanges{}
	for row, err := range m.games() {
		if err != nil {
			return err
		}
		if err := m.sources.count(&row.row); err != nil {
			return fmt.Errorf("%v: %w", row.at, err)
		}
		m.report.Games++
		indexes.game(&row.row)
		m.watch.step(m.report.Games+m.report.RepeatedGames, total)
	}
	m.report.Indexes = indexes.ranges()
	return nil
}

// games yields the games of all inputs in the order of the result, each once.
func (m *merging) games() iter.Seq2[placed[Game], error] {
	inputs := make([]iter.Seq2[placed[Game], error], len(m.inputs))
	for i, d := range m.inputs {
		inputs[i] = m.played(soundGames(d, placedRows[Game](m.ctx, d)))
	}
	m.report.RepeatedGames, m.report.RescoredLeft = 0, 0 // counted anew each time
	return distinct(orderedRows(inputs, compareGames), &m.report.RepeatedGames, gameIdentity())
}

// played yields the games as they were played, without an exact result: from which
// tables it is stands in the manifest of the input, and not in that of the merge.
func (m *merging) played(games iter.Seq2[placed[Game], error]) iter.Seq2[placed[Game], error] {
	return func(yield func(placed[Game], error) bool) {
		for row, err := range games {
			if row.row.Rescored != nil {
				row.row.Rescored = nil
				m.report.RescoredLeft++
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// soundGames refuses games that can't be put in order.
func soundGames(d *Dataset, games iter.Seq2[placed[Game], error]) iter.Seq2[placed[Game], error] {
	return func(yield func(placed[Game], error) bool) {
		for row, err := range games {
			if err == nil {
				_, notRun := runOf(&row.row)
				_, noRules := d.Manifest.rulesOf(&row.row)
				if err = cmp.Or(notRun, noRules); err != nil {
					err = fmt.Errorf("%v: %w", row.at, err)
				}
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// writeGames writes the games into their shards.
func (m *merging) writeGames() error {
	m.watch.stage("write", "%d games", m.report.Games)
	oneRun := m.sources.oneRun(m.rulesets)
	shardGames := m.sources.shardGames(oneRun)
	metas := m.manifest.metas()
	written, inRuleset := int64(0), map[string]int64{}
	return writeShards(m.dir, m.manifest, func(yield func(shardRow[Game], error) bool) {
		for row, err := range m.games() {
			g := &row.row
			number := inRuleset[g.Ruleset]
			if oneRun {
				number = g.Index
			}
			inRuleset[g.Ruleset]++
			path := m.manifest.ShardPath(Games, g.Ruleset, int(number/shardGames))
			if !yield(shardRow[Game]{row.row, path, metas[g.Ruleset]}, err) {
				return
			}
			written++
			m.watch.step(written, m.report.Games)
		}
		if written != m.report.Games {
			yield(shardRow[Game]{}, fmt.Errorf("%d games where there were %d before: the inputs have changed while they were read", written, m.report.Games))
		}
	})
}

// writePuzzles writes the puzzles, one shard a ruleset, sorted by id.
func (m *merging) writePuzzles() error {
	extras, err := puzzleExtras(m.inputs)
	if err != nil {
		return err
	}
	runs, err := sortedPuzzles(m.ctx, m.dir, m.inputs, sortedRun)
	if err != nil {
		return err
	}
	metas := m.manifest.metas()
	puzzles := distinct(orderedRows(runs, comparePuzzles), &m.report.RepeatedPuzzles, puzzleIdentity())
	err = writeShards(m.dir, m.manifest, func(yield func(shardRow[Puzzle], error) bool) {
		for row, err := range puzzles {
			meta, known := metas[row.row.Ruleset]
			if err == nil && !known {
				err = fmt.Errorf("%v: puzzle %s has the ruleset %q, which the manifest does not name", row.at, row.row.ID, row.row.Ruleset)
			}
			meta.Extra = extras
			if !yield(shardRow[Puzzle]{row.row, m.manifest.ShardPath(Puzzles, row.row.Ruleset, 0), meta}, err) {
				return
			}
			m.report.Puzzles++
		}
	})
	if err == nil {
		err = removeScratch(m.dir)
	}
	return err
}
