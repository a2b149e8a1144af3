package datasets

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"damalab/internal/ordered"
)

// How a dataset is audited
//
//	manifest ---> every listed file: there, whole, what the manifest says
//	games ------> each game replayed by the rules: moves, ending, result, scores,
//	                and by endgame tables if there are some: exact results
//	                a sample of them once more by the referee
//	positions --> each row against the row that its game expands to
//	puzzles ----> each row read and checked for its form
//
// A file is one piece of work; what it gave is added up in the manifest's order,
// so the findings do not depend on the number of workers. Between files only
// hashes are kept, about 50 bytes a game.

// AuditOptions says how to audit a dataset.
type AuditOptions struct {
	// Full lets the referee replay every game, not the first of each file
	// and about one of a hundred.
	Full bool
	// Seed chooses the games that the referee replays.
	Seed uint64
	// Tables are endgame tables by the name of the ruleset that they answer for.
	// Exact results and adjudications by tables are held against them; what they
	// do not reach is counted as unchecked.
	Tables map[string]Tables
	// Workers is the number of files read at a time, at least 1. It changes
	// nothing else.
	Workers int
	// Found, if not nil, is called for each difference, in the order of the
	// files and rows. Its error ends the audit and is returned.
	Found func(Finding) error
	// Progress, if not nil, is called after each file with the number of rows.
	Progress func(done, total int64)
}

// maxFindings is how many differences of one file are kept to be reported; the
// rest is counted only, so that a file of nothing but errors needs no memory.
const maxFindings = 10_000

// Audit checks the dataset in dir against its manifest, its rules and itself,
// and changes nothing. A damaged file is a finding, not an error: the error is
// about the manifest, the folder or the context.
func Audit(ctx context.Context, dir string, o AuditOptions) (*AuditReport, error) {
	d, err := Open(dir)
	if err != nil {
		return nil, err
	}
	a := &auditor{data: d, options: o, spec: readAuditSpec(d.Manifest), report: newAuditReport(), places: map[uint64]gamePlies{}}
	if a.report.Journal, err = JournalGames(dir); err != nil {
		return nil, err
	}
	for _, info := range d.Manifest.Files {
		a.rowsTotal += info.Rows
	}
	if err := a.manifest(); err != nil {
		return nil, err
	}
	games, rest := a.files()
	a.games = games
	if err := a.run(ctx, games); err != nil {
		return nil, err
	}
	if err := a.run(ctx, rest); err != nil {
		return nil, err
	}
	if err := a.tablesFault(); err != nil {
		return nil, err
	}
	return a.report, a.finish()
}

// auditor is an audit at work. What the workers read of it is written only
// between the runs; what deliver writes, only the caller's goroutine reads.
type auditor struct {
	data      *Dataset
	options   AuditOptions
	spec      auditSpec
	report    *AuditReport
	games     []FileInfo           // the games files, in the order in which sightings count them
	ids       sightings            // where each game stands
	indexes   sightings            // where each number of a run stands
	places    map[uint64]gamePlies // of positions without games, by the hash of the game's id
	wholes    []uint64             // a hash of each game, see gamePrint
	openings  []uint64             // a hash of each position after the opening
	gamesLost bool                 // some games could not be read
	scores    calibration
	rowsDone  int64
	rowsTotal int64
}

// files returns the listed files: the games, and the others in an order in which
// the positions come first.
func (a *auditor) files() (games, rest []FileInfo) {
	games = a.data.Shards(Games)
	rest = append(a.data.Shards(Positions), a.data.Shards(Puzzles)...)
	for _, info := range a.data.Manifest.Files {
		if kindOfPath(info.Path) == "" {
			rest = append(rest, info)
		}
	}
	return games, rest
}

// run audits files in parallel and adds up what they gave.
func (a *auditor) run(ctx context.Context, files []FileInfo) error {
	workers := max(min(a.options.Workers, len(files)), 1)
	benches := make([]*bench, workers)
	for i := range benches {
		benches[i] = newBench(a)
	}
	return ordered.Run(ctx, 0, len(files), workers,
		func(ctx context.Context, worker, i int) (*auditPart, error) {
			return benches[worker].file(ctx, i, files[i])
		},
		func(i int, part *auditPart) error { return a.deliver(i, files[i], part) })
}

// deliver takes what one file gave. Repeated ids are found here, where the files
// before it are known.
func (a *auditor) deliver(i int, info FileInfo, part *auditPart) error {
	a.identities(i, part)
	a.placesOf(part)
	slices.SortStableFunc(part.findings, func(f, g Finding) int { return cmp.Compare(f.rowOrder(), g.rowOrder()) })
	a.scores.add(part.scores)
	if f, found := part.scores.inverted(info.Path); found {
		part.add(f)
	}
	a.wholes, a.openings = append(a.wholes, part.wholes...), append(a.openings, part.openings...)
	a.gamesLost = a.gamesLost || part.lost && kindOfPath(info.Path) == Games
	a.report.add(part)
	a.rowsDone += info.Rows
	if a.options.Progress != nil {
		a.options.Progress(a.rowsDone, a.rowsTotal)
	}
	return a.tell(part)
}

// tell passes the findings of a part on.
func (a *auditor) tell(part *auditPart) error {
	a.report.Differences += int64(len(part.findings)) + part.dropped
	if part.dropped > 0 {
		a.report.note("too-many", part.dropped, fmt.Sprintf("%s has so many differences that only %d are listed", part.file, maxFindings))
	}
	if a.options.Found == nil {
		return nil
	}
	for _, f := range part.findings {
		if err := a.options.Found(f); err != nil {
			return err
		}
	}
	return nil
}

// finish judges what only all files together tell.
func (a *auditor) finish() error {
	part := &auditPart{file: ManifestName}
	if f, found := a.scores.inverted(""); found && !a.report.scoresTold {
		part.add(f)
	}
	a.report.Calibration = a.scores.view()
	a.report.duplicates(a.wholes, a.openings)
	a.report.settle()
	return a.tell(part)
}
