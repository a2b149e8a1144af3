package puzzles

import (
	"fmt"
	"strings"
)

// Reason is why a position did not become a puzzle of one kind.
type Reason string

// The reasons, in the order in which a position is tested: the side to move has
// nothing to capture; several moves are legal; the only move takes too few
// pieces; it has too many routes; the referee finds something else than the
// generator, which must never be; there are too few shorter captures; the
// position, its mirror image or its view from the other side was found before.
const (
	NotACapture      Reason = "not-a-capture"
	SeveralMoves     Reason = "several-moves"
	TooFewCaptured   Reason = "too-few-captured"
	TooManyRoutes    Reason = "too-many-routes"
	RefereeDisagrees Reason = "referee-disagrees"
	NoDecoy          Reason = "no-decoy"
	Duplicate        Reason = "duplicate"
)

// reasons lists them in the order of the tests.
var reasons = []Reason{NotACapture, SeveralMoves, TooFewCaptured, TooManyRoutes, RefereeDisagrees, NoDecoy, Duplicate}

// Funnel counts what happened to the positions of the games mined. Each
// position is judged once for each kind: Judged is the sum of Found and of all
// numbers in Rejected.
type Funnel struct {
	Games        int `json:"games"`         // read, skipped ones included
	SkippedGames int `json:"skipped_games"` // with an illegal move
	Judged       int `json:"judged"`
	Found        int `json:"found"`
	// Rejected has an entry for each reason that occurred.
	Rejected map[Reason]int `json:"rejected"`
	// Disagreements has the first of the positions rejected as
	// [RefereeDisagrees].
	Disagreements []Disagreement `json:"disagreements,omitempty"`
}

// Disagreement is a position on which the generator and the referee differ. One
// of them is wrong.
type Disagreement struct {
	GameID string `json:"game_id"`
	Ply    int    `json:"ply"`
	FEN    string `json:"fen"`
	Detail string `json:"detail"`
}

// maxDisagreements is how many are kept: one would do, and a broken rule gives
// one a game.
const maxDisagreements = 10

// reject counts one position.
func (f *Funnel) reject(r Reason) {
	if f.Rejected == nil {
		f.Rejected = map[Reason]int{}
	}
	f.Rejected[r]++
}

// disagree keeps an example, as long as there are few.
func (f *Funnel) disagree(examples ...Disagreement) {
	room := min(maxDisagreements-len(f.Disagreements), len(examples))
	f.Disagreements = append(f.Disagreements, examples[:room]...)
}

// add adds the counts of another funnel.
func (f *Funnel) add(g Funnel) {
	f.Games += g.Games
	f.SkippedGames += g.SkippedGames
	f.Judged += g.Judged
	f.Found += g.Found
	for r, n := range g.Rejected {
		if f.Rejected == nil {
			f.Rejected = map[Reason]int{}
		}
		f.Rejected[r] += n
	}
	f.disagree(g.Disagreements...)
}

// String is a line for each number, in the order of the tests.
func (f Funnel) String() string {
	var b strings.Builder
	line := func(name string, n int) { fmt.Fprintf(&b, "%-18s %10d\n", name, n) }
	line("games", f.Games)
	if f.SkippedGames > 0 {
		line("skipped games", f.SkippedGames)
	}
	line("judged", f.Judged)
	for _, r := range reasons {
		if n := f.Rejected[r]; n > 0 {
			line("  "+string(r), n)
		}
	}
	line("found", f.Found)
	return b.String()
}

// DisagreementError is how mining ends if the generator and the referee differ
// on any position.
type DisagreementError struct {
	// Positions is the number of positions on which they differ, at least 1.
	Positions int
	// First is the first of them.
	First Disagreement
}

// Error names the first position and what differs.
func (e *DisagreementError) Error() string {
	return fmt.Sprintf("the move generator and the referee differ on %d positions, first in game %s, ply %d, %s: %s",
		e.Positions, e.First.GameID, e.First.Ply, e.First.FEN, e.First.Detail)
}
