package puzzles

import (
	"cmp"
	"slices"
	"strconv"

	"damalab/dama"
	"damalab/internal/referee"
	"damalab/puzzles/proof"
)

// asking is the work on one position of a game: which questions about it are
// worth asking. Legal moves are the generator's; the shorter captures, which it
// does not know, the referee's.
type asking struct {
	spot
	gen      dama.Generator
	facts    dama.Facts
	criteria DrillCriteria
	capture  bool           // something can be taken
	complete []referee.Move // all complete captures, if two pieces or more can be taken
}

// drillFind is a question with the answers that the generator gives, and how much
// there is to learn from it.
type drillFind struct {
	question proof.Question
	answers  []string
	worth    int
}

// ask returns what a type has to ask about the position, or why nothing.
func (a *asking) ask(t proof.QuestionType) ([]drillFind, Reason) {
	switch t {
	case proof.AskSteps:
		return a.askPieces(t, a.position.Men(a.position.Side()), a.criteria.MinSteps, a.criteria.MaxSteps)
	case proof.AskLandings:
		return a.askPieces(t, a.position.Kings(a.position.Side()), a.criteria.MinLandings, a.criteria.MaxLandings)
	case proof.AskCaptures:
		return a.askCaptures()
	case proof.AskMaximum:
		return a.askMaximum()
	}
	return a.askLegal()
}

// askPieces finds the piece whose squares are the most telling to list.
func (a *asking) askPieces(t proof.QuestionType, pieces dama.Bitboard, least, most int) ([]drillFind, Reason) {
	best, reason := drillFind{}, NothingTelling
	for at := range pieces.Squares() {
		var ends dama.Bitboard
		worth := 0
		for _, m := range a.legal {
			if m.From() == at {
				ends |= m.To().Bit()
				worth = max(worth, a.captureWorth(m))
			}
		}
		if n := ends.Count(); n < least || n > most {
			reason = AnswerCount
			continue
		}
		if !a.capture {
			worth = a.safeEnemies(at)
		}
		if worth > best.worth {
			best = drillFind{question: proof.Question{Type: t, Squares: []dama.Square{at}}, answers: squareNames(ends), worth: worth}
		}
	}
	if best.worth == 0 {
		return nil, reason
	}
	return []drillFind{best}, ""
}

// captureWorth is 0 for a quiet move, and most for a man's capture that runs
// sideways: those are missed most.
func (a *asking) captureWorth(m dama.Move) int {
	switch {
	case !m.IsCapture():
		return 0
	case !m.ByKing() && a.sideways(m):
		return 6
	}
	return 4
}

// sideways tells whether the least route of a capture has a jump along a rank.
func (a *asking) sideways(m dama.Move) bool {
	at := m.From()
	for _, to := range a.gen.Route(a.position, m) {
		if to.Rank() == at.Rank() {
			return true
		}
		at = to
	}
	return false
}

// safeEnemies counts the enemies that stand next to a square in the directions of
// a man, where nothing can be taken: they look as if they could.
func (a *asking) safeEnemies(at dama.Square) int {
	enemies := a.position.Pieces(a.position.Side().Other())
	n := 0
	for _, d := range a.directions() {
		if s, ok := beside(at, d[0], d[1]); ok && enemies.Has(s) {
			n++
		}
	}
	return n
}

// directions are those of a man: forward, left and right, as files and ranks.
func (a *asking) directions() [3][2]int {
	forward := 1
	if a.position.Side() == dama.Black {
		forward = -1
	}
	return [3][2]int{{0, forward}, {-1, 0}, {1, 0}}
}

// beside returns the square so many files and ranks away, and false beyond the edge.
func beside(s dama.Square, files, ranks int) (dama.Square, bool) {
	file, rank := s.File()+files, s.Rank()+ranks
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return dama.NoSquare, false
	}
	return dama.SquareAt(file, rank), true
}

// askCaptures asks for all routes where some are easily missed: sideways ones, or
// those of a second piece.
func (a *asking) askCaptures() ([]drillFind, Reason) {
	if !a.capture {
		return nil, NotACapture
	}
	var answers []string
	var origins dama.Bitboard
	worth := 0
	for _, m := range a.sorted() {
		origins |= m.From().Bit()
		worth = max(worth, a.captureWorth(m)-4)
		for route := range a.gen.Routes(a.position, m) {
			if answers = append(answers, moveText(m.From(), route)); len(answers) > a.criteria.MaxRoutes {
				return nil, AnswerCount
			}
		}
	}
	if len(answers) < a.criteria.MinRoutes {
		return nil, AnswerCount
	}
	if worth += 2 * (origins.Count() - 1); worth == 0 {
		return nil, NothingTelling
	}
	worth += len(answers)
	return []drillFind{{proof.Question{Type: proof.AskCaptures}, answers, worth}}, ""
}

// askMaximum asks for the number where a smaller one is there to be fallen for.
func (a *asking) askMaximum() ([]drillFind, Reason) {
	if !a.capture {
		return nil, NotACapture
	}
	most := a.legal[0].Captured().Count()
	if most < a.criteria.MinMaximum {
		return nil, TooFewCaptured
	}
	worth := 0
	for _, c := range a.complete {
		if c.Captured.Count() < most {
			worth = most
		}
	}
	if worth == 0 {
		return nil, NoDecoy
	}
	return []drillFind{{proof.Question{Type: proof.AskMaximum}, []string{strconv.Itoa(most)}, worth}}, ""
}

// sorted is the legal moves in the order of their squares.
func (a *asking) sorted() []dama.Move {
	moves := slices.Clone(a.legal)
	slices.SortFunc(moves, func(x, y dama.Move) int {
		return cmp.Or(cmp.Compare(x.From(), y.From()), cmp.Compare(x.To(), y.To()), cmp.Compare(x.Captured(), y.Captured()))
	})
	return moves
}

func squareNames(b dama.Bitboard) (names []string) {
	for s := range b.Squares() {
		names = append(names, s.String())
	}
	return names
}

// moveText writes a capture by its landings.
func moveText(from dama.Square, landings []dama.Square) string {
	return proof.Question{Squares: append([]dama.Square{from}, landings...), Capture: true}.Move()
}
