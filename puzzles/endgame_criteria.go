package puzzles

import "damalab/datasets"

// EndgameCriteria are for the kind endgame.
type EndgameCriteria struct {
	// MinMoves is the least number of legal moves in the first position, at
	// least 2.
	MinMoves int `json:"min_moves"`
	// Captures keeps positions in which a capture is due.
	Captures bool `json:"captures"`
	// Crownings keeps positions in which the only move crowns a man.
	Crownings bool `json:"crownings"`
	// MinTries is the least number of wrong first moves after which the opponent
	// has nothing to capture.
	MinTries int `json:"min_tries"`
	// MinDistance is the shortest win, in plies.
	MinDistance int `json:"min_distance"`
	// MinSolverMoves is the least number of moves that the solver must find in
	// a row, at least 1; fewer are enough where the win takes LongPlies or more.
	MinSolverMoves int `json:"min_solver_moves"`
	LongPlies      int `json:"long_plies"`
	// MaxPlies is the longest line of a win that is followed, at least 1, and
	// MaxDrawPlies that of a draw.
	MaxPlies     int `json:"max_plies"`
	MaxDrawPlies int `json:"max_draw_plies"`
	// MaxEdges is the greatest number of moves in the tree of a win; a greater
	// one is left out.
	MaxEdges int `json:"max_edges"`
	// PerGame is the greatest number of puzzles from one game, PerGroup that of
	// one group in a set; see endgameQuota.
	PerGame  int `json:"per_game"`
	PerGroup int `json:"per_group"`
}

func defaultEndgameCriteria() EndgameCriteria {
	return EndgameCriteria{
		// With two or three a guess is right too often.
		MinMoves: 4,
		// Which capture to make is what the kind choice asks.
		Captures: false,
		// To crown a man is the first thing that everybody tries.
		Crownings: false,
		// Where every other move loses a piece at once, nothing but the right
		// one comes to mind.
		MinTries: 2,
		// A win in five plies is seen to its end.
		MinDistance: 7,
		// One move may be guessed, unless it begins a long way.
		MinSolverMoves: 2, LongPlies: 15,
		// Ten moves of the solver. A draw may go on for ever, and five moves
		// show that he has seen how.
		MaxPlies: 19, MaxDrawPlies: 9,
		// About 15 kB.
		MaxEdges: 1000,
		// The tail of a game is one ending, seen again and again.
		PerGame: 2,
		// Two kings against a man come up in every other game.
		PerGroup: 50,
	}
}

func (c EndgameCriteria) ranges() []criterion {
	return []criterion{
		{"endgame.min_moves", c.MinMoves, 2, noMax},
		{"endgame.min_tries", c.MinTries, 0, noMax},
		{"endgame.min_distance", c.MinDistance, 0, noMax},
		{"endgame.min_solver_moves", c.MinSolverMoves, 1, noMax},
		{"endgame.long_plies", c.LongPlies, 0, noMax},
		{"endgame.max_plies", c.MaxPlies, 1, 63},
		{"endgame.max_draw_plies", c.MaxDrawPlies, 1, 63},
		{"endgame.max_edges", c.MaxEdges, 0, noMax},
		{"endgame.per_game", c.PerGame, 1, noMax},
		{"endgame.per_group", c.PerGroup, 1, noMax},
	}
}

func (c EndgameCriteria) list() []Criterion {
	kind := []datasets.PuzzleKind{datasets.EndgamePuzzle}
	return []Criterion{
		{"endgame.min_moves", kind, c.MinMoves, "legal moves", "With two or three a guess is right too often."},
		{"endgame.captures", kind, c.Captures, "yes or no", "Which capture to make is what the kind choice asks."},
		{"endgame.crownings", kind, c.Crownings, "yes or no", "To crown a man is the first thing that everybody tries."},
		{"endgame.min_tries", kind, c.MinTries, "wrong first moves that lose no piece at once", "Where every other move does, nothing but the right one comes to mind."},
		{"endgame.min_distance", kind, c.MinDistance, "plies to the end of a win", "Five are seen to their end."},
		{"endgame.min_solver_moves", kind, c.MinSolverMoves, "moves of the solver", "One may be guessed, unless a long way begins with it: see the next."},
		{"endgame.long_plies", kind, c.LongPlies, "plies to the end of a win", "Whoever finds the first move of so long a win has understood it."},
		{"endgame.max_plies", kind, c.MaxPlies, "plies", "No line of a win is followed for longer."},
		{"endgame.max_draw_plies", kind, c.MaxDrawPlies, "plies", "A draw may go on for ever; five moves show that the solver has seen how."},
		{"endgame.max_edges", kind, c.MaxEdges, "moves in the tree of a win", "They are about 15 kB; a greater tree is left out, and the tables answer."},
		{"endgame.per_game", kind, c.PerGame, "puzzles a game", "The end of a game is one ending, seen again and again."},
		{"endgame.per_group", kind, c.PerGroup, "puzzles of the same material, goal and sort", "A few kinds of ending come up all the time. The sorts are long wins, surprising moves and the rest."},
	}
}
