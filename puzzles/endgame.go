package puzzles

import (
	"cmp"
	"slices"

	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles/proof"
)

// How an endgame becomes a puzzle, and the file that tells each part:
//
//	endgame_tables.go     who knows what a position is worth
//	endgame_line.go       the only moves, and the replies between them
//	endgame_certify.go    the values and the tree written down for package proof
//	endgame_quota.go      not too many alike
//	endgame_family.go     and of near-duplicates one
//	endgame_row.go        the rest of the row
//	endgame_elsewhere.go  what is so of it under other rulesets
//	endgame_verify.go     all of it again

// endgameMiner finds positions that tables know and in which just one move keeps
// what they are worth.
type endgameMiner struct {
	scholar
	ruleset  dama.Ruleset
	criteria EndgameCriteria
	shelf    *shelf
}

func (o Options) endgameMiner() endgameMiner {
	shelf := o.shelf()
	known := scholar{fastBook{}, o.Ruleset.Facts, shelf.under(o.Ruleset.Facts)}
	return endgameMiner{known, o.Ruleset, o.Criteria.Endgame, shelf}
}

func (endgameMiner) kind() datasets.PuzzleKind { return datasets.EndgamePuzzle }

func (m endgameMiner) judge(s spot) verdict {
	if reason := m.unfit(s); reason != "" {
		return verdict{reason: reason}
	}
	first, ok := m.turn(s.position)
	switch {
	case !ok:
		return verdict{reason: NoTable} // the tables can't be read, which ends the run
	case first.best.Result() < 0:
		return verdict{reason: Lost}
	case first.keepers > 1:
		return verdict{reason: SeveralKeep}
	case first.best.Result() > 0 && int(first.best) < m.criteria.MinDistance:
		return verdict{reason: TooNear}
	case m.crowns(first) && !m.criteria.Crownings:
		return verdict{reason: TooPlain}
	case m.tries(first) < m.criteria.MinTries:
		return verdict{reason: NoTry}
	}
	plies := m.criteria.MaxPlies
	if first.best.Result() == 0 {
		plies = m.criteria.MaxDrawPlies
	}
	found := m.study(s.position, plies)
	if (len(found.line)+1)/2 < m.criteria.MinSolverMoves && int(first.best) < m.criteria.LongPlies {
		return verdict{reason: TooShort}
	}
	return m.finish(s, found)
}

// unfit says what is against a position before any table is asked.
func (m endgameMiner) unfit(s spot) Reason {
	switch {
	case !m.tables.knows(s.position):
		return NoTable
	case m.book.look(m.facts, s.position).over:
		return GameOver
	case len(s.legal) == 1:
		return OneMove
	case s.legal[0].IsCapture() && !m.criteria.Captures:
		return CaptureDue
	case len(s.legal) < m.criteria.MinMoves:
		return TooFewMoves
	}
	return ""
}

// worths says what each move is worth, the best first; nothing if the game is over or
// no table knows the position.
func (m endgameMiner) worths(s spot) (list []proof.Valued) {
	if reason := m.unfit(s); reason == NoTable || reason == GameOver {
		return nil
	}
	t, ok := m.turn(s.position)
	if !ok {
		return nil
	}
	for _, o := range t.moves {
		list = append(list, proof.Valued{Move: m.book.text(m.facts, s.position, o.moveID), Worth: o.worth})
	}
	slices.SortStableFunc(list, func(a, b proof.Valued) int {
		return cmp.Or(-cmp.Compare(number(a.Worth.Better(b.Worth)), number(b.Worth.Better(a.Worth))), cmp.Compare(a.Move, b.Move))
	})
	return list
}

// crowns tells whether the only move crowns a man.
func (m endgameMiner) crowns(t weighedTurn) bool {
	move, ok := t.only()
	return ok && move.crowned
}

// tries counts the wrong moves that lose no piece at once.
func (m endgameMiner) tries(t weighedTurn) int {
	n := 0
	for _, o := range t.moves {
		if o.worth.Result() < t.best.Result() && !m.book.look(m.facts, o.after).capture {
			n++
		}
	}
	return n
}

// finish turns a studied endgame into a puzzle.
func (m endgameMiner) finish(s spot, found studied) verdict {
	certificate := found.certificate(m.criteria.MaxEdges)
	text := certificate.Encode()
	err := proof.CheckEndgame(m.facts, s.position.FEN(), certificate.Solution, text, m.shelf.exact(m.facts))
	if err != nil {
		return verdict{reason: RefereeDisagrees, detail: err.Error()}
	}
	subject, err := SubjectOf(m.facts, s.position, certificate.Solution...)
	if err != nil {
		return verdict{reason: RefereeDisagrees, detail: err.Error()}
	}
	row := s.row(m.kind(), m.ruleset)
	row.Solution, row.Proof = certificate.Solution, string(text)
	deriveEndgame(fastBook{}, m.ruleset.Name, subject, certificate, m.shelf.under).fill(&row)
	return verdict{puzzle: row}
}
