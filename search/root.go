package search

import (
	"slices"

	"damalab/dama"
)

// rootMoves returns the legal moves; each depth brings its best ones to the front.
func (e *Engine) rootMoves() []dama.Move { return e.gen.Moves(e.game.Position()) }

// firstLines is the answer if not even depth 1 gets finished.
func (e *Engine) firstLines(root []dama.Move) []Line {
	if len(root) == 0 {
		return nil
	}
	return []Line{{Score: e.worth(e.game.Present()), PV: []dama.Move{root[0]}}}
}

// searchRoot searches one depth. It reorders root so that the best moves come
// first next time. whole is false if a limit cut the depth short; what is missing
// is then filled up with lines of the last depth.
func (e *Engine) searchRoot(root []dama.Move, depth int, last []Line) (lines []Line, whole bool) {
	want := min(max(e.limits.Lines, 1), len(root))
	for k := range want {
		guess, known := Score(0), false
		if k < len(last) {
			guess, known = last[k].Score, true
		}
		line, ok := e.searchLine(root[k:], depth, guess, known)
		if line.PV != nil {
			lines = append(lines, line)
		}
		if !ok {
			return e.mend(lines, last, want), false
		}
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return int(b.Score - a.Score) })
	return lines, true
}

// mend completes the lines of a depth that was cut short with lines of the depth
// before.
func (e *Engine) mend(lines, last []Line, want int) []Line {
	for _, old := range last {
		if len(lines) == want {
			break
		}
		if !slices.ContainsFunc(lines, func(l Line) bool { return l.PV[0] == old.PV[0] }) {
			lines = append(lines, old)
		}
	}
	return lines
}

// searchLine finds the best of the given root moves and brings it to the front.
// The window around the last score is opened until the score is inside. If a
// limit cuts it short, the line is the best one that was proved better than the
// window's lower end, or empty.
func (e *Engine) searchLine(moves []dama.Move, depth int, guess Score, known bool) (good Line, whole bool) {
	alpha, beta := -Infinite, Infinite
	width := e.params.AspirationWidth
	if known && width > 0 && depth >= e.params.AspirationDepth && guess > -winBound && guess < winBound {
		alpha, beta = guess-width, guess+width
	}
	for {
		line := e.searchWindow(moves, depth, alpha, beta)
		if line.PV != nil {
			good = line
		}
		if e.stopped {
			return good, false
		}
		width *= e.params.AspirationGrowth
		switch {
		case line.Score <= alpha && alpha > -Infinite:
			alpha = e.opened(line.Score-width, width, -Infinite)
		case line.Score >= beta && beta < Infinite:
			beta = e.opened(line.Score+width, width, Infinite)
		default:
			return line, true
		}
	}
}

// opened returns the new end of a window.
func (e *Engine) opened(end, width, limit Score) Score {
	if width > e.params.AspirationLimit {
		return limit
	}
	return min(max(end, -Infinite), Infinite)
}

// searchWindow searches the root moves within a window. The line has no moves if
// none was found to be better than alpha before the search stopped.
func (e *Engine) searchWindow(moves []dama.Move, depth int, alpha, beta Score) Line {
	best := Line{Score: -Infinite}
	for i, m := range moves {
		e.game.Play(m)
		e.tick()
		s := e.child(i == 0, depth-1, max(alpha, best.Score), beta, 1)
		e.game.Undo()
		if e.stopped {
			break
		}
		if s <= best.Score {
			continue
		}
		best.Score = s
		if s > alpha {
			best.PV = append([]dama.Move{m}, e.frames[1].pv...)
			copy(moves[1:i+1], moves[:i])
			moves[0] = m
		}
		if s >= beta {
			break
		}
	}
	return best
}
