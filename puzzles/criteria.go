package puzzles

import "fmt"

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
	}
}

// Validate reports the first criterion that is out of its range, by name.
func (c Criteria) Validate() error {
	for _, f := range []struct {
		name       string
		value, min int
	}{
		{"min_captures", c.MinCaptures, 1},
		{"min_decoys", c.MinDecoys, 0},
		{"max_routes", c.MaxRoutes, 1},
	} {
		if f.value < f.min {
			return fmt.Errorf("criteria: %s is %d, and must be at least %d", f.name, f.value, f.min)
		}
	}
	return nil
}
