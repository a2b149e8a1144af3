package datasets

// Share is how often something came.
type Share struct {
	Name  string  `json:"name"`
	Count int64   `json:"count"`
	Share float64 `json:"share"` // of all, 0 to 1
}

// Results counts results; those of positions are one a row.
type Results struct {
	White   int64 `json:"white"`
	Drawn   int64 `json:"drawn"`
	Black   int64 `json:"black"`
	Unknown int64 `json:"unknown"`
}

func (r *Results) count(result *int8) {
	switch {
	case result == nil:
		r.Unknown++
	case *result > 0:
		r.White++
	case *result < 0:
		r.Black++
	default:
		r.Drawn++
	}
}

func (r *Results) add(o Results) {
	r.White += o.White
	r.Drawn += o.Drawn
	r.Black += o.Black
	r.Unknown += o.Unknown
}

// GamesInfo is what the games are.
type GamesInfo struct {
	Count int64 `json:"count"`
	Plies int64 `json:"plies"`
	// BytesPerPly is what the games files need for a ply, everything included.
	BytesPerPly float64 `json:"bytes_per_ply"`
	Length      Spread  `json:"length"` // in plies
	// Lengths is the histogram of the lengths; see [LengthBin].
	Lengths      []LengthBin `json:"lengths"`
	OpeningPlies Spread      `json:"opening_plies"`
	Results      Results     `json:"results"`
	Terminations []Share     `json:"terminations"`
	EndedBy      []Share     `json:"ended_by"`
	// Indexes are the games of the run that are here, in order; empty if they are of
	// several runs, or in more than 1,000 pieces.
	Indexes  []IndexRange `json:"indexes"`
	Drawn    int64        `json:"drawn"`    // plies that were drawn, not searched
	Scored   int64        `json:"scored"`   // plies with a score
	Rescored int64        `json:"rescored"` // games with an exact result
	Starts   int64        `json:"starts"`   // games that begin from a position of their own
	Depths   int64        `json:"depths"`   // games with depths
	Nodes    int64        `json:"nodes"`    // games with nodes
	Players  []Share      `json:"players"`  // the most frequent names of either side
}

// Spread is how numbers are spread; all are 0 if there are none.
type Spread struct {
	Mean float64 `json:"mean"`
	Min  int     `json:"min"`
	P10  int     `json:"p10"` // one of ten is at most this
	P50  int     `json:"p50"`
	P90  int     `json:"p90"`
	Max  int     `json:"max"`
}

// LengthBin counts the games whose length lies in a range, both ends included.
type LengthBin struct {
	From  int   `json:"from"`
	To    int   `json:"to"`
	Games int64 `json:"games"`
}

// PositionsInfo is what the positions are.
type PositionsInfo struct {
	Count   int64   `json:"count"`
	Games   int64   `json:"games"` // runs of rows of one game
	Quiet   int64   `json:"quiet"`
	Scored  int64   `json:"scored"`
	Results Results `json:"results"`
	Splits  []Share `json:"splits"` // the name is empty for rows that have none
}

// PuzzlesInfo is what the puzzles are.
type PuzzlesInfo struct {
	Count  int64   `json:"count"`
	Kinds  []Share `json:"kinds"`
	Themes []Share `json:"themes"` // a puzzle may have several
	Rating Spread  `json:"rating"`
}
