package puzzles

import (
	"fmt"

	"damalab/dama"
	"damalab/datasets"
	"damalab/internal/referee"
)

// Task is a puzzle laid out for solvers.
type Task struct {
	kind  datasets.PuzzleKind
	facts dama.Facts
	seed  uint64 // from the puzzle's ID
	// turns are the solver's positions on the line, and where the right moves
	// lead. In the kind maximum there is one.
	turns []turn
	// routes are all ways to capture as far as possible, and solution the move
	// to be found: for the kind maximum only.
	routes   []wayOf
	solution moveID
}

// turn is a position of the solver with the position that the right move leads to.
type turn struct{ position, goal dama.Position }

// wayOf is one route of a complete capture.
type wayOf struct {
	move  moveID
	jumps []jump
}

// TaskOf lays a puzzle of the kinds maximum, choice and shot out. The facts are
// those of its ruleset. The error names the puzzle and what is wrong with it.
func TaskOf(f dama.Facts, row datasets.Puzzle) (*Task, error) {
	p, err := dama.ParseFEN(row.FEN)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: fen: %w", row.ID, err)
	}
	t := &Task{kind: row.Kind, facts: f, seed: hashOf(row.ID)}
	if len(row.Solution) == 0 {
		return nil, fmt.Errorf("puzzle %s has no solution", row.ID)
	}
	gen := f.Generator()
	for i, text := range row.Solution {
		m, err := gen.ParseMove(p, text)
		if err != nil {
			return nil, fmt.Errorf("puzzle %s: solution, move %d: %w", row.ID, i+1, err)
		}
		after := p.Make(m)
		if i == 0 {
			t.solution = idOfMove(m)
		}
		if i%2 == 0 {
			t.turns = append(t.turns, turn{p, after})
		}
		p = after
	}
	if t.kind == datasets.MaximumPuzzle {
		t.layRoutes()
	}
	return t, nil
}

// layRoutes finds every route of every complete capture, as the referee walks it.
func (t *Task) layRoutes() {
	for _, m := range referee.Captures(t.facts, t.turns[0].position) {
		s := Subject{Turn: Turn{Position: t.turns[0].position, Solution: m}}
		for _, route := range m.Routes {
			t.routes = append(t.routes, wayOf{idOf(m), s.jumps(route)})
		}
	}
}

// playedBy tells whether somebody who chooses moves plays the whole line.
func (t *Task) playedBy(choose func(dama.Position) dama.Move) bool {
	for _, at := range t.turns {
		if at.position.Make(choose(at.position)) != at.goal {
			return false
		}
	}
	return true
}
