package puzzles

import (
	"fmt"
	"math"
	"slices"
)

// Criteria are what a position must offer to become a puzzle. They stand in the
// metadata of a mined set.
type Criteria struct {
	// MinCaptures is the least number of pieces that the solution takes, at
	// least 1.
	MinCaptures int `json:"min_captures"`
	// MinDecoys is the least number of complete captures that are shorter than
	// the solution, at least 0.
	MinDecoys int `json:"min_decoys"`
	// MaxRoutes is the greatest number of routes that the solution may have, at
	// least 1.
	MaxRoutes int `json:"max_routes"`
	// Line is for the kinds choice and shot, the others for one of them.
	Line   LineCriteria   `json:"line"`
	Choice ChoiceCriteria `json:"choice"`
	Shot   ShotCriteria   `json:"shot"`
	// Endgame is for the kind endgame.
	Endgame EndgameCriteria `json:"endgame"`
	// Drill is for the kind drill.
	Drill DrillCriteria `json:"drill"`
}

// DefaultCriteria returns the criteria that are used unless others are asked for.
func DefaultCriteria() Criteria {
	return Criteria{
		// Two pieces are seen at a glance; three must be followed.
		MinCaptures: 3,
		// Without a wrong answer there is no question.
		MinDecoys: 1,
		// The certificate lists every route, and the referee walks each. A king
		// among many pieces may have millions; nobody learns from those.
		MaxRoutes: 200,
		Line:      defaultLineCriteria(),
		Shot:      defaultShotCriteria(),
		Endgame:   defaultEndgameCriteria(),
		Drill:     defaultDrillCriteria(),
	}
}

// criterion is a number with its name and its range.
type criterion struct {
	name            string
	value, min, max int
}

// Validate reports the first criterion that is out of its range, by name.
func (c Criteria) Validate() error {
	list := []criterion{
		{"min_captures", c.MinCaptures, 1, noMax},
		{"min_decoys", c.MinDecoys, 0, noMax},
		{"max_routes", c.MaxRoutes, 1, noMax},
	}
	for _, f := range slices.Concat(list, c.Line.ranges(), c.Shot.ranges(), c.Endgame.ranges(), c.Drill.ranges()) {
		if f.value < f.min {
			return fmt.Errorf("criteria: %s is %d, and must be at least %d", f.name, f.value, f.min)
		}
		if f.value > f.max {
			return fmt.Errorf("criteria: %s is %d, and must be at most %d", f.name, f.value, f.max)
		}
	}
	return nil
}

// noMax is the upper end of a range that has none.
const noMax = math.MaxInt32
