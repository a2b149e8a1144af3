package datasets

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"damalab/dama"
)

// bench is where one worker audits files: what it keeps from one to the next.
type bench struct {
	*auditor
	replayers map[string]*replayer // by the ruleset's name
}

func newBench(a *auditor) *bench { return &bench{auditor: a, replayers: map[string]*replayer{}} }

// replayer returns the replayer of a ruleset; ok is false if the dataset has no
// ruleset of that name.
func (b *bench) replayer(name string) (r *replayer, ok bool) {
	if r := b.replayers[name]; r != nil {
		return r, true
	}
	rules, ok := b.data.Manifest.RulesetFor(name)
	if ok {
		r = newReplayer(rules)
		b.replayers[name] = r
	}
	return r, ok
}

// kindOfPath tells which kind of file stands at a path, "" for none of ours.
func kindOfPath(path string) Kind {
	folder, _, _ := strings.Cut(path, "/")
	switch kind := Kind(folder); kind {
	case Games, Positions, Puzzles:
		return kind
	}
	return ""
}

// file audits file number i of its run. The error is the context's.
func (b *bench) file(ctx context.Context, i int, info FileInfo) (*auditPart, error) {
	part := &auditPart{file: info.Path, shard: shardNumber(info.Path)}
	part.counts.Files = 1
	var err error
	switch kindOfPath(info.Path) {
	case Games:
		err = auditRows(ctx, b, part, info, func(_ Header, row int64, g *Game) { b.game(part, row, g) })
	case Positions:
		cursor := &gameCursor{bench: b}
		err = auditRows(ctx, b, part, info, func(h Header, row int64, p *PositionRow) { cursor.audit(part, h, row, p) })
		cursor.close()
	case Puzzles:
		err = auditRows(ctx, b, part, info, func(_ Header, row int64, p *Puzzle) { b.puzzle(part, row, p) })
	default:
		if p, found := checkFile(b.data.Dir, info); found {
			part.add(Finding{File: p.File, Problem: p.Kind, Detail: p.Detail})
		}
	}
	return part, err
}

// auditRows checks a file as a whole and hands out its rows. What is wrong with
// it becomes a finding; the error is the context's.
func auditRows[T Row](ctx context.Context, b *bench, part *auditPart, info FileInfo, each func(h Header, row int64, v *T)) error {
	problem, changed := checkFile(b.data.Dir, info)
	if changed {
		part.add(Finding{File: info.Path, Problem: problem.Kind, Detail: problem.Detail})
		if problem.Kind == FileMissing || problem.Kind == FileUnreadable {
			part.lost = true
			return nil
		}
	}
	s, err := openShard[T](filepath.Join(b.data.Dir, filepath.FromSlash(info.Path)))
	if err != nil {
		part.lost = true
		if !changed || !errors.Is(err, ErrDamaged) { // else the checksum has said it
			part.unreadable(err)
		}
		return nil
	}
	defer s.close()
	b.metadata(part, info, s.header)
	for row := int64(0); ; {
		batch, err := s.next()
		for i := range batch {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			each(s.header, row, &batch[i])
			row++
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			part.lost = true
			part.unreadable(err)
			return nil
		}
	}
}

// unreadable adds what a reader said of the file.
func (p *auditPart) unreadable(err error) {
	f := Finding{File: p.file, Problem: FileUnreadable}
	for _, known := range []struct {
		err  error
		kind ProblemKind
	}{{ErrDamaged, FileDamaged}, {ErrNewer, FileNewer}, {ErrColumns, FileColumns}, {ErrNotOurs, FileForeign}} {
		if errors.Is(err, known.err) {
			f.Problem = known.kind
		}
	}
	if row := (*RowError)(nil); errors.As(err, &row) {
		f.Row, err = &row.Row, row.Err
	} else if inner := errors.Unwrap(err); inner != nil {
		err = inner // without the path, which depends on where the folder stands
	}
	if fault := (*columnFault)(nil); errors.As(err, &fault) {
		f.Column = fault.column
	}
	f.Detail = err.Error()
	p.add(f)
}

// metadata compares what a file says of itself with the manifest.
func (b *bench) metadata(part *auditPart, info FileInfo, h Header) {
	m := b.data.Manifest
	if h.Rows != info.Rows {
		part.fileProblem(FileRows, "rows", "%d rows, but the manifest says %d", h.Rows, info.Rows)
	}
	same := func(key, file, manifest string) {
		if file != manifest {
			part.fileProblem(FileMetadata, key, "%q, but the manifest says %q", file, manifest)
		}
	}
	same(keySpecDigest, h.SpecDigest, m.SpecDigest)
	same(keyWeightsDigest, h.WeightsDigest, m.WeightsDigest)
	rules, ok := m.RulesetFor(h.Ruleset)
	if !ok {
		part.fileProblem(FileMetadata, keyRuleset, "%q, but the dataset's ruleset is %q", h.Ruleset, m.Ruleset.Name)
		return
	}
	same(keyRulesetDigest, h.RulesetDigest, rules.Digest())
}

// puzzle checks the form of a puzzle; its proof has a command of its own.
func (b *bench) puzzle(part *auditPart, row int64, p *Puzzle) {
	part.counts.Puzzles++
	find := func(kind ProblemKind, column, detail string) {
		part.add(Finding{File: part.file, Row: &row, Column: column, Problem: kind, Detail: detail})
	}
	if fault := faultOf(p.check()); fault != nil {
		find(RowInvalid, fault.Column, fault.Reason)
	}
	if _, ok := b.data.Manifest.RulesetFor(p.Ruleset); !ok {
		find(RowRuleset, "ruleset", "the dataset has no ruleset "+p.Ruleset)
	}
	switch position, err := dama.ParseFEN(p.FEN); {
	case err != nil:
		find(RowInvalid, "fen", err.Error())
	case int8(position.Side()) != p.Side:
		find(RowInvalid, "side", "not the side to move of "+p.FEN)
	}
}

// faultOf returns the column that a row's check complains of, or nil.
func faultOf(err error) *ColumnError {
	fault := (*ColumnError)(nil)
	errors.As(err, &fault)
	return fault
}
