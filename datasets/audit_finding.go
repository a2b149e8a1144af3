package datasets

import (
	"fmt"
	"strings"
)

// Finding is one place in which a dataset is not what it says it is.
type Finding struct {
	// File is relative to the folder, with slashes.
	File string `json:"file"`
	// Row counts from 0; nil if the whole file is meant.
	Row *int64 `json:"row"`
	// Column is the column, or the key of the file's metadata or the manifest's
	// field; empty if the whole file is meant.
	Column string `json:"column"`
	// GameID is the row's; empty if it has none.
	GameID string `json:"game_id"`
	// Ply counts the moves before the place; nil if the whole game is meant.
	Ply     *int        `json:"ply"`
	Problem ProblemKind `json:"problem"`
	// Detail is one line: what was found and what is right.
	Detail string `json:"detail"`
}

// What a file can be besides the kinds that [CheckFiles] knows: damaged within,
// newer than this program, with other columns, no file of ours, with another
// number of rows or other metadata than the manifest says.
const (
	FileDamaged  ProblemKind = "damaged"
	FileNewer    ProblemKind = "newer"
	FileColumns  ProblemKind = "columns"
	FileForeign  ProblemKind = "foreign"
	FileRows     ProblemKind = "rows"
	FileMetadata ProblemKind = "metadata"
)

// What a row can be: with a value that its column does not allow, under rules
// that the dataset does not have, with an identity that is not its own or that
// another row has, with a move that is not legal, going on after the rules ended
// the game, with an ending or a result that the rules don't bear out, stopped
// where its guard or adjudication does not stop it, with an exact result that endgame
// tables don't bear out, with scores that can't be or that say the opposite of the results, judged otherwise by the referee; or a
// position that is not its game's, or of no game.
const (
	RowInvalid      ProblemKind = "invalid"
	RowRuleset      ProblemKind = "ruleset"
	RowIdentity     ProblemKind = "identity"
	RowRepeated     ProblemKind = "repeated"
	RowIllegalMove  ProblemKind = "illegal-move"
	RowPlaysOn      ProblemKind = "plays-on"
	RowEnding       ProblemKind = "ending"
	RowResult       ProblemKind = "result"
	RowGuard        ProblemKind = "guard"
	RowAdjudication ProblemKind = "adjudication"
	RowRescored     ProblemKind = "rescored"
	RowScore        ProblemKind = "score"
	RowInverted     ProblemKind = "inverted"
	RowReferee      ProblemKind = "referee"
	RowPosition     ProblemKind = "position"
	RowUnknownGame  ProblemKind = "unknown-game"
)

// String returns the finding as one line.
func (f Finding) String() string {
	var b strings.Builder
	b.WriteString(f.File)
	if f.Row != nil {
		fmt.Fprintf(&b, ", row %d", *f.Row)
	}
	if f.Column != "" {
		fmt.Fprintf(&b, ", %s", f.Column)
	}
	if f.Ply != nil {
		fmt.Fprintf(&b, ", ply %d", *f.Ply)
	}
	if f.GameID != "" {
		fmt.Fprintf(&b, " (game %s)", f.GameID)
	}
	fmt.Fprintf(&b, ": %s: %s", f.Problem, f.Detail)
	return b.String()
}

// rowOrder sorts findings of one file: what is about the file comes first.
func (f *Finding) rowOrder() int64 {
	if f.Row == nil {
		return -1
	}
	return *f.Row
}

// auditPart is what the audit of one file gave.
type auditPart struct {
	file     string
	findings []Finding
	dropped  int64 // findings that were only counted
	lost     bool  // not all rows could be read
	counts   AuditCounts
	notes    map[string]*AuditNote // warnings and what could not be checked
	seen     []seenGame
	places   map[uint64]gamePlies // of a positions file without games, by the hash of the game's id

	shard     int64 // the number in the path of a games file
	lastIndex int64 // the greatest index of the games before
	wholes    []uint64
	openings  []uint64
	scores    calibration
}

func (p *auditPart) add(f Finding) {
	if len(p.findings) >= maxFindings {
		p.dropped++
		return
	}
	p.findings = append(p.findings, f)
}

// fileProblem adds a finding about the whole file.
func (p *auditPart) fileProblem(kind ProblemKind, column, format string, args ...any) {
	p.add(Finding{File: p.file, Column: column, Problem: kind, Detail: fmt.Sprintf(format, args...)})
}

// note counts a warning; the first one's detail is kept.
func (p *auditPart) note(kind string, format string, args ...any) {
	if p.notes == nil {
		p.notes = map[string]*AuditNote{}
	}
	n := p.notes[kind]
	if n == nil {
		n = &AuditNote{Kind: kind, Detail: fmt.Sprintf(format, args...)}
		p.notes[kind] = n
	}
	n.Count++
}
