package puzzles

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"

	"damalab/dama"
	"damalab/datasets"
	"damalab/internal/referee"
	"damalab/puzzles/proof"
)

// drillMiner finds questions worth asking about the positions of a game. It goes
// through the whole game before it chooses: neighbouring positions ask the same.
type drillMiner struct {
	ruleset   dama.Ruleset
	criteria  DrillCriteria
	maxRoutes uint64 // of the legal captures, since the referee walks each
}

// drillSort is what questions compete for within a game: the type, and for the type
// legal the answer.
type drillSort struct {
	kind   proof.QuestionType
	answer string
}

// drillHunt is the work on one game.
type drillHunt struct {
	drillMiner
	best map[drillSort]foundDrill
}

// foundDrill is the best question of its sort so far.
type foundDrill struct {
	spot
	drillFind
}

func (m drillMiner) hunt() *drillHunt { return &drillHunt{m, map[drillSort]foundDrill{}} }

// look takes in the questions about one position.
func (d *drillHunt) look(s spot, h *haul) {
	switch {
	case len(s.legal) == 0 || s.position.Pieces(s.position.Side().Other()) == 0:
		h.take(s, datasets.DrillPuzzle, verdict{reason: GameOver})
		return
	case s.legal[0].IsCapture() && d.tooManyRoutes(s, d.ruleset.Generator()):
		h.take(s, datasets.DrillPuzzle, verdict{reason: TooManyRoutes})
		return
	}
	a := d.asking(s)
	for _, t := range proof.QuestionTypes() {
		finds, reason := a.ask(t)
		if reason != "" {
			h.take(s, datasets.DrillPuzzle, verdict{reason: reason})
		}
		for _, find := range finds {
			d.keep(s, find, h)
		}
	}
}

// asking is the work on a position of the game.
func (d *drillHunt) asking(s spot) *asking {
	a := &asking{spot: s, gen: d.ruleset.Generator(), facts: d.ruleset.Facts, criteria: d.criteria}
	a.capture = len(s.legal) > 0 && s.legal[0].IsCapture()
	if a.capture && s.legal[0].Captured().Count() > 1 {
		a.complete = referee.Captures(d.ruleset.Facts, s.position)
	}
	return a
}

func (d *drillHunt) tooManyRoutes(s spot, gen dama.Generator) bool {
	sum := uint64(0)
	for _, m := range s.legal {
		if sum += gen.CountRoutes(s.position, m); sum > d.maxRoutes {
			return true
		}
	}
	return false
}

// keep lets a question compete with the best of its sort so far.
func (d *drillHunt) keep(s spot, find drillFind, h *haul) {
	k := drillSort{kind: find.question.Type}
	if k.kind == proof.AskLegal {
		k.answer = find.answers[0]
	}
	s.legal = nil // valid only now
	winner := foundDrill{s, find}
	if loser, ok := d.best[k]; ok {
		if loser.precedes(winner) {
			loser, winner = winner, loser
		}
		h.take(loser.spot, datasets.DrillPuzzle, verdict{reason: Outdone})
	}
	d.best[k] = winner
}

// precedes tells whether a question is to be preferred to another of its sort. Of
// two that are worth the same a hash decides, so that it may be any position of
// the game and not always the first.
func (f foundDrill) precedes(g foundDrill) bool {
	if f.worth != g.worth {
		return f.worth > g.worth
	}
	key := func(x foundDrill) uint64 { return spread(x.position.FEN(), x.question.String()) }
	return key(f) <= key(g)
}

// choose ends the hunt: the sorts draw lots for the places that a game has.
func (d *drillHunt) choose(h *haul) {
	sorts := slices.Collect(maps.Keys(d.best))
	slices.SortFunc(sorts, func(a, b drillSort) int {
		return cmp.Or(cmp.Compare(d.lot(a), d.lot(b)), cmp.Compare(a.kind, b.kind), cmp.Compare(a.answer, b.answer))
	})
	var taken int
	byType := map[proof.QuestionType]int{}
	for _, k := range sorts {
		f := d.best[k]
		limit := d.criteria.PerType
		if k.kind == proof.AskLegal {
			limit = d.criteria.LegalPerGame
		}
		if taken == d.criteria.PerGame || byType[k.kind] == limit {
			h.take(f.spot, datasets.DrillPuzzle, verdict{reason: Outdone})
			continue
		}
		v := d.confirm(f)
		h.take(f.spot, datasets.DrillPuzzle, v)
		if v.reason == "" {
			taken, byType[k.kind] = taken+1, byType[k.kind]+1
		}
	}
	slices.SortStableFunc(h.puzzles, func(a, b datasets.Puzzle) int { return cmp.Compare(*a.Ply, *b.Ply) })
}

// tickets are the chances of a sort against the others: many for what is rare in
// games and hard to learn, one for what everybody sees.
func (k drillSort) tickets() int {
	switch dama.Refusal(k.answer) {
	case "":
		return map[proof.QuestionType]int{proof.AskSteps: 3, proof.AskLandings: 8, proof.AskCaptures: 8, proof.AskMaximum: 3}[k.kind]
	case dama.StillAMan, dama.TurnedBack:
		return 40
	case dama.StopsEarly, dama.NotMaximum:
		return 6
	case proof.Legal:
		return 12 // or the answer would nearly always be no
	case dama.MustCapture, dama.NothingToCapture:
		return 4
	case dama.NoPiece, dama.NotYours:
		return 1
	}
	return 2
}

// lot is what a sort draws in this game; the least wins.
func (d *drillHunt) lot(k drillSort) uint64 {
	least := ^uint64(0)
	f := d.best[k]
	for i := range k.tickets() {
		least = min(least, spread(f.game.ID, string(k.kind), k.answer, fmt.Sprint(i)))
	}
	return least
}

// confirm lets the referee answer, and makes the row.
func (d *drillHunt) confirm(f foundDrill) verdict {
	certificate, err := proof.DrillOf(d.ruleset.Facts, f.position, f.question)
	if what := d.disagreement(f, certificate, err); what != "" {
		return verdict{reason: RefereeDisagrees, detail: what}
	}
	if err != nil {
		return verdict{reason: TwoReadings}
	}
	row := f.row(datasets.DrillPuzzle, d.ruleset)
	row.ID = DrillID(f.position, f.question, d.ruleset.Digest())
	row.Proof = string(certificate.Encode())
	fillDrill(&row, d.ruleset.Name, f.position, f.question, certificate)
	return verdict{puzzle: row}
}

// disagreement says where the generator's answer and the referee's part, or "".
// Of a move that is not legal the reason is compared, and that the other move is
// legal.
func (d *drillHunt) disagreement(f foundDrill, c proof.Drill, err error) string {
	same := slices.Equal(c.Answers, f.answers)
	switch {
	case err != nil && f.question.Type == proof.AskLegal && errors.Is(err, proof.ErrTwoReadings):
		return ""
	case err != nil:
		return err.Error()
	case f.question.Type == proof.AskLegal:
		same = c.Answers[0] == f.answers[0]
		if len(c.Answers) > 1 {
			_, err := d.ruleset.Generator().ParseMove(f.position, c.Answers[1])
			same = same && err == nil
		}
	}
	if same {
		return ""
	}
	return fmt.Sprintf("%v: the answers are %v for the generator and %v for the referee", f.question, f.answers, c.Answers)
}

// spread turns texts into a number that is the same everywhere and looks random.
func spread(texts ...string) uint64 {
	h := fnv.New64a()
	for _, text := range texts {
		h.Write([]byte(text)) // a hash takes everything
		h.Write([]byte{0})
	}
	// The last bytes barely reach the high bits of FNV, which decide here.
	x := h.Sum64()
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	return x ^ x>>33
}
