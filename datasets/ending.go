package datasets

import "damalab/dama"

// EndedBy tells what kind of decision ended a game.
type EndedBy string

// A rule of the game; an adjudication, which decides a game early because its
// result is clear; a guard, which stops a game that does not come to an end; or
// whatever ended a game that was imported.
const (
	EndedByRule         EndedBy = "rule"
	EndedByAdjudication EndedBy = "adjudication"
	EndedByGuard        EndedBy = "guard"
	EndedByImport       EndedBy = "import"
)

// Terminations by an adjudication: the score was decisive for long enough; it
// was level for long enough; or the endgame tables know the result.
const (
	ScoreAdjudged     dama.Termination = "score"
	DrawScoreAdjudged dama.Termination = "draw-score"
	EndgameAdjudged   dama.Termination = "endgame"
)

// Terminations by a guard, both with the result 0: the game had the greatest
// number of plies; or there was no capture and no forward man move for too long.
const (
	PlyLimitGuard dama.Termination = "ply-limit"
	StalledGuard  dama.Termination = "stalled"
)

// Terminations that only imported games have, besides those by a rule: the
// players agreed on a draw; one resigned; one ran out of time; or it is not known.
const (
	AgreementImported   dama.Termination = "agreement"
	ResignationImported dama.Termination = "resignation"
	TimeImported        dama.Termination = "time"
	UnknownImported     dama.Termination = "unknown"
)

// endings lists the terminations that go with each kind of decision. An
// imported game may also have ended by a rule.
func endings(by EndedBy) []dama.Termination {
	rules := []dama.Termination{
		dama.Elimination, dama.BlockedSide, dama.OnePieceEachDrawn, dama.KingVersusManDrawn,
		dama.RepetitionDrawn, dama.KingMovesDrawn, dama.NoProgressDrawn,
	}
	switch by {
	case EndedByRule:
		return rules
	case EndedByAdjudication:
		return []dama.Termination{ScoreAdjudged, DrawScoreAdjudged, EndgameAdjudged}
	case EndedByGuard:
		return []dama.Termination{PlyLimitGuard, StalledGuard}
	case EndedByImport:
		return append(rules, AgreementImported, ResignationImported, TimeImported, UnknownImported)
	}
	return nil
}
