package puzzles

import (
	"slices"

	"damalab/datasets"
)

// Criterion is one of the [Criteria] for a reader.
type Criterion struct {
	Name   string                `json:"name"`  // as in stored criteria, with dots between the levels
	Kinds  []datasets.PuzzleKind `json:"kinds"` // that it is for
	Value  any                   `json:"value"` // an int, or a bool with the unit "yes or no"
	Unit   string                `json:"unit"`
	Reason string                `json:"reason"` // one sentence
}

// List is every criterion with its unit and the reason for it, in the order in
// which they are stored.
func (c Criteria) List() []Criterion {
	maximum := []datasets.PuzzleKind{datasets.MaximumPuzzle}
	both := []datasets.PuzzleKind{datasets.MaximumPuzzle, datasets.DrillPuzzle}
	return slices.Concat([]Criterion{
		{"min_captures", maximum, c.MinCaptures, "pieces", "Two pieces are seen at a glance; three must be followed."},
		{"min_decoys", maximum, c.MinDecoys, "shorter captures", "Without a wrong answer there is no question."},
		{"max_routes", both, c.MaxRoutes, "routes of the legal captures", "The referee walks each; a king among many pieces may have millions, and nobody learns from those."},
	}, c.Line.list(), c.Choice.list(), c.Shot.list(), c.Endgame.list(), c.Drill.list())
}

func (c LineCriteria) list() []Criterion {
	const material, positions = "hundredths of a man", "positions"
	shot := []datasets.PuzzleKind{datasets.ShotPuzzle}
	lines := []datasets.PuzzleKind{datasets.ChoicePuzzle, datasets.ShotPuzzle}
	return []Criterion{
		{"line.max_start", shot, c.MaxStart, material, "Whoever is so far ahead to begin with wins anyhow."},
		{"line.min_end", lines, c.MinEnd, material, "A man down at the end is not lost; two men down is."},
		{"line.max_others", lines, c.MaxOthers, material, "If another first move wins, too, nobody can be told that it is wrong."},
		{"line.min_margin", lines, c.MinMargin, material, "A man is the least that a settled position can show; by itself it may be made up for."},
		{"line.horizon", lines, c.Horizon, "quiet moves", "The certificate goes on after the first settled position, with whatever quiet move is made there."},
		{"line.deeper_plies", lines, c.DeeperPlies, "plies", "What so many plies more undo was a matter of the horizon."},
		{"line.deeper_nodes", lines, c.DeeperNodes, positions, "A search that needs more is cut off, and the puzzle is not kept."},
		{"line.deeper_margin", lines, c.DeeperMargin, material, "By that search a man less is not enough, for a better position may be worth one; promotions on their way count."},
		{"line.judged_margin", lines, c.JudgedMargin, material, "Unless the engine, by its own weights, sees a man between the moves, too."},
		{"line.judged_nodes", lines, c.JudgedNodes, positions, "So many it may look at to say so."},
		{"line.again_plies", lines, c.AgainPlies, "quiet plies", "At last the search of 'verify --deep' looks for a second solution, as far as this."},
		{"line.again_nodes", lines, c.AgainNodes, positions, "It may look at so many."},
		{"line.max_plies", lines, c.MaxPlies, "plies", "No line is followed for longer."},
		{"line.keep_nodes", lines, c.KeepNodes, positions, "A proof of the gain mostly takes hundreds or thousands; the rest would take most of the time."},
		{"line.hold_nodes", lines, c.HoldNodes, positions, "A proof against another move mostly takes hundreds or thousands, too."},
		{"line.max_edges", lines, c.MaxEdges, "moves in the certificate", "They are about 50 kB."},
	}
}

func (c ChoiceCriteria) list() []Criterion {
	choice := []datasets.PuzzleKind{datasets.ChoicePuzzle}
	return []Criterion{
		{"choice.landings", choice, c.Landings, "yes or no", "Where to land so as not to be taken back at once is seen by every beginner."},
		{"choice.crownings", choice, c.Crownings, "yes or no", "The only capture that crowns a man is played without thinking."},
	}
}

func (c ShotCriteria) list() []Criterion {
	shot := []datasets.PuzzleKind{datasets.ShotPuzzle}
	return []Criterion{
		{"shot.min_gain", shot, c.MinGain, "hundredths of a man", "One man is an exchange that went well; two decide games."},
		{"shot.min_plies", shot, c.MinPlies, "plies", "A move, a reply and a move are the least."},
		{"shot.long_plies", shot, c.LongPlies, "plies", "A shorter line must give more or take more, by the next two."},
		{"shot.many_given", shot, c.ManyGiven, "pieces", "Give one, take one and crown is what every other game has."},
		{"shot.many_taken", shot, c.ManyTaken, "pieces", "Many pieces in one move are worth finding even in a short line."},
		{"shot.max_gives", shot, c.MaxGives, "quiet moves", "Five make nine plies and more."},
		{"shot.budget", shot, c.Budget, "positions", "So many are looked at for a shot in each position of a game."},
	}
}

func (c DrillCriteria) list() []Criterion {
	drill := []datasets.PuzzleKind{datasets.DrillPuzzle}
	return []Criterion{
		{"drill.min_steps", drill, c.MinSteps, "squares", "One square is no list."},
		{"drill.max_steps", drill, c.MaxSteps, "squares", "A man has three directions."},
		{"drill.min_landings", drill, c.MinLandings, "squares", "A king with fewer has nothing to choose from."},
		{"drill.max_landings", drill, c.MaxLandings, "squares", "A king in the open has a dozen: that is counting, not thinking."},
		{"drill.min_routes", drill, c.MinRoutes, "routes", "A single route is a puzzle of the kind maximum."},
		{"drill.max_routes", drill, c.MaxRoutes, "routes", "A dozen can still be listed by hand."},
		{"drill.min_maximum", drill, c.MinMaximum, "pieces", "One piece needs no counting."},
		{"drill.per_game", drill, c.PerGame, "drills a game", "The positions of a game are alike, and so are the questions about them."},
		{"drill.per_type", drill, c.PerType, "drills a game and type of question", "Not the same question over and over."},
		{"drill.legal_per_game", drill, c.LegalPerGame, "drills a game of the type legal", "Its questions differ by their answers, so there may be more of them."},
	}
}
