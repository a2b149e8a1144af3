package puzzles

// DrillCriteria are for the kind drill. Every number of answers is that of one
// question.
type DrillCriteria struct {
	// MinSteps and MaxSteps bound the squares to which a man can go.
	MinSteps int `json:"min_steps"`
	MaxSteps int `json:"max_steps"`
	// MinLandings and MaxLandings bound those of a king.
	MinLandings int `json:"min_landings"`
	MaxLandings int `json:"max_landings"`
	// MinRoutes and MaxRoutes bound the routes of all maximum captures together.
	MinRoutes int `json:"min_routes"`
	MaxRoutes int `json:"max_routes"`
	// MinMaximum is the least number of pieces whose counting is asked for.
	MinMaximum int `json:"min_maximum"`
	// PerGame is the greatest number of drills from one game, PerType that of one
	// type among them, and LegalPerGame that of the type legal.
	PerGame      int `json:"per_game"`
	PerType      int `json:"per_type"`
	LegalPerGame int `json:"legal_per_game"`
}

func defaultDrillCriteria() DrillCriteria {
	return DrillCriteria{
		// One square is no list; a man has three directions.
		MinSteps: 2, MaxSteps: 3,
		// A king in the open has a dozen: that is counting, not thinking.
		MinLandings: 3, MaxLandings: 8,
		// A single route is the kind maximum; a dozen can still be listed.
		MinRoutes: 2, MaxRoutes: 12,
		// One piece needs no counting.
		MinMaximum: 2,
		// The positions of a game are alike, and so are the questions about them.
		PerGame: 4, PerType: 1, LegalPerGame: 2,
	}
}

func (c DrillCriteria) ranges() []criterion {
	return []criterion{
		{"drill.min_steps", c.MinSteps, 0, noMax},
		{"drill.max_steps", c.MaxSteps, c.MinSteps, noMax},
		{"drill.min_landings", c.MinLandings, 0, noMax},
		{"drill.max_landings", c.MaxLandings, c.MinLandings, noMax},
		{"drill.min_routes", c.MinRoutes, 1, noMax},
		{"drill.max_routes", c.MaxRoutes, c.MinRoutes, noMax},
		{"drill.min_maximum", c.MinMaximum, 1, noMax},
		{"drill.per_game", c.PerGame, 1, noMax},
		{"drill.per_type", c.PerType, 0, noMax},
		{"drill.legal_per_game", c.LegalPerGame, 0, noMax},
	}
}
