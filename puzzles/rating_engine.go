package puzzles

import (
	"context"
	"sync"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/search"
)

// engineSolver searches with package search under a node limit.
type engineSolver struct {
	name    string
	nodes   uint64
	engines *sync.Pool // of *search.Engine
}

func newEngineSolver(name string, f dama.Facts, judge *eval.Evaluator, nodes uint64) *engineSolver {
	params := search.DefaultParams()
	params.TableEntries = 1 << 14
	return &engineSolver{name, nodes, &sync.Pool{New: func() any { return search.New(f, judge, params) }}}
}

// Name implements [Solver].
func (s *engineSolver) Name() string { return s.name }

// Tries implements [Solver].
func (*engineSolver) Tries(kind datasets.PuzzleKind) int {
	if kind == datasets.MaximumPuzzle {
		return 0 // the move generator would have solved it
	}
	return 1
}

// Solves implements [Solver].
func (s *engineSolver) Solves(t *Task, _ int) bool {
	return t.playedBy(func(p dama.Position) dama.Move { return s.Move(dama.NewHistory(t.facts, p), 0) })
}

// Move implements [Solver]. It has learnt nothing from the moves before.
func (s *engineSolver) Move(game *dama.History, _ uint64) dama.Move {
	engine := s.engines.Get().(*search.Engine)
	defer s.engines.Put(engine)
	engine.NewGame()
	r := engine.Search(context.Background(), game, search.Limits{Nodes: s.nodes}, nil)
	return r.Best()
}
