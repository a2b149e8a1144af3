package datasets

import (
	"cmp"
	"fmt"
	"slices"
)

// AuditReport is what an audit found, all findings aside, which are given to
// [AuditOptions.Found].
type AuditReport struct {
	// Differences is the number of findings; the dataset is right if it is 0.
	Differences int64 `json:"differences"`
	AuditCounts
	// Calibration is what the scores say about the results.
	Calibration []CalibrationBin `json:"calibration"`
	// Journal is how many finished games are in no shard yet and were not checked;
	// see [JournalName].
	Journal int64 `json:"journal"`
	// Warnings are what may be meant to be so, and Unchecked what could not be
	// judged; both by their kind.
	Warnings  []AuditNote `json:"warnings"`
	Unchecked []AuditNote `json:"unchecked"`

	notes      map[string]*AuditNote
	scoresTold bool // some file's scores were found inverted
}

// AuditCounts is how much an audit has seen.
type AuditCounts struct {
	Files int64 `json:"files"` // listed files, whatever their state
	Games int64 `json:"games"` // rows of games files that were read
	Plies int64 `json:"plies"`
	// Replayed games went from the first to the last ply under their rules.
	ReplayedGames int64 `json:"replayed_games"`
	ReplayedPlies int64 `json:"replayed_plies"`
	// Referee games were replayed by the second implementation of the rules too.
	RefereeGames int64 `json:"referee_games"`
	RefereePlies int64 `json:"referee_plies"`
	// ExactGames have an exact result that was compared with endgame tables, and
	// AdjudgedGames an ending by endgame tables that was.
	ExactGames    int64   `json:"exact_games"`
	AdjudgedGames int64   `json:"adjudged_games"`
	Results       Results `json:"results"` // as the rows say
	// Positions are rows read, and MatchedPositions those compared with what
	// their game expands to.
	Positions        int64 `json:"positions"`
	MatchedPositions int64 `json:"matched_positions"`
	Puzzles          int64 `json:"puzzles"`
}

// AuditNote is something worth knowing that is no difference.
type AuditNote struct {
	Kind  string `json:"kind"` // such as "duplicate-games"
	Count int64  `json:"count"`
	// Detail is one line: what it means, or the first case.
	Detail string `json:"detail"`
}

// The kinds of note that say what could not be checked; every other kind is a
// warning.
const (
	noGuards       = "guards"
	noAdjudication = "adjudication"
	noScores       = "adjudication-scores"
	noTables       = "endgame-tables"
	noExact        = "rescored"
	noReferee      = "referee-routes"
	noMatch        = "positions-order"
	noGames        = "positions-games"
)

func uncheckedKinds() []string {
	return []string{noGuards, noAdjudication, noScores, noTables, noExact, noReferee, noMatch, noGames}
}

func newAuditReport() *AuditReport { return &AuditReport{notes: map[string]*AuditNote{}} }

// add takes the counts and notes of one file.
func (r *AuditReport) add(part *auditPart) {
	c := &r.AuditCounts
	c.Results.add(part.counts.Results)
	for _, pair := range c.pairs(&part.counts) {
		*pair[0] += *pair[1]
	}
	for kind, n := range part.notes {
		r.note(kind, n.Count, n.Detail)
	}
	for i := range part.findings {
		r.scoresTold = r.scoresTold || part.findings[i].Problem == RowInverted
	}
}

// pairs puts each count beside the same count of another.
func (c *AuditCounts) pairs(o *AuditCounts) [][2]*int64 {
	return [][2]*int64{
		{&c.Files, &o.Files},
		{&c.Games, &o.Games},
		{&c.Plies, &o.Plies},
		{&c.ReplayedGames, &o.ReplayedGames},
		{&c.ReplayedPlies, &o.ReplayedPlies},
		{&c.RefereeGames, &o.RefereeGames},
		{&c.RefereePlies, &o.RefereePlies},
		{&c.ExactGames, &o.ExactGames},
		{&c.AdjudgedGames, &o.AdjudgedGames},
		{&c.Positions, &o.Positions},
		{&c.MatchedPositions, &o.MatchedPositions},
		{&c.Puzzles, &o.Puzzles},
	}
}

// note adds to the count of a kind; the first detail is kept.
func (r *AuditReport) note(kind string, count int64, detail string) {
	if n := r.notes[kind]; n != nil {
		n.Count += count
		return
	}
	r.notes[kind] = &AuditNote{Kind: kind, Count: count, Detail: detail}
}

// settle sorts the notes into the two lists.
func (r *AuditReport) settle() {
	r.Warnings, r.Unchecked = []AuditNote{}, []AuditNote{}
	for _, n := range r.notes {
		if slices.Contains(uncheckedKinds(), n.Kind) {
			r.Unchecked = append(r.Unchecked, *n)
		} else {
			r.Warnings = append(r.Warnings, *n)
		}
	}
	byKind := func(a, b AuditNote) int { return cmp.Compare(a.Kind, b.Kind) }
	slices.SortFunc(r.Warnings, byKind)
	slices.SortFunc(r.Unchecked, byKind)
}

// duplicates counts the games and openings that come more than once. The hashes
// are sorted in place.
func (r *AuditReport) duplicates(wholes, openings []uint64) {
	slices.Sort(wholes)
	slices.Sort(openings)
	exact := repeats(wholes, func(a, b uint64) bool { return a == b })
	same := repeats(wholes, func(a, b uint64) bool { return a>>symmetryBits == b>>symmetryBits })
	if exact > 0 {
		r.note("duplicate-games", exact, "have the moves and the start of a game before them")
	}
	if same > exact {
		r.note("mirrored-games", same-exact, "are a game before them with left and right or the colors exchanged")
	}
	if n := repeats(openings, func(a, b uint64) bool { return a == b }); n > 0 {
		r.note("duplicate-openings", n, fmt.Sprintf("games begin from a position that another one began from: %d different openings in %d games",
			int64(len(openings))-n, len(openings)))
	}
}

// repeats counts the members of a sorted list that equal the one before them.
func repeats(sorted []uint64, equal func(a, b uint64) bool) (n int64) {
	for i := 1; i < len(sorted); i++ {
		if equal(sorted[i-1], sorted[i]) {
			n++
		}
	}
	return n
}
