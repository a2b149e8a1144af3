package puzzles

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"damalab/datasets"
)

// Reason is why a position did not become a puzzle of one kind.
type Reason string

// The reasons, in the order in which a position is tested. Of every kind:
const (
	// OneMove: only one move is legal, so there is nothing to choose.
	OneMove Reason = "one-move"
	// RefereeDisagrees: the referee finds something else than the generator,
	// which must never be.
	RefereeDisagrees Reason = "referee-disagrees"
	// Duplicate: the position, its mirror image or its view from the other side
	// was found before.
	Duplicate Reason = "duplicate"
	// Listed: the puzzle is on the list of those that are not wanted.
	Listed Reason = "listed"
	// Similar: a puzzle of its family, with the same line among the same pieces
	// that matter, is the better one.
	Similar Reason = "similar"
)

// Of the kind maximum, and NotACapture of the kind choice, too:
const (
	// NotACapture: the side to move has nothing to capture.
	NotACapture Reason = "not-a-capture"
	// SeveralMoves: several moves are legal.
	SeveralMoves Reason = "several-moves"
	// TooFewCaptured: the only move takes too few pieces.
	TooFewCaptured Reason = "too-few-captured"
	// TooManyRoutes: it has too many routes.
	TooManyRoutes Reason = "too-many-routes"
	// NoDecoy: there are too few shorter captures.
	NoDecoy Reason = "no-decoy"
)

// Of the kinds choice and shot:
const (
	// OnLine: the position is on the line of a puzzle found earlier in the game.
	OnLine Reason = "on-line"
	// AlreadyWon: the solver is too far ahead to begin with.
	AlreadyWon Reason = "already-won"
	// NoShot: no series of moves that oblige the opponent to capture seems to
	// get enough.
	NoShot Reason = "no-shot"
	// NothingToKeep: even the best capture ends too far behind.
	NothingToKeep Reason = "nothing-to-keep"
	// ClaimFails: what seemed to get enough is not proven to.
	ClaimFails Reason = "claim-fails"
	// NothingGiven: no compulsory reply that takes something is on the line.
	NothingGiven Reason = "nothing-given"
	// TooShort: the line has too few plies.
	TooShort Reason = "too-short"
	// TooPlain: a shot is short, gives little and takes little; a choice is just
	// that of a square on which the capturing king is not taken back, or of the
	// capture that crowns; the only move of an endgame crowns a man.
	TooPlain Reason = "too-plain"
	// SecondSolution: another first move is not refuted.
	SecondSolution Reason = "second-solution"
	// TooLarge: refuting another first move takes too many positions, or the
	// certificate has too many moves.
	TooLarge Reason = "too-large"
	// Unstable: a search some plies deeper finds otherwise.
	Unstable Reason = "unstable"
	// SmallMargin: by that search another move is too little worse.
	SmallMargin Reason = "small-margin"
	// Undecided: that search would have been too long.
	Undecided Reason = "undecided"
)

// Of the kind endgame, besides some of those above and [GameOver]:
const (
	// NoTable: no endgame table at hand knows the position.
	NoTable Reason = "no-table"
	// CaptureDue: a capture is compulsory.
	CaptureDue Reason = "capture-due"
	// TooFewMoves: too few moves are legal.
	TooFewMoves Reason = "too-few-moves"
	// Lost: every move loses.
	Lost Reason = "lost"
	// SeveralKeep: more than one move keeps the result.
	SeveralKeep Reason = "several-keep"
	// TooNear: the win is too close.
	TooNear Reason = "too-near"
	// NoTry: too few wrong moves keep all pieces for the moment.
	NoTry Reason = "no-try"
	// Crowded: the set has enough puzzles like it, or of its game.
	Crowded Reason = "crowded"
)

// Against a question of the kind drill, besides those of the kind maximum:
const (
	// GameOver: one side has no piece or no move, or the rules make the position a draw.
	GameOver Reason = "game-over"
	// AnswerCount: the question has too few or too many answers.
	AnswerCount Reason = "answer-count"
	// NothingTelling: there is nothing about it that people get wrong.
	NothingTelling Reason = "nothing-telling"
	// Outdone: the game has a more telling one of that sort, or enough of them.
	Outdone Reason = "outdone"
	// TwoReadings: the move that it asks about might be a short form of another
	// one.
	TwoReadings Reason = "two-readings"
)

// reasons lists them in the order of the tests.
var reasons = []Reason{
	OnLine, NotACapture, OneMove, SeveralMoves, TooFewCaptured, TooManyRoutes, GameOver, AnswerCount, NothingTelling, Outdone, TwoReadings,
	NoTable, CaptureDue, TooFewMoves, Lost, SeveralKeep, TooNear, NoTry,
	AlreadyWon, NoShot, NothingToKeep, ClaimFails, NothingGiven, TooShort, TooPlain, SecondSolution, TooLarge, Unstable, SmallMargin, Undecided,
	RefereeDisagrees, NoDecoy, Duplicate, Listed, Crowded, Similar,
}

// Funnel counts what happened to the positions of the games mined.
type Funnel struct {
	Games        int `json:"games"`         // read, skipped ones included
	SkippedGames int `json:"skipped_games"` // with an illegal move
	// Tally is that of all kinds together.
	Tally
	// Kinds has a tally for each kind that was looked for.
	Kinds map[datasets.PuzzleKind]Tally `json:"kinds"`
	// Disagreements has the first of the positions rejected as
	// [RefereeDisagrees].
	Disagreements []Disagreement `json:"disagreements,omitempty"`
}

// Tally counts positions. Each is judged once for each kind, and for the kind drill
// once for each question that it offers, or type of question that it does not offer
// (if it has too many routes, or the game is over, once): Judged is the sum of Found
// and of all numbers in Rejected.
type Tally struct {
	Judged int `json:"judged"`
	Found  int `json:"found"`
	// Rejected has an entry for each reason that occurred.
	Rejected map[Reason]int `json:"rejected"`
}

// count counts one position, found if there is no reason.
func (t *Tally) count(r Reason) {
	t.Judged++
	if r == "" {
		t.Found++
		return
	}
	if t.Rejected == nil {
		t.Rejected = map[Reason]int{}
	}
	t.Rejected[r]++
}

func (t *Tally) add(u Tally) {
	t.Judged += u.Judged
	t.Found += u.Found
	for r, n := range u.Rejected {
		if t.Rejected == nil {
			t.Rejected = map[Reason]int{}
		}
		t.Rejected[r] += n
	}
}

// lines writes a line for each number, in the order of the tests.
func (t Tally) lines(line func(name string, n int)) {
	line("judged", t.Judged)
	for _, r := range reasons {
		if n := t.Rejected[r]; n > 0 {
			line("  "+string(r), n)
		}
	}
	line("found", t.Found)
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

// count counts one position for a kind; see [Tally.count].
func (f *Funnel) count(kind datasets.PuzzleKind, r Reason) {
	one := Tally{}
	one.count(r)
	f.addTally(kind, one)
}

func (f *Funnel) addTally(kind datasets.PuzzleKind, t Tally) {
	if f.Kinds == nil {
		f.Kinds = map[datasets.PuzzleKind]Tally{}
	}
	f.Tally.add(t)
	sum := f.Kinds[kind]
	sum.add(t)
	f.Kinds[kind] = sum
}

// turnAway gives a reason against a puzzle that was counted as found.
func (f *Funnel) turnAway(kind datasets.PuzzleKind, r Reason) {
	f.addTally(kind, Tally{Found: -1, Rejected: map[Reason]int{r: 1}})
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
	for kind, t := range g.Kinds {
		f.addTally(kind, t)
	}
	f.disagree(g.Disagreements...)
}

// String is a line for each number, in the order of the tests; of several kinds,
// one after the other under the name of each.
func (f Funnel) String() string {
	var b strings.Builder
	line := func(name string, n int) { fmt.Fprintf(&b, "%-18s %10d\n", name, n) }
	line("games", f.Games)
	if f.SkippedGames > 0 {
		line("skipped games", f.SkippedGames)
	}
	if len(f.Kinds) < 2 {
		f.Tally.lines(line)
		return b.String()
	}
	for _, kind := range slices.Sorted(maps.Keys(f.Kinds)) {
		fmt.Fprintf(&b, "%s\n", kind)
		f.Kinds[kind].lines(func(name string, n int) { line("  "+name, n) })
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
