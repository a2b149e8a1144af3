package puzzles

import "damalab/puzzles/proof"

// LineCriteria are for the kinds whose solution is a line of play. Material is in
// hundredths of a man, king 400, the solver's less the opponent's.
type LineCriteria struct {
	// MaxStart is the most that the solver may be ahead in the first position of
	// a shot. In a choice he often is, before the capture that he must not miss.
	MaxStart int `json:"max_start"`
	// MinEnd is the least that he must be ahead at the end, which may be less
	// than nothing.
	MinEnd int `json:"min_end"`
	// MaxOthers is the most that he may be ahead after any other move.
	MaxOthers int `json:"max_others"`
	// MinMargin is how much less every other move must be proven to get, at least
	// 100. Settled values count whole men: it is 100 or 200, and never between.
	MinMargin int `json:"min_margin"`
	// Horizon is that of the certificates; see [proof.Line].
	Horizon int `json:"horizon"`
	// DeeperPlies is how many plies beyond the line, and beyond each other move
	// on it, package search looks for something that changes the verdict, at
	// least 1, and DeeperNodes the positions that it
	// may see in one go, at least 1; a puzzle for which they are too few is
	// rejected.
	DeeperPlies int `json:"deeper_plies"`
	DeeperNodes int `json:"deeper_nodes"`
	// DeeperMargin is how much less every other move must get by that search, at
	// least 100: there a promotion that is on its way has been made. Where it is
	// less, the engine must put the right move JudgedMargin above every other one,
	// by its own weights and with JudgedNodes positions, at least 1.
	DeeperMargin int `json:"deeper_margin"`
	JudgedMargin int `json:"judged_margin"`
	JudgedNodes  int `json:"judged_nodes"`
	// AgainPlies and AgainNodes, at least 1, are the limits of [proof.CheckDeep],
	// which has the last word; with 0 plies it is not asked.
	AgainPlies int `json:"again_plies"`
	AgainNodes int `json:"again_nodes"`
	// MaxPlies is the longest line that is followed, at least 1.
	MaxPlies int `json:"max_plies"`
	// KeepNodes is how many positions may be looked at to prove that a move gets
	// a gain, and HoldNodes to prove that another one does not, at least 1.
	KeepNodes int `json:"keep_nodes"`
	HoldNodes int `json:"hold_nodes"`
	// MaxEdges is the greatest number of moves in a certificate, at least 1.
	MaxEdges int `json:"max_edges"`
}

func defaultLineCriteria() LineCriteria {
	return LineCriteria{
		// Whoever is three men up wins anyhow.
		MaxStart: 300,
		// A man down is not lost; two men down is.
		MinEnd: -100,
		// If a second move wins, too, nobody can be told that it is wrong.
		MaxOthers: 300,
		// One man of difference is the least that a settled position can show. It
		// is not enough by itself, for a better position may be worth a man: see
		// DeeperMargin.
		MinMargin: 100,
		// After the first settled position one more quiet move, whatever it is,
		// and the answer to it.
		Horizon: 1,
		// A proof that six plies more undo was a matter of the horizon.
		DeeperPlies: 6,
		DeeperNodes: 200_000,
		// A man and a half is more than the evaluation gives for any position. Of
		// whole men it is two: a man, and what losing it cost after.
		DeeperMargin: 150,
		// A single man counts where the engine, too, sees a man between the moves:
		// then nothing in the position makes up for it.
		JudgedMargin: 100,
		JudgedNodes:  20_000,
		// What those who verify a set find if they search again.
		AgainPlies: proof.DefaultDeep().Plies,
		AgainNodes: proof.DefaultDeep().Nodes,
		MaxPlies:   31,
		// What can be proven at all mostly takes hundreds and thousands. The rest
		// is cut off there, for it would take most of the time.
		KeepNodes: 3000,
		HoldNodes: 5000,
		// About 50 kB of certificate.
		MaxEdges: 4000,
	}
}

func (c LineCriteria) ranges() []criterion {
	return []criterion{
		{"line.max_start", c.MaxStart, -noMax, noMax},
		{"line.min_end", c.MinEnd, -noMax, noMax},
		{"line.max_others", c.MaxOthers, -noMax, noMax},
		{"line.min_margin", c.MinMargin, proof.MinMargin, noMax},
		{"line.horizon", c.Horizon, 0, proof.MaxHorizon},
		{"line.deeper_plies", c.DeeperPlies, 1, 60},
		{"line.deeper_nodes", c.DeeperNodes, 1, noMax},
		{"line.deeper_margin", c.DeeperMargin, proof.MinMargin, noMax},
		{"line.judged_margin", c.JudgedMargin, 0, noMax},
		{"line.judged_nodes", c.JudgedNodes, 1, noMax},
		{"line.again_plies", c.AgainPlies, 0, proof.MaxDeepPlies},
		{"line.again_nodes", c.AgainNodes, 1, noMax},
		{"line.max_plies", c.MaxPlies, 1, 63},
		{"line.keep_nodes", c.KeepNodes, 1, noMax},
		{"line.hold_nodes", c.HoldNodes, 1, noMax},
		{"line.max_edges", c.MaxEdges, 1, noMax},
	}
}

// ChoiceCriteria are for the kind choice. The zero value is the default.
type ChoiceCriteria struct {
	// Landings keeps positions in which all moves are one capture with several
	// squares to land on, and all but one are taken back at once: every beginner
	// sees that.
	Landings bool `json:"landings"`
	// Crownings keeps positions in which the right capture crowns a man and no other
	// one does: that is played without thinking.
	Crownings bool `json:"crownings"`
}

// ShotCriteria are for the kind shot.
type ShotCriteria struct {
	// MinGain is the least gain, in hundredths of a man, at least 100.
	MinGain int `json:"min_gain"`
	// MinPlies is the shortest line, at least 3: a move, a reply and a move.
	MinPlies int `json:"min_plies"`
	// A line of fewer than LongPlies plies must give up at least ManyGiven
	// pieces, or take at least ManyTaken.
	LongPlies int `json:"long_plies"`
	ManyGiven int `json:"many_given"`
	ManyTaken int `json:"many_taken"`
	// MaxGives is how many quiet moves a shot may have, at least 1, and Budget
	// how many positions are looked at for one in each position of a game, at
	// least 1.
	MaxGives int `json:"max_gives"`
	Budget   int `json:"budget"`
}

func defaultShotCriteria() ShotCriteria {
	return ShotCriteria{
		// One man is an exchange that went well; two decide games.
		MinGain:  200,
		MinPlies: 3,
		// Give one, take one and crown is what every other game has. What is not
		// longer than that must give more, or take more.
		LongPlies: 5,
		ManyGiven: 2,
		ManyTaken: 4,
		// Five quiet moves make nine plies and more.
		MaxGives: 5,
		Budget:   200,
	}
}

func (c ShotCriteria) ranges() []criterion {
	return []criterion{
		{"shot.min_gain", c.MinGain, manValue, noMax},
		{"shot.min_plies", c.MinPlies, 3, noMax},
		{"shot.long_plies", c.LongPlies, 0, noMax},
		{"shot.many_given", c.ManyGiven, 0, noMax},
		{"shot.many_taken", c.ManyTaken, 0, noMax},
		{"shot.max_gives", c.MaxGives, 1, noMax},
		{"shot.budget", c.Budget, 1, noMax},
	}
}
