package search

import (
	"context"
	"time"

	"damalab/dama"
	"damalab/eval"
)

// Limits says when a search stops: at the first limit reached. A zero field is no
// limit; with all of them zero the search goes on until its context is done or
// the result is proven. Nodes and Depth give the same answer every time; Time does
// not.
type Limits struct {
	// Nodes is the number of moves made in the tree, captures at its leaves
	// and single replies included. The search stops when it is reached.
	Nodes uint64
	// Depth is in plies, captures at the leaves not counted.
	Depth int
	Time  time.Duration
	// Lines is how many root moves get their own line; 0 means one.
	Lines int
}

// Line is one root move with what the search thinks follows.
type Line struct {
	Score Score
	PV    []dama.Move // begins with the root move
}

// Result is what a search found.
type Result struct {
	// Lines has the best root moves, best first. It is empty only if the side
	// to move has no legal move.
	Lines []Line
	// Depth is the last depth that was finished, in plies; 0 if none was.
	Depth int
	Nodes uint64
}

// Best returns the best move. Lines must not be empty.
func (r *Result) Best() dama.Move { return r.Lines[0].PV[0] }

// Score returns the best line's score.
func (r *Result) Score() Score { return r.Lines[0].Score }

// Engine searches for one game at a time. It keeps what it has learnt between the
// moves of a game; [Engine.NewGame] forgets it. It is not safe for use by several
// goroutines at once.
type Engine struct {
	gen    dama.Generator
	facts  dama.Facts
	counts bool // some draw rule counts plies
	eval   *eval.Scorer
	params Params
	table  *table
	order  ordering

	endgames Endgames // nil if there are none
	reach    int      // the number of pieces up to which they are asked; 0 if there are none

	game     *dama.History
	ctx      context.Context
	limits   Limits
	ends     time.Time
	nodes    uint64
	nextLook uint64 // the number of nodes at which to look at the limits again
	stopped  bool
	frames   [maxPly + 1]frame
}

// frame is the memory of one ply of the tree.
type frame struct {
	moves []dama.Move
	rates []int32
	pv    []dama.Move
}

// New returns an engine for games under the given facts.
func New(facts dama.Facts, e *eval.Evaluator, p Params) *Engine {
	en := &Engine{
		gen: facts.Generator(), facts: facts, counts: facts.KingMoveLimit > 0 || facts.NoProgressPlies > 0,
		eval: eval.NewScorer(e), params: p, table: newTable(&p),
	}
	for i := range en.frames {
		en.frames[i] = frame{
			moves: make([]dama.Move, 0, 64), rates: make([]int32, 0, 64), pv: make([]dama.Move, 0, maxPly),
		}
	}
	return en
}

// NewGame forgets everything learnt from earlier searches.
func (e *Engine) NewGame() {
	e.table.newGame()
	e.order.clear()
}

// Search looks for the best move in the game's present position, which must not
// be over. report, if not nil, is called with each finished depth. The game is
// used as a scratch pad and is as it was when Search returns.
//
// If the context ends the search, the best result so far is returned: at least
// one legal move, however little time there was.
func (e *Engine) Search(ctx context.Context, game *dama.History, limits Limits, report func(Result)) Result {
	e.game, e.ctx, e.limits = game, ctx, limits
	e.nodes, e.nextLook, e.stopped = 0, 1, false
	e.ends = time.Time{}
	if limits.Time > 0 {
		e.ends = time.Now().Add(limits.Time)
	}
	root := e.rootMoves()
	best := Result{Lines: e.firstLines(root)}
	if len(root) == 0 {
		return best
	}
	if r, ok := e.known(root); ok {
		if report != nil {
			report(r)
		}
		return r
	}
	for depth := 1; depth < maxPly && (limits.Depth <= 0 || depth <= limits.Depth); depth++ {
		lines, whole := e.searchRoot(root, depth, best.Lines)
		if len(lines) > 0 {
			best.Lines = lines
		}
		best.Nodes = e.nodes
		if !whole {
			break
		}
		best.Depth = depth
		if report != nil {
			report(best)
		}
		if e.settled(root, best) {
			break
		}
	}
	return best
}

// settled tells whether a deeper search could change nothing that is asked: the
// end is proven within the depth searched, or a game with node limits has only
// one move.
func (e *Engine) settled(root []dama.Move, r Result) bool {
	if len(root) == 1 && e.limits.Depth == 0 && e.limits.Lines <= 1 {
		return true
	}
	for _, l := range r.Lines {
		if n, ok := l.Score.WinIn(); ok && n <= r.Depth {
			continue
		}
		if n, ok := l.Score.LossIn(); ok && n <= r.Depth {
			continue
		}
		return false
	}
	return true
}

// tick counts a node. It is so short that the compiler writes it out in place.
func (e *Engine) tick() {
	if e.nodes++; e.nodes >= e.nextLook {
		e.look()
	}
}

// lookEvery is the number of nodes between two looks at the clock and the context.
const lookEvery = 1024

// look compares the nodes, the clock and the context with the limits.
func (e *Engine) look() {
	e.nextLook = e.nodes + lookEvery
	if n := e.limits.Nodes; n > 0 {
		e.nextLook = min(e.nextLook, n)
		if e.nodes >= n {
			e.stopped = true
		}
	}
	if e.ctx.Err() != nil || !e.ends.IsZero() && time.Now().After(e.ends) {
		e.stopped = true
	}
}
