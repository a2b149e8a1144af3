package puzzles

import (
	"math"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
)

// LadderVersion names the solvers of [Ladder], what they see and how they play.
// Ratings are compared within one version: whatever changes a solver's moves
// changes it.
const LadderVersion = "v1"

// Solver is a rung of the ladder: somebody who tries puzzles and plays games, the
// same way every time. It may be used by several goroutines at once.
type Solver interface {
	// Name identifies the solver. Of what it overlooks, and of its guesses,
	// the name decides with the puzzle's ID: never a clock or a worker.
	Name() string
	// Tries is how often it tries a puzzle of a kind, each time overlooking
	// other things: 1 if it always plays alike, 0 if it does not try that kind.
	Tries(kind datasets.PuzzleKind) int
	// Solves tells whether a try, numbered from 0, finds every move of the
	// solution. The opponent replies as in the solution.
	Solves(t *Task, try int) bool
	// Move chooses a move in a game, which is not over. What it overlooks
	// depends on the seed and the position.
	Move(game *dama.History, seed uint64) dama.Move
}

// triesOfReaders is how often somebody who may overlook things tries a puzzle.
// Four tries tell a puzzle that he sees half the time from one that he sees now
// and then; more would cost more than they tell.
const triesOfReaders = 4

// Ladder returns the solvers, the weakest first, for games under the given facts.
//
// All but the last three are models of people: see [reader]. The last three search
// with package search. They have no way to overlook a capture, which the move
// generator gives them, so they do not try puzzles of the kind maximum; nor does
// the reader who overlooks nothing.
func Ladder(f dama.Facts) []Solver {
	judge := eval.New(ladderWeights())
	read := func(name string, depth, horizon int, attention, eye float64) Solver {
		return &reader{name: name, facts: f, judge: judge, depth: depth, horizon: horizon, attention: attention, eye: eye}
	}
	return []Solver{
		read("random", 0, 0, 0, 0),
		read("greedy", 1, 2, 0.2, 0.35),
		read("reader-40", 1, 2, 0.40, 0.40),
		read("reader-60", 1, 3, 0.60, 0.60),
		read("reader-70", 1, 4, 0.70, 0.70),
		read("reader-80", 1, 5, 0.80, 0.80),
		read("reader-88", 3, noHorizon, 0.88, 0.88),
		read("reader-94", 3, noHorizon, 0.94, 0.94),
		read("reader-98", 4, noHorizon, 0.98, 0.98),
		newEngineSolver("nodes-300", f, judge, 300),
		read("depth-4", 4, noHorizon, 1, 1),
		newEngineSolver("nodes-2000", f, judge, 2000),
		newEngineSolver("nodes-20000", f, judge, 20000),
	}
}

// noHorizon is a look at a capture that reaches its end.
const noHorizon = math.MaxInt

// ladderWeights are what every solver thinks a position is worth: material, and a
// little for men that have come forward, so that the readers' games lead
// somewhere. They are set here once and for all: were they fitted, every fit
// would change every rating.
func ladderWeights() *eval.Weights {
	w := materialOnly()
	for _, f := range eval.Features() {
		if f.Name == "man_rank" {
			for rank, points := range [8]int16{0, 0, 2, 6, 12, 22, 40, 0} {
				w.Pairs[f.First+rank] = eval.Pair{Opening: points, Ending: points}
			}
		}
	}
	return w
}
