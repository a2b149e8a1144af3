package search

import (
	"cmp"
	"slices"

	"damalab/dama"
)

// Endgames knows the exact worth of positions with few pieces. Tables of such
// positions implement it; the search only asks.
type Endgames interface {
	// MaxPieces is the number of pieces, both sides together, up to which it
	// makes sense to ask.
	MaxPieces() int
	// Probe returns +1, 0 or -1 if the side to move wins, draws or loses with
	// best play, and the number of plies to the end of a won or lost game. ok
	// is false if the position is not known.
	Probe(p dama.Position) (result, plies int, ok bool)
}

// UseEndgames makes the engine ask for exact scores; nil for not asking. What was
// learnt before is kept, so [Engine.NewGame] should follow.
//
// Where the root is known itself, nothing is searched: the shortest win is played,
// or the longest loss, or of the drawn moves the one that the evaluation likes
// best, whatever the limits.
//
// Repetition and counted moves are outside what is asked. The engine sees a draw
// by either where it stands on the board. A win that takes more plies than a count
// has left is not proven: its score is that of a great advantage, the greater the
// shorter the win.
func (e *Engine) UseEndgames(t Endgames) {
	e.endgames, e.reach = t, 0
	if t != nil {
		e.reach = t.MaxPieces()
	}
}

// probe returns the score of a position, ply plies from the root, if the tables
// know it.
func (e *Engine) probe(p *dama.Position, ply int) (Score, bool) {
	if e.reach == 0 || p.Occupied().Count() > e.reach {
		return 0, false
	}
	result, plies, ok := e.endgames.Probe(*p)
	if !ok || result == 0 {
		return DrawScore, ok
	}
	s := -lossIn(ply + plies)
	if e.counts && plies > e.game.CounterPlies() {
		s = unproven - Score(plies)
	}
	return Score(result) * s, true
}

// known answers from the tables alone, if they know where every root move leads.
func (e *Engine) known(root []dama.Move) (Result, bool) {
	if e.game.Present().Occupied().Count() > e.reach {
		return Result{}, false
	}
	type answer struct {
		line  Line
		worth Score // of the position, by the evaluation, for the side that moved
	}
	answers := make([]answer, 0, len(root))
	for _, m := range root {
		e.game.Play(m)
		p := e.game.Present()
		s, over := e.ended(p, e.gen.Outlook(p), 1)
		answers = append(answers, answer{Line{-s, []dama.Move{m}}, -e.worth(p)})
		e.game.Undo()
		if !over {
			return Result{}, false
		}
	}
	slices.SortStableFunc(answers, func(a, b answer) int {
		return cmp.Or(cmp.Compare(b.line.Score, a.line.Score), cmp.Compare(b.worth, a.worth))
	})
	r := Result{Depth: 1, Nodes: uint64(len(root))}
	for _, a := range answers[:min(max(e.limits.Lines, 1), len(answers))] {
		r.Lines = append(r.Lines, a.line)
	}
	return r, true
}
